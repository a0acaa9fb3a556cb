"""Whether another transaction has come to a lock that this one holds: the order of two is forced by waiting for it."""

from django.db import connection


def is_lock_awaited() -> bool:
    """Whether a transaction of this database waits for an advisory lock."""
    return _is_awaited("advisory")


def is_row_awaited() -> bool:
    """Whether a transaction waits for the end of another one, which has locked a row that it needs."""
    return _is_awaited("transactionid")


def is_table_awaited() -> bool:
    """Whether a transaction waits for a lock on a table."""
    return _is_awaited("relation")


def _is_awaited(kind: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            # Transaction locks have no database. A waiting transaction also holds locks on tables, which have one.
            "SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_locks own USING (pid) WHERE l.locktype = %s"
            " AND NOT l.granted AND own.database = (SELECT oid FROM pg_database WHERE datname = current_database()))",
            [kind],
        )
        return bool(cursor.fetchone()[0])
