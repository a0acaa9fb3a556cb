"""Queries of a team's email metrics over any period, from closed days and minutes."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from server.core import clock
from server.delivery.origins import marketing
from server.stats.models import TeamClock
from server.stats.sql import days as sql
from server.teams.models import Team
from server.teams.zones import zone_of

Unit = Literal["minute", "hour", "day"]
Bucket = sql.Bucket


def midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)


def first_whole_day(moment: datetime, zone: ZoneInfo) -> date:
    """Returns the first day that starts at `moment` or later."""
    day = moment.astimezone(zone).date()
    return day if midnight(day, zone) >= moment else day + timedelta(days=1)


def series(
    *, team: Team, unit: Unit, start: datetime, end: datetime, origins: Sequence[str] | None = None
) -> Sequence[Bucket]:
    """Returns metrics per interval, by default of marketing emails. Days start at midnight in the team's zone."""
    zone = zone_of(team.timezone)
    closed = _closed(team, zone, start, end) if unit == "day" else None
    wanted = marketing() if origins is None else origins
    return sql.buckets(team.pk, origins=wanted, unit=unit, zone=str(zone), start=start, end=end, closed=closed)


def began(*, team: Team, origins: Sequence[str] | None = None) -> datetime | None:
    """Returns the first minute with activity, with a small query if days are closed."""
    origins = marketing() if origins is None else origins
    known = _clock(team)
    if known is None:
        return sql.first_minute(team.pk, origins=origins)
    zone = zone_of(team.timezone)
    day = sql.first_day(team.pk, origins=origins)
    if day is None:
        return sql.first_minute(team.pk, origins=origins, start=known.through)
    start = midnight(day, zone)
    return sql.first_minute(team.pk, origins=origins, start=start, end=midnight(day + timedelta(days=1), zone))


def peak_hours(*, team: Team, what: str, days: int) -> Sequence[int]:
    """Returns the count per local hour of the day, over the last `days` closed days."""
    since = clock.now().astimezone(zone_of(team.timezone)).date() - timedelta(days=days)
    found = dict(sql.peaks(team.pk, origins=marketing(), what=what, since=since)) if _clock(team) else {}
    return [found.get(hour, 0) for hour in range(24)]


def _clock(team: Team) -> TeamClock | None:
    found = TeamClock.objects.for_team(team).first()
    return found if found is not None and found.timezone == team.timezone else None


def _closed(team: Team, zone: ZoneInfo, start: datetime, end: datetime) -> tuple[date, date, datetime, datetime] | None:
    known = _clock(team)
    if known is None:
        return None
    first = first_whole_day(start, zone)
    last = min(known.through, end).astimezone(zone).date()
    return (first, last, midnight(first, zone), midnight(last, zone)) if first < last else None
