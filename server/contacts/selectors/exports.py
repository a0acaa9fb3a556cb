"""Reads of exports."""

from uuid import UUID

from django.db.models import QuerySet

from server.contacts.models import ContactExport
from server.contacts.states import BulkState

MOST_LISTED = 20


def running(team_id: UUID) -> list[ContactExport]:
    """The team's exports that run, the oldest first."""
    return list(of_team(team_id).filter(state=BulkState.RUNNING).order_by("pk")[:MOST_LISTED])


def of_team(team_id: UUID) -> QuerySet[ContactExport]:
    """Every export of a team."""
    return ContactExport.objects.for_team(team_id)


def exists(*, team_id: UUID, export_id: UUID) -> bool:
    """Whether the team has this export."""
    return of_team(team_id).filter(pk=export_id).exists()
