"""Calls of the review before sending: what the checks say, asking the links, and marking as ready."""

from uuid import UUID

from ninja import Router

from server.campaigns.api.campaigns import edit, see, whole
from server.campaigns.checks import size
from server.campaigns.checks.every import findings
from server.campaigns.checks.schemas import CheckFindingOut, ChecksOut, LinksAskedOut, ReadyIn
from server.campaigns.kinds import review_of
from server.campaigns.limits import EMAIL
from server.campaigns.models import Campaign
from server.campaigns.schemas import CampaignOut, MailSizeOut
from server.campaigns.selectors import campaigns
from server.campaigns.selectors import links as link_selectors
from server.campaigns.services import links, ready
from server.core.access import CallerRequest

router = Router(tags=["campaigns"], by_alias=True)


def checks_of(campaign: Campaign) -> ChecksOut:
    """What the checks say of a campaign of whatever kind, as it is saved."""
    review = review_of(campaign)
    asked = link_selectors.asked(team_id=campaign.team_id, campaign_id=campaign.pk, addresses=review.all_asked)
    return ChecksOut(
        items=[CheckFindingOut.model_validate(finding) for finding in findings(review)],
        links=LinksAskedOut.model_validate(asked),
        ready_at=campaign.ready_at,
        revision=campaign.revision,
    )


@router.get(
    "/{uuid:campaign_id}/checks",
    auth=see,
    response=ChecksOut,
    operation_id="campaigns_checks",
    summary="Get campaign checks",
)
def checks(request: CallerRequest, campaign_id: UUID) -> ChecksOut:
    campaign = campaigns.get(team_id=request.auth.team_id, campaign_id=campaign_id, kind=EMAIL)
    return checks_of(campaign)


@router.get(
    "/{uuid:campaign_id}/size",
    auth=see,
    response=MailSizeOut,
    operation_id="campaigns_size",
    summary="Get campaign size",
)
def measure(request: CallerRequest, campaign_id: UUID) -> MailSizeOut:
    """Returns the size of the HTML as it would be sent now, in bytes."""
    campaign = campaigns.get(team_id=request.auth.team_id, campaign_id=campaign_id, kind=EMAIL)
    return MailSizeOut(bytes=size.bytes_of(review_of(campaign)), limit=size.MOST_BYTES)


@router.post(
    "/{uuid:campaign_id}/checks/links",
    auth=see,
    response=LinksAskedOut,
    operation_id="campaigns_ask_links",
    summary="Check campaign links",
)
def ask_links(request: CallerRequest, campaign_id: UUID) -> LinksAskedOut:
    return LinksAskedOut.model_validate(links.ask(team_id=request.auth.team_id, campaign_id=campaign_id, kind=EMAIL))


@router.post(
    "/{uuid:campaign_id}/ready",
    auth=edit,
    response=CampaignOut,
    operation_id="campaigns_ready",
    summary="Mark campaign as ready",
)
def mark_ready(request: CallerRequest, campaign_id: UUID, body: ReadyIn) -> CampaignOut:
    campaign = ready.mark_ready(
        team_id=request.auth.team_id, campaign_id=campaign_id, seen=body.seen, by=request.auth, kind=EMAIL
    )
    return whole(campaign)
