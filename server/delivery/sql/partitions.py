"""Upkeep of the monthly partitions."""

from datetime import date

from django.db import connection

from server.core.registry import Registry

# Tables that are partitioned by month, with a `<name>_default` partition.
PARENTS = Registry[str, None]("partitioned table")


def make(months: list[date]) -> None:
    """Makes the partitions of these months, first days, where they are missing."""
    with connection.cursor() as cursor:
        for parent in PARENTS:
            for month in months:
                cursor.execute("SELECT delivery_make_partition(%s, %s)", [parent, month])


def strays() -> int:
    """Rows that no month took: they are in the default partition, and somebody should know."""
    with connection.cursor() as cursor:
        found = 0
        for parent in PARENTS:
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(f'{parent}_default')}")  # noqa: S608 -- ours
            row = cursor.fetchone()
            found += row[0] if row else 0
    return found


def drop_before(month: date) -> list[str]:
    """Drops the partitions of earlier months; their names."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT delivery_drop_partitions(%s, %s)", [list(PARENTS), month])
        return [name for (name,) in cursor.fetchall()]
