"""The caller: an API key or a dashboard user, with the current data of its team."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from server.core import clock
from server.core.callers import Caller
from server.core.network import NetworkKey
from server.plans.features import UNLIMITED, build_limits, read_groups
from server.transactional import permissions
from server.transactional.bindings import Binding

AREA = "transactionalEmail"
SENT = "transactionalEmailSent"
# The permissions of a dashboard user depend on the role and were checked before.
ALL_SCOPES = frozenset({"send", "read", "manage"})


@dataclass(frozen=True, slots=True)
class KeyIdentity:
    """The current state of a key. `key_id` is None for a dashboard user.

    `domain_id`: the From address must be of this domain. `limit` is the monthly limit of the plan, -1 unlimited. Empty
    `networks`: any. `hold_above`: messages above this number in an hour are held for review.
    """

    key_id: UUID | None
    team_id: UUID
    name: str
    prefix: str
    subaccount_id: UUID | None
    subaccount_name: str
    subaccount_active: bool
    domain_id: UUID | None
    scopes: frozenset[str]
    networks: tuple[str, ...]
    sandbox: bool
    expires_at: datetime | None
    suspended: bool
    team_locked: bool
    plan_expired: bool
    has_feature: bool
    plan_starts_at: datetime | None
    limit: int
    body_days: int
    hold_all: bool
    hold_above: int | None
    # The networks it is used from, narrowest first; empty for a user.
    used_from: tuple[NetworkKey, ...] = ()
    language: str = "en"

    @property
    def pk(self) -> UUID:
        """The team's id, so that it can replace the team in `for_team`."""
        return self.team_id

    @property
    def user_id(self) -> UUID:
        """The author in the activity log: a key acts for itself."""
        return self.key_id or self.team_id

    @property
    def fullname(self) -> str:
        return self.name

    @property
    def binding(self) -> Binding:
        return Binding(self.team_id, self.sandbox, self.subaccount_id, self.domain_id)


# A caller of the transactional API.
Actor = Caller | KeyIdentity


def get_binding(actor: Actor) -> Binding:
    """The visible records of the caller: for a user the whole team, within the role's permissions."""
    return actor.binding if isinstance(actor, KeyIdentity) else Binding(actor.team_id)


def can_manage(actor: Actor) -> bool:
    """Whether the caller can change the team's setup; others see no URLs that contain secrets."""
    if isinstance(actor, KeyIdentity):
        return "manage" in actor.scopes and not actor.binding.kinds
    return actor.may(permissions.EDIT)


def build_identity(row: Mapping[str, Any], *, used_from: tuple[NetworkKey, ...] = ()) -> KeyIdentity:
    now = clock.now()
    features: str | None = row["features"]
    return KeyIdentity(
        key_id=row["key_id"],
        team_id=row["team_id"],
        name=row["name"],
        prefix=row["prefix"],
        subaccount_id=row["subaccount_id"],
        subaccount_name=row["subaccount_name"] or "",
        subaccount_active=row["subaccount_active"],
        domain_id=row["domain_id"],
        scopes=frozenset(row["scopes"]),
        networks=tuple(row["networks"]),
        sandbox=row["sandbox"],
        expires_at=row["expires_at"],
        suspended=row["suspended_at"] is not None,
        team_locked=row["locked_at"] is not None,
        plan_expired=row["plan_expires_at"] is not None and row["plan_expires_at"] < now,
        has_feature=not row["switched_off"] and has_area(features),
        plan_starts_at=row["plan_starts_at"],
        limit=build_limits(features).get((AREA, SENT), 0) if features else 0,
        body_days=row["body_days"],
        hold_all=row["hold_all"],
        hold_above=row["hold_above"],
        used_from=used_from,
    )


def has_area(features: str | None) -> bool:
    return any(group["name"] == AREA and group["enable"] for group in read_groups(features)) if features else False


def is_unlimited(identity: KeyIdentity) -> bool:
    return identity.limit == UNLIMITED
