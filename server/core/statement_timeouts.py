"""Statements with a time limit, for callers that prefer a partial result to a long wait."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection, transaction

QUERY_CANCELED = "57014"  # SQLSTATE


class StatementTimedOut(Exception):
    """The database cancelled a statement at its time limit."""


@contextmanager
def limit_statements(milliseconds: int) -> Iterator[None]:
    """Limits each statement in the block to this time, at least 1 ms. Raises StatementTimedOut when one exceeds it.

    Earlier work of a surrounding transaction is preserved.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = {max(1, milliseconds)}")
            yield
            cursor.execute("SET LOCAL statement_timeout = 0")
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", "") != QUERY_CANCELED:
            raise
        raise StatementTimedOut from error
