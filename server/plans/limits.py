"""How apps count limits of plans, and what they switch off when a plan allows less.

The app that counts a limit registers it in its contributions. A limit of a plan that no app counts is refused like any
other, and has nothing to switch off.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from server.core.registry import Registry
from server.plans.errors import QuotaExceeded
from server.plans.features import LIMITS, UNLIMITED, Limit


@dataclass(frozen=True, slots=True)
class Excess:
    """A record that a plan does not allow."""

    id: str
    name: str


class Surplus(Protocol):
    """What a team has beyond a smaller limit, for example published forms."""

    def find(self, team_id: UUID, allowed: int) -> list[Excess]:
        """The records to switch off so that `allowed` stay, newest first. Locks nothing and changes nothing."""

    def switch_off(self, team_id: UUID, ids: list[str]) -> None:
        """Switches these records off; called in a transaction. Those that are off already are left alone."""


@dataclass(frozen=True, slots=True)
class CountedLimit:
    """How an app counts a limit.

    Attributes:
        error: raised when no units are left.
        count_rows: how many a team has, for limits without a counter of their own.
        surplus: the rows to switch off when a plan allows less; without it, a team keeps its rows but can add none.
    """

    limit: Limit
    error: type[QuotaExceeded] = QuotaExceeded
    count_rows: Callable[[UUID], int] | None = None
    surplus: Surplus | None = None


OFFERED: Mapping[tuple[str, str], Limit] = {(limit.area, limit.name): limit for limit in LIMITS}
COUNTED: Registry[tuple[str, str], CountedLimit] = Registry("limit of a plan")


def register(counted: CountedLimit) -> None:
    """Lets plans count this limit as the app says. A limit that the offered plans lack comes after theirs."""
    COUNTED.add((counted.limit.area, counted.limit.name), counted)


def list_limits() -> tuple[Limit, ...]:
    """The limits of the offered plans, then those that only apps have."""
    return tuple(dict.fromkeys((*LIMITS, *(counted.limit for counted in COUNTED.values()))))


def find_limit(area: str, name: str) -> Limit | None:
    """The limit of this name."""
    counted = COUNTED.get((area, name))
    return counted.limit if counted else OFFERED.get((area, name))


def error_of(limit: Limit) -> type[QuotaExceeded]:
    """The error that is raised when no units of a limit are left."""
    counted = COUNTED.get((limit.area, limit.name))
    return counted.error if counted else QuotaExceeded


def count_rows(team_id: UUID, limit: Limit) -> int | None:
    """How many a team has of a limit that is counted by its rows; None for others."""
    counted = COUNTED.get((limit.area, limit.name))
    return counted.count_rows(team_id) if counted and counted.count_rows else None


def find_surplus(*, team_id: UUID, allowed: Mapping[tuple[str, str], int]) -> Iterator[tuple[Limit, list[Excess]]]:
    """What a plan that allows this much would switch off, by limit; limits with nothing to switch off are left out.

    A limit that is not in `allowed` counts as 0, as after the end of a plan.
    """
    for key, counted in COUNTED.items():
        allows = allowed.get(key, 0)
        if counted.surplus is None or allows == UNLIMITED:
            continue
        if excess := counted.surplus.find(team_id, allows):
            yield counted.limit, excess


def switch_off_surplus(*, team_id: UUID, allowed: Mapping[tuple[str, str], int]) -> list[tuple[Limit, list[Excess]]]:
    """Switches off what `find_surplus` finds, and answers it. For the transaction that changes a plan."""
    found = list(find_surplus(team_id=team_id, allowed=allowed))
    for limit, excess in found:
        surplus = COUNTED[limit.area, limit.name].surplus
        if surplus is not None:
            surplus.switch_off(team_id, [record.id for record in excess])
    return found
