"""Loads contacts as columns, and the columns, marks and activities of a team."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, NamedTuple
from uuid import UUID

import polars as pl
from django.db import connection, transaction
from psycopg import Cursor, sql
from psycopg.pq import Format

from server.contacts.feed import expand_shared
from server.contacts.values import FieldType
from server.segments.activities import CONSUMER, ActivityKind
from server.segments.columns import shapes


def _cast_if_type(kind: str, value: str) -> str:
    return f"CASE jsonb_typeof(custom_field->{{0}}) WHEN '{kind}' THEN {value} END"


# A value that does not fit the type counts as none. During a conversion, some values still have the previous type.
_CAST = {
    FieldType.NUMBER: _cast_if_type("number", "(custom_field->>{0})::float8"),
    FieldType.CHECKBOX: _cast_if_type("boolean", "(custom_field->>{0})::boolean::int"),
    FieldType.MULTI_CHOICE: _cast_if_type("array", "custom_field->{0}"),
    FieldType.DATE: (
        "CASE WHEN custom_field->>{0} ~ '^[0-9]{{4}}(-[0-9]{{2}}){{2}}$'"
        " AND pg_input_is_valid(custom_field->>{0}, 'date') THEN (custom_field->>{0})::date END"
    ),
    FieldType.DATE_TIME: (
        "CASE WHEN custom_field->>{0} ~ 'Z$' AND pg_input_is_valid(custom_field->>{0}, 'timestamptz')"
        " THEN (extract(epoch FROM (custom_field->>{0})::timestamptz) * 1000000)::bigint END"
    ),
}
_TEXT = _cast_if_type("string", "custom_field->>{0}")


@contextmanager
def snapshot(team_id: UUID) -> Iterator[None]:
    """Provides one snapshot of the database for several statements.

    In an existing transaction, each statement sees what is committed by then. So a shared lock blocks the building of
    the team's columns until the transaction ends.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        with connection.cursor() as cursor:
            if outermost:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            else:
                cursor.execute(
                    "SELECT pg_advisory_xact_lock_shared(hashtextextended('columns ' || %s, 0))", [str(team_id)]
                )
        yield


def try_lock(team_id: UUID) -> bool:
    """Acquires the lock for building a team's columns until the transaction ends. Returns False if it is taken."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended('columns ' || %s, 0))", [str(team_id)])
        return bool(cursor.fetchone()[0])


def read_contacts(team_id: UUID, *, columns: Mapping[str, str | None], where: sql.Composable) -> pl.DataFrame:
    """Returns contacts as a frame in id order.

    `columns` maps a column to the type of its custom field, None for standard ones. `where` is a condition besides the
    team.
    """
    chosen = sql.SQL(", ").join(_build_expression(column, kind) for column, kind in columns.items())
    query = sql.SQL(
        "COPY (SELECT {} FROM contacts_contact WHERE team_id = {} AND {} ORDER BY id) TO STDOUT (FORMAT csv, HEADER)"
    ).format(chosen, sql.Literal(team_id), where)
    file = BytesIO()
    with connection.cursor() as cursor, cursor.copy(query) as copy:
        for part in copy:
            file.write(part)
    file.seek(0)
    kinds = {column: _get_read_type(column, kind) for column, kind in columns.items()}
    frame = pl.read_csv(file, schema=kinds)
    return frame.select(_convert_column(column, kind).alias(column) for column, kind in columns.items())


def find_batch_end(team_id: UUID, *, after: int, rows: int) -> int | None:
    """Returns the last id of the next `rows` contacts, None at the end."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT max(id) FROM (SELECT id FROM contacts_contact WHERE team_id = %s AND id > %s ORDER BY id LIMIT %s)"
            " AS next",
            [team_id, after, rows],
        )
        [(last,)] = cursor.fetchall()
        return None if last is None else int(last)


def _build_expression(column: str, kind: str | None) -> sql.Composable:
    name = sql.Identifier(column)
    value: sql.Composable = name
    if kind is not None:
        value = sql.SQL(_CAST.get(FieldType(kind), _TEXT)).format(sql.Literal(column[1:]))
    elif column == "labels":
        value = sql.SQL("array_to_string(label_ids, ' ')")
    elif column in ("created_at", "updated_at"):
        value = sql.SQL("(extract(epoch FROM {}) * 1000000)::bigint").format(name)
    return sql.SQL("{} AS {}").format(value, name)


def _get_type(column: str, kind: str | None) -> pl.DataType:
    return shapes.STANDARD_TYPES[column] if kind is None else shapes.CUSTOM_TYPES[kind]


def _get_read_type(column: str, kind: str | None) -> pl.DataType:
    final = _get_type(column, kind)
    if final == pl.Boolean:
        return pl.Int8()
    return pl.String() if isinstance(final, pl.List) else final


def _convert_column(column: str, kind: str | None) -> pl.Expr:
    final, value = _get_type(column, kind), pl.col(column)
    if kind == FieldType.MULTI_CHOICE:
        chosen = value.str.json_decode(pl.List(pl.String)).list.eval(pl.element().str.to_lowercase())
        return pl.when(chosen.list.len() > 0).then(chosen)
    if isinstance(final, pl.List):
        return value.fill_null("").str.split(" ").list.eval(pl.element().filter(pl.element() != "").cast(pl.Int32))
    if final == pl.String:
        lowered = value.str.to_lowercase()
        return pl.when(lowered != "").then(lowered)
    return value.cast(final)


class ContactChunk(NamedTuple):
    """Contacts of an id range: the number of rows, and of live ones."""

    id: int
    first: int
    last: int
    rows: int
    alive: int


def list_chunks(team_id: UUID) -> list[ContactChunk]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, first_id, last_id, rows, alive FROM segments_columnchunk WHERE team_id = %s ORDER BY first_id",
            [team_id],
        )
        return [ContactChunk(*row) for row in cursor.fetchall()]


def read_column_data(
    team_id: UUID, *, chunk_ids: Sequence[int], columns: Sequence[str] | None
) -> dict[int, dict[str, bytes]]:
    """Returns the packed columns of chunks, chunk -> column; all columns by default."""
    found: dict[int, dict[str, bytes]] = {chunk_id: {} for chunk_id in chunk_ids}
    with _open_binary_cursor() as cursor:
        cursor.execute(
            """
            SELECT d.chunk_id, d.name, d.data FROM segments_columndata d
            JOIN segments_columnchunk c ON c.id = d.chunk_id
            WHERE c.team_id = %(team)s AND d.chunk_id = ANY (%(chunks)s::bigint[])
                AND (%(columns)s::text[] IS NULL OR d.name = ANY (%(columns)s::text[]))
            """,
            {"team": team_id, "chunks": list(chunk_ids), "columns": None if columns is None else list(columns)},
        )
        for chunk_id, name, packed in cursor:
            found[chunk_id][name] = packed
    return found


def list_marked_ids(team_id: UUID) -> pl.Series:
    """Returns the ids of contacts changed since their columns were built, in ascending order."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT contact_ids FROM contacts_contactmark WHERE team_id = %s", [team_id])
        return _merge_ids(cursor.fetchall())


def pop_marks(team_id: UUID) -> pl.Series:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM contacts_contactmark WHERE team_id = %s RETURNING contact_ids", [team_id])
        return _merge_ids(cursor.fetchall())


def delete_marks(team_id: UUID) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM contacts_contactmark WHERE team_id = %s", [team_id])


def _merge_ids(rows: list[tuple[list[int]]]) -> pl.Series:
    ids = [contact_id for (contact_ids,) in rows for contact_id in contact_ids]
    return pl.Series("id", ids, dtype=pl.Int64).unique().sort()


class ActivityBlocks(NamedTuple):
    """Activities of one kind: the ids of their blocks, oldest first, and activities that are not in a block yet."""

    blocks: list[int]
    unread: pl.DataFrame


# Entries that the consumer of segments has not read. One statement loads them with the blocks, since the consumer might
# read at any moment.
_UNREAD = """
    FROM (
        SELECT coalesce(max(xid), '0') AS xid, coalesce(max(entry_id), 0) AS entry_id FROM contacts_feedcursor
        WHERE consumer = %(consumer)s
    ) AS c JOIN contacts_feedentry AS e ON (e.xid, e.id) > (c.xid, c.entry_id)
    WHERE e.team_id = %(team)s AND e.kind = %(feed_kind)s
"""


def list_activities(team_id: UUID, kind: ActivityKind) -> ActivityBlocks:
    values = _build_query_values(team_id, kind)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, NULL, NULL, NULL FROM segments_activityblock WHERE team_id = %(team)s AND kind = %(kind)s"  # noqa: S608
            f" UNION ALL SELECT NULL, e.contact_ids, e.moments, e.subjects {_UNREAD} ORDER BY 1",
            values,
        )
        rows = cursor.fetchall()
    return ActivityBlocks(
        [row[0] for row in rows if row[0] is not None],
        build_activity_frame([row[1:] for row in rows if row[0] is None]),
    )


def list_contact_activities(
    team_id: UUID, contact_id: int, kind: ActivityKind
) -> tuple[list[int], list[tuple[int, int]]]:
    """Like `list_activities`, for one contact: block ids, and time and subject of activities outside blocks."""
    values = _build_query_values(team_id, kind) | {"contact": contact_id}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, NULL, NULL FROM segments_activityblock WHERE team_id = %(team)s AND kind = %(kind)s"  # noqa: S608
            " UNION ALL SELECT NULL, coalesce(u.moment, n.moments[1]), coalesce(u.subject, n.subjects[1])"
            f" FROM (SELECT e.contact_ids, e.moments, e.subjects {_UNREAD}) AS n,"
            " unnest(n.contact_ids, n.moments, n.subjects) AS u(contact, moment, subject) WHERE u.contact = %(contact)s"
            " ORDER BY 1",
            values,
        )
        rows = cursor.fetchall()
    return [row[0] for row in rows if row[0] is not None], [row[1:] for row in rows if row[0] is None]


def _build_query_values(team_id: UUID, kind: ActivityKind) -> dict[str, Any]:
    return {"team": team_id, "kind": kind.name, "feed_kind": kind.feed_kind, "consumer": CONSUMER}


def build_activity_frame(entries: Iterable[tuple[Sequence[int], Sequence[int], Sequence[int]]]) -> pl.DataFrame:
    whole = [(row[0], *(expand_shared(part, len(row[0])) for part in row[1:])) for row in entries]
    lists = zip(*whole, strict=True) if whole else ([], [], [])
    columns = {
        name: [one for part in parts for one in part] for name, parts in zip(shapes.ACTIVITY_TYPES, lists, strict=True)
    }
    return pl.DataFrame(columns, schema=dict(shapes.ACTIVITY_TYPES))


def list_block_sizes(team_id: UUID, kind: str, *, below: int) -> list[tuple[int, int]]:
    """Returns (id, rows) of the blocks with fewer rows than `below`, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, rows FROM segments_activityblock WHERE team_id = %s AND kind = %s AND rows < %s ORDER BY id",
            [team_id, kind, below],
        )
        return list(cursor.fetchall())


def read_block(team_id: UUID, key: int) -> bytes:
    with _open_binary_cursor() as cursor:
        cursor.execute("SELECT data FROM segments_activityblock WHERE team_id = %s AND id = %s", [team_id, key])
        return bytes(cursor.fetchall()[0][0])


def list_teams_to_refresh(*, marks: int, blocks: int, block_rows: int) -> list[UUID]:
    """Returns teams with too many changed contacts, or too many small blocks of a kind.

    Includes teams without columns.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT team_id FROM contacts_contactmark GROUP BY team_id HAVING sum(cardinality(contact_ids)) > %s
            UNION
            SELECT team_id FROM segments_activityblock WHERE rows < %s GROUP BY team_id, kind HAVING count(*) > %s
            """,
            [marks, block_rows, blocks],
        )
        return [team_id for (team_id,) in cursor.fetchall()]


@contextmanager
def _open_binary_cursor() -> Iterator[Cursor[Any]]:
    """Yields a cursor with binary results. Django's own returns bytes as text of twice the length."""
    connection.ensure_connection()
    with Cursor(connection.connection) as cursor:
        cursor.format = Format.BINARY
        yield cursor
