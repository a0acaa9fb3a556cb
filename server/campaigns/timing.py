"""Send times in the team's or each contact's time zone.

A time skipped in spring means the hour after the change. An ambiguous time in autumn means its first occurrence.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import CharField, DateTimeField, Expression, Func, JSONField, Value
from django.db.models.functions import Cast, Coalesce, Concat

from server.campaigns.causes import CALENDAR_RANGE, RATE_TOO_LOW, SCHEDULE_TOO_FAR
from server.campaigns.limits import MAX_DAYS_AHEAD, MAX_THROTTLED_DAYS, ScheduleZone
from server.contacts import zones
from server.core import clock
from server.core.causes import NOT_IN_FUTURE
from server.core.errors import FieldsInvalid
from server.teams.models import Team
from server.teams.time_zones import parse_zone

MAX_UTC_OFFSET = timedelta(hours=14)  # maximum offset east of Greenwich, where days begin first
MAX_CALENDAR_PERIOD = timedelta(weeks=10)
_SEPARATOR = "\x1f"  # a separator that no place name contains


@dataclass(frozen=True, slots=True)
class CampaignTiming:
    """Time and rate of a campaign. Without `at` it is sent immediately."""

    at: datetime | None = None
    zone: ScheduleZone = ScheduleZone.TEAM
    per_hour: int | None = None


def get_team_zone(team_id: UUID) -> ZoneInfo:
    return parse_zone(Team.objects.values_list("timezone", flat=True).get(pk=team_id))


def to_utc(given: datetime, zone: ZoneInfo) -> datetime:
    """A time without an offset is in `zone`."""
    aware = given if given.tzinfo else given.replace(tzinfo=zone)
    return aware.astimezone(UTC)


def check_ahead(at: datetime) -> None:
    now = clock.now()
    if at <= now:
        raise FieldsInvalid.of("scheduleAt", NOT_IN_FUTURE, at.isoformat())
    if at > now + timedelta(days=MAX_DAYS_AHEAD):
        raise FieldsInvalid.of("scheduleAt", SCHEDULE_TOO_FAR, at.isoformat())


def check_rate(per_hour: int | None, *, recipients: int) -> None:
    if per_hour and recipients > per_hour * 24 * MAX_THROTTLED_DAYS:
        raise FieldsInvalid.of("perHour", RATE_TOO_LOW, per_hour, max=MAX_THROTTLED_DAYS)


def get_day_bounds(start: date, end: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Returns the start of both days in the zone. Raises FieldsInvalid for an empty range or one over ten weeks."""
    if not start < end <= start + MAX_CALENDAR_PERIOD:
        raise FieldsInvalid.of("end", CALENDAR_RANGE, end.isoformat(), max=MAX_CALENDAR_PERIOD.days)
    return datetime.combine(start, time.min, zone), datetime.combine(end, time.min, zone)


def compute_fires_at(schedule: CampaignTiming, zone: ZoneInfo) -> datetime | None:
    """Returns when the campaign starts: with contacts' time zones, the earliest occurrence in any zone."""
    if schedule.at is None or schedule.zone == ScheduleZone.TEAM:
        return schedule.at
    earliest = _to_wall_time(schedule.at, zone).replace(tzinfo=UTC) - MAX_UTC_OFFSET
    return max(clock.now(), min(earliest, schedule.at))


def build_local_due_expression(
    schedule_at: datetime, *, team: ZoneInfo, places: Iterable[tuple[str, str, str]]
) -> Coalesce:
    """Returns an expression for the send time of contacts: the scheduled local time in their own time zone.

    `places` are the distinct time zones, countries and cities of the contacts. Contacts at other or unknown places use
    the team's time zone.
    """
    wall, moments, known = _to_wall_time(schedule_at, team), {}, {}
    for place in places:
        timezone, country, city = place
        found = zones.find_contact_timezone(timezone=timezone, country=country, city=city)
        if found is None:
            continue
        if found.zone.key not in known:
            known[found.zone.key] = wall.replace(tzinfo=found.zone).astimezone(UTC).isoformat()
        moments[_SEPARATOR.join(place)] = known[found.zone.key]
    key = Concat("timezone", Value(_SEPARATOR), "country", Value(_SEPARATOR), "city", output_field=CharField())
    return Coalesce(_lookup_timestamp(json.dumps(moments), key), Value(schedule_at), output_field=DateTimeField())


def _lookup_timestamp(table: str, key: Expression) -> Expression:
    rows = Cast(Value(table), JSONField())
    return Func(
        rows,
        key,
        template="((%(expressions)s))::timestamptz",
        arg_joiner=" ->> ",
        output_field=DateTimeField(),
    )


def _to_wall_time(at: datetime, zone: ZoneInfo) -> datetime:
    return at.astimezone(zone).replace(tzinfo=None, fold=0)
