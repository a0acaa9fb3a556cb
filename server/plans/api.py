"""The team's plan, and how much of it is used."""

from ninja import Router

from server.core import clock
from server.core.access import Access, CallerRequest
from server.core.callers import Caller, FeatureState
from server.plans import selectors
from server.plans.models import Subscription
from server.plans.schemas import FeatureOut, PlanOut, SubFeatureOut, UsageCounterOut, UsageOut

router = Router(tags=["plans"], by_alias=True)
# The shell draws itself from these, whatever has befallen the team.
READ = Access(while_suspended=True, while_expired=True)
ENABLE = {FeatureState.ENABLED: True, FeatureState.DISABLED: False, FeatureState.UNDETERMINED: None}


@router.get("plan", auth=READ, response=PlanOut, operation_id="get_plan")
def get_plan(request: CallerRequest) -> PlanOut:
    subscription = selectors.current_plan(by=request.auth)
    return _plan(subscription, request.auth) if subscription else NO_PLAN


@router.get("usage", auth=READ, response=UsageOut, operation_id="get_usage")
def get_usage(request: CallerRequest) -> UsageOut:
    return UsageOut(
        counters=[
            UsageCounterOut(
                name=counter.name,
                feature=counter.standing.area,
                subfeature=counter.standing.name,
                used=counter.standing.used,
                reserved=counter.standing.reserved,
                limit=counter.standing.limit,
                left=counter.standing.left,
                resets_at=counter.resets_at,
            )
            for counter in selectors.counters(by=request.auth)
        ]
    )


NO_PLAN = PlanOut(
    packet_id=None,
    plan="",
    name="",
    start_date=None,
    expired_date=None,
    is_expired=False,
    price=0,
    currency="",
    subscription=0,
    subscribe=False,
    version=None,
    group="",
    payment_method="",
    features=[],
)


def _plan(subscription: Subscription, by: Caller) -> PlanOut:
    plan = subscription.plan
    return PlanOut(
        packet_id=plan.pk,
        plan=plan.code,
        name=plan.name,
        start_date=subscription.starts_at,
        expired_date=subscription.expires_at,
        is_expired=subscription.expires_at is not None and subscription.expires_at < clock.now(),
        price=float(subscription.price),
        currency=plan.currency,
        subscription=plan.period_months,
        subscribe=plan.price > 0,
        version=plan.version,
        group=plan.group,
        payment_method=subscription.payment_method,
        features=[
            FeatureOut(
                name=group["name"],
                enable=ENABLE[by.feature(group["name"])],
                sub_features=[
                    SubFeatureOut(
                        name=sub["name"],
                        text=sub["text"],
                        limit=sub["limit"],
                        enable=ENABLE[by.feature(group["name"], sub["name"])],
                    )
                    for sub in group["subFeatures"]
                ],
            )
            for group in plan.features
        ],
    )
