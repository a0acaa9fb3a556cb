"""Calls that move campaigns: send, pause, resume, stop, send again to whom is in doubt, and tests."""

from uuid import UUID

from ninja import Router

from server.campaigns import permissions
from server.campaigns.api.campaigns import AREA, whole
from server.campaigns.schemas import CampaignOut, TestIn, TestOut
from server.campaigns.services import sending
from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.idempotency import idempotent
from server.plans.features import EMAIL_SENT

router = Router(tags=["campaigns"], by_alias=True)
move = Access(permission=permissions.SEND, feature=Feature(AREA))


@router.post(
    "/{uuid:campaign_id}/send",
    auth=Access(permission=permissions.SEND, feature=Feature(AREA), quota=Quota(AREA, EMAIL_SENT.name)),
    response=CampaignOut,
    operation_id="campaigns_send",
)
@idempotent
def send(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    return whole(sending.send(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth))


@router.post("/{uuid:campaign_id}/send-test", auth=move, response=TestOut, operation_id="campaigns_send_test")
@idempotent
def send_test(request: CallerRequest, campaign_id: UUID, body: TestIn) -> TestOut:
    sent_to = sending.send_test(
        team_id=request.auth.team_id,
        campaign_id=campaign_id,
        emails=body.emails,
        contact_id=body.contact_id,
        by=request.auth,
    )
    return TestOut(queued=len(sent_to))


@router.post("/{uuid:campaign_id}/pause", auth=move, response=CampaignOut, operation_id="campaigns_pause")
def pause(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    return whole(sending.pause(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth))


@router.post("/{uuid:campaign_id}/resume", auth=move, response=CampaignOut, operation_id="campaigns_resume")
def resume(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    return whole(sending.resume(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth))


@router.post("/{uuid:campaign_id}/stop", auth=move, response=CampaignOut, operation_id="campaigns_stop")
def stop(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    return whole(sending.stop(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth))


@router.post("/{uuid:campaign_id}/send-again", auth=move, response=CampaignOut, operation_id="campaigns_send_again")
def send_again(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    return whole(sending.send_again(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth))
