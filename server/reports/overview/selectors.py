"""Queries of the overview: campaigns of a period, totals, categories and time series, from counters only."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from server.campaigns.states import CampaignStatus
from server.core import clock
from server.core.causes import UNKNOWN_SORT
from server.core.errors import FieldsInvalid
from server.delivery.selectors import MailingMetrics
from server.plans import retention
from server.reports import metrics, periods
from server.reports.causes import DAY_IN_FUTURE, REPORT_PERIOD
from server.reports.overview.schemas import OverviewQuery, OverviewRowOut, SentMetricsOut
from server.reports.selectors.times import WITH_BOTS
from server.reports.sql import overview as sql
from server.reports.states import BotMode
from server.stats import selectors as stats
from server.teams.models import Team
from server.teams.time_zones import parse_zone

DEFAULT_SORT: Final = "-startedAt"
MAX_CATEGORIES: Final = 12
MAX_PERIOD: Final = timedelta(days=366 * 5)
MAX_EXPORTED_CAMPAIGNS: Final = 5_000
EARLIEST_START: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class OverviewPeriod:
    """A validated period. `start` is None if nothing was sent yet.

    `first` is the earliest possible start of a campaign that counts, before its first email.
    """

    team: Team
    start: datetime | None
    first: datetime
    end: datetime
    until: datetime
    retention_days: int | None

    @property
    def unit(self) -> stats.Unit:
        if self.start is not None and self.until - self.start <= periods.HOME_HOURS_UP_TO:
            return "hour"
        return "day"


def resolve_period(
    *,
    team_id: UUID,
    start: datetime | None,
    end: datetime | None,
    origins: Sequence[str] | None = None,
) -> OverviewPeriod:
    """Returns the retained part of the period (PLAN-120), by default from the first email on.

    Raises the errors of `check_period`.
    """
    team = Team.objects.get(pk=team_id)
    now = clock.now()
    check_period(start, end, tonight=periods.get_end_of_today(now, parse_zone(team.timezone)))
    until = end or periods.get_period_end(now)
    began = stats.find_first_activity(team=team, origins=origins) if start is None else start
    kept = retention.get_retained_since(team_id)
    since = max((moment for moment in (began, kept) if moment is not None), default=None)
    if began is None or since is None or since >= until:
        since = None
    first = max(moment for moment in (start, kept, EARLIEST_START) if moment is not None)
    return OverviewPeriod(team, since, first, end or now, until, retention.get_retention_days(team_id))


def check_period(start: datetime | None, end: datetime | None, *, tonight: datetime) -> None:
    """Raises FieldsInvalid for a period that is empty, too long, or starts or ends after today (REP-32)."""
    for field, moment in (("start", start), ("end", end)):
        if moment is not None and moment > tonight:
            raise FieldsInvalid.of(field, DAY_IN_FUTURE, moment.isoformat())
    if start is not None and end is not None and not timedelta(0) < end - start <= MAX_PERIOD:
        raise FieldsInvalid.of("end", REPORT_PERIOD, end.isoformat(), max=5)


def build_filter(found: OverviewPeriod, query: OverviewQuery) -> sql.OverviewFilter:
    return sql.OverviewFilter(found.first, found.until, query.category, (query.search or "").strip() or None)


def list_rows(
    team_id: UUID, wanted: sql.OverviewFilter, query: OverviewQuery, *, whole: bool = False
) -> Sequence[sql.CampaignRow]:
    """Returns a page of campaigns, or all up to MAX_EXPORTED_CAMPAIGNS. Raises FieldsInvalid for an unknown order."""
    name = query.sort or DEFAULT_SORT
    sort = name.removeprefix("-")
    if sort not in sql.SORTS:
        raise FieldsInvalid.of("sort", UNKNOWN_SORT, query.sort, choices=", ".join(sorted(sql.SORTS)))
    offset, size = (0, MAX_EXPORTED_CAMPAIGNS) if whole else ((query.page - 1) * query.size, query.size)
    return sql.list_page(
        team_id,
        wanted,
        sort=sort,
        is_descending=name.startswith("-"),
        offset=offset,
        size=size,
        with_machines=query.machines == BotMode.INCLUDE,
    )


def list_best(
    team_id: UUID, *, start: datetime, end: datetime, machines: BotMode, min_delivered: int, limit: int
) -> Sequence[sql.CampaignRow]:
    """Returns the highest click rates, among campaigns with at least `min_delivered` delivered emails."""
    return sql.list_page(
        team_id,
        sql.OverviewFilter(start, end),
        sort="clicked",
        is_descending=True,
        offset=0,
        size=limit,
        with_machines=machines == BotMode.INCLUDE,
        min_delivered=min_delivered,
    )


def get_totals(
    team_id: UUID, wanted: sql.OverviewFilter
) -> tuple[sql.CampaignTotals, Sequence[tuple[str, sql.CampaignTotals]]]:
    return sql.sum_totals(team_id, wanted, limit=MAX_CATEGORIES)


def apply_bot_mode(buckets: Iterable[stats.Bucket], machines: BotMode) -> Sequence[stats.Bucket]:
    if machines == BotMode.EXCLUDE:
        return list(buckets)
    hidden = WITH_BOTS.values()
    return [(at, WITH_BOTS.get(what, what), amount) for at, what, amount in buckets if what not in hidden]


def list_series(found: OverviewPeriod, machines: BotMode) -> Sequence[stats.Bucket]:
    if found.start is None:
        return []
    start = found.start.replace(second=0, microsecond=0)
    return apply_bot_mode(stats.list_buckets(team=found.team, unit=found.unit, start=start, end=found.until), machines)


def metrics_out(amounts: Mapping[str, int], recipients: int, machines: BotMode) -> SentMetricsOut:
    found: MailingMetrics = metrics.sum_metrics({**amounts, "recipients": recipients})
    counted = {name: getattr(found, name) for name in SentMetricsOut.model_fields if name != "rates"}
    rated = found.with_machines() if machines == BotMode.INCLUDE else found
    return SentMetricsOut(**counted, rates=metrics.rates_out(rated))


def row_out(row: sql.CampaignRow, machines: BotMode) -> OverviewRowOut:
    return OverviewRowOut(
        id=row.id,
        kind=row.kind,
        name=row.name,
        subject=row.subject,
        category=row.category,
        status=CampaignStatus(row.status),
        started_at=row.started_at,
        figures=metrics_out(row.figures, row.recipients, machines),
    )


def totals_out(sums: sql.CampaignTotals, machines: BotMode) -> SentMetricsOut:
    return metrics_out(sums.figures, sums.figures.get("recipients", 0), machines)
