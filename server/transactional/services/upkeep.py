"""What goes when its time is over: bodies and idempotency keys."""

from server.core import clock
from server.transactional.services.idempotency import KEEP_KEYS
from server.transactional.sql import upkeep as sql

PART = 1_000


def forget_old() -> None:
    """Drops all of it, a part at a time, each by a transaction of its own."""
    now = clock.now()
    while sql.drop_bodies(now=now, most=PART) == PART:
        pass
    while sql.drop_keys(stale=now - KEEP_KEYS, most=PART) == PART:
        pass
