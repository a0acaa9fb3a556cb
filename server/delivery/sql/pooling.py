"""The remaining messages for today of an address that is warming up."""

from datetime import date
from typing import Any
from uuid import UUID

from django.db import connection, transaction

_INSERT_DAY = "INSERT INTO delivery_addressday (address_id, day, taken) VALUES (%s, %s, 0) ON CONFLICT DO NOTHING"
# The first read locks the row, so that concurrent callers can't exceed the limit.
_RESERVE = """
WITH before AS (SELECT taken FROM delivery_addressday WHERE address_id = %(address)s AND day = %(day)s FOR UPDATE)
UPDATE delivery_addressday d
SET taken = before.taken + least(%(wanted)s::int, greatest(%(most)s::int - before.taken, 0))
FROM before WHERE d.address_id = %(address)s AND d.day = %(day)s RETURNING d.taken - before.taken
"""


def reserve_daily(team_id: UUID | None, *, address_id: int, day: date, most: int, wanted: int) -> int:
    """Reserves up to `wanted` of the day's `most` messages.

    Returns the reserved number. Addresses belong to no team.
    """
    values: dict[str, Any] = {"address": address_id, "day": day, "most": most, "wanted": wanted}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_INSERT_DAY, [address_id, day])
        cursor.execute(_RESERVE, values)
        found = cursor.fetchone()
    return int(found[0]) if found else 0
