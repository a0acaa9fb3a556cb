"""Data about imported contacts that delivery provides to imports."""

from collections.abc import Sequence
from uuid import UUID

from server.contacts.unmailable import UnmailableReason
from server.core import clock
from server.delivery.sql import contact_timeline, suppressing
from server.delivery.states import SuppressionReason

UNMAILABLE_BY_REASON = {
    SuppressionReason.HARD_BOUNCE: UnmailableReason.BOUNCED,
    SuppressionReason.COMPLAINT: UnmailableReason.COMPLAINED,
    SuppressionReason.UNSUBSCRIBED: UnmailableReason.UNSUBSCRIBED,
    SuppressionReason.MANUAL: UnmailableReason.SUPPRESSED,
    SuppressionReason.SUNSET: UnmailableReason.SUPPRESSED,
    SuppressionReason.SOFT_BOUNCE: UnmailableReason.SUPPRESSED,
}


def find_unmailable(team_id: UUID, emails: Sequence[str]) -> dict[str, UnmailableReason]:
    found = suppressing.get_reasons(team_id, emails=emails, now=clock.now())
    return {email: UNMAILABLE_BY_REASON[SuppressionReason(reason)] for email, reason in found.items()}


def find_emailed_contacts(team_id: UUID, ids: Sequence[int]) -> set[int]:
    """Includes contacts that are about to get email."""
    # In this order: a sender logs the emails of a batch before it releases the batch.
    held = contact_timeline.find_pending_confirmations(team_id, list(ids))
    return held | contact_timeline.find_emailed_contacts(team_id, list(ids))
