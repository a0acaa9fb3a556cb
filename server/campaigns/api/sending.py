"""Calls that move campaigns: send, schedule, pause, resume, stop, send again, and tests."""

from typing import Annotated
from uuid import UUID

from ninja import Body, Router

from server.campaigns import permissions
from server.campaigns.api.campaigns import AREA, counted, whole
from server.campaigns.limits import EMAIL
from server.campaigns.schemas import CampaignOut, ScheduleIn, TestIn, TestOut
from server.campaigns.services import campaigns, scheduling, sending
from server.campaigns.timing import Schedule
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
    summary="Send or schedule campaign",
)
@idempotent
def send(request: CallerRequest, campaign_id: UUID, body: Annotated[ScheduleIn | None, Body()] = None) -> CampaignOut:
    """Sends a campaign immediately or at a scheduled time. Without a body, it is sent immediately at full speed."""
    team_id, by, given = request.auth.team_id, request.auth, body or ScheduleIn()
    if given.schedule_at is None:
        return whole(sending.send(team_id=team_id, campaign_id=campaign_id, by=by, kind=EMAIL, per_hour=given.per_hour))
    return whole(
        scheduling.schedule(team_id=team_id, campaign_id=campaign_id, given=_schedule(given), by=by, kind=EMAIL)
    )


@router.put(
    "/{uuid:campaign_id}/schedule",
    auth=move,
    response=CampaignOut,
    operation_id="campaigns_reschedule",
    summary="Reschedule campaign",
)
def reschedule(request: CallerRequest, campaign_id: UUID, body: ScheduleIn) -> CampaignOut:
    """Moves a scheduled campaign to another time. For a draft, sets the planned time."""
    moved = scheduling.reschedule(
        team_id=request.auth.team_id, campaign_id=campaign_id, given=_schedule(body), by=request.auth, kind=EMAIL
    )
    return whole(moved)


@router.post(
    "/{uuid:campaign_id}/cancel-schedule",
    auth=move,
    response=CampaignOut,
    operation_id="campaigns_cancel_schedule",
    summary="Cancel campaign schedule",
)
def cancel_schedule(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    return whole(scheduling.cancel(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=EMAIL))


@router.post(
    "/{uuid:campaign_id}/resend",
    auth=Access(permission=permissions.EDIT, feature=Feature(AREA, "duplicate"), quota=counted),
    response=CampaignOut,
    operation_id="campaigns_resend",
    summary="Resend campaign to non-openers",
)
@idempotent
def resend(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    """Creates a draft for the recipients who were sent the campaign and did not open it."""
    return whole(campaigns.resend(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth))


def _schedule(given: ScheduleIn) -> Schedule:
    return Schedule(given.schedule_at, given.zone, given.per_hour)


@router.post(
    "/{uuid:campaign_id}/send-test",
    auth=move,
    response=TestOut,
    operation_id="campaigns_send_test",
    summary="Send campaign test email",
)
@idempotent
def send_test(request: CallerRequest, campaign_id: UUID, body: TestIn) -> TestOut:
    sent_to = sending.send_test(
        team_id=request.auth.team_id,
        campaign_id=campaign_id,
        emails=body.emails,
        contact_id=body.contact_id,
        by=request.auth,
        kind=EMAIL,
    )
    return TestOut(queued=len(sent_to))


@router.post(
    "/{uuid:campaign_id}/pause",
    auth=move,
    response=CampaignOut,
    operation_id="campaigns_pause",
    summary="Pause campaign",
)
def pause(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    return whole(sending.pause(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=EMAIL))


@router.post(
    "/{uuid:campaign_id}/resume",
    auth=move,
    response=CampaignOut,
    operation_id="campaigns_resume",
    summary="Resume campaign",
)
def resume(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    return whole(sending.resume(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=EMAIL))


@router.post(
    "/{uuid:campaign_id}/stop", auth=move, response=CampaignOut, operation_id="campaigns_stop", summary="Stop campaign"
)
def stop(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    return whole(sending.stop(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=EMAIL))


@router.post(
    "/{uuid:campaign_id}/send-again",
    auth=move,
    response=CampaignOut,
    operation_id="campaigns_send_again",
    summary="Resend campaign to unconfirmed recipients",
)
def send_again(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    return whole(sending.send_again(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=EMAIL))
