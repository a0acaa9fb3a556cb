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
class Counter:
    """A counter with its API name and, for monthly ones, the day of the next reset."""

    name: str
    standing: QuotaState
    resets_at: date | None


def counter(*, by: Caller, limit: PlanLimit) -> Counter:
    return next(
        counter
        for counter in counters(by=by)
        if (counter.standing.area, counter.standing.name) == (limit.area, limit.name)
    )


def counters(*, by: Caller) -> list[Counter]:
    plan = quota.team_plan(by.team_id)
    reset = quota.next_reset(starts_at=plan.subscription.starts_at, now=clock.now()) if plan else None
    return [
        Counter(
            name=COUNTER_NAMES.get(standing.name, f"{standing.name}Used"),
            standing=standing,
            resets_at=reset if standing.monthly else None,
        )
        for standing in quota.standings(team_id=by.team_id, plan=plan)
    ]
