"""Senders on the wire."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from server.accounts.models import EMAIL_LENGTH
from server.core.schemas import Out, Schema
from server.core.wire_types import Flag, Integer
from server.senders.addresses import DOMAIN_LENGTH, NAME_LENGTH
from server.senders.dns.asking import DnsOutcome
from server.senders.states import (
    Algorithm,
    BuyStatus,
    Category,
    CertificateFault,
    CertificateState,
    DomainState,
    KeyState,
    RecordKind,
    Verdict,
)


class SenderIn(Schema):
    name: str = Field(min_length=1, max_length=NAME_LENGTH)
    email: str = Field(min_length=3, max_length=EMAIL_LENGTH)


class SenderPut(SenderIn):
    """The whole sender. `default` true makes it the default; false leaves the default as it is."""

    default: Flag = False


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
    # Of the nearest of the team's domains that the address is in: how far receivers can tell its mail is genuine.
    authentication: Literal["none"] | DomainState


class SenderDomainOut(Out):
    """A domain that the team writes from, with the number of its senders and of the validated ones."""

    domain: str
    senders: int
    validated: int


class SenderDomainsOut(Out):
    items: Sequence[SenderDomainOut]


class DomainIn(Schema):
    name: str = Field(min_length=1, max_length=DOMAIN_LENGTH)


class SlugIn(Schema):
    slug: str = Field(min_length=1, max_length=63)


class RotateIn(Schema):
    algorithm: Algorithm


class DomainRecordBriefOut(Out):
    """One record in a list: what is known of it. `unknown` says that the DNS can't be asked at present."""

    kind: RecordKind
    verdict: Verdict
    unknown: bool
    required: bool


class DomainOut(Out):
    """SEND-15 to SEND-18. While `breaking` it counts as validated until `grace_until`."""

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


class DnsAnswerOut(Out):
    """A question to the DNS and what the resolver answered, in its own words."""

    name: str
    type: str
    outcome: DnsOutcome
    values: Sequence[str]
    ttl: int | None
    error: str


class DomainKeyOut(Out):
    """The key of a DKIM record. `retired_at` is when a retiring one isn't needed any more."""

    selector: str
    algorithm: Algorithm
    state: KeyState
    retired_at: datetime | None


class DomainRecordOut(DomainRecordBriefOut):
    """A record as its domain's page shows it: what to publish, what was found, what that means.

    `reason` is a word that the client has a sentence for, filled from `params`.
    """

    record_id: UUID
    host: str
    type: str
    value: str
    reason: str
    params: Mapping[str, str | int]
    unknown_since: datetime | None
    answers: Sequence[DnsAnswerOut]
    checked_at: datetime | None
    changed_at: datetime | None
    key: DomainKeyOut | None


class CertificateOut(Out):
    """The certificate for the host that links begin with. `state` none: not ordered yet; `ready`: it can be.

    `fault` and `detail`, the authority's words, are of the last order where that failed; it is tried again at
    `next_try_at`. A valid one is used until `valid_until`.
    """

    host: str
    state: Literal["none"] | CertificateState
    ready: bool
    valid_until: datetime | None
    fault: Literal[""] | CertificateFault
    detail: str
    next_try_at: datetime | None


class DomainDetailOut(DomainOut):
    """A domain with everything about its records, and the same as a zone file (RFC 1035, 5.1).

    `certificate` is None where the operator doesn't order any.
    """

    records: Sequence[DomainRecordOut]
    certificate: CertificateOut | None
    next_check_at: datetime
    zone: str


class SenderSuggestionOut(Out):
    """An address that could become a sender. `confirmed` says that no validation mail will be needed."""

    name: str
    email: str
    confirmed: bool


class SenderSuggestionsOut(Out):
    items: Sequence[SenderSuggestionOut]


class RequestedSenderOut(Out):
    """What the public page shows before a validation: who wants to send as which address, as the email says."""

    team: str
    email: str


class ValidatedOut(Out):
    """What the public page shows after a validation."""

    email: str


class DomainNameQuery(Schema):
    """A domain, or its first label alone: then it is looked for under everything that is sold."""

    name: str = Field(min_length=1, max_length=DOMAIN_LENGTH)


class DomainSuggestionQuery(Schema):
    """Without a name the team's own counts."""

    name: str = Field("", max_length=DOMAIN_LENGTH)


class DomainPacketOut(Out):
    """An ending that is sold: the price of a year, and for how many years at most."""

    tld: str
    price: float
    currency: str
    longest_period: int


class DomainPacketsOut(Out):
    """`sandbox` says that payments are played. Empty: nothing is sold."""

    sandbox: bool
    items: Sequence[DomainPacketOut]


class DomainOfferOut(Out):
    """A domain, whether it can be bought now, and what a year of it costs."""

    name: str
    selected_domain: str
    selected_tld: str
    available: bool
    price: float
    currency: str
    longest_period: int


class DomainOffersOut(Out):
    items: Sequence[DomainOfferOut]


class DomainOrderIn(Schema):
    """BILL-01 to BILL-03: the first label, the ending, and for how many years."""

    selected_domain: str = Field(min_length=1, max_length=63)
    selected_tld: str = Field(min_length=1, max_length=63)
    billing_period: Integer = Field(1, ge=1, le=100)


class DomainOrderNameIn(Schema):
    """The first label; the ending stays, for its price is paid."""

    selected_domain: str = Field(min_length=1, max_length=63)


class DomainOrderOut(Out):
    """An order. `price` is for the whole period; `problem` says why a paid one can't be registered."""

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
