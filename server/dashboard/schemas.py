"""Schemas of the home page."""

from collections.abc import Sequence
from datetime import datetime

from server.campaigns.schemas import CampaignRowOut
from server.core.bounded_types import UtcDateTime
from server.core.schemas import Out, Schema
from server.plans.schemas import UsageCounterOut
from server.reports.overview.schemas import OverviewRowOut
from server.reports.schemas.breakdowns import PointOut
from server.reports.schemas.metrics import RatesOut
from server.reports.schemas.queries import Unit
from server.reports.states import BotMode


class StatsIn(Schema):
    """The period. Without a start, it covers all metrics that the plan retains.

    With `machines=include`, open and click rates include bots.
    """

    # REP-24, PLAN-120

    start: UtcDateTime | None = None
    end: UtcDateTime | None = None
    machines: BotMode = BotMode.EXCLUDE


class PeriodMetricsOut(Out):
    """Metrics of all campaigns in a period."""

    sent: int
    delivered: int
    failed: int
    in_doubt: int
    hard_bounced: int
    soft_bounced: int
    suppressed: int
    opened: int
    machine_opens: int
    any_opened: int
    clicked: int
    machine_clicks: int
    any_clicked: int
    unsubscribed: int
    complained: int
    rates: RatesOut


class StatsOut(Out):
    """Metrics for the home page, with those of the previous period of the same length; these are null for all time and
    beyond the retention period.

    `best` are the campaigns started in the period with the highest click rates, among those with at least 50
    recipients.
    """

    start: datetime | None
    end: datetime
    unit: Unit
    figures: PeriodMetricsOut
    former: PeriodMetricsOut | None
    series: Sequence[PointOut]
    campaigns: Sequence[CampaignRowOut]
    best: Sequence[OverviewRowOut]
    retention_days: int | None


class UsageQuery(Schema):
    """The period. Without a start, it covers all metrics that the plan retains."""

    # PLAN-120

    start: UtcDateTime | None = None
    end: UtcDateTime | None = None


class UsedOut(Out):
    """Usage in one interval that starts at `at`."""

    at: datetime
    used: int


class UsageStatsOut(Out):
    """Usage of an area: its quota in the current month of the plan, and its usage per interval of a period.

    Usage in the previous period of the same length is null beyond the retention period.
    """

    quota: UsageCounterOut
    start: datetime | None
    end: datetime
    unit: Unit
    used: int
    former: int | None
    series: Sequence[UsedOut]
    retention_days: int | None
