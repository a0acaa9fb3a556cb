"""Statements of an undo: contacts in later imports, and restoring many contacts at once."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from psycopg import sql

from server.contacts.importing.undo_plans import RestoredContact
from server.contacts.models import Contact
from server.contacts.sql.contacts import CONTACT
from server.contacts.sql.imports import COLUMNS, IMAGE_BITS


def find_imported_since(team_id: UUID, *, import_id: UUID, since: datetime, ids: Sequence[int]) -> set[int]:
    """Returns the contacts that other imports, not undone, had rows for since then."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT DISTINCT named.id FROM contacts_importtouch AS t
            JOIN contacts_importjob AS j ON j.id = t.import_id AND j.state <> 'UNDONE',
                unnest(t.contact_ids) AS named (id)
            WHERE t.team_id = %(team)s AND NOT t.is_new AND t.import_id <> %(import)s AND t.at >= %(since)s
                AND t.low <= %(high)s AND t.high >= %(low)s AND named.id = ANY (%(ids)s)
            """,
            {
                "team": team_id,
                "import": import_id,
                "since": since,
                "low": min(ids),
                "high": max(ids),
                "ids": list(ids),
            },
        )
        return {row[0] for row in cursor.fetchall()}


def count_changed(team_id: UUID, *, import_id: UUID) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(cardinality(contact_ids)), 0) FROM contacts_importimage"
            " WHERE team_id = %s AND import_id = %s",
            [team_id, import_id],
        )
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def clear_images(team_id: UUID, *, contact_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE contacts_importimage SET changes = jsonb_set(
                changes, ARRAY[(array_position(contact_ids, %(contact)s::bigint) - 1)::text], '{}'
            )
            WHERE team_id = %(team)s AND block = %(contact)s::bigint >> %(bits)s
                AND contact_ids @> ARRAY[%(contact)s::bigint]
                AND import_id IN (
                    SELECT id FROM contacts_importjob WHERE team_id = %(team)s AND undo_until IS NOT NULL
                )
            """,
            {"team": team_id, "contact": contact_id, "bits": IMAGE_BITS},
        )


def restore_contacts(team_id: UUID, *, plans: Mapping[Contact, RestoredContact], now: datetime) -> None:
    """The caller has locked the rows."""
    if not plans:
        return
    given: dict[str, list[Any]] = {"id": [], "custom": [], "labels": [], **{name: [] for name in COLUMNS}}
    for contact, plan in plans.items():
        given["id"].append(contact.pk)
        given["custom"].append(json.dumps(plan.custom))
        given["labels"].append("{" + ",".join(map(str, plan.label_ids)) + "}")
        for name in COLUMNS:
            value = plan.values.get(name, getattr(contact, name))
            given[name].append(None if value is None else str(value))
    columns = sql.SQL(", ").join(map(sql.Identifier, given))
    arrays = sql.SQL(", ").join(
        sql.SQL("{}::{}[]").format(sql.Placeholder(name), sql.SQL("bigint" if name == "id" else "text"))
        for name in given
    )
    sets = sql.SQL(", ").join(
        sql.SQL("{0} = given.{0}::{1}").format(sql.Identifier(name), sql.SQL(kind)) for name, kind in COLUMNS.items()
    )
    statement = sql.SQL(
        "UPDATE {contact} AS c SET {sets}, custom_field = given.custom::jsonb, label_ids = given.labels::int[],"
        " updated_at = %(now)s, revision = c.revision + 1 FROM unnest({arrays}) AS given ({columns})"
        " WHERE c.id = given.id AND c.team_id = %(team)s"
    ).format(contact=CONTACT, sets=sets, arrays=arrays, columns=columns)
    with connection.cursor() as cursor:
        cursor.execute(statement, {**given, "now": now, "team": team_id})
