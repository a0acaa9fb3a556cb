"""Figures by the domain that mail went to, made anew from the send log whenever a mailing's outcomes have moved."""

from datetime import timedelta

from django.db import transaction

from server.core import clock
from server.delivery import origins
from server.delivery.sql import health as sql

KEPT_UP = timedelta(days=90)  # the longest time that the screen shows
AT_ONCE = 50
MOST_NAMED = 100  # destinations of a mailing; the smaller ones are one line


def keep_up() -> int:
    """Counts the mailings that are behind; how many those were."""
    behind = sql.stale(clock.now() - KEPT_UP, origins=origins.marketing(), limit=AT_ONCE)
    for team_id, mailing_id, started_at, outcomes in behind:
        with transaction.atomic():
            sql.count_destinations(
                team_id, mailing_id=mailing_id, mailed_at=started_at, outcomes=outcomes, most=MOST_NAMED
            )
    return len(behind)
