"""Figures by stretch of time, from those by minute."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

# (begin of the stretch, figure, amount)
Bucket = tuple[datetime, str, int]

_OF_MAILING = """
SELECT date_trunc(%(unit)s, minute, %(zone)s) AS at, what, sum(count)
FROM delivery_mailingminute
WHERE team_id = %(team)s AND mailing_id = %(mailing)s AND minute >= %(start)s AND minute < %(end)s
GROUP BY 1, 2 ORDER BY 1, 2
"""
_OF_CAMPAIGNS = """
SELECT date_trunc(%(unit)s, m.minute, %(zone)s) AS at, m.what, sum(m.count)
FROM delivery_mailingminute m
JOIN delivery_mailing g ON g.id = m.mailing_id AND g.team_id = m.team_id AND g.origin = 'campaign'
WHERE m.team_id = %(team)s AND m.minute >= %(start)s AND m.minute < %(end)s
GROUP BY 1, 2 ORDER BY 1, 2
"""


def of_mailing(
    team_id: UUID, *, mailing_id: int, unit: str, zone: str, start: datetime, end: datetime
) -> Sequence[Bucket]:
    """One mailing's figures between two moments; days begin at midnight of the zone."""
    return _buckets(
        _OF_MAILING,
        {"team": team_id, "mailing": mailing_id, "unit": unit, "zone": zone, "start": start, "end": end},
    )


def of_campaigns(team_id: UUID, *, unit: str, zone: str, start: datetime, end: datetime) -> Sequence[Bucket]:
    """The figures of all the team's campaigns between two moments."""
    return _buckets(_OF_CAMPAIGNS, {"team": team_id, "unit": unit, "zone": zone, "start": start, "end": end})


def first_minute(team_id: UUID) -> datetime | None:
    """The first minute in which anything of a campaign happened."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT min(m.minute) FROM delivery_mailingminute m"
            " JOIN delivery_mailing g ON g.id = m.mailing_id AND g.origin = 'campaign' WHERE m.team_id = %s",
            [team_id],
        )
        row = cursor.fetchone()
    return row[0] if row else None


def last_minute(team_id: UUID, *, mailing_id: int) -> datetime | None:
    """The last minute in which anything happened to a mailing."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT max(minute) FROM delivery_mailingminute WHERE team_id = %s AND mailing_id = %s",
            [team_id, mailing_id],
        )
        row = cursor.fetchone()
    return row[0] if row else None


def _buckets(query: str, parameters: dict[str, Any]) -> Sequence[Bucket]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return [(at, str(what), int(amount)) for at, what, amount in cursor.fetchall()]
