import pytest
from django.db import DataError, connection

from server.core.statement_timeouts import StatementTimedOut, limit_statements


def query_value(statement: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


@pytest.mark.django_db
def test_a_statement_that_takes_too_long_is_ended_and_the_transaction_around_it_goes_on() -> None:
    query_value("SELECT set_config('dash.before', 'kept', true)")

    with pytest.raises(StatementTimedOut), limit_statements(50):
        query_value("SELECT 1 FROM pg_sleep(30)")

    assert query_value("SELECT current_setting('dash.before')") == "kept"
    assert query_value("SHOW statement_timeout") == "0"


@pytest.mark.django_db(transaction=True)
def test_what_comes_afterwards_has_no_limit() -> None:
    with limit_statements(50):
        assert query_value("SELECT 1") == 1

    assert query_value("SHOW statement_timeout") == "0"


@pytest.mark.django_db
def test_another_failure_is_no_lateness() -> None:
    with pytest.raises(DataError), limit_statements(30_000):
        query_value("SELECT 1 / 0")
