"""Guessing is limited exactly, in PostgreSQL, and nobody can lock another out.

Ten failures of one account from one network refuse that pair for 15 minutes. Wider counts, per network and per
account, refuse nobody: they raise the price of the proof of work.
"""

import hashlib
import math
from datetime import timedelta

from django.db.models import F

from server.accounts.services import passwords
from server.core import clock
from server.core.errors import TooManyRequests
from server.core.network import Address, neighbourhood
from server.core.text import normal_email
from server.identity import sql
from server.identity.models import Attempt

MOST_FAILURES = 10
REFUSED_FOR = timedelta(minutes=15)
WIDE_MEMORY = timedelta(hours=1)
FAILURES_PER_LEVEL = 20  # of many people behind one address some mistype, too
HIGHEST_LEVEL = 6
NO_LIMIT = 2_000_000_000


def guess(password: str, encoded: str | None, *, email: str, address: Address) -> bool:
    """Whether the password is right, counted as an attempt; `encoded` is None where there is no such account.

    Raises TooManyRequests for a pair that has used up its ten, and when no place to hash gets free.
    """
    take(email=email, address=address)
    try:
        right = passwords.is_right(password, encoded)
    except TooManyRequests:
        not_looked_at(email=email, address=address)
        raise
    if right:
        forget(email=email, address=address)
    else:
        failed(email=email, address=address)
    return right


def take(*, email: str, address: Address) -> None:
    """Counts an attempt as failed before its password is looked at, so that parallel guesses can't outrun the count.

    Raises TooManyRequests for a pair that has used up its ten.
    """
    now = clock.now()
    key = _pair(email, address)
    if sql.take_attempt(key, most=MOST_FAILURES, now=now, stale=now - REFUSED_FOR):
        return
    last_at = Attempt.objects.filter(pk=key).values_list("last_at", flat=True).first() or now
    left = math.ceil((last_at + REFUSED_FOR - now).total_seconds())
    raise TooManyRequests(payload={"retryAfterSeconds": max(1, left)})


def not_looked_at(*, email: str, address: Address) -> None:
    """Takes an attempt back whose password was never looked at: our own load is no failure of theirs."""
    Attempt.objects.filter(pk=_pair(email, address), count__gt=0).update(count=F("count") - 1)


def failed(*, email: str, address: Address) -> None:
    """Adds to the wider counts."""
    now = clock.now()
    for key in (_network(address), _account(email)):
        sql.take_attempt(key, most=NO_LIMIT, now=now, stale=now - WIDE_MEMORY)


def forget(*, email: str, address: Address) -> None:
    """Clears the pair after the right password."""
    Attempt.objects.filter(pk=_pair(email, address)).delete()


def level(*, address: Address, email: str | None = None) -> int:
    """How dear the proof of work is, 0 to 6: each level doubles it."""
    keys = [_network(address)] + ([_account(email)] if email else [])
    fresh = Attempt.objects.filter(pk__in=keys, last_at__gt=clock.now() - WIDE_MEMORY)
    highest = max(fresh.values_list("count", flat=True), default=0)
    return min(HIGHEST_LEVEL, highest // FAILURES_PER_LEVEL)


def forget_old() -> None:
    """Drops counts that no longer matter."""
    Attempt.objects.filter(last_at__lt=clock.now() - max(REFUSED_FOR, WIDE_MEMORY)).delete()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _pair(email: str, address: Address) -> str:
    return f"pair:{_digest(f'{normal_email(email)} {neighbourhood(address)}')}"


def _network(address: Address) -> str:
    return f"network:{neighbourhood(address)}"


def _account(email: str) -> str:
    return f"account:{_digest(normal_email(email))}"
