"""Timeline queries by key range, and inserts for many contacts."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import polars as pl
from django.db import connection
from django.db.models import BigIntegerField, DateTimeField, F, Func, QuerySet, TextField, Value

from server.contacts.models import ContactEntry
from server.contacts.timeline import TimelineRequest

BLOCK_BITS = 17


def list_newest(rows: "QuerySet[Any]", asked: TimelineRequest) -> list[Any]:
    if asked.before_at is not None:
        place = Func(F("at"), F("id"), function="ROW", output_field=TextField())
        at, last_id = Value(asked.before_at, DateTimeField()), Value(asked.before_id, BigIntegerField())
        before = Func(at, last_id, function="ROW", output_field=TextField())
        rows = rows.annotate(place=place).filter(place__lt=before)
    return list(rows.order_by("-at", "-id")[: asked.limit])


def add_entries(
    team_id: UUID, entries: Sequence[tuple[int, Mapping[str, Any]]], *, kind: str, at: datetime, by: Any
) -> None:
    ContactEntry.objects.bulk_create(
        [
            ContactEntry(
                team_id=team_id,
                contact_id=contact_id,
                at=at,
                kind=kind,
                user_id=by.user_id if by else None,
                fullname=by.fullname if by else "",
                details=dict(details),
            )
            for contact_id, details in entries
        ],
        batch_size=1_000,
    )


def record_created(team_id: UUID, *, import_id: UUID, at: datetime, ids: pl.Series) -> None:
    """`ids` were allocated together: only the first and the last are stored."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO contacts_importtouch (team_id, import_id, at, is_new, low, high, contact_ids)"
            " VALUES (%s, %s, %s, true, %s, %s, '{}')",
            [team_id, import_id, at, *ids.sort().gather([0, -1]).to_list()],
        )


def record_touched(team_id: UUID, *, import_id: UUID, at: datetime, ids: pl.Series) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO contacts_importtouch (team_id, import_id, at, is_new, block, low, high, contact_ids)"
            " SELECT %s, %s, %s, false, block, min(id), max(id), array_agg(id)"
            " FROM (SELECT id, id >> %s AS block FROM unnest(%s::text::bigint[]) AS id) AS touched GROUP BY block",
            [team_id, import_id, at, BLOCK_BITS, "{" + ids.cast(pl.String).str.join(",").item() + "}"],
        )
