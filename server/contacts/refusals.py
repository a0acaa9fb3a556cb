"""Addresses that no mail may go to: the app of delivery, which stands above and keeps them, says which those are."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from uuid import UUID

from server.core.registry import Port


class Refusal(StrEnum):
    """Why mail is not wanted at an address."""

    BOUNCED = "bounced"
    COMPLAINED = "complained"
    UNSUBSCRIBED = "unsubscribed"
    SUPPRESSED = "suppressed"  # somebody of the team put it on the list


# (team id, addresses) -> those of them that refuse mail, and why
Reader = Callable[[UUID, Sequence[str]], dict[str, Refusal]]

READER = Port[Reader]("the addresses that refuse email")


def among(team_id: UUID, emails: Sequence[str]) -> dict[str, Refusal]:
    """The addresses that refuse mail of the team, and why."""
    return READER.get()(team_id, emails)
