"""Jobs of contacts: each is one call of a service."""

from typing import Any
from uuid import UUID

from django.db import close_old_connections

from server.contacts.services import (
    bulk,
    deletions,
    export_runs,
    exports,
    fields,
    import_runs,
    import_undos,
    imports,
    labels,
    pending,
)
from server.core import jobs
from server.core.broker import celery
from tasks.last_try import giving_up

HOUR_SECONDS = 3600
MINUTE_SECONDS = 60
SCHEDULE: dict[str, float] = {
    "tasks.forget_old_imports": HOUR_SECONDS,
    "tasks.forget_old_exports": HOUR_SECONDS,
    "tasks.purge_pending_contacts": HOUR_SECONDS,
    "tasks.purge_deleted_contacts": MINUTE_SECONDS,
}


@jobs.handler("contacts.forget_label")
def forget_label(*, team_id: str, label_id: int, **_: Any) -> None:
    """Takes a deleted label off its contacts."""
    labels.forget(team_id=UUID(team_id), label_id=label_id)


@jobs.handler("contacts.forget_field")
def forget_field(*, team_id: str, field_id: int, **_: Any) -> None:
    """Clears the values of a deleted custom field."""
    fields.forget(team_id=UUID(team_id), field_id=field_id)


@jobs.handler(bulk.JOB, is_long=True)
def run_bulk(*, team_id: str, bulk_id: str, claim: jobs.Claim, **_: Any) -> None:
    """Works through a bulk action; after the last try it has failed."""
    ids = {"team_id": UUID(team_id), "bulk_id": UUID(bulk_id)}
    with giving_up(claim, lambda reason: bulk.fail(**ids, reason=reason)):
        bulk.run(**ids, claim=claim)


@jobs.handler(exports.JOB, is_long=True)
def run_export(*, team_id: str, export_id: str, claim: jobs.Claim, **_: Any) -> None:
    """Works through an export; after the last try it has failed."""
    ids = {"team_id": UUID(team_id), "export_id": UUID(export_id)}
    with giving_up(claim, lambda reason: exports.fail(**ids, reason=reason)):
        export_runs.run(**ids, claim=claim)


@jobs.handler("contacts.run_import", is_long=True)
def run_import(*, team_id: str, import_id: str, claim: jobs.Claim, **_: Any) -> None:
    """Works through an import; after the last try the import has failed, so that the next one may start."""
    ids = {"team_id": UUID(team_id), "import_id": UUID(import_id)}
    with giving_up(claim, lambda reason: imports.fail(**ids, reason=reason)):
        import_runs.run(**ids, claim=claim)


@jobs.handler(import_undos.RUN, is_long=True)
def undo_import(*, team_id: str, import_id: str, claim: jobs.Claim, **_: Any) -> None:
    """Takes an import back; after the last try it stands as it had ended, so that it may be begun again."""
    ids = {"team_id": UUID(team_id), "import_id": UUID(import_id)}
    with giving_up(claim, lambda reason: imports.fail(**ids, reason=reason)):
        import_undos.run(**ids, claim=claim)


@celery.task(name="tasks.purge_pending_contacts")
def purge_pending_contacts(**_: Any) -> None:
    """Deletes contacts that asked by a form and have not confirmed within a week."""
    close_old_connections()
    pending.purge_expired()


@celery.task(name="tasks.purge_deleted_contacts")
def purge_deleted_contacts(**_: Any) -> None:
    """Drops the copies of deleted contacts whose deletion can no longer be undone."""
    close_old_connections()
    deletions.purge_expired()


@celery.task(name="tasks.forget_old_imports")
def forget_old_imports(**_: Any) -> None:
    """Drops prepared files that nobody started, error files past their time, and before-images after a day."""
    close_old_connections()
    imports.forget_old()


@celery.task(name="tasks.forget_old_exports")
def forget_old_exports(**_: Any) -> None:
    """Drops the files of exports past their time."""
    close_old_connections()
    exports.forget_old()
