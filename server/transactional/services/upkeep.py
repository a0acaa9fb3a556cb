"""Purges expired bodies and idempotency keys."""

from server.core import clock
from server.transactional.services.idempotency import KEEP_KEYS
from server.transactional.sql import upkeep as sql

PART = 1_000


def purge() -> None:
    """Deletes expired bodies and idempotency keys, in parts with a transaction each."""
    now = clock.now()
    while sql.drop_bodies(now=now, most=PART) == PART:
        pass
    while sql.drop_keys(stale=now - KEEP_KEYS, most=PART) == PART:
        pass
