"""Reads of a team's plan and its counters."""

from dataclasses import dataclass
from datetime import date

from server.core import clock
from server.core.callers import Caller
from server.plans import quota
from server.plans.features import PlanLimit
from server.plans.quota import QuotaState

# PLAN-26, PLAN-27: names that differ from the pattern '<subfeature>Used'.
COUNTER_NAMES = {"landingPublish": "publishPageUsed", "formSubmit": "submitFormUsed"}


@dataclass(frozen=True, slots=True)
class UsageCounter:
    """A counter with its API name and, for monthly ones, the day of the next reset."""

    name: str
    standing: QuotaState
    resets_at: date | None


def get_counter(*, by: Caller, limit: PlanLimit) -> UsageCounter:
    return next(
        counter
        for counter in list_counters(by=by)
        if (counter.standing.area, counter.standing.name) == (limit.area, limit.name)
    )


def list_counters(*, by: Caller) -> list[UsageCounter]:
    plan = quota.get_team_plan(by.team_id)
    reset = quota.get_next_reset(starts_at=plan.subscription.starts_at, now=clock.now()) if plan else None
    return [
        UsageCounter(
            name=COUNTER_NAMES.get(standing.name, f"{standing.name}Used"),
            standing=standing,
            resets_at=reset if standing.monthly else None,
        )
        for standing in quota.list_states(team_id=by.team_id, plan=plan)
    ]
