"""The onboarding checklist (TEAM-143)."""

from ninja import Router

from server.core.access import Access, CallerRequest
from server.onboarding import selectors, services
from server.onboarding.schemas import MissionIn, MissionOut
from server.onboarding.selectors import Mission

router = Router(tags=["onboarding"], by_alias=True)


@router.get(
    "onboarding", auth=Access(), response=MissionOut, operation_id="get_onboarding", summary="Get onboarding checklist"
)
def get_onboarding(request: CallerRequest) -> Mission:
    return selectors.get_mission(by=request.auth)


@router.put(
    "onboarding",
    # A preference of the user; it changes nothing in the team.
    auth=Access(while_locked=True, while_expired=True),
    response=MissionOut,
    operation_id="update_onboarding",
    summary="Update onboarding checklist",
)
def update_onboarding(request: CallerRequest, body: MissionIn) -> Mission:
    services.set_dismissed(dismissed=body.dismissed, by=request.auth)
    return selectors.get_mission(by=request.auth)
