"""Reports on the wire. docs/figures.md says what every figure means; a rate names its base."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Literal
from uuid import UUID

from pydantic import Field

from server.campaigns.schemas import CampaignRowOut
from server.contacts.states import LeavingReason
from server.core.pagination import PageQuery
from server.core.schemas import Out, Schema

Unit = Literal["minute", "hour", "day"]


class ReportQuery(Schema):
    """Which campaign."""

    id: UUID


class PeriodQuery(ReportQuery):
    """Which campaign, and which part of its time; all of it by default."""

    start: datetime | None = None
    end: datetime | None = None


class RecipientState(StrEnum):
    """What became of a recipient, or what they did."""

    SENT = "sent"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    SKIPPED = "skipped"
    IN_DOUBT = "inDoubt"
    WAITING = "waiting"
    OPENED = "opened"
    CLICKED = "clicked"
    UNSUBSCRIBED = "unsubscribed"


class Outcome(StrEnum):
    """What became of a recipient's mail; cancelled: not sent, because sending was stopped."""

    SENT = "sent"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    SKIPPED = "skipped"
    IN_DOUBT = "inDoubt"
    WAITING = "waiting"
    CANCELLED = "cancelled"


class RecipientQuery(PageQuery):
    """A page of recipients in the order of their addresses. A search is the beginning of an address."""

    id: UUID
    state: RecipientState | None = None


class RatesOut(Out):
    """Shares from 0 to 1, by the definitions of docs/figures.md; 0 where the base is 0."""

    delivered: float = Field(description="of what was handed to a mail server: sent, failed and in doubt")
    bounced: float = Field(description="of what was handed to a mail server")
    opened: float = Field(description="of delivered")
    clicked: float = Field(description="of delivered")
    clicked_of_opened: float = Field(description="of opened")
    unsubscribed: float = Field(description="of delivered")
    complained: float = Field(description="of delivered")


class FiguresOut(Out):
    """The figures of a mailing, named as in the event delivery.mailing.progressed."""

    revision: int
    recipients: int
    sent: int
    delivered: int
    failed: int
    hard_bounced: int
    soft_bounced: int
    suppressed: int
    skipped: int
    in_doubt: int
    deferred: int
    waiting: int = Field(description="of whom nothing final is known yet: retried and pending together")
    retried: int = Field(description="refused for now, to be tried again")
    pending: int = Field(description="not yet handed to a mail server")
    opened: int
    opens: int
    machine_opened: int
    machine_opens: int
    clicked: int
    clicks: int
    machine_clicks: int
    unsubscribed: int
    complained: int
    rates: RatesOut


class PaceOut(Out):
    """How fast it goes; null while nothing has been sent for two minutes, and once it has ended."""

    per_second: float
    seconds_left: int


class BasicOut(Out):
    """What the head and the figures of a report need."""

    campaign: CampaignRowOut
    labels: Sequence[str]
    to_all: bool
    figures: FiguresOut
    bounces: Sequence["BounceOut"]
    reasons: Sequence["ReasonOut"]
    pace: PaceOut | None
    send_again: int = Field(description="in doubt without a sign that the mail arrived: who would get it again")


class BounceOut(Out):
    """How many were refused for a reason of this class."""

    bounce: str
    count: int


class ReasonOut(Out):
    """How many said why they unsubscribed, and so."""

    reason: LeavingReason
    count: int


class LinkOut(Out):
    """A tracked address. `share` is of all recipients who clicked anything, from 0 to 1."""

    number: int
    address: str
    clicks: int
    clicked: int
    machine_clicks: int
    share: float


class LinksOut(Out):
    """The most clicked first."""

    items: Sequence[LinkOut]
    clicked: int


class ShareOut(Out):
    """One kind and its share of the total, from 0 to 1."""

    name: str
    count: int
    share: float


class SharesOut(Out):
    """Human opens by kind, the most first."""

    items: Sequence[ShareOut]
    total: int


class BrowsersOut(SharesOut):
    """Mail programs, and the systems they ran on."""

    systems: Sequence[ShareOut]


class PointOut(Out):
    """What happened in one stretch of time that begins at `at`."""

    at: datetime
    sent: int = 0
    failed: int = 0
    opened: int = 0
    clicked: int = 0
    machine_opens: int = 0


class PeakOut(Out):
    """A campaign over time. Stretches in which nothing happened are left out; `busiest` had the most opens."""

    unit: Unit
    start: datetime
    end: datetime
    items: Sequence[PointOut]
    busiest: PointOut | None


class ReportCountOut(Out):
    """How many rows each part of the report has."""

    recipients: int
    sent: int
    failed: int
    suppressed: int
    skipped: int
    in_doubt: int
    waiting: int
    opened: int
    clicked: int
    unsubscribed: int
    links: int


class RecipientOut(Out):
    """One recipient. `state` is what became of the mail; `reply` is what the server said last."""

    position: int
    contact_id: int | None
    email: str
    state: Outcome
    at: datetime | None
    bounce: str
    reply: str
    attempt: int
    opens: int
    clicks: int
    machine_opens: int
    first_opened_at: datetime | None
    first_clicked_at: datetime | None
    unsubscribed_at: datetime | None
