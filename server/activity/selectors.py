"""Reads of the activity feed."""

from functools import lru_cache

from django.db.models import QuerySet

from server.activity import references
from server.activity.models import Activity
from server.activity.references import WHOLE_TEAM
from server.core.callers import Caller
from server.core.pagination import bounded_count
from server.core.patches.compiled import CompiledQuery, compiled


def newest(*, by: Caller, reference: str, size: int) -> tuple[list[Activity], int]:
    """The newest entries of the caller's team, of one reference, one area or all, and their total."""
    if reference == WHOLE_TEAM:
        items = _of_team(size)(by.team_id)
    elif reference in references.list_areas():
        items = list(_of_area(by, reference).order_by("-id")[:size])
    else:
        items = _of_reference(size)(by.team_id, reference)
    return items, len(items) if len(items) < size else _total(by, reference)


def _total(by: Caller, reference: str) -> int:
    rows: QuerySet[Activity] = Activity.objects.for_team(by)
    if reference in references.list_areas():
        rows = _of_area(by, reference)
    elif reference != WHOLE_TEAM:
        rows = rows.filter(reference=reference)
    total, _ = bounded_count(rows)
    return total


def _of_area(by: Caller, area: str) -> QuerySet[Activity]:
    return Activity.objects.for_team(by).filter(reference__in=references.list_names_in(area))


# One compiled query per list length. There are few, since "Load more" always grows by the same step.
@lru_cache(maxsize=64)
def _of_team(size: int) -> CompiledQuery[Activity]:
    return compiled(lambda team: Activity.objects.for_team(team).order_by("-id")[:size])


@lru_cache(maxsize=64)
def _of_reference(size: int) -> CompiledQuery[Activity]:
    return compiled(
        lambda team, reference: Activity.objects.for_team(team).filter(reference=reference).order_by("-id")[:size]
    )
