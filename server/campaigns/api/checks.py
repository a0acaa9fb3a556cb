"""Calls of the review before sending: what the checks say, asking the links, and marking as ready."""

from uuid import UUID

from ninja import Router

from server.campaigns.api.campaigns import edit, see
from server.campaigns.checks.every import findings
from server.campaigns.checks.review import Review
from server.campaigns.checks.schemas import CheckFindingOut, ChecksOut, LinksAskedOut, ReadyIn
from server.campaigns.limits import CampaignKind
from server.campaigns.schemas import CampaignOut
from server.campaigns.selectors import campaigns
from server.campaigns.selectors import links as link_selectors
from server.campaigns.services import links, ready
from server.campaigns.shapes import campaign_out
from server.core.access import CallerRequest

router = Router(tags=["campaigns"], by_alias=True)


@router.get("/{uuid:campaign_id}/checks", auth=see, response=ChecksOut, operation_id="campaigns_checks")
def checks(request: CallerRequest, campaign_id: UUID) -> ChecksOut:
    campaign = campaigns.get(team_id=request.auth.team_id, campaign_id=campaign_id, kind=CampaignKind.EMAIL)
    review = Review(campaign)
    asked = link_selectors.asked(team_id=request.auth.team_id, campaign_id=campaign_id, addresses=review.asked)
    return ChecksOut(
        items=[CheckFindingOut.model_validate(finding) for finding in findings(review)],
        links=LinksAskedOut.model_validate(asked),
        ready_at=campaign.ready_at,
        revision=campaign.revision,
    )


@router.post("/{uuid:campaign_id}/checks/links", auth=see, response=LinksAskedOut, operation_id="campaigns_ask_links")
def ask_links(request: CallerRequest, campaign_id: UUID) -> LinksAskedOut:
    return LinksAskedOut.model_validate(links.ask(team_id=request.auth.team_id, campaign_id=campaign_id))


@router.post("/{uuid:campaign_id}/ready", auth=edit, response=CampaignOut, operation_id="campaigns_ready")
def mark_ready(request: CallerRequest, campaign_id: UUID, body: ReadyIn) -> CampaignOut:
    campaign = ready.mark_ready(team_id=request.auth.team_id, campaign_id=campaign_id, seen=body.seen, by=request.auth)
    return campaign_out(campaign, None)
