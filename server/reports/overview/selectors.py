"""Reads of the overview: every campaign of a period, added up, by category and over time, from counters alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from server.campaigns.states import CampaignStatus
from server.core import clock
from server.core.causes import UNKNOWN_SORT
from server.core.errors import FieldsInvalid
from server.delivery.selectors import Figures
from server.plans import retention
from server.reports import figures, periods
from server.reports.causes import DAY_IN_FUTURE, REPORT_PERIOD
from server.reports.overview.schemas import OverviewQuery, OverviewRowOut, SentFiguresOut
from server.reports.selectors.times import WITH_MACHINES
from server.reports.sql import overview as sql
from server.reports.states import Machines
from server.stats import selectors as stats
from server.teams.models import Team
from server.teams.zones import zone_of

DEFAULT_SORT: Final = "-startedAt"
MOST_CATEGORIES: Final = 12
LONGEST_PERIOD: Final = timedelta(days=366 * 5)
MOST_EXPORTED: Final = 5_000
LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Period:
    """A checked period. `start` is None where nothing has been sent yet; `first` is when the first campaign that
    counts may have begun, which is before its first mail."""

    team: Team
    start: datetime | None
    first: datetime
    end: datetime
    until: datetime
    retention_days: int | None

    @property
    def unit(self) -> stats.Unit:
        """Hours for a day or two, else days."""
        if self.start is not None and self.until - self.start <= periods.HOURS_OF_HOME:
            return "hour"
        return "day"


def period(
    *,
    team_id: UUID,
    start: datetime | None,
    end: datetime | None,
    origins: Sequence[str] | None = None,
) -> Period:
    """The part of the wanted period that is kept (PLAN-120), by default from the first mail on.

    Raises FieldsInvalid for one that is empty, too long or not over by tonight (REP-32).
    """
    team = Team.objects.get(pk=team_id)
    now = clock.now()
    check(start, end, tonight=periods.tonight(now, zone_of(team.timezone)))
    until = end or periods.after(now)
    began = stats.began(team=team, origins=origins) if start is None else start
    kept = retention.kept_since(team_id)
    since = max((moment for moment in (began, kept) if moment is not None), default=None)
    if began is None or since is None or since >= until:
        since = None
    first = max(moment for moment in (start, kept, LONG_AGO) if moment is not None)
    return Period(team, since, first, end or now, until, retention.days(team_id))


def check(start: datetime | None, end: datetime | None, *, tonight: datetime) -> None:
    """Raises FieldsInvalid for a period that is empty, too long or not over by tonight."""
    for field, moment in (("start", start), ("end", end)):
        if moment is not None and moment > tonight:
            raise FieldsInvalid.of(field, DAY_IN_FUTURE, moment.isoformat())
    if start is not None and end is not None and not timedelta(0) < end - start <= LONGEST_PERIOD:
        raise FieldsInvalid.of("end", REPORT_PERIOD, end.isoformat(), max=5)


def wanted_of(found: Period, query: OverviewQuery) -> sql.Wanted:
    """Which campaigns the query means."""
    return sql.Wanted(found.first, found.until, query.category, (query.search or "").strip() or None)


def rows(team_id: UUID, wanted: sql.Wanted, query: OverviewQuery, *, whole: bool = False) -> Sequence[sql.Row]:
    """A page of campaigns, or all of them up to 5,000. Raises FieldsInvalid for an order that there is not."""
    name = query.sort or DEFAULT_SORT
    sort = name.removeprefix("-")
    if sort not in sql.SORTS:
        raise FieldsInvalid.of("sort", UNKNOWN_SORT, query.sort, choices=", ".join(sorted(sql.SORTS)))
    offset, size = (0, MOST_EXPORTED) if whole else ((query.page - 1) * query.size, query.size)
    return sql.page(
        team_id,
        wanted,
        sort=sort,
        is_descending=name.startswith("-"),
        offset=offset,
        size=size,
        with_machines=query.machines == Machines.INCLUDE,
    )


def best(
    team_id: UUID, *, start: datetime, end: datetime, machines: Machines, least_delivered: int, most: int
) -> Sequence[sql.Row]:
    """The campaigns begun in a period that the largest shares clicked, of those that reached enough people."""
    return sql.page(
        team_id,
        sql.Wanted(start, end),
        sort="clicked",
        is_descending=True,
        offset=0,
        size=most,
        with_machines=machines == Machines.INCLUDE,
        least_delivered=least_delivered,
    )


def sums(team_id: UUID, wanted: sql.Wanted) -> tuple[sql.Sums, Sequence[tuple[str, sql.Sums]]]:
    """All campaigns together, and the largest categories."""
    return sql.sums(team_id, wanted, most=MOST_CATEGORIES)


def switched(buckets: Iterable[stats.Bucket], machines: Machines) -> Sequence[stats.Bucket]:
    """The figures with what anybody opened and clicked in place of what people did, where machines are included."""
    if machines == Machines.EXCLUDE:
        return list(buckets)
    hidden = WITH_MACHINES.values()
    return [(at, WITH_MACHINES.get(what, what), amount) for at, what, amount in buckets if what not in hidden]


def series(found: Period, machines: Machines) -> Sequence[stats.Bucket]:
    """What happened in the period to any campaign."""
    if found.start is None:
        return []
    start = found.start.replace(second=0, microsecond=0)
    return switched(stats.series(team=found.team, unit=found.unit, start=start, end=found.until), machines)


def figures_of(amounts: Mapping[str, int], recipients: int, machines: Machines) -> SentFiguresOut:
    """Counters with their rates, by the one definition."""
    found: Figures = figures.summed({**amounts, "recipients": recipients})
    counted = {name: getattr(found, name) for name in SentFiguresOut.model_fields if name != "rates"}
    rated = found.with_machines() if machines == Machines.INCLUDE else found
    return SentFiguresOut(**counted, rates=figures.rates_of(rated))


def row_out(row: sql.Row, machines: Machines) -> OverviewRowOut:
    """A campaign as it goes over the wire."""
    return OverviewRowOut(
        id=row.id,
        kind=row.kind,
        name=row.name,
        subject=row.subject,
        category=row.category,
        status=CampaignStatus(row.status),
        started_at=row.started_at,
        figures=figures_of(row.figures, row.recipients, machines),
    )


def sums_out(sums: sql.Sums, machines: Machines) -> SentFiguresOut:
    """Several campaigns together."""
    return figures_of(sums.figures, sums.figures.get("recipients", 0), machines)
