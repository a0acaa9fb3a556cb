"""usage: what each area has used of the plan, over time (REP-17). An area without a source has no call."""

from collections.abc import Sequence
from datetime import datetime

from ninja import Query, Router

from server.core.access import Access, CallerRequest
from server.dashboard.schemas import UsageQuery, UsageStatsOut, UsedOut
from server.plans import selectors as plans
from server.plans.features import EMAIL_SENT
from server.plans.shapes import counter_out
from server.reports import permissions, retention
from server.reports.overview import selectors as overview
from server.stats import selectors as stats
from server.teams.models import Team

router = Router(tags=["usage"], by_alias=True)
READ = Access(permissions.VIEW)
# A unit is used by what was handed to a mail server and was not refused for good; a doubt counts.
USED = frozenset({"sent", "in_doubt"})


@router.get("/email", auth=READ, response=UsageStatsOut, operation_id="usage_email")
def email(request: CallerRequest, query: Query[UsageQuery]) -> UsageStatsOut:
    """Emails of campaigns, and those that ask imported contacts to confirm."""
    team_id = request.auth.team_id
    found = overview.period(team_id=team_id, start=query.start, end=query.end, origins=stats.COUNTED)
    series: Sequence[UsedOut] = []
    former = None
    if found.start is not None:
        start = found.start.replace(second=0, microsecond=0)
        series = _used(found.team, found.unit, start, found.until)
        before = start - (found.until - start)
        kept = retention.kept_since(team_id)
        if query.start is not None and (kept is None or before >= kept):
            former = sum(row.used for row in _used(found.team, "day", before, start))
    return UsageStatsOut(
        quota=counter_out(plans.counter(by=request.auth, limit=EMAIL_SENT)),
        start=found.start,
        end=found.end,
        unit=found.unit,
        used=sum(row.used for row in series),
        former=former,
        series=series,
        retention_days=found.retention_days,
    )


def _used(team: Team, unit: stats.Unit, start: datetime, end: datetime) -> list[UsedOut]:
    counted: dict[datetime, int] = {}
    for at, what, amount in stats.series(team=team, unit=unit, start=start, end=end, origins=stats.COUNTED):
        if what in USED:
            counted[at] = counted.get(at, 0) + amount
    return [UsedOut(at=at, used=used) for at, used in sorted(counted.items())]
