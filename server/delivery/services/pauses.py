"""The pause of a team's marketing email."""

from uuid import UUID

from server.delivery.errors import SendingPaused
from server.delivery.models import SendingPause


def find_open_pause(team_id: UUID) -> SendingPause | None:
    return SendingPause.objects.for_team(team_id).filter(resumed_at__isnull=True).first()


def require_not_paused(team_id: UUID) -> None:
    """Raises SendingPaused."""
    held = find_open_pause(team_id)
    if held is not None:
        raise SendingPaused.because(held.reason)
