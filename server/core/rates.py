"""Coarse limits on calls that take no token. Exact counts, where they matter, are PostgreSQL's business."""

from functools import lru_cache
from typing import cast

import redis
import structlog
from django.conf import settings

from server.core import clock
from server.core.errors import TooManyRequests
from server.core.network import Address, neighbourhood

WINDOW_SECONDS = 60
REDIS_SECONDS = 1  # a slow Redis must not hold up who signs in

log = structlog.get_logger(__name__)


@lru_cache(maxsize=4)
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS)


def check(name: str, address: Address, *, per_minute: int) -> None:
    """Counts one call of `name` from the address's network.

    Raises TooManyRequests above the limit. Without Redis nothing is refused: the exact limits stand behind this one.
    """
    count, left = take(f"{name}:{neighbourhood(address)}", amount=1, at=int(clock.now().timestamp()))
    if count > per_minute:
        raise TooManyRequests(payload={"retryAfterSeconds": left})


def take(name: str, *, amount: int, at: int) -> tuple[int, int]:
    """Counts for this minute: how many it makes, and the seconds until the count begins anew. Without Redis: 0."""
    window, passed = divmod(at, WINDOW_SECONDS)
    key = f"rate:{name}:{window}"
    count = 0
    try:
        with _client(settings.REDIS_URL).pipeline(transaction=True) as pipe:
            pipe.incrby(key, amount)
            pipe.expire(key, WINDOW_SECONDS)
            count = cast(int, pipe.execute()[0])
    except redis.RedisError as error:
        log.warning("rates.redis_failed", error=str(error))
    return count, WINDOW_SECONDS - passed
