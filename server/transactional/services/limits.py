"""Limits attempts to guess keys, and their use.

Guesses are counted exactly, in PostgreSQL: after ten wrong secrets of one prefix from one network, the pair is rejected
for 15 minutes, even with the right secret. The use of a key by minute and hour, and of a network by minute, are coarse
rates in Redis; losing them rejects nothing. So are wrong secrets of one prefix from a wider network (`core.network`).
They never reject the right secret: prefixes are not secret, so a neighbor could lock out the key's owner.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from server.core import attempts, clock
from server.core.errors import TooManyRequests
from server.core.network import Address, build_network_keys
from server.core.rate_limits import counters
from server.core.rate_limits.limits import DAY, HOUR, RateLimit, Usage, build_network_limits, require_within
from server.transactional.identities import KeyIdentity
from server.transactional.intake.submissions import Rate

MAX_FAILURES_OF_PAIR = 10
LOCKOUT_PERIOD = timedelta(minutes=15)
# Wrong secrets that become rows. A deployment with an outdated key that retries each second stays below the first.
MAX_FAILURES_OF_NETWORK_PER_MINUTE = 120
MAX_FAILURES_PER_MINUTE = 6_000
PREFIX_LENGTH = 17
# For a key's networks, the narrowest first.
NETWORK_CAUSES = ("messagesPerMinuteOfNetwork", "messagesPerMinuteOfWideNetwork")
# A sandbox uses no quota, but its messages are stored like live ones: in an hour 1,000 messages of 40 kB, or one of the
# largest; in a day six times that.
MAX_SANDBOX_BYTES_PER_HOUR = 40 << 20
MAX_SANDBOX_BYTES_PER_DAY = 1 << 28


def record_failure(secret: str, address: Address) -> None:
    """Counts a wrong secret of a pair. Raises TooManyRequests after ten.

    Also raises it, without writing a row, above the limits of wrong secrets by minute for a network and in total: each
    made-up prefix would be another row. The same applies to a wider network that has used up its attempts for the
    prefix.
    """
    at = int(clock.now().timestamp())
    in_minute = build_network_limits("trx-failed", address, most=MAX_FAILURES_OF_NETWORK_PER_MINUTE)
    wide_pairs = [
        RateLimit(
            f"trx-guessed:{_hash_pair(secret, each.network)}",
            MAX_FAILURES_OF_PAIR * each.factor,
            int(LOCKOUT_PERIOD.total_seconds()),
        )
        for each in build_network_keys(address)[1:]
    ]
    counted = [*in_minute, RateLimit("trx-failed", MAX_FAILURES_PER_MINUTE), *wide_pairs]
    require_within(counters.consume(counted, amount=1, at=at))
    try:
        attempts.require(get_pair_key(secret, address), limit=MAX_FAILURES_OF_PAIR, memory=LOCKOUT_PERIOD)
    except TooManyRequests:
        # An attempt that the narrow network's limit rejects does not count in wider ones.
        counters.add(wide_pairs, amount=-1, at=at)
        raise


def check_lockout(guessed_at: datetime | None) -> None:
    """Raises TooManyRequests, regardless of the secret, for a pair that used up its attempts at that time."""
    if guessed_at is not None and guessed_at > clock.now() - LOCKOUT_PERIOD:
        raise attempts.build_too_many_requests(guessed_at, LOCKOUT_PERIOD)


def count_messages(key: KeyIdentity, amount: int = 1) -> Rate:
    """Counts messages of a key, or of a team's users, and of their network.

    Raises TooManyRequests above one of the limits, and counts nothing; the payload's `cause` names the limit.
    """
    [rate] = count_each([(key, amount)])
    if isinstance(rate, TooManyRequests):
        raise rate
    return rate


def count_each(asked: Sequence[tuple[KeyIdentity, int]]) -> list[Rate | TooManyRequests]:
    """Like `count_messages`, for several keys; returns errors instead of raising them."""
    limits = [_build_limits(key) for key, _ in asked]
    wanted = [(list(each.values()), amount) for each, (_, amount) in zip(limits, asked, strict=True)]
    usages = counters.consume_each(wanted, at=int(clock.now().timestamp()))
    return [_build_rate(each, found) for each, found in zip(limits, usages, strict=True)]


def count_sandbox_bytes(asked: Sequence[tuple[UUID, int]]) -> list[TooManyRequests | None]:
    """Counts the bytes of sandbox messages, each with its team: None, or the error above one of the team's limits."""
    limits = [_build_sandbox_limits(team_id) for team_id, _ in asked]
    wanted = [(list(each.values()), size_bytes) for each, (_, size_bytes) in zip(limits, asked, strict=True)]
    usages = counters.consume_each(wanted, at=int(clock.now().timestamp())) if wanted else []
    return [_build_limit_error(each, found) for each, found in zip(limits, usages, strict=True)]


def check_sandbox_bytes(team_id: UUID, size_bytes: int) -> None:
    """Raises what `count_sandbox_bytes` would return for this size, and counts nothing."""
    limits = _build_sandbox_limits(team_id)
    usages = counters.add(list(limits.values()), amount=0, at=int(clock.now().timestamp()))
    wanted = [replace(each, count=each.count + size_bytes) for each in usages]
    if error := _build_limit_error(limits, wanted):
        raise error


def _build_sandbox_limits(team_id: UUID) -> dict[str, RateLimit]:
    name = f"trx-sandbox-bytes:{team_id}"
    return {
        "sandboxBytesPerHour": RateLimit(name, MAX_SANDBOX_BYTES_PER_HOUR, HOUR),
        "sandboxBytesPerDay": RateLimit(name, MAX_SANDBOX_BYTES_PER_DAY, DAY),
    }


def _build_rate(limits: Mapping[str, RateLimit], usages: Sequence[Usage]) -> Rate | TooManyRequests:
    return _build_limit_error(limits, usages) or _summarize_rate(usages)


def _build_limit_error(limits: Mapping[str, RateLimit], usages: Sequence[Usage]) -> TooManyRequests | None:
    """The error for the exceeded limit that lasts longest."""
    exceeded = {cause: each for cause, each in zip(limits, usages, strict=True) if each.is_exceeded}
    if not exceeded:
        return None
    cause = max(exceeded, key=lambda each: exceeded[each].seconds_left)
    return TooManyRequests(
        payload={
            "cause": cause,
            "retryAfterSeconds": exceeded[cause].seconds_left,
            "limit": exceeded[cause].limit.most,
        }
    )


def get_current_rate(key: KeyIdentity) -> Rate:
    return _summarize_rate(counters.add(list(_build_limits(key).values()), amount=0, at=int(clock.now().timestamp())))


def _build_limits(key: KeyIdentity) -> dict[str, RateLimit]:
    who = f"trx:{key.key_id or key.team_id}"
    limits = {
        "messagesPerMinute": RateLimit(who, settings.TRX_MESSAGES_PER_MINUTE),
        "messagesPerHour": RateLimit(who, settings.TRX_MESSAGES_PER_HOUR, HOUR),
    }
    for cause, network in zip(NETWORK_CAUSES, key.used_from, strict=False):  # not for dashboard users
        most = settings.TRX_MESSAGES_PER_MINUTE_PER_NETWORK * network.factor
        limits[cause] = RateLimit(f"trx-network:{network.network}", most)
    return limits


def _summarize_rate(usages: Sequence[Usage]) -> Rate:
    nearest = min(usages, key=lambda each: each.remaining)
    policies = [(each.limit.most, each.limit.seconds) for each in usages]
    in_hour = next(each.count for each in usages if each.limit.seconds == HOUR)
    return Rate(nearest.limit.most, nearest.remaining, nearest.seconds_left, policies, in_hour)


def get_pair_key(secret: str, address: Address) -> str:
    """The counted pair: the prefix of the secret, if it has the form of a key, and the network."""
    return _hash_pair(secret, build_network_keys(address)[0].network)


def _hash_pair(secret: str, network: str) -> str:
    tried = secret[:PREFIX_LENGTH] if secret.startswith("dsk_") else ""
    return f"trx-key:{hashlib.sha256(f'{tried} {network}'.encode()).hexdigest()}"
