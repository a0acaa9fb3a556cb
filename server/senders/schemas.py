"""Senders on the wire."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from pydantic import Field

from server.accounts.models import EMAIL_LENGTH
from server.core.schemas import Out, Schema
from server.senders.addresses import NAME_LENGTH


class SenderIn(Schema):
    name: str = Field(min_length=1, max_length=NAME_LENGTH)
    email: str = Field(min_length=3, max_length=EMAIL_LENGTH)


class SenderPut(SenderIn):
    """The whole sender. `default` true makes it the default; false leaves the default as it is."""

    default: bool = False


class TokenIn(Schema):
    token: str = Field(min_length=1, max_length=200)


class SenderOut(Out):
    """SEND-05."""

    sender_id: UUID
    name: str
    email: str
    domain: str
    validated: bool
    default: bool
    created_at: datetime


class SenderDomainOut(Out):
    """A domain that the team writes from, with the number of its senders and of the validated ones."""

    domain: str
    senders: int
    validated: int


class SenderDomainsOut(Out):
    items: Sequence[SenderDomainOut]


class SenderSuggestionOut(Out):
    """An address that could become a sender. `confirmed` says that no validation mail will be needed."""

    name: str
    email: str
    confirmed: bool


class SenderSuggestionsOut(Out):
    items: Sequence[SenderSuggestionOut]


class ValidatedOut(Out):
    """What the public page shows after a validation."""

    email: str
