"""Limits on calls and bytes in each minute, hour or day of the clock, counted in Redis."""

from collections.abc import Sequence
from typing import cast

import redis
import structlog
from django.http import HttpRequest

from server.core import clock, redis_clients
from server.core.network import Address, get_client_address
from server.core.rate_limits.limits import RateLimit, Usage, build_network_limits, require_within

UNMATCHED = "unmatched"  # the route of a request that reached no operation
REDIS_SECONDS = 1  # a slow Redis must not delay sign-ins

# ARGV has for each entry: its amount, the number of its limits, and for each limit the maximum and the seconds.
_CONSUME = """
local counts, position = {}, 1
while position < #ARGV do
    local amount, limits, first, exceeded = ARGV[position], tonumber(ARGV[position + 1]), #counts, false
    for number = 1, limits do
        local most, seconds = tonumber(ARGV[position + 2 * number]), ARGV[position + 2 * number + 1]
        counts[first + number] = redis.call('INCRBY', KEYS[first + number], amount)
        redis.call('EXPIRE', KEYS[first + number], seconds)
        exceeded = exceeded or counts[first + number] > most
    end
    if exceeded then
        for number = 1, limits do redis.call('DECRBY', KEYS[first + number], amount) end
    end
    position = position + 2 + 2 * limits
end
return counts
"""

log = structlog.get_logger(__name__)


def check(name: str, address: Address, *, per_minute: int) -> None:
    limits = build_network_limits(name, address, most=per_minute)
    require_within(consume(limits, amount=1, at=int(clock.now().timestamp())))


def check_operation(request: HttpRequest, *, per_minute: int) -> None:
    """`check` of the operation that a request reached, by its route.

    A path would give a separate count for each token in it, and keys of any length.
    """
    match = request.resolver_match
    check(match.route if match else UNMATCHED, get_client_address(request), per_minute=per_minute)


def consume(limits: Sequence[RateLimit], *, amount: int, at: int) -> list[Usage]:
    """Counts under all limits or, if one of them would be exceeded, under none. The returned usages show which one."""
    [usages] = consume_each([(limits, amount)], at=at)
    return usages


def consume_each(asked: Sequence[tuple[Sequence[RateLimit], int]], *, at: int) -> list[list[Usage]]:
    """`consume` for several entries, in one round trip to Redis. Without Redis nothing counts."""
    keys = [_build_key(limit, at) for limits, _ in asked for limit in limits]
    if not keys:
        return [[] for _ in asked]
    about: list[int] = []
    for limits, amount in asked:
        about += [amount, len(limits), *(number for limit in limits for number in (limit.most, limit.seconds))]
    counts = [0] * len(keys)
    try:
        counts = cast(
            list[int], redis_clients.get_shared_client(REDIS_SECONDS).eval(_CONSUME, len(keys), *keys, *about)
        )
    except redis.RedisError as error:
        log.warning("rate_limits.redis_failed", error=str(error))
    counted = iter(counts)
    return [[_build_usage(limit, next(counted), at) for limit in limits] for limits, _ in asked]


def add(limits: Sequence[RateLimit], *, amount: int, at: int) -> list[Usage]:
    """Counts under every limit, in one round trip to Redis. Without Redis nothing counts."""
    counts = [0] * len(limits)
    try:
        with redis_clients.get_shared_client(REDIS_SECONDS).pipeline(transaction=True) as pipe:
            for limit in limits:
                key = _build_key(limit, at)
                pipe.incrby(key, amount)
                pipe.expire(key, limit.seconds)
            counts = pipe.execute()[::2]
    except redis.RedisError as error:
        log.warning("rate_limits.redis_failed", error=str(error))
    return [_build_usage(limit, counted, at) for limit, counted in zip(limits, counts, strict=True)]


def _build_key(limit: RateLimit, at: int) -> str:
    return f"rate:{limit.name}:{limit.seconds}:{at // limit.seconds}"


def _build_usage(limit: RateLimit, count: int, at: int) -> Usage:
    return Usage(limit, count, limit.seconds - at % limit.seconds)
