"""Writes the rows of a chunk: COPY for new contacts, a staging table for existing ones.

Each function runs in the transaction of its chunk and takes the team first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import polars as pl
from django.db import connection, transaction
from psycopg import sql

from server.contacts.sql.contacts import CONTACT
from server.contacts.states import ExistingContactPolicy

STAGING_TABLE = sql.Identifier("contacts_import_stage")
# Columns that a file can fill, with their types. Other names never enter a statement.
COLUMNS = {
    "firstname": "text",
    "lastname": "text",
    "phone": "text",
    "birthday": "date",
    "gender": "text",
    "city": "text",
    "country": "text",
    "timezone": "text",
    "company": "text",
    "note": "text",
    "funnel": "text",
}
STAGING_COLUMNS = {"id": "bigint", "location": "tid", "custom": "jsonb", "labels": "int[]", **COLUMNS}


# Low bits of an id that are ignored when before-images are grouped by id block.
IMAGE_BITS = 12


@dataclass(frozen=True, slots=True)
class ColumnSql:
    """SQL of a column: its assignment, its change condition, and its entry in the before-image."""

    assign: sql.Composable
    differs: sql.Composable
    change: sql.Composable


def _build_standard_column(name: str, existing: ExistingContactPolicy) -> ColumnSql:
    """Unknown text is empty, an unknown date null."""
    empty = "c.{0} IS NULL" if COLUMNS[name] == "date" else "c.{0} = ''"
    where = f" AND {empty}" if existing == ExistingContactPolicy.FILL else ""
    column = sql.Identifier(name)
    return ColumnSql(
        sql.SQL(f"{{0}} = CASE WHEN s.{{0}} IS NOT NULL{where} THEN s.{{0}} ELSE c.{{0}} END").format(column),
        sql.SQL(f"s.{{0}} IS NOT NULL{where} AND s.{{0}} IS DISTINCT FROM c.{{0}}").format(column),
        sql.SQL("{0}, CASE WHEN old.{1} IS DISTINCT FROM new.{1} THEN jsonb_build_array(old.{1}, new.{1}) END").format(
            sql.Literal(name), column
        ),
    )


def _build_custom_column(merged: str) -> ColumnSql:
    return ColumnSql(
        sql.SQL(f"custom_field = {merged}"),
        # Containment would treat a list that lost items as unchanged.
        sql.SQL(f"{merged} <> c.custom_field"),
        sql.SQL(
            "'custom', CASE WHEN old.custom_field <> new.custom_field THEN ("
            "SELECT jsonb_object_agg(key, jsonb_build_array(old.custom_field -> key, value))"
            " FROM jsonb_each(new.custom_field) WHERE old.custom_field -> key IS DISTINCT FROM value) END"
        ),
    )


_CUSTOM = {
    ExistingContactPolicy.OVERWRITE: _build_custom_column("c.custom_field || s.custom"),
    ExistingContactPolicy.FILL: _build_custom_column("s.custom || c.custom_field"),
}
_LABELS = ColumnSql(
    # Most repeated contacts have these labels already.
    sql.SQL(
        "label_ids = CASE WHEN c.label_ids @> s.labels THEN c.label_ids"
        " ELSE ARRAY(SELECT DISTINCT l FROM unnest(c.label_ids || s.labels) AS l ORDER BY l) END"
    ),
    sql.SQL("NOT c.label_ids @> s.labels"),
    sql.SQL(
        "'labels', CASE WHEN old.label_ids <> new.label_ids THEN ("
        "SELECT jsonb_agg(label) FROM unnest(new.label_ids) AS label WHERE label <> ALL (old.label_ids)) END"
    ),
)
# The rows are locked, so their ctid stays valid and needs no index. Otherwise the planner might scan the whole table
# per chunk if it believes that the table is empty. RETURNING builds the before-image: passing the old and new columns
# on would add half of the time of the update.
_UPDATE = """
    WITH written AS (
        UPDATE {contact} AS c SET {sets}, updated_at = %(now)s, revision = c.revision + 1
        FROM {stage} AS s WHERE c.ctid = s.location AND c.ctid = ANY (ARRAY(SELECT location FROM {stage}))
            AND (c.id = s.id) IS TRUE AND (c.team_id = %(team)s) IS TRUE AND ({differs})
        RETURNING c.id, new.revision AS revision, jsonb_strip_nulls(jsonb_build_object({changes})) AS change
    ), kept AS (
        INSERT INTO contacts_importimage (team_id, import_id, block, contact_ids, revisions, changes)
        SELECT %(team)s, %(import)s, id >> %(bits)s AS block, array_agg(id), array_agg(revision), jsonb_agg(change)
        FROM written GROUP BY block
    )
    SELECT label::int, count(*) FROM written, jsonb_array_elements_text(change -> 'labels') AS label
    WHERE change ? 'labels' GROUP BY label
"""


# The planner has no statistics of a new team and would scan the whole team per chunk. This forces one lookup in the
# unique index per address:
# - LIMIT keeps the planner from joining the subquery in another way.
# - OFFSET hides the team id. For a constant without statistics the planner expects one row, so any index that starts
#   with the team looks as good as the unique one. The import of a second team then took 20 times as long.
# - Only the unique index provides the order of the addresses. Without it, the planner could choose another index while
#   it believes that the table is empty, and a cached plan outlives that.
# Where rows are found by id, IS TRUE keeps the team condition from using an index.
_FIND = """
    FROM (SELECT %(team)s::uuid AS team OFFSET 0) AS mine,
    unnest(string_to_array(%(emails)s, E'\\n')) AS given (email), LATERAL (
        SELECT id FROM contacts_contact
        WHERE team_id = mine.team AND email >= given.email AND email <= given.email ORDER BY email LIMIT 1
    ) AS found
"""


def lock_existing(team_id: UUID, emails: pl.Series) -> pl.DataFrame:
    """Returns the existing contacts with these addresses: `email`, `id` and `location`, the ctid until written.

    Locks them in id order until the chunk is written.
    """
    with connection.cursor() as cursor:
        # The settings last for the transaction, so the joins of update_staged are hash joins as well.
        _disable_planner_methods(cursor, "sort", "seqscan", "nestloop", "mergejoin")
        cursor.execute(
            f"SELECT email, id, ctid::text FROM contacts_contact WHERE id = ANY (ARRAY(SELECT found.id {_FIND}))"  # noqa: S608
            " AND (team_id = %(team)s) IS TRUE ORDER BY id FOR UPDATE",
            {"team": team_id, "emails": _join_lines(emails)},
        )
        rows = cursor.fetchall()
    return pl.DataFrame(rows, schema={"email": pl.String, "id": pl.Int64, "location": pl.String}, orient="row")


def _disable_planner_methods(cursor: Any, *ways: str) -> None:
    """For the rest of the transaction."""
    cursor.execute("SELECT " + ", ".join(f"set_config('enable_{way}', 'off', true)" for way in ways))


def find_existing_emails(team_id: UUID, emails: pl.Series) -> pl.Series:
    with transaction.atomic(), connection.cursor() as cursor:
        _disable_planner_methods(cursor, "sort")
        cursor.execute("SELECT given.email" + _FIND, {"team": team_id, "emails": _join_lines(emails)})
        return pl.Series([row[0] for row in cursor.fetchall()], dtype=pl.String)


def _join_lines(emails: pl.Series) -> str:
    """A list would be serialized item by item."""
    return emails.str.join("\n").item() or ""


def allocate_ids(team_id: UUID, count: int) -> pl.Series:
    """Allocates the ids before COPY, which cannot return them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT array_agg(nextval('contacts_contact_id_seq')) FROM generate_series(1, %s)", [count])
        return pl.Series("id", cursor.fetchone()[0])


def copy_contacts(team_id: UUID, rows: pl.DataFrame) -> None:
    """The columns are named as in the table. Raises IntegrityError on a concurrent insert."""
    columns = [name for name in rows.columns if name != "team_id"]
    _copy_frame(CONTACT, rows.select(pl.lit(str(team_id)).alias("team_id"), *columns))


def stage_rows(team_id: UUID, rows: pl.DataFrame) -> None:
    """`rows` has `id`, `location`, contact columns, `custom` and `labels`."""
    typed = [sql.SQL("{} {}").format(sql.Identifier(name), sql.SQL(STAGING_COLUMNS[name])) for name in rows.columns]
    columns = sql.SQL(", ").join(typed)
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(STAGING_TABLE))
        cursor.execute(sql.SQL("CREATE TEMP TABLE {} ({}) ON COMMIT DROP").format(STAGING_TABLE, columns))
    _copy_frame(STAGING_TABLE, rows)


def update_staged(
    team_id: UUID, columns: Sequence[str], *, existing: ExistingContactPolicy, import_id: UUID, now: Any
) -> dict[int, int]:
    """Writes the staged values over the stored ones, or only where none is stored.

    Stores before-images of changed contacts (ImportImage). Returns how many contacts gained a label, by label.
    """
    parts = [_build_standard_column(name, existing) for name in columns if name in COLUMNS]
    if "custom" in columns:
        parts.append(_CUSTOM[existing])
    if "labels" in columns:
        parts.append(_LABELS)
    if not parts:
        return {}
    statement = sql.SQL(_UPDATE).format(
        contact=CONTACT,
        stage=STAGING_TABLE,
        sets=sql.SQL(", ").join(part.assign for part in parts),
        differs=sql.SQL(" OR ").join(sql.SQL("({})").format(part.differs) for part in parts),
        changes=sql.SQL(", ").join(part.change for part in parts),
    )
    values = {"team": team_id, "import": import_id, "now": now, "bits": IMAGE_BITS}
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return dict(cursor.fetchall())


def analyze_contacts(team_id: UUID) -> None:
    """Updates the statistics after a large import instead of waiting for autovacuum."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE contacts_contact")


def analyze_team_column(team_id: UUID) -> None:
    """Updates the statistics of the team column only, which takes a tenth of the time."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE contacts_contact (team_id)")


def _copy_frame(table: sql.Identifier, rows: pl.DataFrame) -> None:
    columns = sql.SQL(", ").join(map(sql.Identifier, rows.columns))
    statement = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT csv)").format(table, columns)
    data = rows.write_csv(include_header=False).encode()
    # Without this, errors of psycopg's copy would not become Django errors.
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.write(data)
