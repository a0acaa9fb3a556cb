"""Figures by the domain that mail went to, made anew from the send log whenever a mailing's outcomes have moved."""

from datetime import UTC, datetime, time, timedelta

from django.db import transaction

from server.core import clock
from server.delivery import origins
from server.delivery.sql import health as sql

KEPT_UP = timedelta(days=90)  # the longest time that the screen shows
AT_ONCE = 50
# Of standing mailings: later than this hardly anything comes back, so that earlier days stay as they are.
MOVING_DAYS = 7
QUIET = timedelta(minutes=10)
MANY = 20_000
MOST_NAMED = 100  # destinations of a mailing; the smaller ones are one line


def keep_up() -> int:
    """Counts the mailings that are behind; how many those were."""
    now = clock.now()
    first_day = datetime.combine(now.astimezone(UTC).date() - timedelta(days=MOVING_DAYS), time(), UTC)
    behind = sql.stale(now - KEPT_UP, origins=origins.marketing(), quiet_since=now - QUIET, many=MANY, limit=AT_ONCE)
    for team_id, mailing_id, started_at, outcomes, is_standing in behind:
        with transaction.atomic():
            sql.count_destinations(
                team_id,
                mailing_id=mailing_id,
                mailed_at=started_at,
                outcomes=outcomes,
                most=MOST_NAMED,
                since=first_day if is_standing else None,
            )
    return len(behind)
