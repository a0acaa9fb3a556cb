"""The plans that are offered, and a team's first one."""

from decimal import Decimal
from uuid import UUID

from server.core import clock
from server.plans.features import feature_groups
from server.plans.models import Plan, Subscription

SAMPLE = "FREE"
# PLAN-104: the sample's limits times 5 and times 25. Code -> name, factor, monthly price in IDR.
PAID = {"GROWTH": ("Growth", 5, Decimal(490_000)), "SCALE": ("Scale", 25, Decimal(1_990_000))}
LARGEST = "SCALE"


def seed() -> None:
    """Makes the plans that are missing; what an operator has changed since stays."""
    sample()
    for code, (name, factor, price) in PAID.items():
        Plan.objects.get_or_create(
            code=code,
            version=1,
            defaults={
                "name": name,
                "group": "regular",
                "price": price,
                "features": feature_groups(factor=factor, with_paid=True),
            },
        )


def sample() -> Plan:
    """The plan that a new team gets."""
    plan, _ = Plan.objects.get_or_create(
        code=SAMPLE, version=1, defaults={"name": "Free", "group": "regular", "features": feature_groups()}
    )
    return plan


def subscribe_to_sample(*, team_id: UUID) -> Subscription:
    """Gives a new team the sample plan, which does not run out."""
    return Subscription.objects.create(team_id=team_id, plan=sample(), starts_at=clock.now())


def subscribe_to_largest(*, team_id: UUID) -> Subscription:
    """Gives a new team the largest plan, which does not run out."""
    seed()
    plan = Plan.objects.get(code=LARGEST, version=1)
    return Subscription.objects.create(team_id=team_id, plan=plan, starts_at=clock.now(), price=plan.price)
