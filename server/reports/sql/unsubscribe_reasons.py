"""Unsubscribe reasons of one mailing."""

from collections.abc import Sequence
from uuid import UUID

from django.db import connection

# Uses the small index delivery_event_reason (server/delivery/migrations/sql/partitions.sql).
_REASONS = """
SELECT why, count(*) FROM delivery_event
WHERE team_id = %s AND mailing_id = %s AND kind = 'unsubscribe' AND why <> ''
GROUP BY why ORDER BY count(*) DESC, why
"""


def count_by_reason(team_id: UUID, *, mailing_id: int) -> Sequence[tuple[str, int]]:
    """Returns the reasons with their counts, most frequent first. Omits unsubscribes without a reason."""
    with connection.cursor() as cursor:
        cursor.execute(_REASONS, [team_id, mailing_id])
        return [(str(reason), int(count)) for reason, count in cursor.fetchall()]
