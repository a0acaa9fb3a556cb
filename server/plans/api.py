"""The team's plan and its usage."""

from functools import lru_cache

from ninja import Router

from server.core import clock
from server.core.access import Access, CallerRequest
from server.core.callers import Caller, Features, FeatureState, get_feature_state
from server.plans import quota, selectors
from server.plans.features import EMAIL_SENT, read_groups
from server.plans.quota import TeamPlan
from server.plans.schemas import FeatureOut, PlanOut, SubFeatureOut, UsageCounterOut, UsageOut
from server.plans.shapes import counter_out

router = Router(tags=["plans"], by_alias=True)
# The app shell needs these whatever the team's status.
READ = Access(while_suspended=True, while_expired=True, while_payment=True)
ENABLE = {FeatureState.ENABLED: True, FeatureState.DISABLED: False, FeatureState.UNDETERMINED: None}


@router.get("plan", auth=READ, response=PlanOut, operation_id="get_plan")
def get_plan(request: CallerRequest) -> PlanOut:
    found = quota.get_team_plan(request.auth.team_id)
    return _build_plan(found, request.auth) if found else NO_PLAN


@router.get("email-limit", auth=READ, response=UsageCounterOut, operation_id="get_email_limit")
def get_email_limit(request: CallerRequest) -> UsageCounterOut:
    return counter_out(selectors.get_counter(by=request.auth, limit=EMAIL_SENT))


@router.get("usage", auth=READ, response=UsageOut, operation_id="get_usage", summary="Get plan usage")
def get_usage(request: CallerRequest) -> UsageOut:
    return UsageOut(counters=[counter_out(counter) for counter in selectors.list_counters(by=request.auth)])


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


def _build_plan(found: TeamPlan, by: Caller) -> PlanOut:
    subscription, plan = found.subscription, found.subscription.plan
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
        features=_build_features(found.features, by.features),
    )


@lru_cache(maxsize=128)
def _build_features(text: str, features: Features) -> list[FeatureOut]:
    """Cached: a team's features stay the same object until its plan or a feature switch changes."""
    return [
        FeatureOut(
            name=group["name"],
            enable=ENABLE[get_feature_state(features, group["name"])],
            sub_features=[
                SubFeatureOut(
                    name=sub["name"],
                    text=sub["text"],
                    limit=sub["limit"],
                    enable=ENABLE[get_feature_state(features, group["name"], sub["name"])],
                )
                for sub in group["subFeatures"]
            ],
        )
        for group in read_groups(text)
    ]
