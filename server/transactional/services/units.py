"""Returns plan units that were counted when a message was accepted, for recipients it is never sent to."""

from collections.abc import Mapping
from datetime import date
from uuid import UUID

from server.plans import quota
from server.plans.features import TRANSACTIONAL_SENT
from server.transactional.sql import intake as sql


def return_units(*, team_id: UUID, amounts: Mapping[tuple[date, UUID | None], int]) -> None:
    """Decreases the monthly counts of a team and its subaccounts. `amounts` has units by acceptance day and subaccount.

    Only units of the plan's current month: earlier months are closed. Call it in a transaction, and last: others of the
    team wait for the counter until it ends.
    """
    plan = quota.get_team_plan(team_id)
    period = quota.get_monthly_period(plan.subscription.starts_at if plan else None)
    total = 0
    by_subaccount: dict[UUID, int] = {}
    for (accepted_on, subaccount_id), amount in amounts.items():
        if accepted_on < period:
            continue
        total += amount
        if subaccount_id is not None:
            by_subaccount[subaccount_id] = by_subaccount.get(subaccount_id, 0) + amount
    # In the order in which units are counted (intake/store.py).
    for subaccount_id, amount in sorted(by_subaccount.items()):
        sql.return_subaccount_units(team_id, subaccount_id=subaccount_id, amount=amount, period=period)
    if total:
        quota.return_units(team_id=team_id, limit=TRANSACTIONAL_SENT, amount=total)
