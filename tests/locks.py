"""Whether another transaction has come to a lock that this one holds: the order of two is forced by waiting for it."""

from django.db import connection


def is_lock_awaited() -> bool:
    """Whether a transaction of this database waits for an advisory lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
        )
        return bool(cursor.fetchone()[0])
