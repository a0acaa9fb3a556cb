"""Schemas of API keys."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from server.core.bounded_types import Flag, Integer, UtcDateTime
from server.core.pagination import PageQuery
from server.core.schemas import Out, Schema
from server.transactional.lengths import KEY_NAME_LENGTH, MAX_NETWORKS
from server.transactional.states import Scope


class TokenIn(Schema):
    api_key: str = Field(min_length=1, max_length=200)


class TokenOut(Out):
    """Permissions and limits of a key. With `domainId`, it can send only from that domain."""

    key_id: UUID | None
    name: str
    prefix: str
    scopes: Sequence[Scope]
    sandbox: bool
    subaccount_id: UUID | None
    domain_id: UUID | None
    expires_at: datetime | None


class KeyQuery(PageQuery):
    """If `working` is true, revoked and expired keys are excluded."""

    subaccount_id: UUID | None = None
    domain_id: UUID | None = None
    working: Flag = False


class KeyPut(Schema):
    """Changes to a key. `networks` are IP addresses or networks in CIDR notation; empty allows any address."""

    name: str = Field(min_length=1, max_length=KEY_NAME_LENGTH)
    scopes: list[Scope] = Field(min_length=1, max_length=len(Scope))
    networks: list[str] = Field(default_factory=list, max_length=MAX_NETWORKS)


class KeyIn(KeyPut):
    """A new key. With `domainId`, it can send only from that domain.

    Messages of a sandbox key are not sent and end as `sandboxed`. A key with `domainId`, `subaccountId` or `sandbox`
    can read and cancel only messages of that domain, subaccount or sandbox, and can’t have the scope `manage`.
    `expiresAt` needs a time and a UTC offset.
    """

    domain_id: UUID | None = None
    subaccount_id: UUID | None = None
    sandbox: Flag = False
    expires_at: UtcDateTime | None = None


class KeyRotateIn(Schema):
    """How long the old secret stays valid."""

    overlap_hours: Integer = Field(24, ge=0, le=168)


class KeyOut(Out):
    """A key without its secret. Its `state` is `expiring` during the seven days before `expiresAt`."""

    id: UUID
    name: str
    prefix: str
    scopes: Sequence[Scope]
    networks: Sequence[str]
    sandbox: bool
    domain_id: UUID | None
    domain_name: str | None
    subaccount_id: UUID | None
    subaccount_name: str | None
    last_used_at: datetime | None
    expires_at: datetime | None
    revoked_at: datetime | None
    rotated_from: UUID | None
    state: Literal["active", "expiring", "expired", "revoked"]
    created_by: str
    created_at: datetime


class KeyCreatedOut(KeyOut):
    """A new key. `secret` is returned only once."""

    secret: str
