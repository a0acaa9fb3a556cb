"""What new campaigns of the team begin with, and where an own plain text begins."""

from uuid import UUID

from ninja import Router

from server.campaigns import content
from server.campaigns.api.campaigns import edit, see
from server.campaigns.extras import CampaignDefaults, CampaignDefaultsOut
from server.campaigns.limits import EMAIL
from server.campaigns.schemas import PlainTextOut
from server.campaigns.selectors import campaigns
from server.campaigns.services import defaults
from server.core.access import CallerRequest

router = Router(tags=["campaigns"], by_alias=True)


@router.get(
    "/default",
    auth=see,
    response=CampaignDefaultsOut,
    operation_id="campaigns_defaults",
    summary="Get campaign defaults",
)
def get(request: CallerRequest) -> CampaignDefaultsOut:
    return defaults.of(request.auth.team_id)


@router.put(
    "/default",
    auth=edit,
    response=CampaignDefaultsOut,
    operation_id="campaigns_set_defaults",
    summary="Update campaign defaults",
)
def put(request: CallerRequest, body: CampaignDefaults) -> CampaignDefaultsOut:
    return defaults.put(team_id=request.auth.team_id, change=body)


@router.get(
    "/{uuid:campaign_id}/plain-text",
    auth=see,
    response=PlainTextOut,
    operation_id="campaigns_plain_text",
    summary="Get campaign plain text",
)
def plain_text(request: CallerRequest, campaign_id: UUID) -> PlainTextOut:
    campaign = campaigns.get(team_id=request.auth.team_id, campaign_id=campaign_id, kind=EMAIL)
    return PlainTextOut(text=content.made_text(campaign, campaign.team))
