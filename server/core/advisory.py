"""PostgreSQL advisory locks, for decisions that need serializing where there is no row to lock."""

from django.db import connection


def lock(purpose: str, key: str) -> None:
    """Waits for the lock of this purpose and key. The end of the transaction releases it.

    Read the protected data in a later statement: the snapshot of a waiting statement is older than the lock.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"{purpose}:{key}"])
