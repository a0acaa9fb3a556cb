"""advice: issues derived from a team's metrics, and the team's decisions about them."""

from ninja import Query, Router

from server.campaigns import permissions as campaigns
from server.core.access import Access, CallerRequest, Feature
from server.core.bounded_types import BigId
from server.reports import permissions
from server.reports.advice import selectors, services
from server.reports.advice.schemas import AdviceListOut, AdviceQuery, TeamAdviceOut

router = Router(tags=["advice"], by_alias=True)
REPORT = Feature("emailReport", "viewReport")
READ = Access(permissions.VIEW, REPORT)
DECIDE = Access(campaigns.EDIT, REPORT)


@router.get("", auth=READ, response=AdviceListOut, operation_id="list_advice")
def list_advice(request: CallerRequest, query: Query[AdviceQuery]) -> AdviceListOut:
    team_id = request.auth.team_id
    rows = selectors.list_advice(team_id=team_id, campaign_id=query.campaign_id)
    return AdviceListOut(
        items=[selectors.advice_out(row) for row in rows], looked_at=selectors.get_last_checked_at(team_id)
    )


@router.post(
    "/{int:advice_id}/dismiss",
    auth=DECIDE,
    response=TeamAdviceOut,
    operation_id="dismiss_advice",
    summary="Dismiss advice",
)
def dismiss(request: CallerRequest, advice_id: BigId) -> TeamAdviceOut:
    caller = request.auth
    return selectors.advice_out(services.dismiss(team_id=caller.team_id, advice_id=advice_id, by=caller))


@router.post(
    "/{int:advice_id}/restore",
    auth=DECIDE,
    response=TeamAdviceOut,
    operation_id="restore_advice",
    summary="Restore advice",
)
def restore(request: CallerRequest, advice_id: BigId) -> TeamAdviceOut:
    caller = request.auth
    return selectors.advice_out(services.restore(team_id=caller.team_id, advice_id=advice_id, by=caller))


@router.post(
    "/{int:advice_id}/follow",
    auth=DECIDE,
    response=TeamAdviceOut,
    operation_id="follow_advice",
    summary="Follow advice",
)
def follow(request: CallerRequest, advice_id: BigId) -> TeamAdviceOut:
    """Applies the advice if the product can, otherwise records that it was followed manually."""
    caller = request.auth
    return selectors.advice_out(services.follow(team_id=caller.team_id, advice_id=advice_id, by=caller))


@router.post(
    "/{int:advice_id}/undo",
    auth=DECIDE,
    response=TeamAdviceOut,
    operation_id="undo_advice",
    summary="Undo followed advice",
)
def undo(request: CallerRequest, advice_id: BigId) -> TeamAdviceOut:
    """Reopens followed advice. Also reverts the change that following it made, if that change is still in effect."""
    caller = request.auth
    return selectors.advice_out(services.undo(team_id=caller.team_id, advice_id=advice_id, by=caller))
