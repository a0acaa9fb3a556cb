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
from server.dashboard.schemas import PeriodFiguresOut
from server.plans import retention
from server.reports import figures, periods
from server.reports.overview import selectors as overview
from server.reports.schemas.asking import Unit
from server.reports.schemas.breakdowns import PointOut
from server.reports.selectors.times import points_of
from server.reports.sql.overview import CampaignRow
from server.reports.states import Machines
from server.stats import selectors as stats
from server.stats.selectors import Bucket
from server.teams.models import Team
from server.teams.zones import zone_of

NEWEST: Final = 5
BEST: Final = 5
MIN_DELIVERED: Final = 50  # with fewer recipients, one click changes the rate a lot


@dataclass(frozen=True, slots=True)
class Stats:
    """A period and its metrics."""

    start: datetime | None
    end: datetime
    unit: Unit
    figures: PeriodFiguresOut
    former: PeriodFiguresOut | None
    series: Sequence[PointOut]
    newest: Sequence[Campaign]
    best: Sequence[CampaignRow]
    retention_days: int | None


def stats_of(
    *, team_id: UUID, start: datetime | None, end: datetime | None, machines: Machines = Machines.EXCLUDE
) -> Stats:
    """The metrics of a period. Raises FieldsInvalid for one that is empty, too long or ends after tonight (REP-32)."""
    team = Team.objects.get(pk=team_id)
    zone, kept_since = zone_of(team.timezone), retention.kept_since(team_id)
    now = clock.now()
    overview.check(start, end, tonight=periods.tonight(now, zone))
    until = end or periods.after(now)
    began = stats.began(team=team) if start is None else start
    since = max((moment for moment in (began, kept_since) if moment is not None), default=None)
    newest = campaigns.newest(team_id=team_id, limit=NEWEST)
    days = retention.days(team_id)
    if began is None or since is None or since >= until:
        return Stats(start, end or now, "day", figures_of([], machines), None, [], newest, [], days)
    unit: Unit = "hour" if until - since <= periods.HOURS_OF_HOME else "day"
    buckets = stats.series(team=team, unit=unit, start=since, end=until)
    return Stats(
        start=since,
        end=end or now,
        unit=unit,
        figures=figures_of(buckets, machines),
        former=_former(team, since, until, kept_since, machines) if start is not None else None,
        series=points_of(overview.switched(buckets, machines)),
        newest=newest,
        best=overview.best(
            team_id,
            start=max(moment for moment in (start, kept_since, overview.LONG_AGO) if moment is not None),
            end=until,
            machines=machines,
            min_delivered=MIN_DELIVERED,
            limit=BEST,
        ),
        retention_days=days,
    )


def figures_of(buckets: Iterable[Bucket], machines: Machines) -> PeriodFiguresOut:
    """The totals of a period with their rates."""
    sums: Counter[str] = Counter()
    for _, what, amount in buckets:
        sums[what] += amount
    found = figures.summed(sums)
    counted = {name: getattr(found, name) for name in PeriodFiguresOut.model_fields if name != "rates"}
    rated = found.with_machines() if machines == Machines.INCLUDE else found
    return PeriodFiguresOut(**counted, rates=figures.rates_of(rated))


def _former(
    team: Team, start: datetime, end: datetime, kept_since: datetime | None, machines: Machines
) -> PeriodFiguresOut | None:
    before = start - (end - start)
    if kept_since is not None and before < kept_since:
        return None
    return figures_of(stats.series(team=team, unit="day", start=before, end=start), machines)
