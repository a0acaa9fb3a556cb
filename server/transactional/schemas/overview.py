"""The home of transactional mail on the wire."""

from collections.abc import Sequence
from uuid import UUID

from server.core.schemas import Out
from server.senders.states import DomainState


class FirstMessageOut(Out):
    """The first message that the team handed over to be sent, else its first of the sandbox.

    `id` and `time` are its address.
    """

    id: UUID
    time: int
    state: str
    sandbox: bool


class SmtpOut(Out):
    """Where applications hand mail over by SMTP: STARTTLS on `port`, TLS from the start on `tlsPort`."""

    host: str
    port: int
    tls_port: int
    username: str


class DomainHealthOut(Out):
    """A domain and what became of its mail in the last 24 full hours and this one.

    `sent` is what was handed to a mail server, of which some was delivered and some bounced.
    """

    domain_id: UUID
    name: str
    state: DomainState
    sent: int
    delivered: int
    bounced: int


class TodayOut(Out):
    """What happened to recipients since midnight of the team's clock; each deferred one is counted once."""

    accepted: int
    delivered: int
    deferred: int
    bounced: int
    failed: int
    opened: int
    clicked: int
    complained: int


class TrxOverviewOut(Out):
    """The quick start while it is empty, and how it goes. `limit` -1: none. `domains` are at most 20."""

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
    """Whether the plan has transactional mail, whether the team has opened it, and this month's numbers."""

    enabled: bool
    opened: bool
    used: int
    limit: int


class TransactionalsOpenedOut(Out):
    """The session's token for the transactional API."""

    trx_token: str
