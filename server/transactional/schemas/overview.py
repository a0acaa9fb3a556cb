"""Schemas of the home page of transactional email."""

from collections.abc import Sequence
from uuid import UUID

from server.core.schemas import Out
from server.senders.states import DomainState


class FirstMessageOut(Out):
    """The first message that the team submitted, or its first sandbox message if there is no other.

    `id` and `time` identify it.
    """

    id: UUID
    time: int
    state: str
    sandbox: bool


class SmtpOut(Out):
    """SMTP access for applications: STARTTLS on `port`, implicit TLS on `tlsPort`."""

    host: str
    port: int
    tls_port: int
    username: str


class DomainHealthOut(Out):
    """A domain and its results in the current hour and the 24 before it.

    `sent` counts emails passed to a receiving server; `delivered` and `bounced` are parts of it.
    """

    domain_id: UUID
    name: str
    state: DomainState
    sent: int
    delivered: int
    bounced: int


class TodayOut(Out):
    """Events of recipients since midnight in the team’s time zone. `deferred` counts each recipient once."""

    accepted: int
    delivered: int
    deferred: int
    bounced: int
    failed: int
    opened: int
    clicked: int
    complained: int


class TrxOverviewOut(Out):
    """Setup steps, usage and today’s results. A `limit` of -1 means unlimited. `domains` lists up to 20 domains."""

    has_domain: bool
    domain_verified: bool
    has_key: bool
    first_message: FirstMessageOut | None
    smtp: SmtpOut
    http_base: str
    used: int
    limit: int
    today: TodayOut
    domains: Sequence[DomainHealthOut]


class TransactionalsOut(Out):
    """Whether the plan includes transactional email, whether the team has activated it, and this month’s usage."""

    enabled: bool
    opened: bool
    used: int
    limit: int


class TransactionalsActivatedOut(Out):
    """The session’s token for the transactional API."""

    trx_token: str
