"""Which statements the server plans for their values, though they come again and again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


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


def plan_all_for_values() -> None:
    """Has all statements of connections that this process opens from now on planned for their values each time.

    The setting `plan_cache_mode = force_custom_plan` would plan the checks of foreign keys too, once a row: 50,000
    inserted rows took 1.1 s instead of 0.4. Those and the statements of triggers keep their plans.
    """
    connection_created.connect(_prepare_nothing)


def _prepare_nothing(connection: BaseDatabaseWrapper, **_: Any) -> None:
    connection.connection.prepare_threshold = None
