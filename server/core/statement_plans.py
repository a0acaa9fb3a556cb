"""Which statements the server plans for their values, though they come again and again."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def planned_for_values() -> Iterator[None]:
    """Statements in here are planned for their values each time.

    A prepared statement soon gets a plan for all values. None of those uses an index for how a text begins (`LIKE $1`),
    nor one with a condition: a search would read all contacts of its team.
    """
    connection.ensure_connection()
    driver = connection.connection
    threshold, driver.prepare_threshold = driver.prepare_threshold, None
    try:
        yield
    finally:
        driver.prepare_threshold = threshold
