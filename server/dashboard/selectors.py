"""Reads of the home page: all campaigns of a team over a period."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from server.campaigns.models import Campaign
from server.campaigns.selectors import campaigns
from server.core import clock
from server.dashboard.schemas import PeriodMetricsOut
from server.plans import retention
from server.reports import metrics as figures
from server.reports import periods
from server.reports.overview import selectors as overview
from server.reports.schemas.breakdowns import PointOut
from server.reports.schemas.queries import Unit
from server.reports.selectors.times import build_points
from server.reports.sql.overview import CampaignRow
from server.reports.states import BotMode
from server.stats import selectors as stats
from server.stats.selectors import Bucket
from server.teams.models import Team
from server.teams.time_zones import parse_zone

MAX_NEWEST_CAMPAIGNS: Final = 5
MAX_BEST_CAMPAIGNS: Final = 5
MIN_DELIVERED: Final = 50  # with fewer recipients, one click changes the rate a lot


@dataclass(frozen=True, slots=True)
class HomeStats:
    start: datetime | None
    end: datetime
    unit: Unit
    figures: PeriodMetricsOut
    former: PeriodMetricsOut | None
    series: Sequence[PointOut]
    newest: Sequence[Campaign]
    best: Sequence[CampaignRow]
    retention_days: int | None


def get_stats(
    *, team_id: UUID, start: datetime | None, end: datetime | None, machines: BotMode = BotMode.EXCLUDE
) -> HomeStats:
    """The metrics of a period. Raises FieldsInvalid for one that is empty, too long or ends after tonight (REP-32)."""
    team = Team.objects.get(pk=team_id)
    zone, kept_since = parse_zone(team.timezone), retention.get_retained_since(team_id)
    now = clock.now()
    overview.check_period(start, end, tonight=periods.get_end_of_today(now, zone))
    until = end or periods.get_period_end(now)
    began = stats.find_first_activity(team=team) if start is None else start
    since = max((moment for moment in (began, kept_since) if moment is not None), default=None)
    newest = campaigns.list_newest(team_id=team_id, limit=MAX_NEWEST_CAMPAIGNS)
    days = retention.get_retention_days(team_id)
    if began is None or since is None or since >= until:
        return HomeStats(start, end or now, "day", metrics_out([], machines), None, [], newest, [], days)
    unit: Unit = "hour" if until - since <= periods.HOME_HOURS_UP_TO else "day"
    buckets = stats.list_buckets(team=team, unit=unit, start=since, end=until)
    return HomeStats(
        start=since,
        end=end or now,
        unit=unit,
        figures=metrics_out(buckets, machines),
        former=_get_previous(team, since, until, kept_since, machines) if start is not None else None,
        series=build_points(overview.apply_bot_mode(buckets, machines)),
        newest=newest,
        best=overview.list_best(
            team_id,
            start=max(moment for moment in (start, kept_since, overview.EARLIEST_START) if moment is not None),
            end=until,
            machines=machines,
            min_delivered=MIN_DELIVERED,
            limit=MAX_BEST_CAMPAIGNS,
        ),
        retention_days=days,
    )


def metrics_out(buckets: Iterable[Bucket], machines: BotMode) -> PeriodMetricsOut:
    sums: Counter[str] = Counter()
    for _, what, amount in buckets:
        sums[what] += amount
    found = figures.sum_metrics(sums)
    counted = {name: getattr(found, name) for name in PeriodMetricsOut.model_fields if name != "rates"}
    rated = found.with_machines() if machines == BotMode.INCLUDE else found
    return PeriodMetricsOut(**counted, rates=figures.rates_out(rated))


def _get_previous(
    team: Team, start: datetime, end: datetime, kept_since: datetime | None, machines: BotMode
) -> PeriodMetricsOut | None:
    before = start - (end - start)
    if kept_since is not None and before < kept_since:
        return None
    return metrics_out(stats.list_buckets(team=team, unit="day", start=before, end=start), machines)
