"""API of regular campaigns under email-marketing/."""

from typing import Annotated
from uuid import UUID

from ninja import Body, Query

from server.campaigns import content, previews
from server.campaigns.api.campaigns import (
    AREA,
    KindApi,
    KindViews,
    build_campaign,
    build_router,
    build_rows,
    preview_out,
)
from server.campaigns.checks import size
from server.campaigns.kinds import build_review
from server.campaigns.limits import EMAIL
from server.campaigns.models import Campaign
from server.campaigns.schemas import (
    CampaignChange,
    CampaignIn,
    CampaignOut,
    CampaignRowOut,
    CampaignTestIn,
    CampaignTestOut,
    EmailSizeOut,
    PlainTextOut,
    PreviewOut,
    PreviewQuery,
    ScheduleIn,
)
from server.campaigns.selectors import campaigns
from server.campaigns.services import campaigns as services
from server.campaigns.services import scheduling, sending
from server.campaigns.timing import CampaignTiming
from server.core.access import CallerRequest
from server.core.idempotency import idempotent
from server.plans.features import EMAIL_SENT


def _get(request: CallerRequest, campaign_id: UUID) -> Campaign:
    return campaigns.get(team_id=request.auth.team_id, campaign_id=campaign_id, kind=EMAIL)


@idempotent
def create(request: CallerRequest, body: CampaignIn) -> CampaignOut:
    by = request.auth
    return build_campaign(
        services.create(team_id=by.team_id, fields=body.stored_fields(), newsletter=body.newsletter, by=by)
    )


def update(request: CallerRequest, campaign_id: UUID, body: CampaignChange) -> CampaignOut:
    campaign = services.update(
        team_id=request.auth.team_id,
        campaign_id=campaign_id,
        fields=body.stored_fields(),
        base_revision=body.base_revision,
        by=request.auth,
        kind=EMAIL,
    )
    return build_campaign(campaign)


@idempotent
def resend(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    """Creates a draft for the recipients who were sent the campaign and did not open it."""
    return build_campaign(services.resend(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth))


def preview(request: CallerRequest, campaign_id: UUID, query: Query[PreviewQuery]) -> PreviewOut:
    return preview_out(previews.preview(campaign=_get(request, campaign_id), contact_id=query.contact_id))


def measure(request: CallerRequest, campaign_id: UUID) -> EmailSizeOut:
    """Returns the size of the HTML as it would be sent now, in bytes."""
    return EmailSizeOut(bytes=size.get_html_bytes(build_review(_get(request, campaign_id))), limit=size.MAX_BYTES)


def get_plain_text(request: CallerRequest, campaign_id: UUID) -> PlainTextOut:
    campaign = _get(request, campaign_id)
    return PlainTextOut(text=content.generate_text(campaign, campaign.team))


@idempotent
def send(request: CallerRequest, campaign_id: UUID, body: Annotated[ScheduleIn | None, Body()] = None) -> CampaignOut:
    """Sends a campaign immediately or at a scheduled time. Without a body, it is sent immediately at full speed."""
    team_id, by, given = request.auth.team_id, request.auth, body or ScheduleIn()
    if given.schedule_at is None:
        return build_campaign(
            sending.send(team_id=team_id, campaign_id=campaign_id, by=by, kind=EMAIL, per_hour=given.per_hour)
        )
    return build_campaign(
        scheduling.schedule(team_id=team_id, campaign_id=campaign_id, given=_build_timing(given), by=by, kind=EMAIL)
    )


def reschedule(request: CallerRequest, campaign_id: UUID, body: ScheduleIn) -> CampaignOut:
    """Moves a scheduled campaign to another time. For a draft, sets the planned time."""
    moved = scheduling.reschedule(
        team_id=request.auth.team_id, campaign_id=campaign_id, given=_build_timing(body), by=request.auth, kind=EMAIL
    )
    return build_campaign(moved)


def _build_timing(given: ScheduleIn) -> CampaignTiming:
    return CampaignTiming(given.schedule_at, given.zone, given.per_hour)


@idempotent
def send_test(request: CallerRequest, campaign_id: UUID, body: CampaignTestIn) -> CampaignTestOut:
    sent_to = sending.send_test(
        team_id=request.auth.team_id,
        campaign_id=campaign_id,
        emails=body.emails,
        contact_id=body.contact_id,
        by=request.auth,
        kind=EMAIL,
    )
    return CampaignTestOut(queued=len(sent_to))


router = build_router(
    KindApi(
        kind=EMAIL,
        prefix="campaigns",
        tag="campaigns",
        noun="campaign",
        part="campaign",
        area=AREA,
        started=EMAIL_SENT,
        out=CampaignOut,
        row_out=CampaignRowOut,
        whole=build_campaign,
        rows=build_rows,
    ),
    KindViews(
        create=create,
        update=update,
        preview=preview,
        measure=measure,
        plain_text=get_plain_text,
        send=send,
        reschedule=reschedule,
        resend=resend,
        send_test=send_test,
    ),
)
