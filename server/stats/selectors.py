"""Queries of a team's email metrics over any period, from closed days and minutes."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from server.core import clock
from server.delivery.origins import list_marketing_origins
from server.stats.models import TeamClock
from server.stats.sql import days as sql
from server.teams.models import Team
from server.teams.time_zones import parse_zone

Unit = Literal["minute", "hour", "day"]
Bucket = sql.Bucket


def get_midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)


def get_first_whole_day(moment: datetime, zone: ZoneInfo) -> date:
    """The first day that starts at `moment` or later."""
    day = moment.astimezone(zone).date()
    return day if get_midnight(day, zone) >= moment else day + timedelta(days=1)


def list_buckets(
    *, team: Team, unit: Unit, start: datetime, end: datetime, origins: Sequence[str] | None = None
) -> Sequence[Bucket]:
    """Covers marketing emails by default. Days start at midnight in the team's time zone."""
    zone = parse_zone(team.timezone)
    closed = _find_closed_days(team, zone, start, end) if unit == "day" else None
    wanted = list_marketing_origins() if origins is None else origins
    return sql.list_buckets(team.pk, origins=wanted, unit=unit, zone=str(zone), start=start, end=end, closed=closed)


def find_first_activity(*, team: Team, origins: Sequence[str] | None = None) -> datetime | None:
    origins = list_marketing_origins() if origins is None else origins
    known = _find_clock(team)
    if known is None:
        return sql.find_first_minute(team.pk, origins=origins)
    zone = parse_zone(team.timezone)
    day = sql.find_first_day(team.pk, origins=origins)
    if day is None:
        return sql.find_first_minute(team.pk, origins=origins, start=known.through)
    start = get_midnight(day, zone)
    return sql.find_first_minute(team.pk, origins=origins, start=start, end=get_midnight(day + timedelta(days=1), zone))


def count_by_hour(*, team: Team, what: str, days: int) -> Sequence[int]:
    """Returns 24 counts by local hour, over the last `days` closed days."""
    since = clock.now().astimezone(parse_zone(team.timezone)).date() - timedelta(days=days)
    found = (
        dict(sql.sum_by_hour(team.pk, origins=list_marketing_origins(), what=what, since=since))
        if _find_clock(team)
        else {}
    )
    return [found.get(hour, 0) for hour in range(24)]


def _find_clock(team: Team) -> TeamClock | None:
    found = TeamClock.objects.for_team(team).first()
    return found if found is not None and found.timezone == team.timezone else None


def _find_closed_days(
    team: Team, zone: ZoneInfo, start: datetime, end: datetime
) -> tuple[date, date, datetime, datetime] | None:
    known = _find_clock(team)
    if known is None:
        return None
    first = get_first_whole_day(start, zone)
    last = min(known.through, end).astimezone(zone).date()
    return (first, last, get_midnight(first, zone), get_midnight(last, zone)) if first < last else None
