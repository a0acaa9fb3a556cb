"""Monthly partitions: which are created ahead and which are dropped."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import connection
from psycopg import Connection

from server.core import clock, partitions
from tests.locks import is_table_awaited
from tests.realtime.harness import eventually

pytestmark = pytest.mark.django_db


def months_of(parent: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT right(c.relname, 7) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
            " WHERE i.inhparent = %s::regclass AND c.relname ~ '_[0-9]{4}_[0-9]{2}$' ORDER BY 1",
            [parent],
        )
        return [month for (month,) in cursor.fetchall()]


@pytest.fixture
def same_partitions_after(transactional_db: None) -> Iterator[None]:
    """Rolling back rows does not remove partitions: they stay as a test has left them."""
    before = {parent: months_of(parent) for parent in partitions.PARTITIONED_TABLES}
    yield
    with connection.cursor() as cursor:
        for parent, months in before.items():
            for month in set(months_of(parent)) - set(months):
                cursor.execute(f"DROP TABLE {parent}_{month}")
    partitions.create_partitions(
        date.fromisoformat(f"{month.replace('_', '-')}-01") for month in set().union(*before.values())
    )


def test_maintenance_makes_the_months_ahead_and_drops_those_past_retention() -> None:
    partitions.create_partitions_between(date(2039, 6, 7), date(2039, 8, 9))

    with clock.freeze(datetime(2041, 7, 15, tzinfo=UTC)):
        partitions.maintain()

    assert [month for month in months_of("delivery_event") if month >= "2030"] == [
        "2039_07",
        "2039_08",
        "2041_07",
        "2041_08",
        "2041_09",
    ]


@pytest.mark.usefixtures("same_partitions_after")
def test_tables_that_are_in_use_are_changed_another_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partitions, "LOCK_SECONDS", 0.01)
    parameters = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    with clock.freeze(datetime(2041, 7, 15, tzinfo=UTC)):
        with Connection.connect(**{name: parameters[name] for name in names if name in parameters}) as reader:
            reader.execute("SELECT FROM delivery_event LIMIT 1")
            reader.execute("LOCK TABLE delivery_event IN SHARE MODE")
            partitions.maintain()
            assert "2041_07" not in months_of("delivery_event")
        partitions.maintain()

    assert "2041_07" in months_of("delivery_event")
    assert months_of("delivery_event")[0] == "2041_07"


@pytest.mark.usefixtures("same_partitions_after")
def test_a_partition_that_another_call_makes_meanwhile_is_made_once() -> None:
    parameters = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    statement = "SELECT core_make_partition('delivery_event', '2041-07-01')"
    first, second = (
        Connection.connect(**{name: parameters[name] for name in names if name in parameters}) for _ in range(2)
    )

    def make_in_second() -> None:
        second.execute(statement)
        second.commit()

    with first, second, ThreadPoolExecutor(1) as threads:
        first.execute(statement)
        waiting = threads.submit(make_in_second)
        eventually(is_table_awaited)
        first.commit()
        waiting.result(20)

    assert "2041_07" in months_of("delivery_event")


def test_rows_that_are_still_needed_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    needed: list[datetime | None] = [datetime(2041, 3, 31, 23, tzinfo=UTC)]
    short = partitions.PartitionConfig(keep_months=2, find_first_needed=lambda: needed[0])
    monkeypatch.setitem(partitions.PARTITIONED_TABLES.entries, "delivery_event", short)
    partitions.create_partitions_between(date(2041, 2, 7), date(2041, 7, 9))

    with clock.freeze(datetime(2041, 7, 15, tzinfo=UTC)):
        partitions.maintain()
        assert [month for month in months_of("delivery_event") if month >= "2030"][:2] == ["2041_03", "2041_04"]
        needed[0] = None
        partitions.maintain()

    assert [month for month in months_of("delivery_event") if month >= "2030"][:2] == ["2041_05", "2041_06"]
    assert "2041_02" in months_of("delivery_send_log")


def test_a_partition_has_the_unique_columns_of_its_table() -> None:
    partitions.create_partitions([date(2039, 6, 1)])
    partitions.create_partitions([date(2039, 6, 1)])

    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'delivery_send_log_2039_06_once'")
        [(definition,)] = cursor.fetchall()
    assert definition.startswith("CREATE UNIQUE INDEX")
    assert definition.endswith('(mailing_id, "position")')


# Texts that a table's checks require; others can have any.
TEXTS = {
    "delivery_send_log": {"state": "sent"},
    "delivery_event": {"kind": "open"},
    "transactional_message": {"via": "http", "state": "accepted"},
    "transactional_recipient": {"kind": "to", "state": "queued"},
    "transactional_event": {"type": "accepted"},
}
VALUES: dict[str, Any] = {"boolean": False, "jsonb": {}, "bytea": "\\x00", "bigint[]": [7]}


def insert(parent: str, moments: list[datetime], first: int = 0) -> None:
    """Rows with a time in the partition column, and the next number in the others."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute"
            " JOIN pg_partitioned_table ON partrelid = attrelid WHERE attrelid = %s::regclass"
            " AND attnum > 0 AND attnotnull AND (NOT atthasdef OR attnum = partattrs[0])",
            [parent],
        )
        columns = dict(cursor.fetchall())
        for number, moment in enumerate(moments, first):
            row = {
                name: VALUES.get(kind, number)
                if kind in (*VALUES, "smallint", "integer", "bigint")
                else moment.isoformat()
                if kind == "timestamp with time zone"
                else f"00000000-0000-0000-0000-{number:012}"
                if kind == "uuid"
                else TEXTS.get(parent, {}).get(name, "")
                for name, kind in columns.items()
            }
            names = ", ".join(f'"{name}"' for name in columns)
            cursor.execute(
                f"INSERT INTO {parent} ({names}) SELECT {names} FROM jsonb_populate_record(NULL::{parent}, %s)",  # noqa: S608 -- ours
                [json.dumps(row)],
            )


def rows_of(table: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT to_jsonb(t) FROM {table} AS t")  # noqa: S608 -- ours
        return sorted((json.loads(row) for (row,) in cursor.fetchall()), key=str)


STRAYS = [
    datetime(2041, 6, 30, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2041, 7, 1, tzinfo=UTC),
    datetime(2041, 8, 31, 23, 59, 59, 999_999, tzinfo=UTC),
]


@pytest.mark.parametrize("parent", sorted(partitions.PARTITIONED_TABLES))
def test_rows_that_came_before_their_partition_move_into_it(parent: str) -> None:
    insert(parent, STRAYS)
    before, fed = rows_of(parent), rows_of("contacts_feedentry")
    assert len(rows_of(f"{parent}_default")) == 3

    with clock.freeze(datetime(2041, 7, 15, tzinfo=UTC)):
        partitions.maintain()
        partitions.maintain()

    assert rows_of(parent) == before
    assert len(rows_of("contacts_feedentry")) == len(fed)
    assert [len(rows_of(f"{parent}_{name}")) for name in ("2041_07", "2041_08", "2041_09", "default")] == [1, 1, 0, 1]
    assert partitions.stray_rows._value.get() == 1
    # The default partition accepts rows as before.
    insert(parent, [datetime(2051, 1, 1, tzinfo=UTC), datetime(2041, 9, 1, tzinfo=UTC)], 3)
    assert [len(rows_of(f"{parent}_{name}")) for name in ("2041_09", "default")] == [1, 2]


def test_moved_rows_keep_numbers_and_triggers_do_not_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with connection.cursor() as cursor:
        cursor.execute("""
            CREATE TABLE pets (
                at timestamptz NOT NULL, gone text, id bigint GENERATED ALWAYS AS IDENTITY, name text NOT NULL,
                shouted text GENERATED ALWAYS AS (upper(name)) STORED, PRIMARY KEY (id, at)
            ) PARTITION BY RANGE (at);
            ALTER TABLE pets DROP COLUMN gone;
            CREATE TABLE pets_default PARTITION OF pets DEFAULT;
            CREATE TABLE fed (pet bigint);
            CREATE FUNCTION feed_pets() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN INSERT INTO fed SELECT id FROM pets; RETURN NULL; END $$;
            CREATE TRIGGER feed_pets AFTER INSERT OR DELETE ON pets FOR EACH STATEMENT EXECUTE FUNCTION feed_pets();
            INSERT INTO pets (at, name) VALUES ('2041-07-01 12:00Z', 'miau'), ('2041-06-01 12:00Z', 'wau');
        """)
    monkeypatch.setattr(
        partitions.PARTITIONED_TABLES, "entries", {"pets": partitions.PartitionConfig(unique_columns=("name",))}
    )
    before = rows_of("pets")

    partitions.create_partitions([date(2041, 7, 1)])

    assert (rows_of("pets"), rows_of("fed")) == (before, [{"pet": 1}, {"pet": 2}])
    assert [row["shouted"] for row in rows_of("pets_2041_07")] == ["MIAU"]
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO pets (at, name) VALUES ('2041-07-02 12:00Z', 'piep') RETURNING id")
        assert cursor.fetchone() == (3,)
        cursor.execute("SELECT count(*) FROM pg_indexes WHERE indexname = 'pets_2041_07_once'")
        assert cursor.fetchone() == (1,)
