"""Plans and usage on the wire."""

from datetime import date, datetime
from uuid import UUID

from server.core.schemas import Out


class SubFeatureOut(Out):
    """PLAN-15 to 19. `enable` is null where the plan has it but it is switched off for all (PLAN-21)."""

    name: str
    text: str
    limit: int
    enable: bool | None


class FeatureOut(Out):
    """PLAN-12 to 14."""

    name: str
    enable: bool | None
    sub_features: list[SubFeatureOut]


class PlanOut(Out):
    """PLAN-01 to 11: the team's plan now."""

    packet_id: UUID | None
    plan: str
    name: str
    start_date: datetime | None
    expired_date: datetime | None
    is_expired: bool
    price: float
    currency: str
    subscription: int
    subscribe: bool
    version: int | None
    group: str
    payment_method: str
    features: list[FeatureOut]


class UsageCounterOut(Out):
    """PLAN-24 to 32. `used` counts what is held by work under way, too; a limit of -1 is none, then `left` is -1."""

    name: str
    feature: str
    subfeature: str
    used: int
    reserved: int
    limit: int
    left: int
    resets_at: date | None


class UsageOut(Out):
    """Every counter of the plan."""

    counters: list[UsageCounterOut]
