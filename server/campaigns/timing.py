"""The hour of a schedule: on the team's clock, or on each contact's own.

A wall clock's hour that a clock skips in spring is the one after the step; of one that it shows twice in autumn the
first is meant.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import CharField, DateTimeField, Expression, Func, JSONField, Value
from django.db.models.functions import Cast, Coalesce, Concat

from server.campaigns.causes import CALENDAR_RANGE, PACE_TOO_SLOW, SCHEDULE_TOO_FAR
from server.campaigns.limits import MOST_DAYS_AHEAD, MOST_THROTTLED_DAYS, ScheduleZone
from server.contacts import zones
from server.core import clock
from server.core.causes import NOT_IN_FUTURE
from server.core.errors import FieldsInvalid
from server.teams.models import Team
from server.teams.zones import zone_of

EARLIEST_CLOCK = timedelta(hours=14)  # east of Greenwich: nowhere does a day begin sooner
LONGEST_CALENDAR = timedelta(weeks=10)
_BETWEEN = "\x1f"  # stands in no place's name


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a campaign goes, and how fast. Without `at` it goes now."""

    at: datetime | None = None
    zone: ScheduleZone = ScheduleZone.TEAM
    per_hour: int | None = None


def team_clock(team_id: UUID) -> ZoneInfo:
    """The team's timezone."""
    return zone_of(Team.objects.values_list("timezone", flat=True).get(pk=team_id))


def moment_of(given: datetime, zone: ZoneInfo) -> datetime:
    """The moment in UTC; without an offset it is what the clock of the zone shows."""
    aware = given if given.tzinfo else given.replace(tzinfo=zone)
    return aware.astimezone(UTC)


def check_ahead(at: datetime) -> None:
    """Raises FieldsInvalid for a moment that has passed, or is more than a year away."""
    now = clock.now()
    if at <= now:
        raise FieldsInvalid.of("scheduleAt", NOT_IN_FUTURE, at.isoformat())
    if at > now + timedelta(days=MOST_DAYS_AHEAD):
        raise FieldsInvalid.of("scheduleAt", SCHEDULE_TOO_FAR, at.isoformat())


def check_pace(per_hour: int | None, *, recipients: int) -> None:
    """Raises FieldsInvalid for a pace at which sending would take longer than a month."""
    if per_hour and recipients > per_hour * 24 * MOST_THROTTLED_DAYS:
        raise FieldsInvalid.of("perHour", PACE_TOO_SLOW, per_hour, max=MOST_THROTTLED_DAYS)


def days(start: date, end: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """The first moments of two days on the zone's clock. Raises FieldsInvalid for none, or more than ten weeks."""
    if not start < end <= start + LONGEST_CALENDAR:
        raise FieldsInvalid.of("end", CALENDAR_RANGE, end.isoformat(), max=LONGEST_CALENDAR.days)
    return datetime.combine(start, time.min, zone), datetime.combine(end, time.min, zone)


def fires_at(schedule: Schedule, zone: ZoneInfo) -> datetime | None:
    """When the campaign has to begin: by contacts' clocks as early as the hour comes anywhere."""
    if schedule.at is None or schedule.zone == ScheduleZone.TEAM:
        return schedule.at
    earliest = _wall(schedule.at, zone).replace(tzinfo=UTC) - EARLIEST_CLOCK
    return max(clock.now(), min(earliest, schedule.at))


def due_on_own_clock(schedule_at: datetime, *, team: ZoneInfo, places: Iterable[tuple[str, str, str]]) -> Coalesce:
    """An expression over contacts: when the hour that the team's clock shows then comes on the contact's.

    `places` are the timezone, country and city of them all; who joins none of them in time, or lives by a clock that
    nobody knows, goes by the team's.
    """
    wall, moments, known = _wall(schedule_at, team), {}, {}
    for place in places:
        timezone, country, city = place
        found = zones.clock_of(timezone=timezone, country=country, city=city)
        if found is None:
            continue
        if found.zone.key not in known:
            known[found.zone.key] = wall.replace(tzinfo=found.zone).astimezone(UTC).isoformat()
        moments[_BETWEEN.join(place)] = known[found.zone.key]
    key = Concat("timezone", Value(_BETWEEN), "country", Value(_BETWEEN), "city", output_field=CharField())
    return Coalesce(_looked_up(json.dumps(moments), key), Value(schedule_at), output_field=DateTimeField())


def _looked_up(table: str, key: Expression) -> Expression:
    """The moment under a key of a table of them, null for one that isn't there."""
    rows = Cast(Value(table), JSONField())
    return Func(
        rows,
        key,
        template="((%(expressions)s))::timestamptz",
        arg_joiner=" ->> ",
        output_field=DateTimeField(),
    )


def _wall(at: datetime, zone: ZoneInfo) -> datetime:
    """What the clock of the zone shows, without an offset."""
    return at.astimezone(zone).replace(tzinfo=None, fold=0)
