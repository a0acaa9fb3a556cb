"""The caller of a request, as read by one authentication query for its token."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, StrEnum
from typing import Any, Protocol
from uuid import UUID

from django.db import connection

from server.core.registry import Port
from server.core.text import build_initials


class TokenKind(StrEnum):
    """HTTP-05 to 09."""

    NORMAL = "normal"
    TWO_FACTOR = "2fa"
    TRX = "trx"
    LANDING = "landing"
    FORM = "form"


class FeatureState(Enum):
    """PLAN-20 to 22."""

    ENABLED = "enabled"
    UNDETERMINED = "undetermined"
    DISABLED = "disabled"


class TokenState(Enum):
    """Whether an existing token still gives access."""

    GOOD = "good"
    EXPIRED = "expired"
    SIGNED_OUT = "signed-out"
    FORCED_OUT = "forced-out"


# area -> action -> state; the area's own state has the key ''
Features = Mapping[str, Mapping[str, FeatureState]]


@dataclass(frozen=True, slots=True)
class Caller:
    """A signed-in user in one team, at the time of the query."""

    session_id: UUID
    kind: TokenKind
    token_state: TokenState
    user_id: UUID
    email: str
    fullname: str
    language: str
    is_operator: bool
    locked: bool
    validated: bool
    team_id: UUID
    team_name: str
    role: str
    permissions: frozenset[str]
    suspended: bool
    plan_expired: bool
    features: Features = field(default_factory=dict)
    team_locked: bool = False
    last_seen_at: datetime | None = None
    # The user has the operator role, but the session has not passed an authenticator app.
    is_operator_without_factor: bool = False
    is_internal: bool = False
    payment_only: bool = False
    # Product areas that the team's vendor lacks.
    blocked_areas: frozenset[str] = frozenset()

    @property
    def pk(self) -> UUID:
        """The team's id, so that `for_team` accepts a caller as the team."""
        return self.team_id

    @property
    def initials(self) -> str:
        return build_initials(self.fullname)

    def may(self, permission: str) -> bool:
        """An admin has every permission."""
        return self.role == "admin" or permission in self.permissions

    def feature(self, area: str, action: str = "") -> FeatureState:
        return get_feature_state(self.features, area, action)


def get_feature_state(features: Features, area: str, action: str = "") -> FeatureState:
    """The state of a feature of a plan. An action is never more enabled than its area."""
    actions = features.get(area, {})
    whole = actions.get("", FeatureState.DISABLED)
    return whole if whole is not FeatureState.ENABLED or not action else actions.get(action, whole)


class Resolver(Protocol):
    """The part of authentication that `identity` provides: the query and how to read its row.

    `sql` takes the parameter `token_hashes` (a list of bytes) and returns at most one row for each, with its column
    `token_hash`. HTTP runs it for one token on Django's connection, sockets for many on an async pool.
    """

    sql: str

    def caller(self, row: Mapping[str, Any]) -> Caller: ...

    def touch(self, caller: Caller) -> None: ...


RESOLVER = Port[Resolver]("the authentication of callers")


def get_resolver() -> Resolver:
    return RESOLVER.get()


def hash_token(token: str) -> bytes:
    """The stored form of a token: its SHA-256. Tokens have 256 random bits, so a slow hash is unnecessary."""
    return hashlib.sha256(token.encode()).digest()


def resolve(token: str) -> Caller | None:
    """The caller with this token, whatever the token's state. None for a token that was never issued."""
    with connection.cursor() as cursor:
        cursor.execute(get_resolver().sql, {"token_hashes": [hash_token(token)]})
        row = cursor.fetchone()
        if row is None:
            return None
        names = _get_column_names(get_resolver().sql, cursor)
    return get_resolver().caller(dict(zip(names, row, strict=True)))


# Columns by statement: reading their names at each call costs as much as reading the row.
_column_names: dict[str, tuple[str, ...]] = {}


def _get_column_names(statement: str, cursor: Any) -> tuple[str, ...]:
    if statement not in _column_names:
        _column_names[statement] = tuple(column.name for column in cursor.description)
    return _column_names[statement]


def touch(caller: Caller) -> None:
    """Extends the sliding session. Writes at most once a minute."""
    get_resolver().touch(caller)
