"""Queries for a team's settings."""

from uuid import UUID

from server.core import clock
from server.transactional.models import TransactionalSetting


def get_settings(team_id: UUID) -> TransactionalSetting:
    """The team's settings; unsaved defaults if it has none."""
    found = TransactionalSetting.objects.for_team(team_id).first()
    return found or TransactionalSetting(team_id=team_id, opened_at=clock.now())
