"""Upkeep of the monthly partitions."""

from datetime import date

from django.db import connection

PARENTS = ("delivery_send_log", "delivery_event")


def make(months: list[date]) -> None:
    """Makes the partitions of these months, first days, where they are missing."""
    with connection.cursor() as cursor:
        for parent in PARENTS:
            for month in months:
                cursor.execute("SELECT delivery_make_partition(%s, %s)", [parent, month])


def strays() -> int:
    """Rows that no month took: they are in the default partition, and somebody should know."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT count(*) FROM delivery_send_log_default) + (SELECT count(*) FROM delivery_event_default)"
        )
        found = cursor.fetchone()
    return int(found[0]) if found else 0


def drop_before(month: date) -> list[str]:
    """Drops the partitions of earlier months; their names."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
            " JOIN pg_class p ON p.oid = i.inhparent"
            " WHERE p.relname = ANY(%s) AND c.relname ~ '_[0-9]{4}_[0-9]{2}$' AND right(c.relname, 7) < %s",
            [list(PARENTS), month.strftime("%Y_%m")],
        )
        names = sorted(row[0] for row in cursor.fetchall())
        for name in names:
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(name)}")
    return names
