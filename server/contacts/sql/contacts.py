"""Bulk changes of contacts that say more than the ORM can: arrays and keys of records, a range at a time."""

from collections.abc import Sequence
from uuid import UUID

from django.db import connection
from psycopg import sql

from server.contacts.models import SLOT_COUNTS

CONTACT = sql.Identifier("contacts_contact")
SLOTS = sql.Identifier("contacts_contactslots")


def change_labels(team_id: UUID, *, ids: Sequence[int], add: Sequence[int], remove: Sequence[int]) -> None:
    """Puts labels on contacts and takes labels off; the arrays stay sorted. The rows must be locked by the caller."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE contacts_contact
            SET label_ids = ARRAY(
                    SELECT DISTINCT label FROM unnest(label_ids || %(add)s::int[]) AS label
                    WHERE label <> ALL (%(remove)s::int[]) ORDER BY label
                ),
                updated_at = now(), revision = revision + 1
            WHERE team_id = %(team)s AND id = ANY (%(ids)s)
            """,
            {"team": team_id, "ids": list(ids), "add": list(add), "remove": list(remove)},
        )


def drop_custom(team_id: UUID, *, field_id: int, slot: str | None, after: int, limit: int) -> int | None:
    """Takes a custom field's values off the next contacts after an id; answers the last id, None at the end."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT id FROM contacts_contact WHERE team_id = %s AND id > %s ORDER BY id LIMIT %s
            """,
            [team_id, after, limit],
        )
        ids = [row[0] for row in cursor.fetchall()]
        if not ids:
            return None
        cursor.execute(
            """
            UPDATE contacts_contact SET custom_field = custom_field - %(key)s, revision = revision + 1
            WHERE team_id = %(team)s AND id = ANY (%(ids)s) AND custom_field ? %(key)s
            """,
            {"team": team_id, "ids": ids, "key": str(field_id)},
        )
        if slot is not None:
            check_slot(slot)
            statement = sql.SQL("UPDATE {} SET {} = NULL WHERE team_id = %s AND contact_id = ANY (%s)")
            cursor.execute(statement.format(SLOTS, sql.Identifier(slot)), [team_id, ids])
    return int(ids[-1])


def check_slot(slot: str) -> None:
    """Raises ValueError for what is no slot: a name that becomes an identifier is never taken on trust."""
    letter, number = slot[:1], slot[1:]
    if not number.isdecimal() or not 1 <= int(number) <= SLOT_COUNTS.get(letter, 0):
        raise ValueError(slot)
