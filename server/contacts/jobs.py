"""Background jobs of contacts. Each calls one service."""

from typing import Any
from uuid import UUID

from server.contacts.services import bulk, contact_feed, deletions, export_runs, exports, fields, labels, pending
from server.contacts.services.importing import imports, runs, undos
from server.core import jobs, schedules


@jobs.handler("contacts.remove_deleted_label")
def remove_deleted_label(*, team_id: str, label_id: int, **_: Any) -> None:
    labels.purge_deleted(team_id=UUID(team_id), label_id=label_id)


@jobs.handler("contacts.clear_field_values")
def clear_field_values(*, team_id: str, field_id: int, **_: Any) -> None:
    fields.clear_values(team_id=UUID(team_id), field_id=field_id)


@jobs.handler(bulk.RUN_JOB, is_long=True)
def run_bulk(*, team_id: str, bulk_id: str, claim: jobs.Claim, **_: Any) -> None:
    ids = {"team_id": UUID(team_id), "bulk_id": UUID(bulk_id)}
    with jobs.fail_after_last_attempt(claim, lambda reason: bulk.fail_action(**ids, reason=reason)):
        bulk.run_action(**ids, claim=claim)


@jobs.handler("contacts.run_import", is_long=True)
def run_import(*, team_id: str, import_id: str, claim: jobs.Claim, **_: Any) -> None:
    """After the last attempt the import is marked as failed, so that the next import can start."""
    ids = {"team_id": UUID(team_id), "import_id": UUID(import_id)}
    with jobs.fail_after_last_attempt(claim, lambda reason: imports.fail_running(**ids, reason=reason)):
        runs.run_import(**ids, claim=claim)


@jobs.handler(undos.UNDO_JOB, is_long=True)
def undo_import(*, team_id: str, import_id: str, claim: jobs.Claim, **_: Any) -> None:
    """After the last attempt the import returns to its previous state and can be undone again."""
    ids = {"team_id": UUID(team_id), "import_id": UUID(import_id)}
    with jobs.fail_after_last_attempt(claim, lambda reason: imports.fail_running(**ids, reason=reason)):
        undos.run_undo(**ids, claim=claim)


@jobs.handler(contact_feed.CONSUME_JOB)
def consume_feed(*, consumer: str, **_: Any) -> None:
    contact_feed.run_consumer(consumer)


exports.EXPORTS.handle_jobs(export_runs.run_export)
schedules.add_schedule(5, "contacts.wake_feed_consumers", contact_feed.enqueue_consumers)
schedules.add_purge("contacts.imports", imports.purge_files)
schedules.add_purge("contacts.exports", exports.EXPORTS.purge_expired)
schedules.add_purge("contacts.pending", pending.purge_expired)
schedules.add_purge("contacts.deleted", deletions.purge_expired, seconds=60)
