"""Reads of the activity feed."""

from functools import lru_cache

from server.activity.models import Activity
from server.core.callers import Caller
from server.core.compiled import Compiled, compiled
from server.core.pagination import bounded_count

WHOLE_TEAM = "team"


def newest(*, by: Caller, reference: str, size: int) -> tuple[list[Activity], int]:
    """The newest entries of the caller's team, of one reference or all, and how many there are."""
    items = _of_team(size)(by.team_id) if reference == WHOLE_TEAM else _of_reference(size)(by.team_id, reference)
    return items, len(items) if len(items) < size else _total(by, reference)


def _total(by: Caller, reference: str) -> int:
    rows = Activity.objects.for_team(by)
    total, _ = bounded_count(rows if reference == WHOLE_TEAM else rows.filter(reference=reference))
    return total


# A statement for each length of the list: there are few, since Load More asks for more of the same.
@lru_cache(maxsize=64)
def _of_team(size: int) -> Compiled[Activity]:
    return compiled(lambda team: Activity.objects.for_team(team).order_by("-id")[:size])


@lru_cache(maxsize=64)
def _of_reference(size: int) -> Compiled[Activity]:
    return compiled(
        lambda team, reference: Activity.objects.for_team(team).filter(reference=reference).order_by("-id")[:size]
    )
