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


def _fail_bulk(*, team_id: str, bulk_id: str, reason: str, **_: Any) -> None:
    bulk.fail_action(team_id=UUID(team_id), bulk_id=UUID(bulk_id), reason=reason)


def _fail_import(*, team_id: str, import_id: str, reason: str, **_: Any) -> None:
    """The next import can start. The import of a failed undo can be undone again."""
    imports.fail_running(team_id=UUID(team_id), import_id=UUID(import_id), reason=reason)


@jobs.handler(bulk.RUN_JOB, is_long=True, on_failure=_fail_bulk)
def run_bulk(*, team_id: str, bulk_id: str, claim: jobs.Claim, **_: Any) -> None:
    bulk.run_action(team_id=UUID(team_id), bulk_id=UUID(bulk_id), claim=claim)


@jobs.handler("contacts.run_import", is_long=True, on_failure=_fail_import)
def run_import(*, team_id: str, import_id: str, claim: jobs.Claim, **_: Any) -> None:
    runs.run_import(team_id=UUID(team_id), import_id=UUID(import_id), claim=claim)


@jobs.handler(undos.UNDO_JOB, is_long=True, on_failure=_fail_import)
def undo_import(*, team_id: str, import_id: str, claim: jobs.Claim, **_: Any) -> None:
    undos.run_undo(team_id=UUID(team_id), import_id=UUID(import_id), claim=claim)


@jobs.handler(contact_feed.CONSUME_JOB)
def consume_feed(*, consumer: str, **_: Any) -> None:
    contact_feed.run_consumer(consumer)


exports.EXPORTS.handle_jobs(export_runs.run_export)
schedules.add_schedule(5, "contacts.wake_feed_consumers", contact_feed.enqueue_consumers)
schedules.add_purge("contacts.imports", imports.purge_files)
schedules.add_purge("contacts.exports", exports.EXPORTS.purge_expired)
schedules.add_purge("contacts.pending", pending.purge_expired)
schedules.add_purge("contacts.deleted", deletions.purge_expired, seconds=60)
