"""The overview of all campaigns on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from server.campaigns.limits import CATEGORY_LENGTH, CampaignKind
from server.campaigns.states import CampaignStatus
from server.core.pagination import PageQuery
from server.core.schemas import Out
from server.core.wire_types import UtcDateTime
from server.reports.schemas.asking import Machines, Unit
from server.reports.schemas.breakdowns import PointOut
from server.reports.schemas.figures import RatesOut


class OverviewQuery(PageQuery):
    """Campaigns begun in a period; without a start all that the plan keeps. An empty category is that of none.

    Sorted by name, startedAt, recipients, sent or one of the rates, which honour `machines` as every rate does. A
    search looks in name and subject.
    """

    start: UtcDateTime | None = None
    end: UtcDateTime | None = None
    category: str | None = Field(None, max_length=CATEGORY_LENGTH)
    machines: Machines = Machines.EXCLUDE


class ExportQuery(OverviewQuery):
    """The same as a file, whole; the page means nothing."""

    format: Literal["csv", "xlsx"] = "csv"


class SentFiguresOut(Out):
    """The figures of a campaign, or of several together; docs/figures.md says what each means."""

    recipients: int
    sent: int
    delivered: int
    failed: int
    in_doubt: int
    hard_bounced: int
    soft_bounced: int
    suppressed: int
    opened: int
    opens: int
    machine_opened: int
    machine_opens: int
    clicked: int
    clicks: int
    machine_clicks: int
    any_opened: int
    any_clicked: int
    unsubscribed: int
    complained: int
    rates: RatesOut


class OverviewRowOut(Out):
    """A campaign in the table."""

    id: UUID
    kind: CampaignKind
    name: str
    subject: str
    category: str
    status: CampaignStatus
    started_at: datetime
    figures: SentFiguresOut


class CategorySumsOut(Out):
    """All campaigns of a category; the name is empty for those in none."""

    category: str
    campaigns: int
    figures: SentFiguresOut


class OverviewOut(Out):
    """A page of campaigns, their sums over all pages, the largest categories, and what happened over the period.

    `sums` are of the campaigns that the table shows, whenever somebody read them; `series` is what happened in the
    period to any campaign.
    """

    items: Sequence[OverviewRowOut]
    total: int
    page: int
    size: int
    sums: SentFiguresOut
    categories: Sequence[CategorySumsOut]
    start: datetime | None
    end: datetime
    unit: Unit
    series: Sequence[PointOut]
    retention_days: int | None
