"""Statements that are given up after a while, so that who asked gets what there is rather than waits."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection, transaction

QUERY_CANCELED = "57014"  # SQLSTATE


class TookTooLong(Exception):
    """A statement was ended by the database at the time it was given."""


@contextmanager
def given_up_after(milliseconds: int) -> Iterator[None]:
    """Ends each statement within that takes longer, at least 1. Raises TookTooLong then; what else was done of a
    transaction around it is not lost.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = {max(1, milliseconds)}")
            yield
            cursor.execute("SET LOCAL statement_timeout = 0")
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", "") != QUERY_CANCELED:
            raise
        raise TookTooLong from error
