"""Coarse limits on how much is done in a time. Exact counts, where they matter, are PostgreSQL's business."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import redis
import structlog
from django.conf import settings

from server.core import clock
from server.core.errors import TooManyRequests
from server.core.network import Address, neighbourhood

MINUTE, HOUR = 60, 3_600
REDIS_SECONDS = 1  # a slow Redis must not hold up who signs in

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many under a name in each minute, or in another time by the clock."""

    name: str
    most: int
    seconds: int = MINUTE


@dataclass(frozen=True, slots=True)
class Standing:
    """How many are counted, and the seconds until the count begins anew."""

    limit: Limit
    count: int
    left_seconds: int

    @property
    def remaining(self) -> int:
        return max(0, self.limit.most - self.count)

    @property
    def is_exceeded(self) -> bool:
        return self.count > self.limit.most


@lru_cache(maxsize=4)
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS)


def check(name: str, address: Address, *, per_minute: int) -> None:
    """Counts one call of `name` from the address's network.

    Raises TooManyRequests above the limit. Without Redis nothing is refused: the exact limits stand behind this one.
    """
    limit = Limit(f"{name}:{neighbourhood(address)}", per_minute)
    [standing] = count([limit], amount=1, at=int(clock.now().timestamp()))
    if standing.is_exceeded:
        raise TooManyRequests(payload={"retryAfterSeconds": standing.left_seconds})


def take(limits: Sequence[Limit], *, amount: int, at: int) -> list[Standing]:
    """Counts under all limits or, where one of them would be exceeded, under none; the standings tell which."""
    standings = count(limits, amount=amount, at=at)
    if any(standing.is_exceeded for standing in standings):
        count(limits, amount=-amount, at=at)
    return standings


def count(limits: Sequence[Limit], *, amount: int, at: int) -> list[Standing]:
    """Counts under every limit, by one turn to Redis. Without Redis nothing counts."""
    counts = [0] * len(limits)
    try:
        with _client(settings.REDIS_URL).pipeline(transaction=True) as pipe:
            for limit in limits:
                key = f"rate:{limit.name}:{limit.seconds}:{at // limit.seconds}"
                pipe.incrby(key, amount)
                pipe.expire(key, limit.seconds)
            counts = pipe.execute()[::2]
    except redis.RedisError as error:
        log.warning("rates.redis_failed", error=str(error))
    return [
        Standing(limit, counted, limit.seconds - at % limit.seconds)
        for limit, counted in zip(limits, counts, strict=True)
    ]
