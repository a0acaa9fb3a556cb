"""Conversion of plans and usage to API schemas."""

from server.plans.schemas import UsageCounterOut
from server.plans.selectors import UsageCounter


def counter_out(counter: UsageCounter) -> UsageCounterOut:
    standing = counter.standing
    return UsageCounterOut(
        name=counter.name,
        feature=standing.area,
        subfeature=standing.name,
        used=standing.used,
        reserved=standing.reserved,
        limit=standing.limit,
        left=standing.left,
        resets_at=counter.resets_at,
    )
