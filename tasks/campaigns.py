"""Jobs of campaigns."""

from typing import Any
from uuid import UUID

from server.campaigns.services import sending
from server.core import jobs


@jobs.handler(sending.FREEZE_JOB)
def freeze_recipients(*, team_id: str, campaign_id: str, **_: Any) -> None:
    """Copies the recipients of a large campaign and lets it begin."""
    sending.freeze(team_id=UUID(team_id), campaign_id=UUID(campaign_id))
