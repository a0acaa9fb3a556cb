"""Copies deleted contacts with their dependent rows, and restores them with their ids."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import connection
from psycopg import sql

from server.contacts.models import (
    Contact,
    ContactConsent,
    ContactEntry,
    ContactNote,
    ContactPreference,
    PendingContact,
    StageChange,
)

CONTACT = "contact"
# Tables that are deleted with a contact, and their contact column.
TABLES: Mapping[str, tuple[str, str]] = {
    CONTACT: (Contact._meta.db_table, "id"),
    "entry": (ContactEntry._meta.db_table, "contact_id"),
    "note": (ContactNote._meta.db_table, "contact_id"),
    "consent": (ContactConsent._meta.db_table, "contact_id"),
    "preference": (ContactPreference._meta.db_table, "contact_id"),
    "move": (StageChange._meta.db_table, "contact_id"),
    "pending": (PendingContact._meta.db_table, "contact_id"),
}
_COPY = sql.SQL(
    "INSERT INTO contacts_deletedrecord (team_id, deletion_id, contact_id, kind, record)"
    " SELECT t.team_id, %(deletion)s, t.{key}, %(kind)s, to_jsonb(t) FROM {table} AS t"
    " WHERE t.team_id = %(team)s AND t.{key} = ANY (%(ids)s)"
)
_RESTORE = sql.SQL(
    "INSERT INTO {table} SELECT r.* FROM contacts_deletedrecord AS d,"
    " jsonb_populate_record(NULL::{table}, d.record) AS r"
    " WHERE d.team_id = %(team)s AND d.deletion_id = %(deletion)s AND d.kind = %(kind)s"
    " AND (%(ids)s::bigint[] IS NULL OR d.contact_id = ANY (%(ids)s::bigint[]))"
    " ORDER BY r.{key} ON CONFLICT DO NOTHING RETURNING {key}"
)


def copy_contacts(team_id: UUID, *, deletion_id: UUID, ids: Sequence[int]) -> None:
    """Copies contacts and their dependent rows. The caller has locked the rows."""
    with connection.cursor() as cursor:
        for kind, (table, key) in TABLES.items():
            statement = _COPY.format(table=sql.Identifier(table), key=sql.Identifier(key))
            cursor.execute(statement, {"team": team_id, "deletion": deletion_id, "kind": kind, "ids": list(ids)})


def restore_rows(team_id: UUID, *, deletion_id: UUID, kind: str, ids: Sequence[int] | None = None) -> list[int]:
    """Restores rows of one kind, of the given contacts or all. Returns their contact ids.

    Skips rows that conflict with a newer one, such as a contact with the same address.
    """
    table, key = TABLES[kind]
    statement = _RESTORE.format(table=sql.Identifier(table), key=sql.Identifier(key))
    given: dict[str, Any] = {
        "team": team_id,
        "deletion": deletion_id,
        "kind": kind,
        "ids": None if ids is None else list(ids),
    }
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        return [row[0] for row in cursor.fetchall()]


def delete_copies(team_id: UUID, *, email: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM contacts_deletedrecord WHERE team_id = %(team)s AND contact_id IN ("
            " SELECT contact_id FROM contacts_deletedrecord"
            " WHERE team_id = %(team)s AND kind = %(kind)s AND record->>'email' = %(email)s)",
            {"team": team_id, "kind": CONTACT, "email": email},
        )
