"""Jobs of campaigns."""

from typing import Any
from uuid import UUID

from server.campaigns.ab import sending as ab_sending
from server.campaigns.ab import standing
from server.campaigns.services import sending
from server.core import jobs


@jobs.handler(sending.FREEZE_JOB)
def freeze_recipients(*, team_id: str, campaign_id: str, **_: Any) -> None:
    """Copies the recipients of a large campaign and lets it begin."""
    sending.freeze(team_id=UUID(team_id), campaign_id=UUID(campaign_id))


@jobs.handler(ab_sending.FREEZE_JOB)
def freeze_test(*, team_id: str, campaign_id: str, **_: Any) -> None:
    """Deals out the recipients of a large A/B test and lets its variants begin."""
    ab_sending.freeze(team_id=UUID(team_id), campaign_id=UUID(campaign_id))


@jobs.handler(standing.DECIDE_JOB)
def decide_test(*, team_id: str, campaign_id: str, **_: Any) -> None:
    """Chooses the winner of an A/B test whose wait is over."""
    ab_sending.decide(team_id=UUID(team_id), campaign_id=UUID(campaign_id))
