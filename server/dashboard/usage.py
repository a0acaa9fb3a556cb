"""Usage of the plan by area, over time (REP-17, REP-18). An area without a source has no operation."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal

from ninja import Query, Router

from server.campaigns.ab.states import AB_TEST
from server.campaigns.selectors import campaigns
from server.core.access import Access, CallerRequest
from server.dashboard.schemas import UsageQuery, UsageStatsOut, UsedOut
from server.delivery import origins
from server.plans import retention
from server.plans import selectors as plans
from server.plans.features import AB_EMAIL_SENT, EMAIL_SENT, PlanLimit
from server.plans.shapes import counter_out
from server.reports import permissions
from server.reports.overview import selectors as overview
from server.stats import selectors as stats
from server.teams.models import Team
from server.teams.time_zones import parse_zone

router = Router(tags=["usage"], by_alias=True)
READ = Access(permissions.VIEW)
# A unit is used once a mail server has accepted the email and not rejected it permanently. Unconfirmed deliveries
# count.
COUNTED_METRICS = frozenset({"sent", "in_doubt"})


# Usage between two times, by intervals of the unit.
UsageCounter = Callable[[stats.Unit, datetime, datetime], Sequence[UsedOut]]


@router.get("/email", auth=READ, response=UsageStatsOut, operation_id="usage_email", summary="Get email usage")
def get_email_usage(request: CallerRequest, query: Query[UsageQuery]) -> UsageStatsOut:
    """Returns the number of campaign emails and of confirmation requests to imported contacts."""
    found = overview.resolve_period(
        team_id=request.auth.team_id, start=query.start, end=query.end, origins=origins.list_counted_origins(EMAIL_SENT)
    )
    return _build_stats(request, query, found, EMAIL_SENT, lambda *span: _count_emails(found.team, *span))


@router.get("/ab", auth=READ, response=UsageStatsOut, operation_id="usage_ab", summary="Get A/B test usage")
def get_ab_test_usage(request: CallerRequest, query: Query[UsageQuery]) -> UsageStatsOut:
    """Returns the number of started A/B tests. Their emails count toward the email usage."""
    found = overview.resolve_period(team_id=request.auth.team_id, start=query.start, end=query.end)
    return _build_stats(request, query, found, AB_EMAIL_SENT, lambda *span: _count_ab_tests(found.team, *span))


def _build_stats(
    request: CallerRequest, query: UsageQuery, found: overview.OverviewPeriod, limit: PlanLimit, counted: UsageCounter
) -> UsageStatsOut:
    series: Sequence[UsedOut] = []
    former = None
    if found.start is not None:
        start = found.start.replace(second=0, microsecond=0)
        series = counted(found.unit, start, found.until)
        before = start - (found.until - start)
        kept = retention.get_retained_since(found.team.pk)
        if query.start is not None and (kept is None or before >= kept):
            former = sum(row.used for row in counted("day", before, start))
    return UsageStatsOut(
        quota=counter_out(plans.get_counter(by=request.auth, limit=limit)),
        start=found.start,
        end=found.end,
        unit=found.unit,
        used=sum(row.used for row in series),
        former=former,
        series=series,
        retention_days=found.retention_days,
    )


def _count_ab_tests(team: Team, unit: stats.Unit, start: datetime, end: datetime) -> list[UsedOut]:
    stretch: Literal["hour", "day"] = "hour" if unit == "hour" else "day"
    found = campaigns.count_started(
        team_id=team.pk, kind=AB_TEST, unit=stretch, zone=parse_zone(team.timezone), start=start, end=end
    )
    return [UsedOut(at=at, used=used) for at, used in found]


def _count_emails(team: Team, unit: stats.Unit, start: datetime, end: datetime) -> list[UsedOut]:
    counted: dict[datetime, int] = {}
    for at, what, amount in stats.list_buckets(
        team=team, unit=unit, start=start, end=end, origins=origins.list_counted_origins(EMAIL_SENT)
    ):
        if what in COUNTED_METRICS:
            counted[at] = counted.get(at, 0) + amount
    return [UsedOut(at=at, used=used) for at, used in sorted(counted.items())]
