"""Port that finds addresses that reject email. The `delivery` app, which depends on this one, implements it."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from uuid import UUID

from server.core.registry import Port


class UnmailableReason(StrEnum):
    """Reason why an address must not get email."""

    BOUNCED = "bounced"
    COMPLAINED = "complained"
    UNSUBSCRIBED = "unsubscribed"
    SUPPRESSED = "suppressed"  # added to the suppression list by a member of the team


# (team id, addresses) -> the addresses that must not get email, with the reason
UnmailableReader = Callable[[UUID, Sequence[str]], dict[str, UnmailableReason]]

UNMAILABLE_READER = Port[UnmailableReader]("the addresses that refuse email")


def find_unmailable(team_id: UUID, emails: Sequence[str]) -> dict[str, UnmailableReason]:
    return UNMAILABLE_READER.get()(team_id, emails)
