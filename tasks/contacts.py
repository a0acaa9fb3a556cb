"""Jobs of contacts: each is one call of a service."""

from typing import Any
from uuid import UUID

from django.db import close_old_connections

from server.contacts.schemas.contacts import ContactFilter
from server.contacts.services import fields, import_runs, imports, labels
from server.core import jobs
from server.core.broker import celery

HOUR_SECONDS = 3600
SCHEDULE: dict[str, float] = {"tasks.forget_old_imports": HOUR_SECONDS}
MOST_TRIES = 5  # of a job (server/core/models.py, most_attempts)


@jobs.handler("contacts.forget_label")
def forget_label(*, team_id: str, label_id: int, claim: jobs.Claim, **_: Any) -> None:
    """Takes a deleted label off its contacts."""
    labels.forget(team_id=UUID(team_id), label_id=label_id)


@jobs.handler("contacts.forget_field")
def forget_field(*, team_id: str, field_id: int, claim: jobs.Claim, **_: Any) -> None:
    """Clears the values of a deleted custom field."""
    fields.forget(team_id=UUID(team_id), field_id=field_id)


@jobs.handler("contacts.apply_label")
def apply_label(
    *, team_id: str, wanted: dict[str, Any], add: list[int], remove: list[int], claim: jobs.Claim, **_: Any
) -> None:
    """Puts labels on the contacts of a filter."""
    chosen = ContactFilter(**wanted)
    labels.apply_by_filter(team_id=UUID(team_id), wanted=chosen, add=add, remove=remove)


@jobs.handler("contacts.run_import")
def run_import(*, team_id: str, import_id: str, claim: jobs.Claim, **_: Any) -> None:
    """Works through an import; after the last try the import has failed, so that the next one may start."""
    try:
        import_runs.run(team_id=UUID(team_id), import_id=UUID(import_id), claim=claim)
    except jobs.LeaseLost:
        raise
    except Exception as error:
        if claim.fence >= MOST_TRIES:
            imports.fail(team_id=UUID(team_id), import_id=UUID(import_id), reason=type(error).__name__)
        raise


@celery.task(name="tasks.forget_old_imports")
def forget_old_imports(**_: Any) -> None:
    """Drops prepared files that nobody started, and error files past their time."""
    close_old_connections()
    imports.forget_old()
