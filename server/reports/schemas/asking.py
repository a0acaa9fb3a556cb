"""What a report is asked for."""

from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from server.core.pagination import PageQuery
from server.core.schemas import Schema
from server.core.wire_types import NOT_BOOLEAN, UtcDateTime

Unit = Literal["minute", "hour", "day"]


class Machines(StrEnum):
    """Whether opens and clicks of machines count as those of people do."""

    EXCLUDE = "exclude"
    INCLUDE = "include"


class Did(StrEnum):
    """What is counted by device, program or place."""

    OPENS = "opens"
    CLICKS = "clicks"


class RecipientState(StrEnum):
    """What became of a recipient, or what they did."""

    SENT = "sent"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    SKIPPED = "skipped"
    IN_DOUBT = "inDoubt"
    WAITING = "waiting"
    DELIVERED = "delivered"
    BOUNCED = "bounced"
    OPENED = "opened"
    NOT_OPENED = "notOpened"
    CLICKED = "clicked"
    UNSUBSCRIBED = "unsubscribed"
    COMPLAINED = "complained"


class LivePart(StrEnum):
    """A part of a report that changes while mail is sent, opened and clicked."""

    BASIC = "basic"
    COMPARE = "compare"
    PEAK = "peak"
    LINK = "link"
    DEVICE = "device"
    BROWSER = "browser"
    LOCATION = "location"
    DOMAIN = "domain"
    BOUNCE = "bounce"
    LEAVING = "leaving"


class ReportQuery(Schema):
    """Which campaign; every rate and every count of opens and clicks honours `machines`."""

    id: UUID
    machines: Machines = Machines.EXCLUDE


class DidQuery(ReportQuery):
    """Which campaign, and what of it."""

    of: Did = Did.OPENS


class PeriodQuery(ReportQuery):
    """Which campaign, and which part of its time; all of it by default."""

    start: UtcDateTime | None = None
    end: UtcDateTime | None = None


class LiveQuery(PeriodQuery, DidQuery):
    """Which parts of a report. `of` is for device, browser and location, `start` and `end` are for peak."""

    parts: list[LivePart] = Field(min_length=1, max_length=len(LivePart))


class ClickMapQuery(ReportQuery):
    """Which campaign, and which of its mails: that of a variant of an A/B test, else the first."""

    variant: Annotated[int, Field(ge=0, le=4), NOT_BOOLEAN] | None = None


class RecipientQuery(PageQuery):
    """A page of recipients in the order of their addresses. A search is the beginning of an address.

    With a `link` they are those who clicked it, by its number in the answer of link.
    """

    id: UUID
    machines: Machines = Machines.EXCLUDE
    state: RecipientState | None = None
    link: Annotated[int, Field(ge=1, le=500), NOT_BOOLEAN] | None = None
