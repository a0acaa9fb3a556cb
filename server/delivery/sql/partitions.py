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
        cursor.execute(
            "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
            " JOIN pg_class p ON p.oid = i.inhparent"
            " WHERE p.relname = ANY(%s) AND c.relname ~ '_[0-9]{4}_[0-9]{2}$' AND right(c.relname, 7) < %s",
            [PARENTS, month.strftime("%Y_%m")],
        )
        names = sorted(row[0] for row in cursor.fetchall())
        for name in names:
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(name)}")
    return names
