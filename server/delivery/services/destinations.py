"""Statistics by recipient domain, recomputed from the send log when the outcomes of a mailing have changed."""

from datetime import UTC, datetime, time, timedelta

from django.db import transaction

from server.core import clock
from server.delivery import origins
from server.delivery.sql import health as sql

REFRESH_PERIOD = timedelta(days=90)  # the longest period that the page shows
MAX_MAILINGS_PER_RUN = 50
# Of continuous mailings: hardly any outcome arrives later, so earlier days are not recomputed.
RECOMPUTED_DAYS = 7
QUIET_PERIOD = timedelta(minutes=10)
MIN_NEW_OUTCOMES = 20_000
MAX_LISTED_DESTINATIONS = 100  # destinations of a mailing; smaller ones are combined into one row


def refresh_stale_mailings() -> int:
    now = clock.now()
    first_day = datetime.combine(now.astimezone(UTC).date() - timedelta(days=RECOMPUTED_DAYS), time(), UTC)
    behind = sql.list_stale_mailings(
        now - REFRESH_PERIOD,
        origins=origins.list_marketing_origins(),
        quiet_since=now - QUIET_PERIOD,
        many=MIN_NEW_OUTCOMES,
        limit=MAX_MAILINGS_PER_RUN,
    )
    for team_id, mailing_id, started_at, outcomes, is_continuous in behind:
        with transaction.atomic():
            sql.count_destinations(
                team_id,
                mailing_id=mailing_id,
                mailed_at=started_at,
                outcomes=outcomes,
                most=MAX_LISTED_DESTINATIONS,
                since=first_day if is_continuous else None,
            )
    return len(behind)
