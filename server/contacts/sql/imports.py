"""The rows of a chunk on their way into the tables: COPY for new contacts, a staging table for known ones.

Every function runs in the transaction of its chunk and takes the team first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import polars as pl
from django.db import connection, transaction
from psycopg import sql

from server.contacts.sql.contacts import CONTACT
from server.contacts.states import Existing

STAGE = sql.Identifier("contacts_import_stage")
# Columns of a contact that a file may fill, with their types. A name outside is never put into a statement.
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
STAGED = {"id": "bigint", "location": "tid", "custom": "jsonb", "labels": "int[]", **COLUMNS}


# Keys whose before-images stand together are equal but for so many bits.
IMAGE_BITS = 12


@dataclass(frozen=True, slots=True)
class Part:
    """What is written of a column: how, when it differs, and its keys and values in the before-image."""

    assign: sql.Composable
    differs: sql.Composable
    change: sql.Composable


def _plain(name: str, existing: Existing) -> Part:
    """A column of the contact. A text that isn't known is empty, a date null."""
    empty = "c.{0} IS NULL" if COLUMNS[name] == "date" else "c.{0} = ''"
    where = f" AND {empty}" if existing == Existing.FILL else ""
    column = sql.Identifier(name)
    return Part(
        sql.SQL(f"{{0}} = CASE WHEN s.{{0}} IS NOT NULL{where} THEN s.{{0}} ELSE c.{{0}} END").format(column),
        sql.SQL(f"s.{{0}} IS NOT NULL{where} AND s.{{0}} IS DISTINCT FROM c.{{0}}").format(column),
        sql.SQL("{0}, CASE WHEN old.{1} IS DISTINCT FROM new.{1} THEN jsonb_build_array(old.{1}, new.{1}) END").format(
            sql.Literal(name), column
        ),
    )


def _custom(merged: str) -> Part:
    return Part(
        sql.SQL(f"custom_field = {merged}"),
        # Containment would take a list for unchanged that has lost some of its items.
        sql.SQL(f"{merged} <> c.custom_field"),
        sql.SQL(
            "'custom', CASE WHEN old.custom_field <> new.custom_field THEN ("
            "SELECT jsonb_object_agg(key, jsonb_build_array(old.custom_field -> key, value))"
            " FROM jsonb_each(new.custom_field) WHERE old.custom_field -> key IS DISTINCT FROM value) END"
        ),
    )


_CUSTOM = {
    Existing.OVERWRITE: _custom("c.custom_field || s.custom"),
    Existing.FILL: _custom("s.custom || c.custom_field"),
}
_LABELS = Part(
    # Most of those who come again carry them already.
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
# The rows are locked, so they stand where they were found, and are gone to without an index: no other is read, whatever
# the planner takes the table for. One that was taken for empty was read as a whole, once for a chunk.
# The change is put together where the row is at hand: handed on column by column, before and after, it costs half as
# much again as the update itself.
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


# The table grows by the minute, and of a new team the planner knows nothing: left alone it reads all of the team per
# chunk. So each address is one look into the unique index (LIMIT keeps the subquery from being joined otherwise), and
# where rows are found by key the team is asked for with IS TRUE, which no index answers. The team comes from a subquery
# that OFFSET keeps apart: as a constant that the statistics have not seen it would be taken for one of a single row,
# and any index that begins with the team for as good as the unique one (a second team's import then took 20 times as
# long as the first one's). So would every index while the table is taken for empty, and a kept plan outlives that: the
# address is asked for by its order, which of all indexes that begin with the team the unique one alone gives.
_FIND = """
    FROM (SELECT %(team)s::uuid AS team OFFSET 0) AS mine,
    unnest(string_to_array(%(emails)s, E'\\n')) AS given (email), LATERAL (
        SELECT id FROM contacts_contact
        WHERE team_id = mine.team AND email >= given.email AND email <= given.email ORDER BY email LIMIT 1
    ) AS found
"""


def known(team_id: UUID, emails: pl.Series) -> pl.DataFrame:
    """Contacts of the team with these addresses: `email`, `id` and `location`, where the row stands until written.

    They are locked, in key order, until the chunk is written.
    """
    with connection.cursor() as cursor:
        # Beside the look, what is joined with the staged rows: each is met once.
        _close(cursor, "sort", "seqscan", "nestloop", "mergejoin")
        cursor.execute(
            f"SELECT email, id, ctid::text FROM contacts_contact WHERE id = ANY (ARRAY(SELECT found.id {_FIND}))"  # noqa: S608
            " AND (team_id = %(team)s) IS TRUE ORDER BY id FOR UPDATE",
            {"team": team_id, "emails": _lines(emails)},
        )
        rows = cursor.fetchall()
    return pl.DataFrame(rows, schema={"email": pl.String, "id": pl.Int64, "location": pl.String}, orient="row")


def _close(cursor: Any, *ways: str) -> None:
    """Keeps the planner from these ways, for the rest of the transaction."""
    cursor.execute("SELECT " + ", ".join(f"set_config('enable_{way}', 'off', true)" for way in ways))


def known_among(team_id: UUID, emails: pl.Series) -> pl.Series:
    """Those of these addresses that the team has."""
    with transaction.atomic(), connection.cursor() as cursor:
        _close(cursor, "sort")
        cursor.execute("SELECT given.email" + _FIND, {"team": team_id, "emails": _lines(emails)})
        return pl.Series([row[0] for row in cursor.fetchall()], dtype=pl.String)


def _lines(emails: pl.Series) -> str:
    """Addresses as one text, in which no line ends but theirs: a list would be written down one by one."""
    return emails.str.join("\n").item() or ""


def new_ids(team_id: UUID, count: int) -> pl.Series:
    """Keys for new contacts, so that what is noted of them needs no reading back."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT array_agg(nextval('contacts_contact_id_seq')) FROM generate_series(1, %s)", [count])
        return pl.Series("id", cursor.fetchone()[0])


def copy_contacts(team_id: UUID, rows: pl.DataFrame) -> None:
    """New contacts; the frame's columns are named as the table's. Raises IntegrityError when one came in between."""
    columns = [name for name in rows.columns if name != "team_id"]
    _copy(CONTACT, rows.select(pl.lit(str(team_id)).alias("team_id"), *columns))


def stage(team_id: UUID, rows: pl.DataFrame) -> None:
    """Rows of known contacts, waiting for the statements below: `id`, `location`, columns, `custom` and `labels`."""
    typed = [sql.SQL("{} {}").format(sql.Identifier(name), sql.SQL(STAGED[name])) for name in rows.columns]
    columns = sql.SQL(", ").join(typed)
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(STAGE))
        cursor.execute(sql.SQL("CREATE TEMP TABLE {} ({}) ON COMMIT DROP").format(STAGE, columns))
    _copy(STAGE, rows)


def update_staged(
    team_id: UUID, columns: Sequence[str], *, existing: Existing, import_id: UUID, now: Any
) -> dict[int, int]:
    """Writes the staged values: over the stored ones, or only where none is stored. What changed keeps what it was
    before (ImportImage); what doesn't change leaves nothing behind. Answers how many have gained a label, by label.
    """
    parts = [_plain(name, existing) for name in columns if name in COLUMNS]
    if "custom" in columns:
        parts.append(_CUSTOM[existing])
    if "labels" in columns:
        parts.append(_LABELS)
    if not parts:
        return {}
    statement = sql.SQL(_UPDATE).format(
        contact=CONTACT,
        stage=STAGE,
        sets=sql.SQL(", ").join(part.assign for part in parts),
        differs=sql.SQL(" OR ").join(sql.SQL("({})").format(part.differs) for part in parts),
        changes=sql.SQL(", ").join(part.change for part in parts),
    )
    values = {"team": team_id, "import": import_id, "now": now, "bits": IMAGE_BITS}
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return dict(cursor.fetchall())


def analyze(team_id: UUID) -> None:
    """Tells the planner what a large import changed, rather than leaving it to the next autovacuum."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE contacts_contact")


def introduce(team_id: UUID) -> None:
    """Tells the planner how many contacts the team has by now; of one column, for that takes a tenth of the time."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE contacts_contact (team_id)")


def _copy(table: sql.Identifier, rows: pl.DataFrame) -> None:
    columns = sql.SQL(", ").join(map(sql.Identifier, rows.columns))
    statement = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT csv)").format(table, columns)
    data = rows.write_csv(include_header=False).encode()
    # The cursor's copy is psycopg's own: without this its errors would not be Django's.
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.write(data)
