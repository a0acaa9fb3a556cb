"""Reads of the activity feed."""

from functools import lru_cache

from django.db.models import QuerySet

from server.activity import references
from server.activity.models import Activity
from server.activity.references import WHOLE_TEAM
from server.core.callers import Caller
from server.core.pagination import count_bounded
from server.core.patches.compiled_queries import CompiledQuery, compile_query


def list_newest(*, by: Caller, reference: str, size: int) -> tuple[list[Activity], int]:
    """The newest entries of the caller's team, of one reference, one area or all, and their total."""
    if reference == WHOLE_TEAM:
        items = _compile_team_query(size)(by.team_id)
    elif reference in references.list_areas():
        items = list(_filter_area(by, reference).order_by("-id")[:size])
    else:
        items = _compile_reference_query(size)(by.team_id, reference)
    return items, len(items) if len(items) < size else _count_total(by, reference)


def _count_total(by: Caller, reference: str) -> int:
    rows: QuerySet[Activity] = Activity.objects.for_team(by)
    if reference in references.list_areas():
        rows = _filter_area(by, reference)
    elif reference != WHOLE_TEAM:
        rows = rows.filter(reference=reference)
    total, _ = count_bounded(rows)
    return total


def _filter_area(by: Caller, area: str) -> QuerySet[Activity]:
    return Activity.objects.for_team(by).filter(reference__in=references.list_names_in(area))


# One compiled query per list length. There are few, since "Load more" always grows by the same step.
@lru_cache(maxsize=64)
def _compile_team_query(size: int) -> CompiledQuery[Activity]:
    return compile_query(lambda team: Activity.objects.for_team(team).order_by("-id")[:size])


@lru_cache(maxsize=64)
def _compile_reference_query(size: int) -> CompiledQuery[Activity]:
    return compile_query(
        lambda team, reference: Activity.objects.for_team(team).filter(reference=reference).order_by("-id")[:size]
    )
