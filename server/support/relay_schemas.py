"""Pools and relays on the wire."""

from datetime import date, datetime
from ipaddress import IPv4Address, IPv6Address
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints, model_validator

from server.core.schemas import Out
from server.core.wire_types import Flag, Integer
from server.delivery.models import Stream
from server.support.schemas import ReasonIn

MOST_CONNECTIONS = 500
# A host name of labels of 63 characters at most (RFC 1035, 2.3.4), or an IP address.
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST_NAME = rf"^(?:{_LABEL}(?:\.{_LABEL})*|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)$"
HostName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=253, pattern=_HOST_NAME)]
RelayTlsWord = Literal["never", "opportunistic", "required", "implicit"]


class PoolIn(ReasonIn):
    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]


class PoolUseIn(ReasonIn):
    """For a team or for a plan, not for both; for all where neither is named."""

    stream: Stream
    company_id: UUID | None = None
    packet_id: UUID | None = None

    @model_validator(mode="after")
    def _of_one(self) -> "PoolUseIn":
        if self.company_id and self.packet_id:
            raise ValueError("A use is for a team or for a plan")
        return self


class RelayIn(ReasonIn):
    """A relay endpoint. `password` left out keeps the stored one, unless host, port or TLS change; an empty one deletes
    it."""

    host: HostName
    port: Integer = Field(ge=1, le=65535)
    tls: RelayTlsWord = "required"
    user: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""
    password: Annotated[str, StringConstraints(max_length=500)] | None = None
    source: IPv4Address | IPv6Address | None = None
    helo: HostName
    connections: Integer = Field(10, ge=1, le=MOST_CONNECTIONS)
    warms_up: Flag = False
    active: Flag = True


class LiveOut(Out):
    """Connections now; messages of the last day by the processes that told of them; the relay's last word."""

    connections: int
    sent: int
    deferred: int
    failed: int
    taken_today: int
    answer: str
    answered_at: datetime | None


class SlowedOut(Out):
    """A destination that asked for less, over all sender processes that hold it back.

    `atOnce` of `most` messages are under way at a time, `pauseSeconds` lie between two, 0 where none are;
    `perSecond` is null where no rate is set. `deferred` are the answers that asked for less since `since`.
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
    """`allowedToday` is null for an address that is warm."""

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
    slowed: list[SlowedOut]


class PlanNameOut(Out):
    packet_id: UUID
    name: str


class PoolsOut(Out):
    """`plans` are those that a pool can be given to; `slowed` are the destinations held back, at most 50 a pool."""

    plans: list[PlanNameOut]
    default_host: str
    default_port: int
    default_live: LiveOut
    default_slowed: list[SlowedOut]
    pools: list[PoolOut]


class PoolDoneOut(Out):
    pool_id: int


class DialogueLineOut(Out):
    who: Literal["us", "relay"]
    line: str


class DialogueOut(Out):
    """`why` says what went wrong; empty when mail could be sent."""

    works: bool
    why: str
    seconds: float
    dialogue: list[DialogueLineOut]
