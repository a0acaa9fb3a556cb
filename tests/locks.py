"""Whether another transaction waits for a lock that this one holds: a test forces an order by waiting for that."""

from django.db import connection


def is_lock_awaited() -> bool:
    """Whether a transaction of this database waits for an advisory lock."""
    return _is_awaited("advisory")


def is_row_awaited() -> bool:
    """Whether a transaction waits for the end of another one that has locked a row."""
    return _is_awaited("transactionid")


def is_table_awaited() -> bool:
    """Whether a transaction waits for a lock on a table."""
    return _is_awaited("relation")


def _is_awaited(kind: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            # Transaction locks have no database. A waiting transaction also has locks on tables, which have one.
            "SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_locks own USING (pid) WHERE l.locktype = %s"
            " AND NOT l.granted AND own.database = (SELECT oid FROM pg_database WHERE datname = current_database()))",
            [kind],
        )
        return bool(cursor.fetchone()[0])
