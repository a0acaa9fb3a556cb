"""Freezes a mailing's recipients with one INSERT from the caller's query, whatever its size."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from server.delivery.models import BATCH_SIZE
from server.delivery.send_schedule import RecipientGroup, ScheduledBatch

_FREEZE = """
INSERT INTO delivery_recipient (mailing_id, position, contact_id, email, fields)
SELECT %s, row_number() OVER () - 1, contact_id, email, fields FROM ({once}) AS once
"""
# Recipients with the same time are adjacent, so that a batch has only one time.
_FREEZE_TIMED = """
WITH once AS MATERIALIZED (
    SELECT contact_id, email, fields, greatest(due_at, %s::timestamptz) AS due_at FROM ({once}) AS chosen
), placed AS (
    INSERT INTO delivery_recipient (mailing_id, position, contact_id, email, fields)
    SELECT %s, row_number() OVER (ORDER BY due_at, email) - 1, contact_id, email, fields FROM once
)
SELECT due_at, count(*) FROM once GROUP BY due_at ORDER BY due_at
"""
_BATCHES = """
INSERT INTO delivery_batch (mailing_id, first, size, attempt, state, due_at, worker, fence, high_water)
SELECT %s, first, least(%s, %s - first), 1, 'waiting', %s, '', 0, 0
FROM generate_series(0, %s - 1, %s) AS first
"""


def deduplicate(query: str, columns: str) -> str:
    """The query's rows without duplicate addresses. `columns` are the columns it selects."""
    return f"SELECT DISTINCT ON (email) {columns} FROM ({query}) AS q ({columns}) ORDER BY email, contact_id"  # noqa: S608


def freeze(team_id: UUID | None, *, mailing_id: int, recipients: QuerySet[Any, Any]) -> int:
    """Copies the recipients, each address once. Returns their number. The caller has locked the mailing.

    `recipients` selects three columns in this order: contact id, address, fields as jsonb.
    """
    query, parameters = recipients.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(_FREEZE.format(once=deduplicate(query, "contact_id, email, fields")), [mailing_id, *parameters])
        return int(cursor.rowcount)


def freeze_timed(
    team_id: UUID | None, *, mailing_id: int, recipients: QuerySet[Any, Any], now: datetime
) -> list[RecipientGroup]:
    """Like `freeze`, for recipients with a time in a fourth column. Returns groups in order of time; a past time means
    now.
    """
    query, parameters = recipients.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            _FREEZE_TIMED.format(once=deduplicate(query, "contact_id, email, fields, due_at")),
            [now, *parameters, mailing_id],
        )
        return [RecipientGroup(due_at, count) for due_at, count in cursor.fetchall()]


@dataclass(frozen=True, slots=True)
class FrozenRow:
    """A recipient with its fields as JSON text, plain or sealed."""

    contact_id: int | None
    email: str
    fields: str = "{}"
    sealed_fields: bytes | None = None


def freeze_rows(team_id: UUID | None, *, mailing_id: int, rows: Sequence[FrozenRow]) -> int:
    columns = zip(*[(r.contact_id, r.email, r.fields, r.sealed_fields) for r in rows], strict=True)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO delivery_recipient (mailing_id, position, contact_id, email, fields, sealed_fields)"
            " SELECT %s, n - 1, c, e, f, s"
            " FROM unnest(%s::bigint[], %s::text[], %s::jsonb[], %s::bytea[]) WITH ORDINALITY AS r(c, e, f, s, n)",
            [mailing_id, *map(list, columns)],
        )
        return int(cursor.rowcount)


def erase_sealed_fields(team_id: UUID | None, *, mailing_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE delivery_recipient SET sealed_fields = NULL WHERE mailing_id = %s AND sealed_fields IS NOT NULL",
            [mailing_id],
        )


def insert_batches(team_id: UUID | None, *, mailing_id: int, count: int, due_at: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_BATCHES, [mailing_id, BATCH_SIZE, count, due_at, count, BATCH_SIZE])


def insert_scheduled_batches(team_id: UUID | None, *, mailing_id: int, slots: Sequence[ScheduledBatch]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO delivery_batch (mailing_id, first, size, attempt, state, due_at, worker, fence, high_water)"
            " SELECT %s, f, s, 1, 'waiting', d, '', 0, 0"
            " FROM unnest(%s::int[], %s::int[], %s::timestamptz[]) AS slot(f, s, d) ORDER BY f",
            [mailing_id, [s.first for s in slots], [s.size for s in slots], [s.due_at for s in slots]],
        )
