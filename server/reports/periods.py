"""Stretches of time in the team's zone."""

from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

Unit = Literal["minute", "hour", "day"]
# A chart of about 100 to 200 points reads well: 3 hours of minutes, a week of hours.
MINUTES_UP_TO = timedelta(hours=3)
HOURS_UP_TO = timedelta(days=7)
HOURS_OF_HOME = timedelta(days=2)  # Home compares days; only one or two of them are shown by hour


def unit_of(span: timedelta) -> Unit:
    """The stretch by which a span is shown."""
    if span <= MINUTES_UP_TO:
        return "minute"
    return "hour" if span <= HOURS_UP_TO else "day"


def day_of(moment: datetime, zone: ZoneInfo) -> datetime:
    """The begin of the day that a moment is in, in the zone."""
    return moment.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)


def tonight(now: datetime, zone: ZoneInfo) -> datetime:
    """The end of today in the zone: a period reaches up to it (REP-32)."""
    return day_of(day_of(now, zone) + timedelta(hours=36), zone)


def after(now: datetime) -> datetime:
    """The end of a period up to now: figures are by minute, and the one that runs belongs to it."""
    return now + timedelta(minutes=1)
