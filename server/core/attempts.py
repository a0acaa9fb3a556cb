"""Exact counts of attempts in PostgreSQL: passwords, codes, keys, and emails that anyone can request.

An attempt is counted before it is checked, so that parallel attempts cannot exceed a limit. A key names the counted
subject: an account, a network, or a pair of them. A count restarts when `memory` has passed since its last attempt.
"""

import math
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import F
from django.db.models.functions import Greatest

from server.core import clock
from server.core.errors import TooManyRequests
from server.core.models import Attempt
from server.core.network import Address, build_network_keys

NO_LIMIT: Final = 2_000_000_000

# One statement, so that two parallel attempts cannot both use the last one allowed.
_COUNT: Final = """
INSERT INTO core_attempt AS attempt (key, count, last_at, expires_at) VALUES (%(key)s, 1, %(now)s, %(expires_at)s)
ON CONFLICT (key) DO UPDATE
   SET count = CASE WHEN attempt.expires_at <= %(now)s THEN 1 ELSE attempt.count + 1 END,
       last_at = %(now)s,
       expires_at = %(expires_at)s
 WHERE attempt.count < %(limit)s OR attempt.expires_at <= %(now)s
RETURNING count
"""

_COUNT_IN_ROUND: Final = """
INSERT INTO core_attempt AS attempt (key, count, last_at, expires_at) VALUES (%(key)s, 1, %(now)s, %(expires_at)s)
ON CONFLICT (key) DO UPDATE
   SET count = CASE WHEN attempt.expires_at <= %(now)s THEN 1 ELSE attempt.count + 1 END,
       last_at = %(now)s,
       expires_at = %(expires_at)s
 WHERE attempt.count = 0
    OR attempt.count %% %(size)s <> 0
    OR attempt.last_at + least(%(longest)s, %(first)s * power(2, least(attempt.count / %(size)s - 1, 10))) <= %(now)s
RETURNING count
"""


def count(key: str, *, memory: timedelta, limit: int = NO_LIMIT) -> bool:
    """Counts an attempt. Returns False, and counts nothing, if the limit is reached."""
    now = clock.now()
    return _execute(_COUNT, {"key": key, "limit": limit, "now": now, "expires_at": now + memory}) is not None


def require(key: str, *, limit: int, memory: timedelta) -> None:
    """Counts an attempt. Raises TooManyRequests, and counts nothing, if the limit is reached."""
    if not count(key, limit=limit, memory=memory):
        raise build_too_many_requests(_get_last_at(key), memory)


def count_in_networks(
    address: Address,
    key_of: Callable[[str], str],
    *,
    limit: int,
    memory: timedelta,
    is_exempt: Callable[[], bool] = lambda: False,
) -> list[str]:
    """Counts an attempt in each network of the address. Returns the keys that it counts under.

    `limit` applies to the narrowest network. Raises TooManyRequests, and counts nothing, if a network has reached its
    limit. A wider network does not reject a caller that `is_exempt`.
    """
    counted: list[str] = []
    for network in build_network_keys(address):
        key = key_of(network.network)
        if count(key, limit=limit * network.factor, memory=memory):
            counted.append(key)
        elif not counted or not is_exempt():
            # A rejected attempt counts nowhere, so that one network alone cannot use up a wider limit.
            uncount(*counted)
            raise build_too_many_requests(_get_last_at(key), memory)
    return counted


def count_in_round(key: str, *, size: int, first: timedelta, longest: timedelta, memory: timedelta) -> int:
    """Counts an attempt in rounds of `size`, and returns the count.

    The wait between two rounds doubles from `first` up to `longest`. Raises TooManyRequests during a wait.
    """
    now = clock.now()
    values = {"key": key, "size": size, "now": now, "first": first, "longest": longest, "expires_at": now + memory}
    counted = _execute(_COUNT_IN_ROUND, values)
    if counted is not None:
        return counted
    wait = min(longest, first * 2 ** max(0, min(get_count(key) // size - 1, 10)))
    raise build_too_many_requests(_get_last_at(key), wait)


def uncount(*keys: str) -> None:
    """Removes an attempt that was counted but never checked."""
    Attempt.objects.filter(pk__in=keys, count__gt=0).update(count=F("count") - 1)


def subtract(keys: Collection[str], amount: int) -> None:
    Attempt.objects.filter(pk__in=keys).update(count=Greatest(F("count") - amount, 0))
    Attempt.objects.filter(pk__in=keys, count=0).delete()


def clear(*keys: str) -> bool:
    return bool(Attempt.objects.filter(pk__in=keys).delete()[0])


def get_count(key: str) -> int:
    """The count, even if it has expired."""
    return Attempt.objects.filter(pk=key).values_list("count", flat=True).first() or 0


def get_counts(keys: Collection[str]) -> dict[str, int]:
    """Omits counts that have expired."""
    return dict(Attempt.objects.filter(pk__in=keys, expires_at__gt=clock.now()).values_list("pk", "count"))


def build_too_many_requests(last_at: datetime, wait: timedelta) -> TooManyRequests:
    left = last_at + wait - clock.now()
    return TooManyRequests(payload={"retryAfterSeconds": max(1, math.ceil(left.total_seconds()))})


def purge_expired() -> None:
    Attempt.objects.filter(expires_at__lt=clock.now()).delete()


def _get_last_at(key: str) -> datetime:
    return Attempt.objects.filter(pk=key).values_list("last_at", flat=True).first() or clock.now()


def _execute(statement: str, values: dict[str, Any]) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found = cursor.fetchone()
        return found[0] if found else None
