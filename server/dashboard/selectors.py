"""Reads of Home: all campaigns of a team over a period."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from server.campaigns.models import Campaign
from server.campaigns.selectors import campaigns
from server.core import clock
from server.core.errors import FieldsInvalid
from server.dashboard.schemas import PeriodFiguresOut
from server.reports import figures, periods, retention
from server.reports.schemas.asking import Unit
from server.reports.schemas.breakdowns import PointOut
from server.reports.selectors.times import points_of
from server.reports.sql import timeline
from server.teams.models import Team
from server.teams.zones import zone_of

NEWEST = 5
LONGEST_PERIOD = timedelta(days=366 * 5)


@dataclass(frozen=True, slots=True)
class Stats:
    """A period and what happened in it."""

    start: datetime | None
    end: datetime
    unit: Unit
    figures: PeriodFiguresOut
    former: PeriodFiguresOut | None
    series: Sequence[PointOut]
    newest: Sequence[Campaign]
    retention_days: int | None


def stats(*, team_id: UUID, start: datetime | None, end: datetime | None) -> Stats:
    """The figures of a period. Raises FieldsInvalid for one that is empty, too long or not over by tonight (REP-32)."""
    team = Team.objects.get(pk=team_id)
    zone, kept_since = zone_of(team.timezone), retention.kept_since(team_id)
    now = clock.now()
    _check(start, end, tonight=periods.day_of(now, zone) + timedelta(days=1))
    until = end or now + timedelta(minutes=1)  # figures are by minute, and the one that runs belongs to it
    began = timeline.first_minute(team_id) if start is None else start
    since = max((moment for moment in (began, kept_since) if moment is not None), default=None)
    newest = campaigns.newest(team_id=team_id, most=NEWEST)
    if since is None or since >= until:
        empty = figures_of([])
        return Stats(start, end or now, "day", empty, None, [], newest, retention.days(team_id))
    unit: Unit = "hour" if until - since <= periods.HOURS_OF_HOME else "day"
    buckets = timeline.of_campaigns(team_id, unit=unit, zone=str(zone), start=since, end=until)
    return Stats(
        start=since,
        end=end or now,
        unit=unit,
        figures=figures_of(buckets),
        former=_former(team_id, start=since, end=until, kept_since=kept_since) if start is not None else None,
        series=points_of(buckets),
        newest=newest,
        retention_days=retention.days(team_id),
    )


def figures_of(buckets: Iterable[timeline.Bucket]) -> PeriodFiguresOut:
    """The sums of a period with their rates."""
    sums: Counter[str] = Counter()
    for _, what, amount in buckets:
        sums[what] += amount
    found = figures.summed(sums)
    counted = {name: getattr(found, name) for name in PeriodFiguresOut.model_fields if name != "rates"}
    return PeriodFiguresOut(**counted, rates=figures.rates_of(found))


def _former(team_id: UUID, *, start: datetime, end: datetime, kept_since: datetime | None) -> PeriodFiguresOut | None:
    before = start - (end - start)
    if kept_since is not None and before < kept_since:
        return None
    return figures_of(timeline.of_campaigns(team_id, unit="day", zone="UTC", start=before, end=start))


def _check(start: datetime | None, end: datetime | None, *, tonight: datetime) -> None:
    for field, moment in (("start", start), ("end", end)):
        if moment is not None and moment.tzinfo is None:
            raise FieldsInvalid.of(field, "Give a moment with its offset from UTC.", moment.isoformat())
        if moment is not None and moment > tonight:
            raise FieldsInvalid.of(field, "Choose a day up to today.", moment.isoformat())
    if start is not None and end is not None and not timedelta(0) < end - start <= LONGEST_PERIOD:
        raise FieldsInvalid.of("end", "Choose an end after the start, at most five years later.", end.isoformat())
