"""Creates, changes, rotates and revokes API keys. A secret is shown once, and only its hash is stored."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from server.activity import services as activity
from server.core import clock, owner_limits
from server.core.callers import Caller
from server.core.causes import NAME_REQUIRED
from server.core.errors import ActionNotAllowed, FieldsInvalid, NotFound
from server.transactional.causes import EXPIRY_OUT_OF_RANGE, NOT_NETWORK
from server.transactional.errors import BoundKeyManages
from server.transactional.models import ApiKey, Subaccount, TransactionalDomain
from server.transactional.selectors.keys import get_key
from server.transactional.services.keys import hash_secret
from server.transactional.states import Scope

PREFIX_BYTES = 4
SECRET_BYTES = 32
# The last day that both PostgreSQL and Python support in every time zone; clients use it for "never".
LATEST_EXPIRY = datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
MAX_ACTIVE_KEYS = 500  # active at a time; a team that needs more has lost track of them


@dataclass(frozen=True, slots=True)
class CreatedKey:
    """A new key and its secret, which is shown only once."""

    key: ApiKey
    secret: str


@transaction.atomic
def create(
    *,
    team_id: UUID,
    name: str,
    scopes: Sequence[Scope],
    networks: Sequence[str],
    by: Caller,
    domain_id: UUID | None = None,
    subaccount_id: UUID | None = None,
    sandbox: bool = False,
    expires_at: datetime | None = None,
) -> CreatedKey:
    """Raises FieldsInvalid, BoundKeyManages; NotFound for a domain or subaccount that isn't the team's."""
    if domain_id is not None and not TransactionalDomain.objects.for_team(team_id).filter(pk=domain_id).exists():
        raise NotFound
    if subaccount_id is not None and not Subaccount.objects.for_team(team_id).filter(pk=subaccount_id).exists():
        raise NotFound
    if expires_at is not None and not clock.now() < expires_at <= LATEST_EXPIRY:
        raise FieldsInvalid.of("expiresAt", EXPIRY_OUT_OF_RANGE, expires_at.isoformat())
    key = ApiKey(
        team_id=team_id,
        name=clean_name(name),
        scopes=sorted(set(scopes)),
        networks=clean_networks(networks),
        domain_id=domain_id,
        subaccount_id=subaccount_id,
        sandbox=sandbox,
        expires_at=expires_at,
    )
    _check_scopes(key)
    _check_active_keys(team_id)
    made = _create_key(key, by)
    activity.record(
        team_id=team_id,
        by=by,
        reference="api-key",
        action="CREATED",
        name=made.key.prefix,
        link=f"/apikey/{made.key.pk}",
    )
    return CreatedKey(get_key(team_id=team_id, key_id=made.key.pk), made.secret)


@transaction.atomic
def change(
    *, team_id: UUID, key_id: UUID, name: str, scopes: Sequence[Scope], networks: Sequence[str], by: Caller
) -> ApiKey:
    """Changes name, scopes and networks.

    Raises NotFound; ActionNotAllowed for a revoked key; FieldsInvalid, BoundKeyManages.
    """
    key = _lock_key(team_id, key_id)
    if key.revoked_at is not None:
        raise ActionNotAllowed(payload={"state": "revoked"})
    key.name, key.scopes, key.networks = clean_name(name), sorted(set(scopes)), clean_networks(networks)
    _check_scopes(key)
    key.save(update_fields=["name", "scopes", "networks"])
    activity.record(
        team_id=team_id,
        by=by,
        reference="api-key",
        action="UPDATED",
        name=key.prefix,
        link=f"/apikey/{key.pk}",
    )
    return get_key(team_id=team_id, key_id=key_id)


@transaction.atomic
def rotate(*, team_id: UUID, key_id: UUID, overlap_hours: int, by: Caller) -> CreatedKey:
    """Replaces a key. The old key works during the overlap, or until its own expiry if that is earlier.

    If the old key expires, the new one gets the same lifetime. Raises NotFound; ActionNotAllowed for a key that no
    longer works, or that is being replaced already.
    """
    old = _lock_key(team_id, key_id)
    now = clock.now()
    over = old.revoked_at is not None or (old.expires_at is not None and old.expires_at <= now)
    if over or ApiKey.objects.for_team(team_id).filter(rotated_from=old, revoked_at__isnull=True).exists():
        raise ActionNotAllowed(payload={"state": "over" if over else "rotated"})
    _check_active_keys(team_id)
    made = _create_key(
        ApiKey(
            team_id=team_id,
            name=old.name,
            scopes=old.scopes,
            networks=old.networks,
            domain_id=old.domain_id,
            subaccount_id=old.subaccount_id,
            sandbox=old.sandbox,
            expires_at=None if old.expires_at is None else _compute_expiry(now, old.expires_at - old.created_at),
            rotated_from=old,
        ),
        by,
    )
    end = now + timedelta(hours=overlap_hours)
    old.expires_at = end if old.expires_at is None else min(old.expires_at, end)
    old.save(update_fields=["expires_at"])
    activity.record(
        team_id=team_id,
        by=by,
        reference="api-key",
        action="UPDATED",
        name=old.prefix,
        link=f"/apikey/{old.pk}",
    )
    return CreatedKey(get_key(team_id=team_id, key_id=made.key.pk), made.secret)


@transaction.atomic
def revoke(*, team_id: UUID, key_id: UUID, by: Caller) -> None:
    """Revokes a key immediately; it stays listed because messages refer to it. Raises NotFound. Idempotent."""
    key = _lock_key(team_id, key_id)
    if key.revoked_at is None:
        key.revoked_at = clock.now()
        key.save(update_fields=["revoked_at"])
        activity.record(
            team_id=team_id,
            by=by,
            reference="api-key",
            action="DELETED",
            name=key.prefix,
            link=f"/apikey/{key.pk}",
        )


def _compute_expiry(start: datetime, lifetime: timedelta) -> datetime:
    return min(start, LATEST_EXPIRY - lifetime) + lifetime


def clean_name(name: str) -> str:
    text = " ".join(name.split())
    if not text:
        raise FieldsInvalid.of("name", NAME_REQUIRED, name)
    return text


def clean_networks(networks: Sequence[str]) -> list[str]:
    """The unique networks in CIDR notation. Raises FieldsInvalid for an invalid one."""
    found: dict[str, None] = {}
    for text in networks:
        try:
            found[str(ip_network(text.strip(), strict=False))] = None
        except ValueError:
            raise FieldsInvalid.of("networks", NOT_NETWORK, text[:80], example="203.0.113.0/24") from None
    return list(found)


def _check_scopes(key: ApiKey) -> None:
    is_bound = key.sandbox or key.subaccount_id is not None or key.domain_id is not None
    if is_bound and Scope.MANAGE in key.scopes:
        raise BoundKeyManages(payload={"field": "scopes"})


def _create_key(key: ApiKey, by: Caller) -> CreatedKey:
    prefix = f"dsk_{'test' if key.sandbox else 'live'}_{secrets.token_hex(PREFIX_BYTES)}"
    secret = f"{prefix}_{secrets.token_urlsafe(SECRET_BYTES)}"
    key.prefix, key.secret_hash = prefix, hash_secret(secret)
    key.created_by, key.created_by_name, key.created_at = by.user_id, by.fullname, clock.now()
    key.save(force_insert=True)
    return CreatedKey(key, secret)


def _check_active_keys(team_id: UUID) -> None:
    over = Q(expires_at__isnull=False, expires_at__lte=clock.now())
    active = ApiKey.objects.for_team(team_id).filter(revoked_at__isnull=True).exclude(over)
    if owner_limits.is_full(active, MAX_ACTIVE_KEYS, owner=team_id):
        raise ActionNotAllowed(payload={"limit": MAX_ACTIVE_KEYS})


def _lock_key(team_id: UUID, key_id: UUID) -> ApiKey:
    key = ApiKey.objects.for_team(team_id).select_for_update().filter(pk=key_id).first()
    if key is None:
        raise NotFound
    return key
