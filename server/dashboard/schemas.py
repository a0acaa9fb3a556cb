"""Home on the wire."""

from collections.abc import Sequence
from datetime import datetime

from server.campaigns.schemas import CampaignRowOut
from server.core.schemas import Out, Schema
from server.reports.schemas.asking import Unit
from server.reports.schemas.breakdowns import PointOut
from server.reports.schemas.figures import RatesOut


class StatsIn(Schema):
    """The period (REP-24). Without a start it is all time, as far as the plan keeps figures (PLAN-120)."""

    start: datetime | None = None
    end: datetime | None = None


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
    clicked: int
    unsubscribed: int
    complained: int
    rates: RatesOut


class StatsOut(Out):
    """Home. `former` is the period of the same length just before; null for all time, or where it is not kept."""

    start: datetime | None
    end: datetime
    unit: Unit
    figures: PeriodFiguresOut
    former: PeriodFiguresOut | None
    series: Sequence[PointOut]
    campaigns: Sequence[CampaignRowOut]
    retention_days: int | None
