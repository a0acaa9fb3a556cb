"""Events of campaigns."""

from typing import Literal
from uuid import UUID

from server.campaigns.kinds import KindName
from server.campaigns.states import CampaignStatus, LinkState
from server.core.events import DomainEvent


class CampaignChanged(DomainEvent):
    """A campaign of the team was created, changed or deleted, or its status changed. Reload lists of campaigns.

    Ignore revisions older than one already received.
    """

    name = "campaigns.campaign.changed"
    delivery = "kept"

    campaign_id: UUID
    change: Literal["created", "updated", "moved", "deleted"]
    title: str
    kind: KindName
    status: CampaignStatus
    revision: int


class LinkCheckProgressed(DomainEvent):
    """Progress of a campaign’s link check. Published to clients that watch the campaign."""

    name = "campaigns.links.asked"
    delivery = "passing"

    campaign_id: UUID
    state: LinkState
    done: int
    total: int
    revision: int

    def replaces(self) -> str:
        return f"{self.name}:{self.campaign_id}"
