"""Tables partitioned by month: partitions are created ahead of time and dropped after the retention period."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from typing import Any, Final, TypeVar

import structlog
from django.db import OperationalError, connection, transaction
from prometheus_client import Gauge
from psycopg.errors import LockNotAvailable

from server.core import clock
from server.core.registry import Registry

MONTHS_AHEAD: Final = 2
RETENTION_MONTHS: Final = 24
LOCK_SECONDS = 2.0

Result = TypeVar("Result")

log = structlog.get_logger(__name__)
stray_rows = Gauge("partition_stray_rows", "Rows of partitioned tables that belong to no monthly partition")


@dataclass(frozen=True, slots=True)
class PartitionConfig:
    """How a table is partitioned. `unique_columns` are unique within each partition.

    Rows are retained for `keep_months`. If `find_first_needed` returns a time, rows from then on are retained as well.
    """

    unique_columns: tuple[str, ...] = ()
    keep_months: int = RETENTION_MONTHS
    find_first_needed: Callable[[], datetime | None] | None = None


# Each has a `<name>_default` partition for rows of other months.
PARTITIONED_TABLES = Registry[str, PartitionConfig]("partitioned table")


def add_months(month: date, count: int) -> date:
    number = month.year * 12 + month.month - 1 + count
    return date(number // 12, number % 12 + 1, 1)


def create_partitions(months: Iterable[date], parents: Iterable[str] | None = None) -> None:
    """Creates the missing partitions of these months (given by their first days), by default for all tables. Rows of
    these months move there from the default partition."""
    wanted = list(months)
    with connection.cursor() as cursor:
        for parent in PARTITIONED_TABLES if parents is None else parents:
            for month in wanted:
                values: list[Any] = [parent, month, list(PARTITIONED_TABLES[parent].unique_columns)]
                cursor.execute("SELECT core_make_partition(%s, %s, %s)", values)


def create_partitions_between(first: date, last: date) -> None:
    month, months = first.replace(day=1), []
    while month <= last:
        months.append(month)
        month = add_months(month, 1)
    create_partitions(months)


def count_strays() -> int:
    with connection.cursor() as cursor:
        found = 0
        for parent in PARTITIONED_TABLES:
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(f'{parent}_default')}")  # noqa: S608 -- ours
            row = cursor.fetchone()
            found += row[0] if row else 0
    return found


def drop_before(month: date, parents: Iterable[str] | None = None) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT core_drop_partitions(%s, %s)", [list(PARTITIONED_TABLES if parents is None else parents), month]
        )
        return [name for (name,) in cursor.fetchall()]


def maintain() -> None:
    """Creates upcoming partitions, drops those past retention, and reports rows in default partitions."""
    this_month = clock.now().date().replace(day=1)
    months = [add_months(this_month, ahead) for ahead in range(MONTHS_AHEAD + 1)]
    # One transaction per table: no table stays locked while rows of another are moved.
    for parent in PARTITIONED_TABLES:
        _run_unless_busy(partial(create_partitions, months, [parent]))
    found = count_strays()
    stray_rows.set(found)
    if found:
        log.error("partitions.strays", rows=found)
    dropped = []
    for parent, partitioned in PARTITIONED_TABLES.items():
        month = _get_first_retained_month(partitioned, this_month)
        dropped += _run_unless_busy(partial(drop_before, month, [parent])) or []
    if dropped:
        log.info("partitions.dropped", names=dropped)


def _run_unless_busy(run: Callable[[], Result]) -> Result | None:
    """Alters tables unless another transaction, such as a backup, uses them: later statements would queue behind the
    waiting change. The next run tries it again."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {int(LOCK_SECONDS * 1000)}")
            return run()
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        log.warning("partitions.busy")
        return None


def _get_first_retained_month(partitioned: PartitionConfig, this_month: date) -> date:
    month = add_months(this_month, -partitioned.keep_months)
    needed = partitioned.find_first_needed() if partitioned.find_first_needed else None
    return month if needed is None else min(month, needed.astimezone(UTC).date().replace(day=1))
