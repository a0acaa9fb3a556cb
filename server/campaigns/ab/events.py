"""Events of A/B tests."""

from uuid import UUID

from server.campaigns.ab.states import WinnerBy
from server.core.events import DomainEvent


class WinnerChosen(DomainEvent):
    """The winner of an A/B test was chosen. Sending to the remaining recipients starts."""

    name = "campaigns.winner.chosen"
    delivery = "kept"

    campaign_id: UUID
    title: str
    variant: int
    winner_by: WinnerBy
