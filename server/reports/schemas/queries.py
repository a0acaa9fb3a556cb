"""Query schemas of reports."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from server.core.bounded_types import NOT_BOOLEAN, UtcDateTime
from server.core.pagination import PageQuery
from server.core.schemas import Schema
from server.reports.states import BotMode, Engagement, LivePart, ReportRecipientState

Unit = Literal["minute", "hour", "day"]


class ReportQuery(Schema):
    """The campaign. `machines` sets whether rates and counts of opens and clicks include bots."""

    id: UUID
    machines: BotMode = BotMode.EXCLUDE


class EngagementQuery(ReportQuery):
    """The campaign, and whether to count opens or clicks."""

    of: Engagement = Engagement.OPENS


class PeriodQuery(ReportQuery):
    """The campaign and a period. Without a period, all activity of the campaign."""

    start: UtcDateTime | None = None
    end: UtcDateTime | None = None


class LiveQuery(PeriodQuery, EngagementQuery):
    """The parts to return. `of` applies to device, browser and location; `start` and `end` apply to peak."""

    parts: list[LivePart] = Field(min_length=1, max_length=len(LivePart))


class ClickMapQuery(ReportQuery):
    """The campaign, and the variant of an A/B test. Without `variant`, the first email."""

    variant: Annotated[int, Field(ge=0, le=4), NOT_BOOLEAN] | None = None


class RecipientQuery(PageQuery):
    """A page of recipients, ordered by address. `search` matches the start of an address.

    With `link`, only recipients who clicked that link. Its value is the `number` of the link, as returned by the
    endpoint `link`.
    """

    id: UUID
    machines: BotMode = BotMode.EXCLUDE
    state: ReportRecipientState | None = None
    link: Annotated[int, Field(ge=1, le=500), NOT_BOOLEAN] | None = None
