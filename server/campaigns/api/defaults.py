"""API of the default settings of new campaigns."""

from ninja import Router

from server.campaigns.api.campaigns import EDIT_ACCESS, VIEW_ACCESS
from server.campaigns.extras import CampaignDefaults, CampaignDefaultsOut
from server.campaigns.services import defaults
from server.core.access import CallerRequest

router = Router(by_alias=True)


@router.get(
    "/default",
    auth=VIEW_ACCESS,
    response=CampaignDefaultsOut,
    operation_id="campaigns_defaults",
    summary="Get campaign defaults",
)
def get_defaults(request: CallerRequest) -> CampaignDefaultsOut:
    return defaults.get_defaults(request.auth.team_id)


@router.put(
    "/default",
    auth=EDIT_ACCESS,
    response=CampaignDefaultsOut,
    operation_id="campaigns_set_defaults",
    summary="Update campaign defaults",
)
def set_defaults(request: CallerRequest, body: CampaignDefaults) -> CampaignDefaultsOut:
    return defaults.set_defaults(team_id=request.auth.team_id, change=body)
