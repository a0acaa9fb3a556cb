"""Closes a team's days, and reads them together with the open minutes."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import connection

# (start of the interval, metric, count)
Bucket = tuple[datetime, str, int]

_FOLD = """
WITH n AS MATERIALIZED (
    SELECT g.origin, (m.minute AT TIME ZONE %(zone)s)::date AS day,
        extract(hour FROM m.minute AT TIME ZONE %(zone)s)::int AS hour, m.what, sum(m.count)::bigint AS count
    FROM delivery_mailingminute AS m JOIN delivery_mailing AS g ON g.id = m.mailing_id AND g.team_id = m.team_id
    WHERE m.team_id = %(team)s AND m.minute >= %(start)s AND m.minute < %(end)s
    GROUP BY 1, 2, 3, 4
)
INSERT INTO stats_teamday (team_id, origin, day, what, count, hours)
SELECT %(team)s, k.origin, k.day, k.what, sum(coalesce(n.count, 0)), array_agg(coalesce(n.count, 0) ORDER BY h.hour)
FROM (SELECT DISTINCT origin, day, what FROM n) AS k CROSS JOIN generate_series(0, 23) AS h(hour)
LEFT JOIN n ON n.origin = k.origin AND n.day = k.day AND n.what = k.what AND n.hour = h.hour
GROUP BY k.origin, k.day, k.what
"""
# The closed days, and the minutes before and after them.
_BUCKETS = """
SELECT at, what, sum(count)::bigint FROM (
    SELECT day::timestamp AT TIME ZONE %(zone)s AS at, what, count FROM stats_teamday
    WHERE team_id = %(team)s AND origin = ANY(%(origins)s) AND day >= %(first)s AND day < %(last)s
    UNION ALL
    SELECT date_trunc(%(unit)s, m.minute, %(zone)s), m.what, m.count::bigint
    FROM delivery_mailingminute AS m
    JOIN delivery_mailing AS g ON g.id = m.mailing_id AND g.team_id = m.team_id AND g.origin = ANY(%(origins)s)
    WHERE m.team_id = %(team)s AND m.minute >= %(start)s AND m.minute < %(head)s
    UNION ALL
    SELECT date_trunc(%(unit)s, m.minute, %(zone)s), m.what, m.count::bigint
    FROM delivery_mailingminute AS m
    JOIN delivery_mailing AS g ON g.id = m.mailing_id AND g.team_id = m.team_id AND g.origin = ANY(%(origins)s)
    WHERE m.team_id = %(team)s AND m.minute >= %(tail)s AND m.minute < %(end)s
) AS counted GROUP BY at, what ORDER BY at, what
"""
_PEAKS = """
SELECT u.hour - 1, sum(u.count)::bigint FROM stats_teamday AS d, unnest(d.hours) WITH ORDINALITY AS u(count, hour)
WHERE d.team_id = %(team)s AND d.origin = ANY(%(origins)s) AND d.what = %(what)s AND d.day >= %(since)s
GROUP BY 1 ORDER BY 1
"""
# A day is closed a quarter of an hour after its end, when its counters are committed.
_DUE = """
SELECT t.id FROM teams_team AS t LEFT JOIN stats_teamclock AS c ON c.team_id = t.id
WHERE (c.team_id IS NULL AND EXISTS (SELECT FROM delivery_mailing AS g WHERE g.team_id = t.id))
    OR c.timezone <> t.timezone OR c.through <= %(before)s
ORDER BY t.id LIMIT %(most)s
"""


def fold(team_id: UUID, *, zone: str, first: date, last: date, start: datetime, end: datetime) -> None:
    """Recomputes the days from `first` to before `last`. `start` and `end` are their bounds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM stats_teamday WHERE team_id = %s AND day >= %s AND day < %s", [team_id, first, last]
        )
        cursor.execute(_FOLD, {"team": team_id, "zone": zone, "start": start, "end": end})


def delete_team(team_id: UUID) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM stats_teamday WHERE team_id = %s", [team_id])
        cursor.execute("DELETE FROM stats_lateday WHERE team_id = %s", [team_id])


def pop_late(team_id: UUID) -> Sequence[date]:
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH gone AS (DELETE FROM stats_lateday WHERE team_id = %s RETURNING day)"
            " SELECT DISTINCT day FROM gone ORDER BY day",
            [team_id],
        )
        return [day for (day,) in cursor.fetchall()]


def list_buckets(
    team_id: UUID,
    *,
    origins: Sequence[str],
    unit: str,
    zone: str,
    start: datetime,
    end: datetime,
    closed: tuple[date, date, datetime, datetime] | None,
) -> Sequence[Bucket]:
    """Returns a team's metrics from `start` to before `end`. `closed` has the closed days and their bounds."""
    # Without closed days, the first of the two minute queries covers everything.
    first, last, head, tail = closed or (date.max, date.min, end, end)
    values: dict[str, Any] = {"team": team_id, "origins": list(origins), "unit": unit, "zone": zone}
    values |= {"start": start, "end": end, "first": first, "last": last, "head": head, "tail": tail}
    with connection.cursor() as cursor:
        cursor.execute(_BUCKETS, values)
        return [(at, str(what), int(amount)) for at, what, amount in cursor.fetchall()]


def find_first_day(team_id: UUID, *, origins: Sequence[str]) -> date | None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT min(day) FROM stats_teamday WHERE team_id = %s AND origin = ANY(%s)", [team_id, list(origins)]
        )
        row = cursor.fetchone()
    return row[0] if row else None


def find_first_minute(
    team_id: UUID, *, origins: Sequence[str] | None = None, start: datetime | None = None, end: datetime | None = None
) -> datetime | None:
    """Of all origins if they are None."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT m.minute FROM delivery_mailingminute m JOIN delivery_mailing g ON g.id = m.mailing_id"
            " WHERE m.team_id = %(team)s AND (%(origins)s::text[] IS NULL OR g.origin = ANY(%(origins)s::text[]))"
            " AND (%(start)s::timestamptz IS NULL OR m.minute >= %(start)s)"
            " AND (%(end)s::timestamptz IS NULL OR m.minute < %(end)s) ORDER BY m.minute LIMIT 1",
            {"team": team_id, "origins": None if origins is None else list(origins), "start": start, "end": end},
        )
        row = cursor.fetchone()
    return row[0] if row else None


def sum_by_hour(team_id: UUID, *, origins: Sequence[str], what: str, since: date) -> Sequence[tuple[int, int]]:
    with connection.cursor() as cursor:
        cursor.execute(_PEAKS, {"team": team_id, "origins": list(origins), "what": what, "since": since})
        return [(int(hour), int(amount)) for hour, amount in cursor.fetchall()]


def list_due_teams(before: datetime, *, limit: int) -> Sequence[UUID]:
    """Returns teams of which no day is closed, whose closed days end at `before` or earlier, or whose time zone
    changed.
    """
    with connection.cursor() as cursor:
        cursor.execute(_DUE, {"before": before, "most": limit})
        return [team_id for (team_id,) in cursor.fetchall()]


def list_teams_with_late_days(*, limit: int) -> Sequence[UUID]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT team_id FROM stats_lateday LIMIT %s", [limit])
        return [team_id for (team_id,) in cursor.fetchall()]
