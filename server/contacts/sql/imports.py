"""The rows of a chunk on their way into the tables: COPY for new contacts, a staging table for known ones.

Every function runs in the transaction of its chunk and takes the team first.
"""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

import polars as pl
from django.db import connection
from psycopg import sql

from server.contacts.sql.contacts import CONTACT, SLOTS, check_slot

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
    "company": "text",
    "note": "text",
    "funnel": "text",
}
SLOT_TYPES = {"t": "text", "n": "float8", "d": "date", "c": "boolean"}


# The table grows by the minute, and of a new team the planner knows nothing: left alone it reads all of the team per
# chunk. So each address is one look into the unique index (LIMIT keeps the subquery from being joined otherwise), and
# where rows are found by key the team is asked for with IS TRUE, which no index answers. The team comes from a subquery
# that OFFSET keeps apart: as a constant that the statistics have not seen it would be taken for one of a single row,
# and any index that begins with the team for as good as the unique one (a second team's import then took 20 times as
# long as the first one's).
_FIND = """
    FROM (SELECT %(team)s::uuid AS team OFFSET 0) AS mine, unnest(%(emails)s::text[]) AS given (email), LATERAL (
        SELECT id FROM contacts_contact WHERE team_id = mine.team AND email = given.email LIMIT 1
    ) AS found
"""


def known(team_id: UUID, emails: Iterable[str]) -> pl.DataFrame:
    """Contacts of the team with these addresses, `email` and `id`, locked in key order until the chunk is written."""
    with connection.cursor() as cursor:
        # For the joins with the staged rows: from each of those by key, never the other way round.
        for way in ("seqscan", "hashjoin", "mergejoin"):
            cursor.execute(sql.SQL("SET LOCAL {} = off").format(sql.Identifier(f"enable_{way}")))
        cursor.execute("SELECT found.id" + _FIND, {"team": team_id, "emails": list(emails)})
        ids = [row[0] for row in cursor.fetchall()]
        cursor.execute(
            "SELECT email, id FROM contacts_contact WHERE id = ANY (%s) AND (team_id = %s) IS TRUE"
            " ORDER BY id FOR UPDATE",
            [ids, team_id],
        )
        rows = cursor.fetchall()
    return pl.DataFrame(rows, schema={"email": pl.String, "id": pl.Int64}, orient="row")


def count_known(team_id: UUID, emails: Iterable[str]) -> int:
    """How many of these addresses the team has."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*)" + _FIND, {"team": team_id, "emails": list(emails)})
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def new_ids(team_id: UUID, count: int) -> pl.Series:
    """Keys for new contacts, so that their slots can be copied without reading them back."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval('contacts_contact_id_seq') FROM generate_series(1, %s)", [count])
        return pl.Series("id", [row[0] for row in cursor.fetchall()], dtype=pl.Int64)


def copy_contacts(team_id: UUID, rows: pl.DataFrame) -> None:
    """New contacts; the frame's columns are named as the table's. Raises IntegrityError when one came in between."""
    columns = [name for name in rows.columns if name != "team_id"]
    _copy(CONTACT, rows.select(pl.lit(str(team_id)).alias("team_id"), *columns))


def copy_slots(team_id: UUID, rows: pl.DataFrame) -> None:
    """The custom values of new contacts: `contact_id` and a column per slot."""
    _copy(SLOTS, rows.select(pl.lit(str(team_id)).alias("team_id"), *rows.columns))


def stage(team_id: UUID, rows: pl.DataFrame) -> None:
    """Rows of known contacts, waiting for the statements below: `id`, columns, `custom`, `labels` and slots."""
    types = {name: _type(name) for name in rows.columns}
    columns = sql.SQL(", ").join(sql.SQL("{} {}").format(sql.Identifier(n), sql.SQL(t)) for n, t in types.items())
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(STAGE))
        cursor.execute(sql.SQL("CREATE TEMP TABLE {} ({}) ON COMMIT DROP").format(STAGE, columns))
    _copy(STAGE, rows)


def gained_labels(team_id: UUID) -> dict[int, int]:
    """How many of the staged contacts will carry a label that they don't carry yet, by label."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT label, count(*) FROM contacts_import_stage AS s
            JOIN contacts_contact AS c ON c.id = s.id AND (c.team_id = %s) IS TRUE, unnest(s.labels) AS label
            WHERE NOT label = ANY (c.label_ids) GROUP BY label
            """,
            [team_id],
        )
        return dict(cursor.fetchall())


def update_staged(team_id: UUID, columns: Sequence[str], now: Any) -> None:
    """Writes the staged values over the stored ones where a value is given and differs."""
    names = [name for name in columns if name in COLUMNS]
    plain: list[sql.Composable] = [
        sql.SQL("{0} = COALESCE(s.{0}, c.{0})").format(sql.Identifier(name)) for name in names
    ]
    differs: list[sql.Composable] = [
        sql.SQL("s.{0} IS NOT NULL AND s.{0} IS DISTINCT FROM c.{0}").format(sql.Identifier(name)) for name in names
    ]
    if "custom" in columns:
        plain.append(sql.SQL("custom_field = c.custom_field || s.custom"))
        differs.append(sql.SQL("NOT c.custom_field @> s.custom"))
    if "labels" in columns:
        plain.append(
            sql.SQL("label_ids = ARRAY(SELECT DISTINCT l FROM unnest(c.label_ids || s.labels) AS l ORDER BY l)")
        )
        differs.append(sql.SQL("NOT c.label_ids @> s.labels"))
    if not plain:
        return
    statement = sql.SQL(
        "UPDATE {contact} AS c SET {sets}, updated_at = %s, revision = c.revision + 1"
        " FROM {stage} AS s WHERE c.id = s.id AND (c.team_id = %s) IS TRUE AND ({differs})"
    ).format(
        contact=CONTACT,
        stage=STAGE,
        sets=sql.SQL(", ").join(plain),
        differs=sql.SQL(" OR ").join(sql.SQL("({})").format(part) for part in differs),
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [now, team_id])


def update_slots(team_id: UUID, slots: Sequence[str]) -> None:
    """Writes the staged custom values into the slots of known contacts."""
    for slot in slots:
        check_slot(slot)
    names = [sql.Identifier(slot) for slot in slots]
    columns = sql.SQL(", ").join(names)
    given = sql.SQL("COALESCE({})").format(sql.SQL(", ").join(sql.SQL("s.{}::text").format(name) for name in names))
    kept = sql.SQL(", ").join(sql.SQL("{0} = COALESCE(EXCLUDED.{0}, t.{0})").format(name) for name in names)
    statement = sql.SQL(
        "INSERT INTO {slots} AS t (contact_id, team_id, {columns})"
        " SELECT s.id, %s, {staged} FROM {stage} AS s WHERE {given} IS NOT NULL"
        " ON CONFLICT (contact_id) DO UPDATE SET {kept}"
    ).format(
        slots=SLOTS,
        columns=columns,
        staged=sql.SQL(", ").join(sql.SQL("s.{}").format(name) for name in names),
        stage=STAGE,
        given=given,
        kept=kept,
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [team_id])


def analyze(team_id: UUID) -> None:
    """Tells the planner what a large import changed, rather than leaving it to the next autovacuum."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE contacts_contact")
        cursor.execute("ANALYZE contacts_contactslots")


def introduce(team_id: UUID) -> None:
    """Tells the planner how many contacts the team has by now; of one column, for that takes a tenth of the time."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE contacts_contact (team_id)")


def _type(name: str) -> str:
    fixed = {"id": "bigint", "custom": "jsonb", "labels": "int[]", **COLUMNS}
    if name not in fixed:
        check_slot(name)
    return fixed.get(name) or SLOT_TYPES[name[0]]


def _copy(table: sql.Identifier, rows: pl.DataFrame) -> None:
    columns = sql.SQL(", ").join(map(sql.Identifier, rows.columns))
    statement = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT csv)").format(table, columns)
    data = rows.write_csv(include_header=False).encode()
    # The cursor's copy is psycopg's own: without this its errors would not be Django's.
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.write(data)
