"""The offered plans, and the first plan of a team."""

from decimal import Decimal
from typing import Any
from uuid import UUID

from server.core import clock
from server.plans.features import ACTIONS, AREAS, COMPONENTS, PAID_AREAS, UNLIMITED, PlanLimit
from server.plans.limits import list_limits
from server.plans.models import Plan, Subscription

NOT_SCALED = frozenset({UNLIMITED, 0})
SAMPLE_PLAN = "FREE"
# PLAN-104: the sample's limits times 5 and times 25. Code -> name, factor, monthly price in IDR.
PAID_PLANS = {"GROWTH": ("Growth", 5, Decimal(490_000)), "SCALE": ("Scale", 25, Decimal(1_990_000))}
LARGEST_PLAN = "SCALE"


def build_feature_groups(*, factor: int = 1, with_paid: bool = False, unlimited: bool = False) -> list[dict[str, Any]]:
    """The feature list of a plan with the sample's limits times `factor` (PLAN-104); -1 stays -1."""

    all_limits = list_limits()

    def scaled(limit: PlanLimit) -> int:
        if unlimited:
            return UNLIMITED
        return limit.sample if limit.sample in NOT_SCALED else limit.sample * factor

    def group(area: str) -> dict[str, Any]:
        counted = [
            {"name": limit.name, "text": limit.name, "enable": True, "limit": scaled(limit)}
            for limit in all_limits
            if limit.area == area
        ]
        switches = [
            {"name": action, "text": action, "enable": True, "limit": UNLIMITED}
            for action in (*ACTIONS, *COMPONENTS.get(area, ()))
        ]
        return {"name": area, "enable": with_paid or area not in PAID_AREAS, "subFeatures": [*counted, *switches]}

    return [group(area) for area in dict.fromkeys((*AREAS, *(limit.area for limit in all_limits)))]


def seed_plans() -> None:
    """Creates missing plans. Changes by operators are preserved."""
    get_sample_plan()
    for code, (name, factor, price) in PAID_PLANS.items():
        Plan.objects.get_or_create(
            code=code,
            version=1,
            defaults={
                "name": name,
                "group": "regular",
                "price": price,
                "features": build_feature_groups(factor=factor, with_paid=True),
            },
        )


def get_sample_plan() -> Plan:
    plan, _ = Plan.objects.get_or_create(
        code=SAMPLE_PLAN, version=1, defaults={"name": "Free", "group": "regular", "features": build_feature_groups()}
    )
    return plan


def subscribe_to_sample(*, team_id: UUID) -> Subscription:
    return Subscription.objects.create(team_id=team_id, plan=get_sample_plan(), starts_at=clock.now())


def subscribe_to_largest(*, team_id: UUID) -> Subscription:
    seed_plans()
    plan = Plan.objects.get(code=LARGEST_PLAN, version=1)
    return Subscription.objects.create(team_id=team_id, plan=plan, starts_at=clock.now(), price=plan.price)
