"""States of campaigns and the moves between them (CAMP-05, CAMP-06)."""

from collections.abc import Mapping

from django.db.models import TextChoices

from server.core.errors import ActionNotAllowed


class CampaignStatus(TextChoices):
    DRAFT = "DRAFT"
    SCHEDULED = "SCHEDULED"
    SENDING = "SENDING"
    PAUSED = "PAUSED"
    SENT = "SENT"
    CANCELLED = "CANCELLED"


MOVES: Mapping[CampaignStatus, frozenset[CampaignStatus]] = {
    CampaignStatus.DRAFT: frozenset({CampaignStatus.SCHEDULED, CampaignStatus.SENDING}),
    CampaignStatus.SCHEDULED: frozenset({CampaignStatus.SENDING, CampaignStatus.DRAFT}),
    CampaignStatus.SENDING: frozenset({CampaignStatus.PAUSED, CampaignStatus.CANCELLED, CampaignStatus.SENT}),
    CampaignStatus.PAUSED: frozenset({CampaignStatus.SENDING, CampaignStatus.CANCELLED}),
    CampaignStatus.SENT: frozenset(),
    CampaignStatus.CANCELLED: frozenset(),
}
# What mail is still to leave for, so that what it needs can't be taken away.
UNDER_WAY = (CampaignStatus.SCHEDULED, CampaignStatus.SENDING, CampaignStatus.PAUSED)
# What may be deleted: nothing that could still send.
DELETABLE = (CampaignStatus.DRAFT, CampaignStatus.SENT, CampaignStatus.CANCELLED)


def check_move(old: str, new: CampaignStatus) -> None:
    """Raises ActionNotAllowed unless a campaign may go from one state to the other."""
    if new not in MOVES[CampaignStatus(old)]:
        raise ActionNotAllowed(payload={"from": old, "to": new.value})
