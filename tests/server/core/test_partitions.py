"""Monthly partitions: which are created ahead and which are dropped."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from django.db import connection
from psycopg import Connection

from server.core import clock, partitions

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
    """Partitions are no rows: they stay as a test has left them."""
    before = {parent: months_of(parent) for parent in partitions.PARENTS}
    yield
    with connection.cursor() as cursor:
        for parent, months in before.items():
            for month in set(months_of(parent)) - set(months):
                cursor.execute(f"DROP TABLE {parent}_{month}")
    partitions.make(date.fromisoformat(f"{month.replace('_', '-')}-01") for month in set().union(*before.values()))


def test_maintenance_makes_the_months_ahead_and_drops_those_past_retention() -> None:
    partitions.make_between(date(2039, 6, 7), date(2039, 8, 9))

    with clock.held_at(datetime(2041, 7, 15, tzinfo=UTC)):
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
    with clock.held_at(datetime(2041, 7, 15, tzinfo=UTC)):
        with Connection.connect(**{name: parameters[name] for name in names if name in parameters}) as reader:
            reader.execute("SELECT FROM delivery_event LIMIT 1")
            reader.execute("LOCK TABLE delivery_event IN SHARE MODE")
            partitions.maintain()
            assert "2041_07" not in months_of("delivery_event")
        partitions.maintain()

    assert "2041_07" in months_of("delivery_event")
    assert months_of("delivery_event")[0] == "2041_07"


def test_rows_that_are_still_needed_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    needed: list[datetime | None] = [datetime(2041, 3, 31, 23, tzinfo=UTC)]
    short = partitions.Partitioned(keep_months=2, find_first_needed=lambda: needed[0])
    monkeypatch.setitem(partitions.PARENTS.entries, "delivery_event", short)
    partitions.make_between(date(2041, 2, 7), date(2041, 7, 9))

    with clock.held_at(datetime(2041, 7, 15, tzinfo=UTC)):
        partitions.maintain()
        assert [month for month in months_of("delivery_event") if month >= "2030"][:2] == ["2041_03", "2041_04"]
        needed[0] = None
        partitions.maintain()

    assert [month for month in months_of("delivery_event") if month >= "2030"][:2] == ["2041_05", "2041_06"]
    assert "2041_02" in months_of("delivery_send_log")


def test_a_partition_has_the_unique_columns_of_its_table() -> None:
    partitions.make([date(2039, 6, 1)])
    partitions.make([date(2039, 6, 1)])

    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'delivery_send_log_2039_06_once'")
        [(definition,)] = cursor.fetchall()
    assert definition.startswith("CREATE UNIQUE INDEX")
    assert definition.endswith('(mailing_id, "position")')
