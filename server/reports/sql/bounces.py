"""Refusals of one mailing by class."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

_BOUNCES = """
SELECT l.bounce, count(*) FROM delivery_mailing AS m
JOIN delivery_send_log AS l ON l.mailing_id = m.id
WHERE m.team_id = %s AND m.id = %s AND l.mailed_at = %s AND l.state = 'failed'
GROUP BY l.bounce ORDER BY count(*) DESC, l.bounce
"""


def by_class(team_id: UUID, *, mailing_id: int, mailed_at: datetime) -> Sequence[tuple[str, int]]:
    """Class and number, the most first."""
    with connection.cursor() as cursor:
        cursor.execute(_BOUNCES, [team_id, mailing_id, mailed_at])
        return [(str(bounce), int(count)) for bounce, count in cursor.fetchall()]
