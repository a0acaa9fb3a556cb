"""Coarse limits on how much is done in a time. Exact counts, where they matter, are PostgreSQL's business."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import redis
import structlog
from django.http import HttpRequest

from server.core import clock, redis_clients
from server.core.errors import TooManyRequests
from server.core.network import Address, client_address, network_keys

MINUTE, HOUR, DAY = 60, 3_600, 86_400
UNMATCHED = "unmatched"  # the route of a request that reached no operation
REDIS_SECONDS = 1  # a slow Redis must not hold up who signs in

# Of each in turn: its amount, how many limits it has, and of each limit the most and the seconds.
_TAKE = """
local told, place = {}, 1
while place < #ARGV do
    local amount, limits, from, exceeded = ARGV[place], tonumber(ARGV[place + 1]), #told, false
    for each = 1, limits do
        local most, seconds = tonumber(ARGV[place + 2 * each]), ARGV[place + 2 * each + 1]
        told[from + each] = redis.call('INCRBY', KEYS[from + each], amount)
        redis.call('EXPIRE', KEYS[from + each], seconds)
        exceeded = exceeded or told[from + each] > most
    end
    if exceeded then
        for each = 1, limits do redis.call('DECRBY', KEYS[from + each], amount) end
    end
    place = place + 2 + 2 * limits
end
return told
"""

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


def check(name: str, address: Address, *, per_minute: int) -> None:
    """Counts one call of `name` from the address's networks.

    Raises TooManyRequests above one of the limits; then the call counts under none. Without Redis nothing is refused:
    the exact limits still apply after this one.
    """
    limits = network_limits(name, address, most=per_minute)
    refuse_exceeded(take(limits, amount=1, at=int(clock.now().timestamp())))


def network_limits(name: str, address: Address, *, most: int, seconds: int = MINUTE) -> list[Limit]:
    """A limit for each network of the address, the narrowest first; `most` is that of the narrowest."""
    return [Limit(f"{name}:{key.network}", most * key.factor, seconds) for key in network_keys(address)]


def refuse_exceeded(standings: Sequence[Standing]) -> None:
    """Raises TooManyRequests where one of them is exceeded."""
    left = [each.left_seconds for each in standings if each.is_exceeded]
    if left:
        raise TooManyRequests(payload={"retryAfterSeconds": max(left)})


def check_operation(request: HttpRequest, *, per_minute: int) -> None:
    """`check` of the operation that a request reached, by its route.

    A path would be a count of its own for each token in it, and a key as long as the client likes.
    """
    match = request.resolver_match
    check(match.route if match else UNMATCHED, client_address(request), per_minute=per_minute)


def take(limits: Sequence[Limit], *, amount: int, at: int) -> list[Standing]:
    """Counts under all limits or, where one of them would be exceeded, under none; the standings tell which."""
    [standings] = take_each([(limits, amount)], at=at)
    return standings


def take_each(asked: Sequence[tuple[Sequence[Limit], int]], *, at: int) -> list[list[Standing]]:
    """`take` of one after the other, by one turn to Redis. Without Redis nothing counts."""
    keys = [_key(limit, at) for limits, _ in asked for limit in limits]
    if not keys:
        return [[] for _ in asked]
    about: list[int] = []
    for limits, amount in asked:
        about += [amount, len(limits), *(number for limit in limits for number in (limit.most, limit.seconds))]
    counts = [0] * len(keys)
    try:
        counts = cast(list[int], redis_clients.shared(REDIS_SECONDS).eval(_TAKE, len(keys), *keys, *about))
    except redis.RedisError as error:
        log.warning("rates.redis_failed", error=str(error))
    counted = iter(counts)
    return [[_standing(limit, next(counted), at) for limit in limits] for limits, _ in asked]


def count(limits: Sequence[Limit], *, amount: int, at: int) -> list[Standing]:
    """Counts under every limit, by one turn to Redis. Without Redis nothing counts."""
    counts = [0] * len(limits)
    try:
        with redis_clients.shared(REDIS_SECONDS).pipeline(transaction=True) as pipe:
            for limit in limits:
                key = _key(limit, at)
                pipe.incrby(key, amount)
                pipe.expire(key, limit.seconds)
            counts = pipe.execute()[::2]
    except redis.RedisError as error:
        log.warning("rates.redis_failed", error=str(error))
    return [_standing(limit, counted, at) for limit, counted in zip(limits, counts, strict=True)]


def _key(limit: Limit, at: int) -> str:
    return f"rate:{limit.name}:{limit.seconds}:{at // limit.seconds}"


def _standing(limit: Limit, count: int, at: int) -> Standing:
    return Standing(limit, count, limit.seconds - at % limit.seconds)
