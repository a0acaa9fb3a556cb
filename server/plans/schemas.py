"""Schemas of plans and usage."""

from datetime import date, datetime
from uuid import UUID

from server.core.schemas import Out


class SubFeatureOut(Out):
    """A feature of the plan with its limit.

    `enable` is null if the plan includes it but it is turned off for everyone.
    """

    # PLAN-15 to 19, PLAN-21

    name: str
    text: str
    limit: int
    enable: bool | None


class FeatureOut(Out):
    """A group of features."""

    # PLAN-12 to 14

    name: str
    enable: bool | None
    sub_features: list[SubFeatureOut]


class PlanOut(Out):
    """The current plan of the team."""

    # PLAN-01 to 11

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
    """Usage of one quota. `used` includes amounts reserved by running work.

    If `limit` is -1, usage is unlimited and `left` is -1.
    """

    # PLAN-24 to 32

    name: str
    feature: str
    subfeature: str
    used: int
    reserved: int
    limit: int
    left: int
    resets_at: date | None


class UsageOut(Out):
    """Usage of every quota of the plan."""

    counters: list[UsageCounterOut]
