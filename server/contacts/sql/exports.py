"""Writes contacts to a file with COPY."""

from collections.abc import Callable, Iterable
from uuid import UUID

import polars as pl
from django.db import connection
from psycopg import sql

from server.contacts.export_columns import ExportFormatting, build_expression
from server.contacts.sql.contacts import CONTACT

# Consumes the CSV lines, one per contact.
CsvWriter = Callable[[Iterable[bytes | memoryview]], object]

# No column is NULL. A null marker that never occurs makes empty text an empty field instead of two quotes.
_NULL = sql.Literal(r"\N")
_ROWS = sql.SQL("SELECT {columns} FROM {contacts} AS c {joins} WHERE {place} ORDER BY c.id")
# Many contacts have the same labels: the planner caches the text per set (Memoize).
_LABELS = sql.SQL("""
LEFT JOIN LATERAL (
    SELECT string_agg(l.name, '; ' ORDER BY lower(l.name)) AS names FROM contacts_contactlabel AS l
    WHERE l.id = ANY (c.label_ids) AND l.team_id = c.team_id AND l.deleted_at IS NULL
) AS n ON true
""")


def find_batch_end(team_id: UUID, *, after: int, until: int, rows: int) -> int | None:
    """Returns the last id of the next `rows` contacts, None at the end."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT max(id) FROM (SELECT id FROM contacts_contact"
            " WHERE team_id = %s AND id > %s AND id <= %s ORDER BY id LIMIT %s) AS next",
            [team_id, after, until, rows],
        )
        row = cursor.fetchone()
    return row[0] if row else None


def copy_id_range(team_id: UUID, *, after: int, last: int, form: ExportFormatting, write: CsvWriter) -> int:
    """Writes CSV lines of the contacts after `after`, up to and including `last`. Returns their number."""
    place = sql.SQL("c.team_id = {} AND c.id > {} AND c.id <= {}").format(
        sql.Literal(team_id), sql.Literal(after), sql.Literal(last)
    )
    return _copy_rows(place, form, write)


def copy_selected(team_id: UUID, *, keys: pl.Series, are_most: bool, form: ExportFormatting, write: CsvWriter) -> int:
    """Writes the team's contacts with these ascending ids as CSV lines. Returns their number.

    With `are_most`, it reads the whole id range, which costs less than looking up each id. If fewer ids of the range
    are missing than wanted, it excludes the missing ones instead.
    """
    team = sql.SQL("c.team_id = {}").format(sql.Literal(team_id))
    # IS TRUE keeps the planner from using an index for a condition: in one query for the ids, in the other for the
    # team.
    if not are_most:
        return _copy_rows(sql.SQL("c.id = ANY ({}) AND ({}) IS TRUE").format(_build_id_array(keys), team), form, write)
    first, last = int(keys[0]), int(keys[-1])
    if last - first < 2 * len(keys):
        between = pl.int_range(first, last + 1, eager=True)
        wanted = sql.SQL("c.id <> ALL ({})").format(_build_id_array(between.filter(~between.is_in(keys.implode()))))
    else:
        wanted = sql.SQL("c.id = ANY ({})").format(_build_id_array(keys))
    place = sql.SQL("{} AND c.id BETWEEN {} AND {} AND ({}) IS TRUE")
    return _copy_rows(place.format(team, sql.Literal(first), sql.Literal(last), wanted), form, write)


def _build_id_array(keys: pl.Series) -> sql.Composable:
    return sql.SQL("{}::bigint[]").format(sql.Literal("{" + ",".join(keys.cast(pl.String)) + "}"))


def _copy_rows(place: sql.Composable, form: ExportFormatting, write: CsvWriter) -> int:
    # COPY takes no parameters, so psycopg quotes the values.
    rows = _ROWS.format(
        columns=sql.SQL(", ").join(build_expression(name, form) for name in form.names),
        contacts=CONTACT,
        joins=_LABELS if "label" in form.names else sql.SQL(""),
        place=place,
    )
    with connection.wrap_database_errors, connection.cursor() as cursor:
        # For this statement only: formatting a timestamp in the session's zone is cheaper than in a named zone.
        cursor.execute(sql.SQL("SET LOCAL TIME ZONE {}").format(sql.Literal(form.zone)))
        with cursor.copy(sql.SQL("COPY ({}) TO STDOUT (FORMAT csv, NULL {})").format(rows, _NULL)) as copy:
            write(copy)
        count = int(cursor.rowcount)
        cursor.execute("SET LOCAL TIME ZONE 'UTC'")
    return count
