"""Counting without a previous read, for operations that run hundreds of times a second."""

from datetime import date, datetime
from uuid import UUID

from django.db import connection

_CONSUME = """
UPDATE plans_quotausage SET used = used + %(amount)s
 WHERE team_id = %(team)s AND area = %(area)s AND name = %(name)s AND period IS NOT DISTINCT FROM %(period)s::date
   AND (%(allowed)s = -1 OR used + reserved + %(amount)s <= %(allowed)s)
RETURNING id, used, reserved
"""


def consume(
    team_id: UUID, *, area: str, name: str, period: date | None, amount: int, allowed: int
) -> tuple[int, int, int] | None:
    """Counts units within the limit (-1: unlimited). Returns the row's id, used and reserved, or None above the
    limit."""
    with connection.cursor() as cursor:
        cursor.execute(
            _CONSUME,
            {"team": team_id, "area": area, "name": name, "period": period, "amount": amount, "allowed": allowed},
        )
        row: tuple[int, int, int] | None = cursor.fetchone()
        return row


# A closed reservation has already returned its unused units.
_EXTEND = """
INSERT INTO plans_reservation AS held (id, team_id, usage_id, amount, settled, reference, expires_at)
VALUES (%(id)s, %(team)s, %(usage)s, %(amount)s, 0, %(reference)s, %(expires_at)s)
ON CONFLICT (team_id, reference, usage_id) DO UPDATE
SET amount = CASE WHEN held.closed_at IS NULL THEN held.amount ELSE held.settled END + excluded.amount,
    expires_at = excluded.expires_at, closed_at = NULL
"""


def extend_reservation(
    team_id: UUID, *, reservation_id: UUID, usage_id: int, reference: str, amount: int, expires_at: datetime
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            _EXTEND,
            {
                "id": reservation_id,
                "team": team_id,
                "usage": usage_id,
                "amount": amount,
                "reference": reference,
                "expires_at": expires_at,
            },
        )
