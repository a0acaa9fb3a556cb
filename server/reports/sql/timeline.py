"""Metrics per interval, from counters per minute."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

# Metrics of a chart, with their replacements when bots are included.
CHART_METRICS = ["sent", "failed", "opened", "clicked", "machine_opens", "any_opened", "any_clicked"]
# (start of the interval, metric, count)
Bucket = tuple[datetime, str, int]

_OF_MAILINGS = """
SELECT date_trunc(%(unit)s, minute, %(zone)s) AS at, what, sum(count)
FROM delivery_mailingminute
WHERE team_id = %(team)s AND mailing_id = ANY(%(mailings)s) AND minute >= %(start)s AND minute < %(end)s
GROUP BY 1, 2 ORDER BY 1, 2
"""
# In every time zone, days and hours start at a quarter of an hour. A long period has fewer quarters than minutes.
_BY_QUARTER = """
SELECT date_trunc(%(unit)s, quarter, %(zone)s) AS at, what, sum(count)
FROM delivery_mailingquarter
WHERE team_id = %(team)s AND mailing_id = ANY(%(mailings)s)
    AND quarter >= date_bin('15 minutes', %(start)s, 'epoch') AND quarter < %(end)s
    AND what = ANY(%(shown)s)
GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1, 2
"""
# Aggregated to hours first, which are a quarter of the rows.
_HOURS = """
SELECT extract(isodow FROM at)::int, extract(hour FROM at)::int, what, sum(count)::bigint FROM (
    SELECT date_trunc('hour', quarter, %(zone)s) AT TIME ZONE %(zone)s AS at, what, sum(count) AS count
    FROM delivery_mailingquarter
    WHERE team_id = %(team)s AND mailing_id = ANY(%(mailings)s)
        AND quarter >= date_bin('15 minutes', %(start)s, 'epoch') AND quarter < %(end)s
        AND what IN ('opens', 'clicks', 'machine_opens', 'machine_clicks')
    GROUP BY date_trunc('hour', quarter, %(zone)s), what
) AS hours
GROUP BY 1, 2, 3 HAVING sum(count) <> 0 ORDER BY 1, 2, 3
"""


@dataclass(frozen=True, slots=True)
class MailingTimelineQuery:
    """Mailings, period and time zone of a query."""

    mailing_ids: Sequence[int]
    zone: str
    start: datetime
    end: datetime

    def parameters(self, team_id: UUID) -> dict[str, Any]:
        return {
            "team": team_id,
            "mailings": list(self.mailing_ids),
            "zone": self.zone,
            "start": self.start,
            "end": self.end,
        }


def list_buckets(team_id: UUID, stretch: MailingTimelineQuery, *, unit: str) -> Sequence[Bucket]:
    statement = _OF_MAILINGS if unit == "minute" else _BY_QUARTER
    return _read_buckets(statement, stretch.parameters(team_id) | {"unit": unit, "shown": CHART_METRICS})


def list_hours(team_id: UUID, stretch: MailingTimelineQuery) -> Sequence[tuple[int, int, str, int]]:
    """Returns opens and clicks by hour of the week: weekday (1 = Monday), hour, metric, count."""
    with connection.cursor() as cursor:
        cursor.execute(_HOURS, stretch.parameters(team_id))
        return list(cursor.fetchall())


def find_last_minute(team_id: UUID, *, mailing_ids: Sequence[int]) -> datetime | None:
    with connection.cursor() as cursor:
        cursor.execute(
            # Per mailing, which reads only the last entry of the index, however long the mailing is active.
            "SELECT max(last) FROM unnest(%s::bigint[]) AS m(id), LATERAL ("
            "SELECT max(minute) AS last FROM delivery_mailingminute WHERE team_id = %s AND mailing_id = m.id) AS l",
            [list(mailing_ids), team_id],
        )
        row = cursor.fetchone()
    return row[0] if row else None


def _read_buckets(query: str, parameters: dict[str, Any]) -> Sequence[Bucket]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return [(at, str(what), int(amount)) for at, what, amount in cursor.fetchall()]
