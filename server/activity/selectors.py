"""Reads of the activity feed."""

from server.activity.models import Activity
from server.core.callers import Caller
from server.core.pagination import bounded_count

WHOLE_TEAM = "team"


def newest(*, by: Caller, reference: str, size: int) -> tuple[list[Activity], int]:
    """The newest entries of the caller's team, of one reference or all, and how many there are."""
    rows = Activity.objects.for_team(by)
    if reference != WHOLE_TEAM:
        rows = rows.filter(reference=reference)
    total, _ = bounded_count(rows)
    return list(rows.order_by("-id")[:size]), total
