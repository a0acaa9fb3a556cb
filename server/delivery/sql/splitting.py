"""Freezes recipients and distributes them randomly, but reproducibly, to several mailings."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from server.delivery.sql.freezing import deduplicate

_TABLE = """
CREATE TEMPORARY TABLE delivery_drawn (place bigint, contact_id bigint, email text, fields jsonb) ON COMMIT DROP
"""
_SHUFFLE = """
INSERT INTO delivery_drawn
SELECT row_number() OVER (ORDER BY md5(%s::text || email), email) - 1, contact_id, email, fields FROM ({once}) AS once
"""
_DISTRIBUTE = """
INSERT INTO delivery_recipient (mailing_id, position, contact_id, email, fields)
SELECT part.mailing_id, drawn.place - part.first, drawn.contact_id, drawn.email, drawn.fields
FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[]) AS part (mailing_id, first, size)
JOIN delivery_drawn AS drawn ON drawn.place >= part.first AND drawn.place < part.first + part.size
"""


def distribute(
    team_id: UUID,
    *,
    mailing_ids: Sequence[int],
    recipients: QuerySet[Any, Any],
    seed: str,
    sizes_of: Callable[[int], Sequence[int]],
) -> Sequence[int]:
    """Copies each recipient into one of the team's locked mailings. Returns the number of each mailing.

    `recipients` selects three columns in this order: contact id, address, fields as jsonb; an address counts once.
    `sizes_of` splits their number into parts; if it raises, nothing has been copied. With the same seed and recipients,
    an address always gets the same place.
    """
    query, parameters = recipients.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(_TABLE)
        cursor.execute(_SHUFFLE.format(once=deduplicate(query, "contact_id, email, fields")), [seed, *parameters])
        sizes = sizes_of(int(cursor.rowcount))
        firsts = [sum(sizes[:index]) for index in range(len(sizes))]
        cursor.execute(_DISTRIBUTE, [list(mailing_ids), firsts, list(sizes)])
        cursor.execute("DROP TABLE delivery_drawn")
    return sizes
