"""Jobs of campaigns."""

from typing import Any
from uuid import UUID

from server.campaigns.services import links, sending
from server.core import jobs
from server.core.jobs import Claim


@jobs.handler(sending.FREEZE_JOB)
def freeze_recipients(*, team_id: str, campaign_id: str, **_: Any) -> None:
    """Copies the recipients of a large campaign and lets it begin."""
    sending.freeze(team_id=UUID(team_id), campaign_id=UUID(campaign_id))


@jobs.handler(links.JOB)
def ask_links(*, team_id: str, campaign_id: str, claim: Claim, **_: Any) -> None:
    """Asks the links of a campaign whether they lead somewhere."""
    links.run(team_id=UUID(team_id), campaign_id=UUID(campaign_id), claim=claim)
