"""Data about imported contacts that delivery provides to imports."""

from collections.abc import Sequence
from uuid import UUID

from server.contacts.refusals import Refusal
from server.core import clock
from server.delivery.sql import contact_timeline, suppressing
from server.delivery.states import SuppressionReason

REFUSALS = {
    SuppressionReason.HARD_BOUNCE: Refusal.BOUNCED,
    SuppressionReason.COMPLAINT: Refusal.COMPLAINED,
    SuppressionReason.UNSUBSCRIBED: Refusal.UNSUBSCRIBED,
    SuppressionReason.MANUAL: Refusal.SUPPRESSED,
    SuppressionReason.SUNSET: Refusal.SUPPRESSED,
    SuppressionReason.SOFT_BOUNCE: Refusal.SUPPRESSED,
}


def refusing(team_id: UUID, emails: Sequence[str]) -> dict[str, Refusal]:
    """Returns the addresses that must not get email from the team, with the reason."""
    found = suppressing.reasons(team_id, emails=emails, now=clock.now())
    return {email: REFUSALS[SuppressionReason(reason)] for email, reason in found.items()}


def mailed(team_id: UUID, ids: Sequence[int]) -> set[int]:
    """Returns the contacts that got email, or are about to get it."""
    # In this order: a sender logs the emails of a batch before it releases the batch.
    held = contact_timeline.being_asked(team_id, list(ids))
    return held | contact_timeline.written_to(team_id, list(ids))
