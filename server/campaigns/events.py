"""What is told about campaigns."""

from typing import Literal
from uuid import UUID

from server.campaigns.states import CampaignStatus, LinkState
from server.core.events import Event


class CampaignChanged(Event):
    """A campaign of the team was made, changed, moved to another state or deleted: lists of them are stale.

    An older revision than one already seen says nothing new.
    """

    name = "campaigns.campaign.changed"
    delivery = "kept"

    campaign_id: UUID
    change: Literal["created", "updated", "moved", "deleted"]
    title: str
    status: CampaignStatus
    revision: int


class LinksAsked(Event):
    """How far the links of a campaign have been asked, told to who watches it."""

    name = "campaigns.links.asked"
    delivery = "passing"

    campaign_id: UUID
    state: LinkState
    done: int
    total: int
    revision: int

    def replaces(self) -> str:
        return f"{self.name}:{self.campaign_id}"
