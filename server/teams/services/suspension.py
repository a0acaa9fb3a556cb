"""Suspending and restoring a team: actions of an operator."""

from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from server.core import clock, events, rooms, sockets
from server.core.errors import NotFound
from server.teams.events import TeamRestored, TeamSuspended
from server.teams.models import Team


def suspend(*, team_id: UUID, reason: str) -> bool:
    """Limits the team to reading and signing out (TEAM-60). Returns False if it was suspended already.

    Raises NotFound. Members stay signed in, so that they see the reason and can continue once the team is restored.
    """
    with transaction.atomic():
        if not _query_existing(team_id).filter(suspended_at__isnull=True).update(suspended_at=clock.now()):
            return False
        events.publish(TeamSuspended(team_id=team_id, reason=reason), rooms=[rooms.team(team_id)])
        sockets.review_team(team_id=team_id)
    return True


def restore(*, team_id: UUID) -> bool:
    """Restores the team. Returns False if it was not suspended. Raises NotFound."""
    with transaction.atomic():
        if not _query_existing(team_id).filter(suspended_at__isnull=False).update(suspended_at=None):
            return False
        events.publish(TeamRestored(team_id=team_id), rooms=[rooms.team(team_id)])
        sockets.review_team(team_id=team_id)
    return True


def _query_existing(team_id: UUID) -> "QuerySet[Team]":
    found = Team.objects.filter(pk=team_id)
    if not found.exists():
        raise NotFound
    return found
