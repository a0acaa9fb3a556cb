"""State of imports with contacts that must confirm. The `delivery` app, which depends on this one, sends the emails."""

from uuid import UUID

from django.db import transaction
from django.db.models import F

from server.contacts import events
from server.contacts.models import ImportJob
from server.contacts.services.importing import imports
from server.contacts.states import ImportState
from server.core import rooms
from server.core.events import publish

ENDED_STATES = (ImportState.DONE, ImportState.FAILED)


def lock_import(*, team_id: UUID, import_id: UUID) -> ImportJob | None:
    """Locks and returns the import, or None if its contacts no longer need to confirm."""
    rows = ImportJob.objects.for_team(team_id).select_for_update()
    found: ImportJob | None = rows.filter(pk=import_id, confirms=True, state__in=ENDED_STATES).first()
    return found


def record_needed(job: ImportJob, *, to_ask: int, ask_waits: bool = False) -> None:
    """`ask_waits` means that the plan's email quota is currently too low."""
    _update_counters(job.team_id, job.pk, to_ask=to_ask, ask_waits=ask_waits)


def record_requested(*, team_id: UUID, import_id: UUID, asked: int, declined: int) -> None:
    """Both numbers are totals so far."""
    _update_counters(team_id, import_id, asked=asked, declined=declined)


def record_confirmed(*, team_id: UUID, import_id: UUID) -> None:
    """The caller has locked the import."""
    with transaction.atomic():
        ImportJob.objects.for_team(team_id).filter(pk=import_id).update(
            confirmed=F("confirmed") + 1, revision=F("revision") + 1
        )
        _publish(team_id, import_id)


def lock(*, team_id: UUID, import_id: UUID) -> None:
    """Locks an import before one of its contacts, in the lock order of an undo."""
    ImportJob.objects.for_team(team_id).select_for_update().filter(pk=import_id).first()


def _update_counters(team_id: UUID, import_id: UUID, **figures: int) -> None:
    with transaction.atomic():
        rows = ImportJob.objects.for_team(team_id).filter(pk=import_id)
        if rows.exclude(**figures).update(**figures, revision=F("revision") + 1):
            _publish(team_id, import_id)


def _publish(team_id: UUID, import_id: UUID) -> None:
    job = ImportJob.objects.for_team(team_id).select_related("undo").get(pk=import_id)
    told = events.ImportProgressed(**imports.build_state(job))
    publish(told, rooms=[rooms.build_room(imports.ROOM, import_id)])
