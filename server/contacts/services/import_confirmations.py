"""Imports that ask whom they bring to confirm: what is kept of it here. The mail is delivery's, which stands above."""

from uuid import UUID

from django.db import transaction
from django.db.models import F

from server.contacts import events
from server.contacts.models import ImportJob
from server.contacts.services import imports
from server.contacts.states import ImportState
from server.core import rooms
from server.core.events import publish

ENDED = (ImportState.DONE, ImportState.FAILED)


def held(*, team_id: UUID, import_id: UUID) -> ImportJob | None:
    """The import, locked until the transaction ends; None for one whose contacts are not to be asked, or no more."""
    rows = ImportJob.objects.for_team(team_id).select_for_update()
    found: ImportJob | None = rows.filter(pk=import_id, confirms=True, state__in=ENDED).first()
    return found


def decided(job: ImportJob, *, to_ask: int, ask_waits: bool = False) -> None:
    """How many are to be asked; `ask_waits` says that the plan has not enough mail left for them now."""
    _move(job.team_id, job.pk, to_ask=to_ask, ask_waits=ask_waits)


def went_on(*, team_id: UUID, import_id: UUID, asked: int, declined: int) -> None:
    """How many were asked by now, and how many of them have said no."""
    _move(team_id, import_id, asked=asked, declined=declined)


def confirmed(*, team_id: UUID, import_id: UUID) -> None:
    """One more has confirmed. The import is locked by the caller."""
    with transaction.atomic():
        ImportJob.objects.for_team(team_id).filter(pk=import_id).update(
            confirmed=F("confirmed") + 1, revision=F("revision") + 1
        )
        _tell(team_id, import_id)


def lock(*, team_id: UUID, import_id: UUID) -> None:
    """Locks an import before one of its contacts, in the order in which it is taken back."""
    ImportJob.objects.for_team(team_id).select_for_update().filter(pk=import_id).first()


def _move(team_id: UUID, import_id: UUID, **figures: int) -> None:
    with transaction.atomic():
        rows = ImportJob.objects.for_team(team_id).filter(pk=import_id)
        if rows.exclude(**figures).update(**figures, revision=F("revision") + 1):
            _tell(team_id, import_id)


def _tell(team_id: UUID, import_id: UUID) -> None:
    job = ImportJob.objects.for_team(team_id).select_related("undo").get(pk=import_id)
    told = events.ImportProgressed(**imports.state_of(job))
    publish(told, rooms=[rooms.watching(imports.ROOM, import_id)])
