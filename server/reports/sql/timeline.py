"""Figures by stretch of time, from those by minute."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

# What a line is drawn of, and what stands for it with machines.
SHOWN = ["sent", "failed", "opened", "clicked", "machine_opens", "any_opened", "any_clicked"]
# (begin of the stretch, figure, amount)
Bucket = tuple[datetime, str, int]

_OF_MAILINGS = """
SELECT date_trunc(%(unit)s, minute, %(zone)s) AS at, what, sum(count)
FROM delivery_mailingminute
WHERE team_id = %(team)s AND mailing_id = ANY(%(mailings)s) AND minute >= %(start)s AND minute < %(end)s
GROUP BY 1, 2 ORDER BY 1, 2
"""
# Days and hours of every zone begin with a quarter of an hour: of a long time these are fewer rows than minutes.
_BY_QUARTER = """
SELECT date_trunc(%(unit)s, quarter, %(zone)s) AS at, what, sum(count)
FROM delivery_mailingquarter
WHERE team_id = %(team)s AND mailing_id = ANY(%(mailings)s)
    AND quarter >= date_bin('15 minutes', %(start)s, 'epoch') AND quarter < %(end)s
    AND what = ANY(%(shown)s)
GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1, 2
"""
# Put together to hours first, of which there are a quarter as many.
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
class Stretch:
    """Of which mailings, between which moments, and in which zone days begin."""

    mailing_ids: Sequence[int]
    zone: str
    start: datetime
    end: datetime

    def parameters(self, team_id: UUID) -> dict[str, Any]:
        """As the statements take it."""
        return {
            "team": team_id,
            "mailings": list(self.mailing_ids),
            "zone": self.zone,
            "start": self.start,
            "end": self.end,
        }


def of_mailings(team_id: UUID, stretch: Stretch, *, unit: str) -> Sequence[Bucket]:
    """The figures of some mailings together between two moments, by minute, hour or day."""
    statement = _OF_MAILINGS if unit == "minute" else _BY_QUARTER
    return _buckets(statement, stretch.parameters(team_id) | {"unit": unit, "shown": SHOWN})


def hours(team_id: UUID, stretch: Stretch) -> Sequence[tuple[int, int, str, int]]:
    """Opens and clicks by hour of the week in the zone: day from 1 for Monday, hour, figure, amount."""
    with connection.cursor() as cursor:
        cursor.execute(_HOURS, stretch.parameters(team_id))
        return list(cursor.fetchall())


def last_minute(team_id: UUID, *, mailing_ids: Sequence[int]) -> datetime | None:
    """The last minute in which anything happened to one of some mailings."""
    with connection.cursor() as cursor:
        cursor.execute(
            # Of each by its key: the last entry of an index, however long the mailing has been read.
            "SELECT max(last) FROM unnest(%s::bigint[]) AS m(id), LATERAL ("
            "SELECT max(minute) AS last FROM delivery_mailingminute WHERE team_id = %s AND mailing_id = m.id) AS l",
            [list(mailing_ids), team_id],
        )
        row = cursor.fetchone()
    return row[0] if row else None


def _buckets(query: str, parameters: dict[str, Any]) -> Sequence[Bucket]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return [(at, str(what), int(amount)) for at, what, amount in cursor.fetchall()]
