"""Upkeep of the monthly partitions."""

from datetime import date

from django.db import connection

PARENTS = ["delivery_send_log", "delivery_event"]


def register(parent: str) -> None:
    """Has a partitioned table of an upper app looked after too: by month, with a `<name>_default` partition."""
    if parent not in PARENTS:
        PARENTS.append(parent)


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
        cursor.execute("SELECT delivery_drop_partitions(%s, %s)", [PARENTS, month])
        return [name for (name,) in cursor.fetchall()]
