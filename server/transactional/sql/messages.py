"""Updates many recipients of one message at a time. Its id determines the partition."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

from server.core.ids import get_creation_time

_CHANGE_STATE = """
UPDATE transactional_recipient SET state = %(to)s, due_at = %(due_at)s
 WHERE team_id = %(team)s AND message_id = %(message)s AND accepted_at = %(at)s AND state = ANY(%(states)s)
RETURNING position, email
"""

_OPEN = """
SELECT EXISTS (SELECT FROM transactional_recipient
 WHERE team_id = %(team)s AND message_id = %(message)s AND accepted_at = %(at)s AND state = ANY(%(states)s))
"""


def change_state(
    team_id: UUID, *, message_id: UUID, states: Sequence[str], to: str, due_at: datetime | None
) -> list[tuple[int, str]]:
    """Changes the state of all recipients in one of the states. Returns position and address of each."""
    with connection.cursor() as cursor:
        cursor.execute(
            _CHANGE_STATE,
            {
                "team": team_id,
                "message": message_id,
                "at": get_creation_time(message_id),
                "states": list(states),
                "to": to,
                "due_at": due_at,
            },
        )
        return sorted(cursor.fetchall())


def has_open(team_id: UUID, *, message_id: UUID, states: Sequence[str]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            _OPEN, {"team": team_id, "message": message_id, "at": get_creation_time(message_id), "states": list(states)}
        )
        [(found,)] = cursor.fetchall()
        return bool(found)


def wake(team_id: UUID) -> None:
    """Wakes the sender at commit."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify('transactional', %s)", [str(team_id)])
