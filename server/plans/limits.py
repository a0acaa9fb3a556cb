"""How apps count the limits of plans, and switch off records when a plan allows fewer.

The app that counts a limit registers it in its contributions. A limit that no app counts still rejects requests, but
has nothing to switch off.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from server.core.registry import Registry
from server.plans.errors import QuotaExceeded
from server.plans.features import LIMITS, UNLIMITED, PlanLimit


@dataclass(frozen=True, slots=True)
class Excess:
    """A record that exceeds the plan."""

    id: str
    name: str


class Surplus(Protocol):
    """The records of a team above a smaller limit, for example published forms."""

    def find(self, team_id: UUID, allowed: int) -> list[Excess]:
        """The records to switch off so that `allowed` stay, newest first. Takes no locks and changes nothing."""

    def switch_off(self, team_id: UUID, ids: list[str]) -> None:
        """Switches these records off, in the caller's transaction. Ignores those that are off already."""


@dataclass(frozen=True, slots=True)
class CountedLimit:
    """How an app counts a limit.

    Attributes:
        error: raised when no units are left.
        count_rows: counts a team's rows, for limits without a counter of their own.
        surplus: the rows to switch off when a plan allows fewer; without it, a team keeps its rows but can add none.
    """

    limit: PlanLimit
    error: type[QuotaExceeded] = QuotaExceeded
    count_rows: Callable[[UUID], int] | None = None
    surplus: Surplus | None = None


OFFERED_LIMITS: Mapping[tuple[str, str], PlanLimit] = {(limit.area, limit.name): limit for limit in LIMITS}
COUNTED_LIMITS: Registry[tuple[str, str], CountedLimit] = Registry("limit of a plan")


def register(counted: CountedLimit) -> None:
    """A limit outside the offered plans comes after theirs."""
    COUNTED_LIMITS.add((counted.limit.area, counted.limit.name), counted)


def list_limits() -> tuple[PlanLimit, ...]:
    """Those of the offered plans come first."""
    return tuple(dict.fromkeys((*LIMITS, *(counted.limit for counted in COUNTED_LIMITS.values()))))


def find_limit(area: str, name: str) -> PlanLimit | None:
    counted = COUNTED_LIMITS.get((area, name))
    return counted.limit if counted else OFFERED_LIMITS.get((area, name))


def get_error(limit: PlanLimit) -> type[QuotaExceeded]:
    counted = COUNTED_LIMITS.get((limit.area, limit.name))
    return counted.error if counted else QuotaExceeded


def count_rows(team_id: UUID, limit: PlanLimit) -> int | None:
    """None for a limit that is not counted by rows."""
    counted = COUNTED_LIMITS.get((limit.area, limit.name))
    return counted.count_rows(team_id) if counted and counted.count_rows else None


def find_surplus(*, team_id: UUID, allowed: Mapping[tuple[str, str], int]) -> Iterator[tuple[PlanLimit, list[Excess]]]:
    """The records that such a plan would switch off, by limit. Limits without any are omitted.

    A limit that is not in `allowed` counts as 0, as after the end of a plan.
    """
    for key, counted in COUNTED_LIMITS.items():
        allows = allowed.get(key, 0)
        if counted.surplus is None or allows == UNLIMITED:
            continue
        if excess := counted.surplus.find(team_id, allows):
            yield counted.limit, excess


def switch_off_surplus(
    *, team_id: UUID, allowed: Mapping[tuple[str, str], int]
) -> list[tuple[PlanLimit, list[Excess]]]:
    """Switches off and returns the result of `find_surplus`. Call it in the transaction that changes a plan."""
    found = list(find_surplus(team_id=team_id, allowed=allowed))
    for limit, excess in found:
        surplus = COUNTED_LIMITS[limit.area, limit.name].surplus
        if surplus is not None:
            surplus.switch_off(team_id, [record.id for record in excess])
    return found
