"""Schemas of transactional domains (TRX-45 to 47)."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from server.core.schemas import Out, Schema
from server.senders.addresses import MAX_DOMAIN_LENGTH
from server.senders.states import DomainState


class TrxDomainIn(Schema):
    name: str = Field(min_length=1, max_length=MAX_DOMAIN_LENGTH)


class TrxDomainOut(Out):
    """A domain. Its DNS records belong to the sender domain. `keys` counts the active keys restricted to it."""

    domain_id: UUID
    sender_domain_id: UUID
    name: str
    state: DomainState
    verified: bool
    keys: int
    checked_at: datetime | None
    created_at: datetime


class TrxDomainCreatedOut(TrxDomainOut):
    """A new domain with its first API key, restricted to the domain. `accessToken` is returned only once."""

    access_token: str
