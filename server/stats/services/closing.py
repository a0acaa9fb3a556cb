"""Closes the days of teams, and recomputes those with late activity.

Results are always correct, because open days are read by minute. Closing only makes queries faster.
"""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from uuid import UUID

from django.db import transaction

from server.core import clock
from server.stats.models import TeamClock
from server.stats.selectors import get_midnight
from server.stats.sql import days as sql
from server.teams.models import Team
from server.teams.time_zones import parse_zone

CLOSING_DELAY = timedelta(minutes=15)
MAX_TEAMS_AT_ONCE = 50
DAY = timedelta(days=1)


def close_due_days() -> int:
    behind = [
        *sql.list_due_teams(clock.now() - DAY - CLOSING_DELAY, limit=MAX_TEAMS_AT_ONCE),
        *sql.list_teams_with_late_days(limit=MAX_TEAMS_AT_ONCE),
    ]
    for team_id in dict.fromkeys(behind):
        close_days(team_id=team_id)
    return len(behind)


def close_days(*, team_id: UUID) -> None:
    """Closes the team's days up to yesterday at most. A changed time zone recomputes all of them."""
    with transaction.atomic():
        team = Team.objects.select_for_update(no_key=True).get(pk=team_id)
        zone = parse_zone(team.timezone)
        until = (clock.now() - CLOSING_DELAY).astimezone(zone).date()
        known = TeamClock.objects.for_team(team).first()
        if known is None or known.timezone != team.timezone:
            sql.delete_team(team_id)
            known = TeamClock(team=team, timezone=team.timezone, zone=str(zone), through=clock.now())
            begin = sql.find_first_minute(team_id)
            first = begin.astimezone(zone).date() if begin else until
        else:
            # The previous day is recomputed to include activity counted while it was being closed.
            first = known.through.astimezone(zone).date() - DAY
        late = [day for day in sql.pop_late(team_id) if day < first]
        for start, end in [*_merge_ranges(late), (first, until)]:
            if start < end:
                moments = {"start": get_midnight(start, zone), "end": get_midnight(end, zone)}
                sql.fold(team_id, zone=str(zone), first=start, last=end, **moments)
        known.through = get_midnight(until, zone)
        known.save()


def _merge_ranges(days: Iterable[date]) -> Iterator[tuple[date, date]]:
    """Yields sorted days as ranges without gaps: the first day, and the day after the last."""
    start = end = None
    for day in days:
        if start is None or day != end:
            if start is not None and end is not None:
                yield start, end
            start = day
        end = day + DAY
    if start is not None and end is not None:
        yield start, end
