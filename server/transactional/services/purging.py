"""Purges expired bodies and idempotency keys."""

from server.core import clock
from server.transactional.services.idempotency import KEY_LIFETIME
from server.transactional.sql import purging as sql

PART = 1_000


def purge() -> None:
    now = clock.now()
    while sql.purge_bodies(now=now, most=PART) == PART:
        pass
    while sql.purge_keys(stale=now - KEY_LIFETIME, most=PART) == PART:
        pass
