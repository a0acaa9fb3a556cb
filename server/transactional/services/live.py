"""Publishes to a team's open pages that there are new events, at most once a second over all processes.

Redis counts unpublished events; the process that gets the free second publishes all of them. Later events are published
with the next ones, or by the sweep (`publish_late`). A lost notification is harmless: pages query again.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, Protocol, cast
from uuid import UUID

import redis
import structlog
from django.db import transaction

from server.core import clock, redis_clients, rooms
from server.core.events import publish
from server.transactional.events import ActivityGrown

ROOM: Final = "transactional"
PUBLISH_INTERVAL_MS: Final = 1_000
EXPIRY_SECONDS: Final = 60  # unpublished counts expire after this
REDIS_SECONDS: Final = 0.5
BACKOFF_SECONDS: Final = 5.0  # without Redis, for this long no caller waits for it
LATE_KEY: Final = "trx:late"
MAX_TEAMS_AT_ONCE: Final = 500

# Counts unpublished events of each team, and returns for each whether the second is free.
_COUNT_EVENTS: Final = """
local free, place = {}, 3
for first = 1, #KEYS, 3 do
    local team, newest, kinds = ARGV[place], ARGV[place + 1], tonumber(ARGV[place + 2])
    place = place + 3
    for _ = 1, kinds do
        redis.call('HINCRBY', KEYS[first], ARGV[place], ARGV[place + 1])
        place = place + 2
    end
    redis.call('HSET', KEYS[first], 'newest', newest)
    redis.call('EXPIRE', KEYS[first], ARGV[1])
    redis.call('SADD', KEYS[first + 2], team)
    free[#free + 1] = redis.call('SET', KEYS[first + 1], '1', 'NX', 'PX', ARGV[2]) and 1 or 0
end
return free
"""
# Takes the unpublished events, and reserves the second.
_POP_EVENTS: Final = """
local untold = redis.call('HGETALL', KEYS[1])
redis.call('DEL', KEYS[1])
redis.call('SREM', KEYS[3], ARGV[1])
redis.call('SET', KEYS[2], '1', 'PX', ARGV[2])
return untold
"""

log = structlog.get_logger(__name__)


class PublishedEvent(Protocol):
    """The published part of an event."""

    @property
    def type(self) -> str: ...

    @property
    def at(self) -> datetime: ...


class _RedisStatus:
    """The connection to Redis, not used for a while after an error."""

    def __init__(self) -> None:
        self.deaf_until = 0.0

    def is_deaf(self) -> bool:
        return time.monotonic() < self.deaf_until

    def failed(self, error: redis.RedisError) -> None:
        self.deaf_until = time.monotonic() + BACKOFF_SECONDS
        log.warning("transactional.live.redis_failed", error=str(error))


_redis_status = _RedisStatus()


def _get_redis() -> redis.Redis:
    return redis_clients.get_shared_client(REDIS_SECONDS, decode=True)


def _build_keys(team_id: UUID) -> tuple[str, str, str]:
    return f"trx:untold:{team_id}", f"trx:told:{team_id}", LATE_KEY


def get_room(team_id: UUID) -> str:
    return rooms.build_room(ROOM, team_id)


def publish_on_commit(told: Mapping[UUID, Sequence[PublishedEvent]]) -> None:
    counts = {team_id: Counter(str(event.type) for event in events) for team_id, events in told.items()}
    newest = {team_id: max(event.at for event in events) for team_id, events in told.items()}
    transaction.on_commit(lambda: _count_and_publish(counts, newest), robust=True)


def publish_late() -> None:
    """Publishes events that were left over from a burst."""
    try:
        late = cast(list[str], _get_redis().spop(LATE_KEY, MAX_TEAMS_AT_ONCE))
        for team_id in late:
            _publish(UUID(team_id))
    except redis.RedisError as error:
        _redis_status.failed(error)


def _count_and_publish(counts: Mapping[UUID, Mapping[str, int]], newest: Mapping[UUID, datetime]) -> None:
    if _redis_status.is_deaf():
        return
    keys = [key for team_id in counts for key in _build_keys(team_id)]
    about: list[str | int] = []
    for team_id, counted in counts.items():
        about += [str(team_id), newest[team_id].isoformat(), len(counted)]
        about += [part for pair in counted.items() for part in pair]
    try:
        are_free = _get_redis().eval(_COUNT_EVENTS, len(keys), *keys, EXPIRY_SECONDS, PUBLISH_INTERVAL_MS, *about)
        for team_id, is_free in zip(counts, cast(list[int], are_free), strict=True):
            if is_free:
                _publish(team_id)
    except redis.RedisError as error:
        _redis_status.failed(error)


def _publish(team_id: UUID) -> None:
    read = _get_redis().eval(_POP_EVENTS, 3, *_build_keys(team_id), str(team_id), PUBLISH_INTERVAL_MS)
    parts = iter(cast(list[str], read))
    found = dict(zip(parts, parts, strict=True))
    newest = found.pop("newest", None)
    if newest is None:
        return
    told = ActivityGrown(
        revision=int(clock.now().timestamp() * 1000),
        newest=datetime.fromisoformat(newest),
        counts={kind: int(count) for kind, count in found.items()},
    )
    publish(told, rooms=[get_room(team_id)])
