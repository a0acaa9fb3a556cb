"""What is told about campaigns."""

from typing import Literal
from uuid import UUID

from server.campaigns.ab.states import WinnerBy
from server.campaigns.limits import CampaignKind
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
    kind: CampaignKind
    status: CampaignStatus
    revision: int


class WinnerChosen(Event):
    """The winner of an A/B test is known, and the rest of its recipients begins to get it."""

    name = "campaigns.winner.chosen"
    delivery = "kept"

    campaign_id: UUID
    title: str
    variant: int
    winner_by: WinnerBy
