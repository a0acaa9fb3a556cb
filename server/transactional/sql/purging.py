"""Purges expired data of all teams, in parts of limited size."""

from datetime import datetime

from django.db import connection

_BODIES = """
DELETE FROM transactional_body WHERE (message_id, accepted_at) IN (
    SELECT message_id, accepted_at FROM transactional_body
     WHERE expires_at IS NOT NULL AND expires_at <= %(now)s LIMIT %(most)s)
"""
_KEYS = """
DELETE FROM transactional_acceptedkey WHERE id IN (
    SELECT id FROM transactional_acceptedkey WHERE created_at <= %(stale)s LIMIT %(most)s)
"""


def purge_bodies(*, now: datetime, most: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_BODIES, {"now": now, "most": most})
        return int(cursor.rowcount)


def purge_keys(*, stale: datetime, most: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_KEYS, {"stale": stale, "most": most})
        return int(cursor.rowcount)
