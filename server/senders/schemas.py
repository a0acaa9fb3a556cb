"""Schemas of senders."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from server.accounts.models import EMAIL_LENGTH
from server.core.bounded_types import Flag, Integer
from server.core.schemas import Out, Schema
from server.senders.addresses import MAX_DOMAIN_LENGTH, MAX_NAME_LENGTH
from server.senders.dns.resolver import DnsOutcome
from server.senders.states import (
    Algorithm,
    BuyStatus,
    Category,
    CertificateIssue,
    CertificateState,
    DomainState,
    KeyState,
    RecordAssessment,
    RecordKind,
)


class SenderIn(Schema):
    name: str = Field(min_length=1, max_length=MAX_NAME_LENGTH)
    email: str = Field(min_length=3, max_length=EMAIL_LENGTH)


class SenderPut(SenderIn):
    """The complete sender. If `default` is true, it becomes the default sender; false changes nothing."""

    default: Flag = False


class SenderTokenIn(Schema):
    token: str = Field(min_length=1, max_length=200)


class SenderOut(Out):
    """A sender."""

    # SEND-05

    sender_id: UUID
    name: str
    email: str
    domain: str
    validated: bool
    default: bool
    created_at: datetime
    # Authentication of the nearest enclosing domain that the team has.
    authentication: Literal["none"] | DomainState


class SenderDomainOut(Out):
    """A domain of the team’s senders, with its number of senders and of verified senders."""

    domain: str
    senders: int
    validated: int


class SenderDomainsOut(Out):
    items: Sequence[SenderDomainOut]


class DomainIn(Schema):
    name: str = Field(min_length=1, max_length=MAX_DOMAIN_LENGTH)


class SlugIn(Schema):
    slug: str = Field(min_length=1, max_length=63)


class DomainKeyRotateIn(Schema):
    algorithm: Algorithm


class DomainRecordBriefOut(Out):
    """Status of one DNS record. `unknown` is true if DNS can’t be queried now."""

    kind: RecordKind
    verdict: RecordAssessment
    unknown: bool
    required: bool


class DomainOut(Out):
    """A domain. While its state is `breaking`, it counts as verified until `graceUntil`."""

    # SEND-15 to SEND-18

    domain_id: UUID
    name: str
    validated: bool
    state: DomainState
    buy_status: BuyStatus
    category: Category
    default: bool
    slug: str
    broken_at: datetime | None
    grace_until: datetime | None
    checked_at: datetime | None
    created_at: datetime
    records: Sequence[DomainRecordBriefOut]


class DnsResponseOut(Out):
    """A DNS query and the response of the resolver, unchanged."""

    name: str
    type: str
    outcome: DnsOutcome
    values: Sequence[str]
    ttl: int | None
    error: str


class DomainKeyOut(Out):
    """The key of a DKIM record. `retiredAt` is when a retiring key is no longer needed."""

    selector: str
    algorithm: Algorithm
    state: KeyState
    retired_at: datetime | None


class DomainRecordOut(DomainRecordBriefOut):
    """A DNS record: the value to publish, the values found, and their assessment.

    `reason` is the code of a text that the client fills from `params`.
    """

    record_id: UUID
    host: str
    type: str
    value: str
    reason: str
    params: Mapping[str, str | int]
    unknown_since: datetime | None
    answers: Sequence[DnsResponseOut]
    checked_at: datetime | None
    changed_at: datetime | None
    key: DomainKeyOut | None


class CertificateOut(Out):
    """The certificate of the host used in links.

    `state` is `none` if none has been ordered; `ready` is true if one can be ordered. If the last order failed, `fault`
    and `detail` (the authority’s message) say why, and the next attempt is at `nextTryAt`. A valid certificate expires
    at `validUntil`.
    """

    host: str
    state: Literal["none"] | CertificateState
    ready: bool
    valid_until: datetime | None
    fault: Literal[""] | CertificateIssue
    detail: str
    next_try_at: datetime | None


class DomainDetailOut(DomainOut):
    """A domain with its records. `zone` has the same records as a zone file (RFC 1035, section 5.1).

    `certificate` is null if the installation orders none.
    """

    records: Sequence[DomainRecordOut]
    certificate: CertificateOut | None
    next_check_at: datetime
    zone: str


class SenderSuggestionOut(Out):
    """An address that could become a sender. `confirmed` is true if it needs no verification email."""

    name: str
    email: str
    confirmed: bool


class SenderSuggestionsOut(Out):
    items: Sequence[SenderSuggestionOut]


class RequestedSenderOut(Out):
    """The request shown before verification: the team and the address it wants to send from."""

    team: str
    email: str


class ValidationOut(Out):
    """The verified address."""

    email: str


class DomainNameQuery(Schema):
    """A domain, or its first label only. A label is checked with all endings for sale."""

    name: str = Field(min_length=1, max_length=MAX_DOMAIN_LENGTH)


class DomainSuggestionQuery(Schema):
    """Without a name, suggestions are based on the team’s name."""

    name: str = Field("", max_length=MAX_DOMAIN_LENGTH)


class DomainPacketOut(Out):
    """A domain ending for sale: the price per year, and the maximum number of years."""

    tld: str
    price: float
    currency: str
    longest_period: int


class DomainPacketsOut(Out):
    """Domain endings for sale; empty if there are none. `sandbox` is true if payments are simulated."""

    sandbox: bool
    items: Sequence[DomainPacketOut]


class DomainAvailabilityOut(Out):
    """A domain, whether it is available, and its price per year."""

    name: str
    selected_domain: str
    selected_tld: str
    available: bool
    price: float
    currency: str
    longest_period: int


class DomainAvailabilityListOut(Out):
    items: Sequence[DomainAvailabilityOut]


class DomainOrderIn(Schema):
    """The first label, the ending, and the number of years."""

    # BILL-01 to BILL-03

    selected_domain: str = Field(min_length=1, max_length=63)
    selected_tld: str = Field(min_length=1, max_length=63)
    billing_period: Integer = Field(1, ge=1, le=100)


class DomainOrderNameIn(Schema):
    """The new first label. The ending can’t change because its price has already been paid."""

    selected_domain: str = Field(min_length=1, max_length=63)


class DomainOrderOut(Out):
    """A domain order. `price` is for the whole period. `problem` says why a paid domain can’t be registered."""

    order_id: UUID
    name: str
    buy_status: BuyStatus
    billing_period: int
    price: float
    currency: str
    problem: Literal["", "nameTaken"]
    domain_id: UUID | None
    created_at: datetime
    paid_at: datetime | None
    active_at: datetime | None
    expires_at: datetime | None
