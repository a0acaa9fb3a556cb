"""Schemas of the overview of all campaigns."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from server.campaigns.kinds import KindName
from server.campaigns.limits import CATEGORY_LENGTH
from server.campaigns.states import CampaignStatus
from server.core.bounded_types import UtcDateTime
from server.core.pagination import PageQuery
from server.core.schemas import Out
from server.reports.schemas.breakdowns import PointOut
from server.reports.schemas.metrics import RatesOut
from server.reports.schemas.queries import Unit
from server.reports.states import BotMode


class OverviewQuery(PageQuery):
    """Campaigns started in a period. Without a start, all that the plan retains.

    An empty `category` selects campaigns without one. `sort` is name, startedAt, recipients, sent or a rate. With
    `machines=include`, rates count bots. `search` matches text in name or subject.
    """

    start: UtcDateTime | None = None
    end: UtcDateTime | None = None
    category: str | None = Field(None, max_length=CATEGORY_LENGTH)
    machines: BotMode = BotMode.EXCLUDE


class ExportQuery(OverviewQuery):
    """The query of the overview. All matching campaigns are exported; `page` and `size` are ignored."""

    format: Literal["csv", "xlsx"] = "csv"


class SentMetricsOut(Out):
    """Metrics of one or more campaigns."""

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
    kind: KindName
    name: str
    subject: str
    category: str
    status: CampaignStatus
    started_at: datetime
    figures: SentMetricsOut


class CategorySumsOut(Out):
    """Metrics of all campaigns in a category. The name is empty for campaigns without one."""

    category: str
    campaigns: int
    figures: SentMetricsOut


class OverviewOut(Out):
    """A page of campaigns, totals over all pages, the largest categories, and activity over time.

    `sums` covers the entire lifetime of the listed campaigns; `series` covers what happened in the period, for all
    campaigns.
    """

    items: Sequence[OverviewRowOut]
    total: int
    page: int
    size: int
    sums: SentMetricsOut
    categories: Sequence[CategorySumsOut]
    start: datetime | None
    end: datetime
    unit: Unit
    series: Sequence[PointOut]
    retention_days: int | None
