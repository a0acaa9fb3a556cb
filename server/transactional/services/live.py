"""Telling a team's open screens that something has happened, at most once a second by all processes together.

Redis counts what was not told yet; who finds the second free tells all of it. What comes while it is not free is told
by the next one, or by the sweep (`tell_late`). Losing a word is harmless: screens ask again.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final, Protocol, cast
from uuid import UUID

import redis
import structlog
from django.conf import settings
from django.db import transaction

from server.core import clock, rooms
from server.core.events import publish
from server.transactional.events import ActivityGrew

ROOM: Final = "transactional"
EACH_MS: Final = 1_000
FORGOTTEN_SECONDS: Final = 60  # what nobody has told by then, nobody waits for
REDIS_SECONDS: Final = 0.5
DEAF_SECONDS: Final = 5.0  # without Redis: nobody is kept waiting for it again and again
LATE: Final = "trx:late"
MOST_AT_ONCE: Final = 500

# Counts what is not told yet, and answers whether the second is free.
_NOTE: Final = """
for place = 5, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[place], ARGV[place + 1]) end
redis.call('HSET', KEYS[1], 'newest', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('SADD', KEYS[3], ARGV[1])
return redis.call('SET', KEYS[2], '1', 'NX', 'PX', ARGV[4]) and 1 or 0
"""
# Takes what is not told yet, and with it the second.
_TAKE: Final = """
local untold = redis.call('HGETALL', KEYS[1])
redis.call('DEL', KEYS[1])
redis.call('SREM', KEYS[3], ARGV[1])
redis.call('SET', KEYS[2], '1', 'PX', ARGV[2])
return untold
"""

log = structlog.get_logger(__name__)


class Told(Protocol):
    """What is told of an event."""

    @property
    def type(self) -> str: ...

    @property
    def at(self) -> datetime: ...


class _Line:
    """The line to Redis, left alone for a while after it has failed."""

    def __init__(self) -> None:
        self.deaf_until = 0.0

    def is_deaf(self) -> bool:
        return time.monotonic() < self.deaf_until

    def failed(self, error: redis.RedisError) -> None:
        self.deaf_until = time.monotonic() + DEAF_SECONDS
        log.warning("transactional.live.redis_failed", error=str(error))


_line = _Line()


@lru_cache(maxsize=4)
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS, decode_responses=True
    )


def _keys(team_id: UUID) -> tuple[str, str, str]:
    return f"trx:untold:{team_id}", f"trx:told:{team_id}", LATE


def room(team_id: UUID) -> str:
    """Where a team's transactional mail is watched."""
    return rooms.watching(ROOM, team_id)


def grown(team_id: UUID, events: Sequence[Told]) -> None:
    """Tells of events once the running transaction has committed."""
    counts = Counter(str(event.type) for event in events)
    newest = max(event.at for event in events)
    transaction.on_commit(lambda: _grown(team_id, counts, newest), robust=True)


def tell_late() -> None:
    """Tells what the last ones of a rush could not."""
    try:
        late = cast(list[str], _client(settings.REDIS_URL).spop(LATE, MOST_AT_ONCE))
        for team_id in late:
            _tell(UUID(team_id))
    except redis.RedisError as error:
        _line.failed(error)


def _grown(team_id: UUID, counts: Mapping[str, int], newest: datetime) -> None:
    if _line.is_deaf():
        return
    try:
        counted = [part for pair in counts.items() for part in pair]
        about = [str(team_id), newest.isoformat(), FORGOTTEN_SECONDS, EACH_MS, *counted]
        is_free = _client(settings.REDIS_URL).eval(_NOTE, 3, *_keys(team_id), *about)
        if is_free:
            _tell(team_id)
    except redis.RedisError as error:
        _line.failed(error)


def _tell(team_id: UUID) -> None:
    read = _client(settings.REDIS_URL).eval(_TAKE, 3, *_keys(team_id), str(team_id), EACH_MS)
    parts = iter(cast(list[str], read))
    found = dict(zip(parts, parts, strict=True))
    newest = found.pop("newest", None)
    if newest is None:
        return
    told = ActivityGrew(
        revision=int(clock.now().timestamp() * 1000),
        newest=datetime.fromisoformat(newest),
        counts={kind: int(count) for kind, count in found.items()},
    )
    publish(told, rooms=[room(team_id)])
