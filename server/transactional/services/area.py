"""The area of a team: opened once, by whoever uses it first."""

from uuid import UUID

from server.core import clock
from server.transactional.models import TransactionalSetting


def open_for(team_id: UUID) -> TransactionalSetting:
    """The team's row of choices, made where it isn't there yet."""
    row, _ = TransactionalSetting.objects.get_or_create(team_id=team_id, defaults={"opened_at": clock.now()})
    return row
