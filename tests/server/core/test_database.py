"""Persistent connections: no check query before each request, and cached plans."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.db import DataError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from server.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def line() -> Iterator[BaseDatabaseWrapper]:
    """A separate connection."""
    line = connection.copy()
    with line.cursor() as cursor:
        cursor.execute("SELECT 'the last statement'")
    yield line
    line.close()


def _backend(line: BaseDatabaseWrapper) -> int:
    return int(line.connection.info.backend_pid)


def _last_statement(line: BaseDatabaseWrapper) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [_backend(line)])
        return str(cursor.fetchone()[0])


def test_a_silent_connection_is_usable_without_a_question(line: BaseDatabaseWrapper) -> None:
    assert line.is_usable()

    assert _last_statement(line) == "SELECT 'the last statement'"


def test_a_connection_with_a_failure_behind_it_is_asked(line: BaseDatabaseWrapper) -> None:
    line.errors_occurred = True

    assert line.is_usable()

    assert _last_statement(line) == "SELECT 1"


def test_a_connection_that_the_server_ended_is_not_usable(line: BaseDatabaseWrapper) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [_backend(line)])

    assert not line.is_usable()


def test_the_server_keeps_the_plan_of_a_statement_that_comes_again() -> None:
    for number in range(6):
        User.objects.filter(email=f"nobody{number}@example.com").first()

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%\"email\" = $1%'")
        assert cursor.fetchone() == (1,)


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-03-09 17:05:02+00", datetime(2026, 3, 9, 17, 5, 2, tzinfo=UTC)),
        ("2026-03-09 17:05:02.5+00", datetime(2026, 3, 9, 17, 5, 2, 500000, tzinfo=UTC)),
        ("2026-03-09 17:05:02.123456+00", datetime(2026, 3, 9, 17, 5, 2, 123456, tzinfo=UTC)),
        ("2026-03-09 17:05:02.000007+07", datetime(2026, 3, 9, 10, 5, 2, 7, tzinfo=UTC)),
        ("0001-01-01 00:00:00+00", datetime(1, 1, 1, tzinfo=UTC)),
        ("9999-12-31 23:59:59.999999+00", datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)),
    ],
)
def test_a_moment_is_read_as_it_was_written(written: str, moment: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::text::timestamptz", [written])
        [read] = cursor.fetchone()

    assert (read, read.tzinfo) == (moment, UTC)


@pytest.mark.parametrize("written", ["infinity", "0044-03-15 12:00:00 BC", "10000-01-01 00:00:00+00"])
def test_a_moment_that_python_has_not_is_refused_as_ever(written: str) -> None:
    with connection.cursor() as cursor, pytest.raises(DataError):
        cursor.execute("SELECT %s::text::timestamptz", [written])
        cursor.fetchone()


def test_a_session_in_another_zone_reads_the_same_moment() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL TIME ZONE 'Asia/Jakarta'")
        cursor.execute("SELECT '2026-03-09 17:05:02+00'::timestamptz")
        [read] = cursor.fetchone()

    assert (read, read.tzinfo) == (datetime(2026, 3, 9, 17, 5, 2, tzinfo=UTC), UTC)
