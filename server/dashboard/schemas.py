"""Home on the wire."""

from collections.abc import Sequence
from datetime import datetime

from server.campaigns.schemas import CampaignRowOut
from server.core.schemas import Out, Schema
from server.core.wire_types import UtcDateTime
from server.plans.schemas import UsageCounterOut
from server.reports.overview.schemas import OverviewRowOut
from server.reports.schemas.asking import Machines, Unit
from server.reports.schemas.breakdowns import PointOut
from server.reports.schemas.figures import RatesOut


class StatsIn(Schema):
    """The period (REP-24). Without a start it is all time, as far as the plan keeps figures (PLAN-120). Every rate and
    every line of opens and clicks honours `machines`."""

    start: UtcDateTime | None = None
    end: UtcDateTime | None = None
    machines: Machines = Machines.EXCLUDE


class PeriodFiguresOut(Out):
    """What all campaigns did in a period; docs/figures.md says what each figure means."""

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
    """Home. `former` is the period of the same length just before; null for all time, or where it is not kept.

    `best` are the campaigns begun in it that the largest shares clicked, of those that reached 50 people or more.
    """

    start: datetime | None
    end: datetime
    unit: Unit
    figures: PeriodFiguresOut
    former: PeriodFiguresOut | None
    series: Sequence[PointOut]
    campaigns: Sequence[CampaignRowOut]
    best: Sequence[OverviewRowOut]
    retention_days: int | None


class UsageQuery(Schema):
    """The period; without a start all time, as far as the plan keeps figures (PLAN-120)."""

    start: UtcDateTime | None = None
    end: UtcDateTime | None = None


class UsedOut(Out):
    """What was used in one stretch of time that begins at `at`."""

    at: datetime
    used: int


class UsageStatsOut(Out):
    """What an area has used: its counter in the present month of the plan, and by stretches of a period.

    `used` and `former` are of the period and of the one as long just before; null where that is not kept.
    """

    quota: UsageCounterOut
    start: datetime | None
    end: datetime
    unit: Unit
    used: int
    former: int | None
    series: Sequence[UsedOut]
    retention_days: int | None
