"""What is told about campaigns."""

from typing import Literal
from uuid import UUID

from server.campaigns.states import CampaignStatus
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
