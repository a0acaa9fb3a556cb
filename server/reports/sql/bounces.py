"""Refusals of one mailing by class."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

_BOUNCES = """
SELECT bounce, count(*) FROM delivery_send_log
WHERE team_id = %s AND mailing_id = %s AND mailed_at = %s AND state = 'failed'
GROUP BY bounce ORDER BY count(*) DESC, bounce
"""


def by_class(team_id: UUID, *, mailing_id: int, mailed_at: datetime) -> Sequence[tuple[str, int]]:
    """Class and number, the most first."""
    with connection.cursor() as cursor:
        cursor.execute(_BOUNCES, [team_id, mailing_id, mailed_at])
        return [(str(bounce), int(count)) for bounce, count in cursor.fetchall()]
