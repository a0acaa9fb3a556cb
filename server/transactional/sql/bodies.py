"""Shortens the expiry of stored bodies."""

from datetime import datetime
from uuid import UUID

from django.db import connection

# Unfinished messages are still to be sent: without days, the body is deleted with the last recipient.
_SHORTEN = """
WITH part AS (
    SELECT id, accepted_at, state
      FROM transactional_message
     WHERE team_id = %(team)s AND (accepted_at, id) > (%(after)s, %(after_id)s) AND accepted_at <= %(newest)s
     ORDER BY accepted_at, id LIMIT %(most)s
), changed AS (
    UPDATE transactional_body body
       SET expires_at = CASE
               WHEN %(days)s = 0 AND part.state <> 'finished' THEN NULL
               ELSE body.accepted_at + make_interval(days => %(days)s)
           END
      FROM part
     WHERE body.message_id = part.id AND body.accepted_at = part.accepted_at AND body.team_id = %(team)s
       AND body.expires_at > body.accepted_at + make_interval(days => %(days)s)
)
SELECT accepted_at, id FROM part ORDER BY accepted_at DESC, id DESC LIMIT 1
"""
BodyCursor = tuple[datetime, UUID]


def shorten(team_id: UUID, *, days: int, after: BodyCursor, newest: datetime, most: int) -> BodyCursor | None:
    """Sets the expiry of the next `most` bodies after a mark to `days` days. Returns the next mark, None at the end."""
    with connection.cursor() as cursor:
        cursor.execute(
            _SHORTEN,
            {
                "team": team_id,
                "days": days,
                "after": after[0],
                "after_id": after[1],
                "newest": newest,
                "most": most,
            },
        )
        found: BodyCursor | None = cursor.fetchone()
        return found
