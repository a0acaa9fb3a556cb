"""Bulk statements on contacts that the ORM cannot express: arrays and JSON keys, in batches."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

import polars as pl
from django.db import connection
from django.db.models import QuerySet
from psycopg import sql

from server.contacts.models import Contact

Rows = TypeVar("Rows", bound="QuerySet[Contact]")

CONTACT = sql.Identifier("contacts_contact")


def filter_by_ids(rows: Rows, keys: pl.Series) -> Rows:
    """Filters the rows by many ids.

    They are sent as the text of one array, which avoids a million SQL terms and Python integers. Joining them as rows
    would cost the database five times as much.
    """
    return rows.filter(pk__any="{" + keys.cast(pl.String).str.join(",").item() + "}")


def exclude_ids(rows: Rows, keys: pl.Series) -> Rows:
    return rows.exclude(pk__any="{" + keys.cast(pl.String).str.join(",").item() + "}")


def keys(rows: "QuerySet[Contact]", limit: int | None = None) -> pl.Series:
    """Returns at most `limit` ids of the rows, unordered."""
    return _parse_ids(_read_ids_as_text(rows.order_by().values("id")[:limit]))


def list_ids_of_any(each: "Sequence[QuerySet[Contact]]", limit: int) -> pl.Series | None:
    """Returns the sorted ids of rows in any of the querysets, or None if there are more than `limit`.

    A row that is in several querysets counts several times. Each queryset is read separately, which allows index-only
    scans.
    """
    parts = [rows.order_by().values("id")[: limit + 1] for rows in each]
    text = _read_ids_as_text(parts[0].union(*parts[1:], all=True), limit)
    return None if text == _TOO_MANY else _parse_ids(text).unique().sort()


def list_few_ids_of_any(each: "Sequence[QuerySet[Contact]]", limit: int) -> pl.Series | None:
    """Returns the sorted ids of rows in any of the querysets, or None if there are more than `limit`.

    It checks the limit before it gathers ids, which costs a fraction of gathering them.
    """
    sides = [rows.order_by().values("id") for rows in each]
    with connection.cursor() as cursor:
        statements, values = zip(*(side.query.sql_with_params() for side in sides), strict=True)
        too_many = " OR ".join(f"EXISTS ({statement} OFFSET %s)" for statement in statements)
        cursor.execute(f"SELECT {too_many}", [value for given in values for value in (*given, limit)])
        if cursor.fetchone()[0]:
            return None
    found = list_ids_of_any(each, limit * len(sides))
    return None if found is None or len(found) > limit else found


_TOO_MANY = "-"


def _read_ids_as_text(rows: "QuerySet[Any, Any]", limit: int = 1 << 62) -> str:
    """Returns the ids as comma-separated text, which takes a fifth of the time of one row per id.

    Returns _TOO_MANY if there are more than `limit`.
    """
    statement, values = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT CASE WHEN count(*) <= %s::bigint THEN array_to_string(array_agg(id), ',') ELSE %s END"  # noqa: S608
            f" FROM ({statement}) AS found",
            [limit, _TOO_MANY, *values],
        )
        return cursor.fetchone()[0] or ""


def _parse_ids(text: str) -> pl.Series:
    found = pl.Series("id", [text] if text else [], dtype=pl.String)
    return found.str.split(",").explode().cast(pl.Int64)


MAX_ID = (1 << 63) - 1
_ID_PAGE = sql.SQL("""
SELECT id FROM contacts_contact
WHERE (team_id, id) > (%(team)s, %(over)s) AND (team_id, id) < (%(team)s, %(under)s)
ORDER BY team_id {direction}, id {direction} OFFSET %(start)s LIMIT %(size)s
""")
_NEWEST, _OLDEST = (_ID_PAGE.format(direction=sql.SQL(word)) for word in ("DESC", "ASC"))


def list_ids(
    team_id: UUID, *, newest_first: bool, over: int = 0, under: int = MAX_ID, start: int = 0, size: int
) -> list[int]:
    """Returns ids of a team's contacts between two ids, in id order, from an offset.

    Ordered by id alone, the planner walks the index of all teams and skips everything that others created since.
    Comparing pairs restricts it to the index that starts with the team.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _NEWEST if newest_first else _OLDEST,
            {"team": team_id, "over": over, "under": under, "start": start, "size": size},
        )
        return [row[0] for row in cursor.fetchall()]


def list_ids_near(
    team_id: UUID,
    rows: "QuerySet[Contact]",
    *,
    within: int,
    newest_first: bool,
    over: int = 0,
    under: int = MAX_ID,
    start: int,
    size: int,
) -> list[int]:
    """Returns the ids of those rows that are among the team's next `within` contacts, in id order.

    A CTE with the name of the table holds the next contacts, so that the row query applies to them. They are read in
    order until there are enough.
    """
    direction = "DESC" if newest_first else "ASC"
    statement, values = rows.order_by().values("id").query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH contacts_contact AS (
                SELECT * FROM contacts_contact WHERE (team_id, id) > (%s, %s) AND (team_id, id) < (%s, %s)
                ORDER BY team_id {direction}, id {direction} LIMIT %s
            )
            {statement} ORDER BY contacts_contact.team_id {direction}, contacts_contact.id {direction}
            OFFSET %s LIMIT %s
            """,  # noqa: S608 -- a statement of Django's, and one of two words
            [team_id, over, team_id, under, within, *values, start, size],
        )
        return [row[0] for row in cursor.fetchall()]


def change_labels(team_id: UUID, *, ids: Sequence[int], add: Sequence[int], remove: Sequence[int]) -> None:
    """The arrays remain sorted. The caller has locked the rows."""
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


def clear_custom_values(team_id: UUID, *, field_id: int, after: int, limit: int) -> int | None:
    """Removes a custom field's values from the next contacts after an id. Returns the last id, None at the end."""
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
    return int(ids[-1])


def count_custom_values(team_id: UUID, *, field_id: int, limit: int) -> list[tuple[Any, int]]:
    """Returns the values of a custom field among the first `limit` contacts that have one.

    Each value has its count; the most frequent comes first.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT value, count(*) FROM (
                SELECT custom_field->%(key)s AS value FROM contacts_contact
                WHERE team_id = %(team)s AND custom_field ? %(key)s ORDER BY id LIMIT %(limit)s
            ) AS held GROUP BY value ORDER BY count(*) DESC, value
            """,
            {"team": team_id, "key": str(field_id), "limit": limit},
        )
        return [(json.loads(value), count) for value, count in cursor.fetchall()]


def mark_contacts_with_value(team_id: UUID, *, field_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO contacts_contactmark (team_id, contact_ids)
            SELECT %(team)s, array_agg(id) FROM contacts_contact
            WHERE team_id = %(team)s AND custom_field ? %(key)s GROUP BY id / 10000
            """,
            {"team": team_id, "key": str(field_id)},
        )


def lock_custom_values(team_id: UUID, *, field_id: int, ids: Sequence[int]) -> list[tuple[int, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT id, custom_field->%(key)s FROM contacts_contact
            WHERE team_id = %(team)s AND id = ANY (%(ids)s) AND custom_field ? %(key)s ORDER BY id FOR UPDATE
            """,
            {"team": team_id, "key": str(field_id), "ids": list(ids)},
        )
        return [(key, json.loads(value)) for key, value in cursor.fetchall()]


def write_custom_values(team_id: UUID, *, field_id: int, values: Mapping[int, Any]) -> None:
    """None removes a value. The caller has locked the rows."""
    if not values:
        return
    written = [None if value is None else json.dumps(value) for value in values.values()]
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE contacts_contact AS c SET
                custom_field = CASE
                    WHEN given.value IS NULL THEN c.custom_field - %(key)s::text
                    ELSE c.custom_field || jsonb_build_object(%(key)s::text, given.value::jsonb)
                END,
                revision = c.revision + 1
            FROM unnest(%(ids)s::bigint[], %(values)s::text[]) AS given (id, value)
            WHERE c.id = given.id AND c.team_id = %(team)s
            """,
            {"team": team_id, "key": str(field_id), "ids": list(values), "values": written},
        )
