"""Totals of a team's marketing emails for its sending health. Marketing is defined by the origins passed."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.backends.utils import CursorWrapper

METRICS = ("sent", "failed", "in_doubt", "returned", "hard_bounced", "soft_bounced", "blocked", "complained")
# Whole minutes only: outcomes in the first minute of the window can be older than the window.
_TOTALS = """
SELECT n.what, sum(n.count)::bigint FROM delivery_mailingminute AS n JOIN delivery_mailing AS m ON m.id = n.mailing_id
WHERE n.team_id = %(team)s AND n.minute >= %(since)s AND m.origin = ANY(%(origins)s) AND n.what = ANY (%(what)s)
GROUP BY n.what
"""
_DAYS = """
SELECT (n.minute AT TIME ZONE %(zone)s)::date AS day, n.what, sum(n.count)::bigint
FROM delivery_mailingminute AS n JOIN delivery_mailing AS m ON m.id = n.mailing_id
WHERE n.team_id = %(team)s AND n.minute >= %(since)s AND m.origin = ANY(%(origins)s) AND n.what = ANY (%(what)s)
GROUP BY 1, 2 ORDER BY 1, 2
"""
_DESTINATIONS = """
SELECT domain, sum(delivered)::bigint, sum(hard_bounced)::bigint, sum(soft_bounced)::bigint, sum(blocked)::bigint,
    sum(complained)::bigint
FROM delivery_destinationmetrics WHERE team_id = %(team)s AND mailed_at >= %(since)s
GROUP BY domain
ORDER BY domain = '', sum(delivered) + sum(hard_bounced) + sum(soft_bounced) DESC, domain LIMIT %(limit)s
"""
# Mailings with new outcomes; one that is being sent is due after a fifth more. A continuous mailing, which is always
# being sent, is also due after a pause, or after many more.
_STALE = """
SELECT m.team_id, m.id, m.started_at, c.sent + c.failed + c.in_doubt + c.returned + c.complained AS outcomes,
    m.version IS NOT NULL
FROM delivery_mailing AS m JOIN delivery_mailingcounters AS c ON c.mailing_id = m.id
WHERE m.origin = ANY(%(origins)s) AND m.team_id IS NOT NULL
    AND (m.started_at >= %(since)s OR m.version IS NOT NULL AND m.claimed_at >= %(since)s)
    AND c.sent + c.failed + c.in_doubt + c.returned + c.complained <> c.by_destination
    AND (m.state <> 'sending' OR (c.sent + c.failed + c.in_doubt) >= c.by_destination * 1.2
        OR m.version IS NOT NULL AND (m.claimed_at < %(quiet_since)s
            OR (c.sent + c.failed + c.in_doubt) >= c.by_destination + %(many)s))
ORDER BY m.started_at DESC LIMIT %(limit)s
"""
_COUNT = """
INSERT INTO delivery_destinationmetrics
    (mailing_id, domain, team_id, mailed_at, delivered, hard_bounced, soft_bounced, blocked, complained)
SELECT %(id)s, CASE WHEN place <= %(most)s THEN domain ELSE '' END, %(team)s, day, sum(delivered), sum(hard),
    sum(soft), sum(blocked), sum(complained)
FROM (
    SELECT o.*, row_number() OVER (PARTITION BY day ORDER BY delivered + hard + soft DESC, domain) AS place FROM (
        SELECT split_part(r.email, '@', 2) AS domain, {day} AS day,
            count(*) FILTER (WHERE l.state = 'sent' AND l.bounced_at IS NULL) AS delivered,
            count(*) FILTER (WHERE (l.state = 'failed' OR l.bounced_at IS NOT NULL) AND l.bounce = 'hard') AS hard,
            count(*) FILTER (WHERE (l.state = 'failed' OR l.bounced_at IS NOT NULL)
                             AND l.bounce IN ('soft', 'full', 'block', 'policy')) AS soft,
            count(*) FILTER (WHERE (l.state = 'failed' OR l.bounced_at IS NOT NULL)
                             AND l.bounce IN ('block', 'policy')) AS blocked,
            count(a.complained_at) AS complained
        FROM delivery_send_log AS l
        JOIN delivery_recipient AS r ON r.mailing_id = l.mailing_id AND r.position = l.position
        LEFT JOIN delivery_recipientactivity AS a ON a.mailing_id = l.mailing_id AND a.position = l.position
        WHERE l.mailing_id = %(id)s AND {which} AND l.state IN ('sent', 'failed')
        GROUP BY 1, 2
    ) AS o
) AS placed GROUP BY 2, 4
"""
_COUNT_LIST = _COUNT.format(day="%(mailed_at)s::timestamptz", which="l.mailed_at = %(mailed_at)s")
_COUNT_CONTINUOUS = _COUNT.format(
    day="date_trunc('day', l.at, 'UTC')", which="l.at >= %(since)s AND l.mailed_at >= %(oldest)s"
)
# The oldest batch that can have sent something since then. The log is partitioned by it, and a batch that waited is far
# older than its emails.
_OLDEST = """
SELECT least(%(since)s::timestamptz, min(coalesce(b.mailed_at, %(mailed_at)s))) FROM delivery_batch b
WHERE b.mailing_id = %(id)s AND (b.state <> 'done' OR b.due_at >= %(since)s)
"""


def get_totals(team_id: UUID, *, origins: Sequence[str], since: datetime) -> dict[str, int]:
    """The totals of the team's mailings since the first whole minute after `since`."""
    with connection.cursor() as cursor:
        cursor.execute(_TOTALS, {"team": team_id, "origins": list(origins), "since": since, "what": list(METRICS)})
        return dict(cursor.fetchall())


def list_daily_totals(team_id: UUID, *, origins: Sequence[str], since: datetime, zone: str) -> list[tuple[Any, ...]]:
    """The totals by day in the time zone, in order: day, metric, count."""
    with connection.cursor() as cursor:
        cursor.execute(
            _DAYS, {"team": team_id, "origins": list(origins), "since": since, "zone": zone, "what": list(METRICS)}
        )
        return list(cursor.fetchall())


def list_destinations(team_id: UUID, *, since: datetime, limit: int) -> list[tuple[Any, ...]]:
    """The largest destinations of campaigns started since then: domain, delivered, hard, soft, blocked, complained.

    The small ones come last, combined under an empty name.
    """
    with connection.cursor() as cursor:
        cursor.execute(_DESTINATIONS, {"team": team_id, "since": since, "limit": limit})
        return list(cursor.fetchall())


def list_stale_mailings(
    since: datetime, *, origins: Sequence[str], quiet_since: datetime, many: int, limit: int
) -> list[tuple[Any, ...]]:
    """Mailings with outdated destination statistics: team, mailing, start, outcomes, whether it is continuous.

    Across teams. A continuous one is outdated once it has sent nothing since `quiet_since`, or `many` were added.
    """
    values: dict[str, Any] = {
        "origins": list(origins),
        "since": since,
        "quiet_since": quiet_since,
        "many": many,
        "limit": limit,
    }
    with connection.cursor() as cursor:
        cursor.execute(_STALE, values)
        return list(cursor.fetchall())


def count_destinations(
    team_id: UUID, *, mailing_id: int, mailed_at: datetime, outcomes: int, most: int, since: datetime | None = None
) -> None:
    """Recomputes a mailing's destination statistics from its log.

    For a continuous mailing it recomputes the emails sent since the day `since`, by day.
    """
    values: dict[str, Any] = {"id": mailing_id, "team": team_id, "mailed_at": mailed_at, "most": most, "since": since}
    with connection.cursor() as cursor:
        # Of two concurrent recounts the second waits here.
        cursor.execute(
            "UPDATE delivery_mailingcounters SET by_destination = %s WHERE mailing_id = %s", [outcomes, mailing_id]
        )
        cursor.execute(
            "DELETE FROM delivery_destinationmetrics WHERE mailing_id = %(id)s"
            " AND (%(since)s::timestamptz IS NULL OR mailed_at >= %(since)s)",
            values,
        )
        if since:
            cursor.execute(_OLDEST, values)
            values["oldest"] = cursor.fetchone()[0]
        with _force_hash_joins(cursor):
            cursor.execute(_COUNT_CONTINUOUS if since else _COUNT_LIST, values)


@contextmanager
def _force_hash_joins(cursor: CursorWrapper) -> Iterator[None]:
    """Disables nested loops in the current transaction.

    The planner has no statistics of a mailing that was just sent. A plan for few rows compares each row of its log with
    each of its recipients (45 s for 20,000, 0.05 s with hash joins), while the sender waits for the locked counters.
    """
    cursor.execute("SET LOCAL enable_nestloop = off")
    yield
    cursor.execute("SET LOCAL enable_nestloop TO DEFAULT")
