"""Periods and their units in the team's time zone."""

from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

Unit = Literal["minute", "hour", "day"]
# Charts read well with 100 to 200 points: 3 hours of minutes, a week of hours.
MINUTES_UP_TO = timedelta(hours=3)
HOURS_UP_TO = timedelta(days=7)
HOME_HOURS_UP_TO = timedelta(days=2)  # Home compares days and shows only one or two of them by hour


def choose_unit(span: timedelta) -> Unit:
    if span <= MINUTES_UP_TO:
        return "minute"
    return "hour" if span <= HOURS_UP_TO else "day"


def get_day_start(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)


def get_end_of_today(now: datetime, zone: ZoneInfo) -> datetime:
    """REP-32: the latest end of a period."""
    return get_day_start(get_day_start(now, zone) + timedelta(hours=36), zone)


def get_period_end(now: datetime) -> datetime:
    """Returns the end of a period up to now. Metrics are per minute, including the current one."""
    return now + timedelta(minutes=1)
