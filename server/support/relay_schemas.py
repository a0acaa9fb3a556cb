"""Schemas of pools and relays."""

from datetime import date, datetime
from ipaddress import IPv4Address, IPv6Address
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints, model_validator

from server.core.bounded_types import Flag, Integer
from server.core.causes import CauseError
from server.core.schemas import Out
from server.delivery.models import Stream
from server.support.causes import POOL_USE_AMBIGUOUS
from server.support.schemas import ReasonIn

MAX_CONNECTIONS = 500
# A host name with labels of at most 63 characters (RFC 1035, 2.3.4), or an IP address.
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST_NAME = rf"^(?:{_LABEL}(?:\.{_LABEL})*|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)$"
HostName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=253, pattern=_HOST_NAME)]
RelayTlsMode = Literal["never", "opportunistic", "required", "implicit"]


class PoolIn(ReasonIn):
    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]


class PoolUseIn(ReasonIn):
    """Assigns a pool to a team or to a plan, not both. Without either, to all teams."""

    stream: Stream
    company_id: UUID | None = None
    packet_id: UUID | None = None

    @model_validator(mode="after")
    def _check_one_target(self) -> "PoolUseIn":
        if self.company_id and self.packet_id:
            raise CauseError(POOL_USE_AMBIGUOUS)
        return self


class RelayIn(ReasonIn):
    """A relay. Without `password`, the stored password stays in use; an empty one deletes it.

    If host, port or TLS change, a relay with a stored password requires `password`.
    """

    host: HostName
    port: Integer = Field(ge=1, le=65535)
    tls: RelayTlsMode = "required"
    user: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""
    password: Annotated[str, StringConstraints(max_length=500)] | None = None
    source: IPv4Address | IPv6Address | None = None
    helo: HostName
    connections: Integer = Field(10, ge=1, le=MAX_CONNECTIONS)
    warms_up: Flag = False
    active: Flag = True


class LiveOut(Out):
    """Current connections, messages of the last day by result, and the relay’s latest response.

    The numbers are totals over all sender processes.
    """

    connections: int
    sent: int
    deferred: int
    failed: int
    taken_today: int
    answer: str
    answered_at: datetime | None


class SlowedDestinationOut(Out):
    """A throttled destination, over all sender processes.

    Currently, up to `atOnce` messages are sent in parallel (`most` without throttling), with a pause of `pauseSeconds`
    in between (0: none). `perSecond` is null without a rate limit. `deferred` counts the deferrals since `since`.
    """

    destination: str
    at_once: int
    most: int
    pause_seconds: float
    per_second: float | None
    deferred: int
    answer: str
    answered_at: datetime
    since: datetime


class RelayOut(Out):
    """A relay. `allowedToday` is the maximum number of messages today during warm-up, otherwise null."""

    relay_id: int
    pool_id: int
    host: str
    port: int
    tls: str
    user: str
    has_password: bool
    source: str | None
    helo: str
    connections: int
    active: bool
    warming_since: date | None
    allowed_today: int | None
    live: LiveOut


class PoolUseOut(Out):
    use_id: int
    stream: str
    company_id: UUID | None
    company_name: str
    packet_id: UUID | None
    packet_name: str


class PoolOut(Out):
    pool_id: int
    name: str
    relays: list[RelayOut]
    uses: list[PoolUseOut]
    slowed: list[SlowedDestinationOut]


class PlanNameOut(Out):
    packet_id: UUID
    name: str


class PoolsOut(Out):
    """All pools. `plans` lists the plans that a pool can be assigned to.

    `slowed` lists throttled destinations, at most 50 per pool.
    """

    plans: list[PlanNameOut]
    default_host: str
    default_port: int
    default_live: LiveOut
    default_slowed: list[SlowedDestinationOut]
    pools: list[PoolOut]


class PoolIdOut(Out):
    pool_id: int


class DialogueLineOut(Out):
    who: Literal["us", "relay"]
    line: str


class DialogueOut(Out):
    """The SMTP dialogue. `why` is the error; empty if email can be sent."""

    works: bool
    why: str
    seconds: float
    dialogue: list[DialogueLineOut]
