"""Counting without a read before it, for what happens hundreds of times a second."""

from datetime import date
from uuid import UUID

from django.db import connection

_TAKE = """
UPDATE plans_quotausage SET used = used + %(amount)s
 WHERE team_id = %(team)s AND area = %(area)s AND name = %(name)s AND period IS NOT DISTINCT FROM %(period)s::date
   AND (%(allowed)s = -1 OR used + reserved + %(amount)s <= %(allowed)s)
RETURNING id, used, reserved
"""


def take(
    team_id: UUID, *, area: str, name: str, period: date | None, amount: int, allowed: int
) -> tuple[int, int, int] | None:
    """Counts units unless they pass what is allowed (-1: any number): the row's id, used and reserved; else None."""
    with connection.cursor() as cursor:
        cursor.execute(
            _TAKE,
            {"team": team_id, "area": area, "name": name, "period": period, "amount": amount, "allowed": allowed},
        )
        row: tuple[int, int, int] | None = cursor.fetchone()
        return row
