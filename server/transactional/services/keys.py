"""API keys: shown once, stored as a hash, found by one query."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any
from uuid import UUID

from server.core import clock
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, ApiError, FeatureDisabled, NotAuthorized, UserExpired, UserSuspended
from server.core.network import Address, build_network_keys
from server.transactional import identities
from server.transactional.errors import KeyExpired, KeyUnknown, NetworkNotAllowed, ScopeMissing
from server.transactional.identities import AREA, KeyIdentity
from server.transactional.services import limits
from server.transactional.sql import keys as sql

LAST_USED_PRECISION = timedelta(minutes=1)  # a write for every call would cost more than it is worth
ANY_SCOPE = ""  # any scope is enough
SECRET = re.compile(r"dsk_(live|test)_[0-9a-f]{8}_[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Credential:
    """A secret and the IP address it is used from."""

    secret: str
    address: str


def identify(secret: str, address: str, scope: str | None, *, reads: bool = False) -> KeyIdentity:
    """The key of a secret, if it can be used from the address for the scope; scope None means that no key is allowed.

    A team that is locked, or whose plan has expired, can still read (`reads`). Raises KeyUnknown, KeyExpired and
    NetworkNotAllowed, which look the same to the caller, NotAuthorized and ScopeMissing, TooManyRequests after ten
    wrong secrets, and the errors for the whole team: UserSuspended, ActionNotAllowed, UserExpired, FeatureDisabled.
    """
    found = resolve(secret, address)
    check_use(found, scope, reads=reads)
    return found


def resolve(secret: str, address: str) -> KeyIdentity:
    """The key, regardless of its scopes. Raises KeyUnknown, KeyExpired, NetworkNotAllowed, TooManyRequests."""
    [found] = resolve_each([Credential(secret, address)])
    if isinstance(found, ApiError):
        raise found
    return found


def resolve_each(credentials: Sequence[Credential]) -> list[KeyIdentity | ApiError]:
    """Finds several keys by one query, regardless of their scopes. Errors are returned in place of keys."""
    asked = [(each, ip_address(each.address)) for each in credentials]
    pairs = [limits.get_pair_key(each.secret, address) for each, address in asked]
    wanted = {
        (hash_secret(each.secret), pair)
        for each, pair in zip(credentials, pairs, strict=True)
        if SECRET.fullmatch(each.secret)
    }
    ordered = list(wanted)
    rows = dict(zip(ordered, sql.identify(ordered, most=limits.MAX_FAILURES_OF_PAIR), strict=True)) if ordered else {}
    found: list[KeyIdentity | ApiError] = []
    for (each, address), pair in zip(asked, pairs, strict=True):
        try:
            found.append(_build_identity(rows.get((hash_secret(each.secret), pair)), each.secret, address))
        except ApiError as error:
            found.append(error)
    return found


def build_user_identity(by: Caller) -> KeyIdentity:
    """The identity of a dashboard user, who has no key. The caller has checked the role's permission."""
    return identities.build_identity(
        {
            **sql.get_team_state(by.team_id),
            "key_id": None,
            "team_id": by.team_id,
            "name": by.fullname,
            "prefix": "",
            "subaccount_id": None,
            "subaccount_name": "",
            "subaccount_active": True,
            "domain_id": None,
            "scopes": identities.ALL_SCOPES,
            "networks": (),
            "sandbox": False,
            "expires_at": None,
        }
    )


def check_use(found: KeyIdentity, scope: str | None, *, reads: bool = False) -> None:
    """Raises NotAuthorized, ScopeMissing, or an error for the whole team."""
    if scope is None:
        raise NotAuthorized
    if scope != ANY_SCOPE and scope not in found.scopes:
        raise ScopeMissing(payload={"scope": scope})
    check_team(found, reads=reads)


def check_team(found: KeyIdentity, *, reads: bool = False) -> None:
    """Raises the error of a team that can't use transactional email now.

    With `reads`, a locked team or an expired plan is no error.
    """
    if found.suspended:
        raise UserSuspended
    if found.team_locked and not reads:
        raise ActionNotAllowed
    if found.plan_expired and not reads:
        raise UserExpired
    if not found.has_feature:
        raise FeatureDisabled(payload={"feature": AREA, "subfeature": ""})


def hash_secret(secret: str) -> bytes:
    """The stored hash of a secret. It has 256 random bits, so a slower hash is not needed."""
    return hashlib.sha256(secret.encode()).digest()


def _build_identity(row: Mapping[str, Any] | None, secret: str, address: Address) -> KeyIdentity:
    if row is None:
        limits.record_failure(secret, address)
        raise KeyUnknown
    limits.check_lockout(row["guessed_at"])
    now = clock.now()
    if row["revoked_at"] is not None or (row["expires_at"] is not None and row["expires_at"] <= now):
        raise KeyExpired
    if row["networks"] and not any(address in network for network in _parse_networks(tuple(row["networks"]))):
        raise NetworkNotAllowed
    _update_last_used(row["key_id"], row["last_used_at"], now)
    return identities.build_identity(row, used_from=build_network_keys(address))


def _update_last_used(key_id: UUID, last_used_at: datetime | None, now: datetime) -> None:
    before = now - LAST_USED_PRECISION
    if last_used_at is None or last_used_at < before:
        sql.update_last_used(key_id, now=now, before=before)


@lru_cache(maxsize=1024)
def _parse_networks(texts: tuple[str, ...]) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(text) for text in texts)
