"""Limits on guessing, counted exactly in PostgreSQL. No one can lock out another user.

Ten failures for one account from one network block that pair for 15 minutes. More failures from a wider network
(`core.network`) block it too, unless the account was signed in there before: a neighbour can't lock out the owner.
Wider counts, per network, per account, and of all requested emails, block no one. They raise the cost of the proof of
work.

Codes of the second factor have separate counts. One is per network, as for passwords. The other allows twenty per
account from anywhere, and twenty more after each longer wait. Otherwise patience would suffice to try a million codes.
A right code clears the counts. A new password does not: a thief of the mailbox can reset it any number of times.
Recovery codes have 49 bits and are counted by network alone, so that the owner can sign in with one while someone else
guesses codes. Otherwise an operator clears the count. Operators are notified of such accounts.

Confirmations of the current password by a signed-in user are counted by session and by account, apart from signing in.
Someone with access to the browser can neither guess indefinitely nor lock out the owner.
"""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from ipaddress import ip_address
from uuid import UUID

from django.db.models import Q

from server.accounts.models import Session
from server.accounts.services import passwords
from server.core import attempts, clock
from server.core.callers import TokenKind
from server.core.errors import TooManyRequests
from server.core.network import Address, build_network_keys, get_narrowest_network
from server.core.rate_limits import counters
from server.core.rate_limits.limits import RateLimit, require_within
from server.core.text import normalize_email

MAX_FAILURES = 10
BLOCK_DURATION = timedelta(minutes=15)
WIDE_COUNT_RETENTION = timedelta(hours=1)
FAILURES_PER_LEVEL = 20  # of many people behind one address some mistype, too
MAX_LEVEL = 6
# Per hour, of all networks together. Registrations and resets of a large installation stay below.
EMAILS_PER_LEVEL = 1_000
EMAILS_KEY = "emails"
# Of all networks together. Using it up takes networks that solve ever harder proofs of work (`get_difficulty`).
MAX_EMAILS_PER_MINUTE = 600
MAX_COMPARED_SESSIONS = 100
MAX_CODES_PER_ROUND = 20
MAX_CONFIRMATIONS_PER_SESSION = 10
# A session can open others for the teams of its user, so a limit per session alone would not be enough.
MAX_CONFIRMATIONS_PER_ACCOUNT = 20
# No owner mistypes so many codes in a month. Operators get an email at each multiple.
CODES_PER_NOTIFICATION = 200
MAX_EMAILS_PER_HOUR = 3
# To one address from all teams together, per hour. Teams are free, so a limit per team alone would not be enough.
MAX_STRANGER_EMAILS_PER_HOUR = 10
CODES_KEY = "codes:"
CONFIRMATIONS_KEY = "confirmations:"
MAX_WAIT = timedelta(days=1)
CODE_COUNT_RETENTION = timedelta(days=30)


def check_password(password: str, encoded: str | None, *, email: str, address: Address) -> bool:
    """Whether the password is right, counted as an attempt. `encoded` is None for an unknown account.

    Raises TooManyRequests for a pair without attempts left, and if no capacity for hashing becomes free.
    """
    count_attempt(email=email, address=address)
    try:
        right = passwords.is_correct(password, encoded)
    except TooManyRequests:
        uncount_attempt(email=email, address=address)
        raise
    if right:
        clear_attempts(email=email, address=address)
    else:
        count_failure(email=email, address=address)
    return right


def count_attempt(*, email: str, address: Address) -> None:
    """Counts an attempt as failed before the password is checked, so that parallel guesses can't exceed the limit.

    Raises TooManyRequests for a pair without attempts left.
    """
    _count_in_networks(
        address, lambda network: _build_pair_key(email, network), owner=Q(user__email=normalize_email(email))
    )


def uncount_attempt(*, email: str, address: Address) -> None:
    """The password was not checked: our own overload is not the user's failure."""
    attempts.uncount(*(_build_pair_key(email, network.network) for network in build_network_keys(address)))


def count_failure(*, email: str, address: Address) -> None:
    narrow, *wider = (f"network:{key.network}" for key in build_network_keys(address))
    for key in (narrow, _build_account_key(email)):
        attempts.count(key, memory=WIDE_COUNT_RETENTION)
    # One network can raise the cost for its neighbours only to this extent.
    if attempts.get_count(narrow) <= FAILURES_PER_LEVEL * MAX_LEVEL:
        for key in wider:
            attempts.count(key, memory=WIDE_COUNT_RETENTION)


def clear_attempts(*, email: str, address: Address) -> None:
    """Clears the pair after the right password. Wider networks keep their counts: they might contain a guesser."""
    own = _build_pair_key(email, get_narrowest_network(address))
    if attempts.clear(own):
        attempts.uncount(*(_build_pair_key(email, network.network) for network in build_network_keys(address)[1:]))


def count_code(*, user_id: UUID, address: Address) -> int:
    """Counts an attempt at a code before it is checked; returns the account's count. Raises TooManyRequests."""
    counted = _count_code_in_networks(user_id, address)
    try:
        return _count_in_round(_build_codes_key(user_id), size=MAX_CODES_PER_ROUND)
    except TooManyRequests:
        attempts.uncount(*counted)
        raise


def count_recovery_code(*, user_id: UUID, address: Address) -> None:
    """Counts an attempt at a recovery code, for its networks only. Raises TooManyRequests."""
    _count_code_in_networks(user_id, address)


def count_confirmation(*, session_id: UUID, user_id: UUID) -> None:
    """Counts an attempt at the current password before it is checked. Raises TooManyRequests."""
    session = _build_confirmations_key(session_id)
    _count_in_round(session, size=MAX_CONFIRMATIONS_PER_SESSION)
    try:
        _count_in_round(_build_confirmations_key(user_id), size=MAX_CONFIRMATIONS_PER_ACCOUNT)
    except TooManyRequests:
        attempts.uncount(session)
        raise


def uncount_confirmation(*, session_id: UUID, user_id: UUID) -> None:
    attempts.uncount(_build_confirmations_key(session_id), _build_confirmations_key(user_id))


def clear_confirmations(*, session_id: UUID, user_id: UUID) -> None:
    attempts.clear(_build_confirmations_key(session_id), _build_confirmations_key(user_id))


def get_wrong_code_count(*, user_id: UUID) -> int:
    return attempts.get_count(_build_codes_key(user_id))


def clear_codes(*, user_id: UUID) -> bool:
    return attempts.clear(_build_codes_key(user_id))


def count_email(*, purpose: str, email: str, max_per_hour: int = MAX_EMAILS_PER_HOUR) -> bool:
    """Counts an email that anyone can request for an address. Returns False above the hourly limit."""
    key = f"mail:{_hash(f'{purpose} {normalize_email(email)}')}"
    return attempts.count(key, limit=max_per_hour, memory=WIDE_COUNT_RETENTION)


def reserve_stranger_email(*, purpose: str, team_id: UUID, email: str) -> bool:
    """Counts an email to an address that anyone can make a team send. Returns False above the limit of the team for the
    purpose, or of all teams together."""
    return count_email(purpose=f"{purpose} {team_id}", email=email) and count_email(
        purpose="stranger", email=email, max_per_hour=MAX_STRANGER_EMAILS_PER_HOUR
    )


def count_requested_email() -> None:
    """Counts an email requested without signing in, for all networks together. Raises TooManyRequests above the limit.

    Called after the proof of work, or after a limit of the requester: a request that costs nothing must not use up the
    limit for everyone. Called before the address is looked up, so that the response doesn't depend on the address.
    """
    limit = RateLimit("emails-without-signing-in", MAX_EMAILS_PER_MINUTE)
    require_within(counters.consume([limit], amount=1, at=int(clock.now().timestamp())))
    attempts.count(EMAILS_KEY, memory=WIDE_COUNT_RETENTION)


def clear_code_attempts(*, user_id: UUID, address: Address) -> None:
    """Clears the counts of codes after a right one. Wider networks lose only the attempts from this network."""
    own, *wider = (_build_network_codes_key(user_id, network.network) for network in build_network_keys(address))
    count = attempts.get_count(own)
    attempts.clear(_build_codes_key(user_id), own)
    attempts.subtract(wider, count)


def get_difficulty(*, address: Address, email: str | None = None) -> int:
    """The difficulty of the proof of work, 0 to 6. Each level doubles it."""
    per_level = {f"network:{key.network}": FAILURES_PER_LEVEL * key.factor for key in build_network_keys(address)}
    if email:
        per_level[_build_account_key(email)] = FAILURES_PER_LEVEL
    per_level[EMAILS_KEY] = EMAILS_PER_LEVEL
    levels = [count // per_level[key] for key, count in attempts.get_counts(per_level.keys()).items()]
    return min(MAX_LEVEL, max(levels, default=0))


def _count_code_in_networks(user_id: UUID, address: Address) -> list[str]:
    return _count_in_networks(
        address, lambda network: _build_network_codes_key(user_id, network), owner=Q(user_id=user_id)
    )


def _count_in_networks(address: Address, key_of: Callable[[str], str], *, owner: Q) -> list[str]:
    """Counts an attempt in each network of the address. Returns the keys that it counts under.

    Raises TooManyRequests in a network without attempts left. A wider network never blocks an account that was signed
    in from exactly this narrow network before; `owner` selects its sessions.
    """
    return attempts.count_in_networks(
        address,
        key_of,
        limit=MAX_FAILURES,
        memory=BLOCK_DURATION,
        is_exempt=lambda: _has_signed_in(owner, address),
    )


def _count_in_round(key: str, *, size: int) -> int:
    return attempts.count_in_round(key, size=size, first=BLOCK_DURATION, longest=MAX_WAIT, memory=CODE_COUNT_RETENTION)


def _build_codes_key(user_id: UUID) -> str:
    return f"{CODES_KEY}{user_id}"


def _build_confirmations_key(of: UUID) -> str:
    return f"{CONFIRMATIONS_KEY}{of}"


def _build_network_codes_key(user_id: UUID, network: str) -> str:
    return f"network-{CODES_KEY}{_hash(f'{user_id} {network}')}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _build_pair_key(email: str, network: str) -> str:
    return f"pair:{_hash(f'{normalize_email(email)} {network}')}"


def _has_signed_in(owner: Q, address: Address) -> bool:
    """Whether the account was recently signed in, with all its factors, from exactly this network."""
    sessions = Session.objects.filter(owner, kind=TokenKind.NORMAL, address__isnull=False).order_by("-created_at")
    own = get_narrowest_network(address)
    seen = sessions.values_list("address", flat=True)[:MAX_COMPARED_SESSIONS]
    return any(get_narrowest_network(ip_address(each)) == own for each in seen if each)


def _build_account_key(email: str) -> str:
    return f"account:{_hash(normalize_email(email))}"
