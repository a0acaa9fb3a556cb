"""PostgreSQL advisory locks: what only one transaction at a time may decide where there is no row to lock."""

from django.db import connection


def lock(purpose: str, key: str) -> None:
    """Waits for the lock of this purpose and key; it is released at the end of the transaction.

    Read what it protects in a later statement: one that waits has its snapshot from before.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"{purpose}:{key}"])
