"""API of A/B tests under ab-test/ (CAMP-17 to CAMP-26)."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from ninja import Body, Query, Router

from server.campaigns import content, permissions, previews
from server.campaigns.ab import comparison, drafts, sending, status
from server.campaigns.ab.schemas import (
    AbTestChange,
    AbTestIn,
    AbTestOut,
    AbTestRowOut,
    AdviceOut,
    ComparisonOut,
    TestScheduleIn,
    VariantPreviewQuery,
    VariantQuery,
    VariantTestIn,
)
from server.campaigns.ab.shapes import advice_out, comparison_out, test_out, test_row_out
from server.campaigns.ab.states import AB_TEST
from server.campaigns.api.campaigns import KindApi, KindViews, build_router, preview_out
from server.campaigns.api.campaigns import build_campaign as regular
from server.campaigns.checks import size
from server.campaigns.checks.review import CampaignReview
from server.campaigns.models import Campaign
from server.campaigns.schemas import CampaignOut, CampaignTestOut, EmailSizeOut, PlainTextOut, PreviewOut
from server.campaigns.selectors import metrics
from server.campaigns.services import scheduling
from server.campaigns.services import sending as moves
from server.campaigns.timing import CampaignTiming
from server.core.access import Access, CallerRequest, Feature
from server.core.idempotency import idempotent
from server.plans.features import AB_EMAIL_SENT

AREA = AB_EMAIL_SENT.area


def build_test(campaign: Campaign) -> AbTestOut:
    counters = metrics.get_metrics([campaign]).get(campaign.pk)
    return test_out(campaign, counters, status.get_test(campaign), drafts.list_variants(campaign))


def build_rows(found: Sequence[Campaign]) -> list[AbTestRowOut]:
    counters = metrics.get_metrics(found)
    variants = drafts.count_variants(found)
    return [test_row_out(one, counters.get(one.pk), variants[one.pk]) for one in found]


@idempotent
def create(request: CallerRequest, body: AbTestIn) -> AbTestOut:
    return build_test(drafts.create(team_id=request.auth.team_id, fields=body, by=request.auth))


def update(request: CallerRequest, campaign_id: UUID, body: AbTestChange) -> AbTestOut:
    return build_test(
        drafts.update(team_id=request.auth.team_id, campaign_id=campaign_id, change=body, by=request.auth)
    )


@idempotent
def resend(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    """Creates a draft of a regular campaign with the winner’s content, for recipients who were sent the test and did
    not open it.
    """
    return regular(drafts.resend(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth))


def preview(request: CallerRequest, campaign_id: UUID, query: Query[VariantPreviewQuery]) -> PreviewOut:
    campaign = drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id)
    variant = drafts.get_variant(campaign, query.variant_id)
    return preview_out(previews.preview(campaign=campaign, contact_id=query.contact_id, variant=variant.number))


def measure(request: CallerRequest, campaign_id: UUID, query: Query[VariantQuery]) -> EmailSizeOut:
    """Returns the size of a variant’s HTML as it would be sent now, in bytes."""
    campaign = drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id)
    review = CampaignReview(drafts.build_variant(campaign, query.variant_id))
    return EmailSizeOut(bytes=size.get_html_bytes(review), limit=size.MAX_BYTES)


def get_plain_text(request: CallerRequest, campaign_id: UUID, query: Query[VariantQuery]) -> PlainTextOut:
    campaign = drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id)
    return PlainTextOut(text=content.generate_text(drafts.build_variant(campaign, query.variant_id), campaign.team))


@idempotent
def send(request: CallerRequest, campaign_id: UUID, body: Annotated[TestScheduleIn | None, Body()] = None) -> AbTestOut:
    """Starts a test immediately or at a scheduled time. Without a body, it starts immediately."""
    team_id, by = request.auth.team_id, request.auth
    if body is None or body.schedule_at is None:
        return build_test(moves.send(team_id=team_id, campaign_id=campaign_id, by=by, kind=AB_TEST))
    given = CampaignTiming(body.schedule_at)
    return build_test(scheduling.schedule(team_id=team_id, campaign_id=campaign_id, given=given, by=by, kind=AB_TEST))


def reschedule(request: CallerRequest, campaign_id: UUID, body: TestScheduleIn) -> AbTestOut:
    """Moves a scheduled test to another time. For a draft, sets the planned time."""
    moved = scheduling.reschedule(
        team_id=request.auth.team_id,
        campaign_id=campaign_id,
        given=CampaignTiming(body.schedule_at),
        by=request.auth,
        kind=AB_TEST,
    )
    return build_test(moved)


@idempotent
def send_test(request: CallerRequest, campaign_id: UUID, body: VariantTestIn) -> CampaignTestOut:
    sent_to = sending.send_test(
        team_id=request.auth.team_id,
        campaign_id=campaign_id,
        variant_id=body.variant_id,
        emails=body.emails,
        contact_id=body.contact_id,
        by=request.auth,
    )
    return CampaignTestOut(queued=len(sent_to))


router = build_router(
    KindApi(
        kind=AB_TEST,
        prefix="abtest",
        tag="ab-test",
        noun="A/B test",
        part="variant",
        area=AREA,
        started=AB_EMAIL_SENT,
        out=AbTestOut,
        row_out=AbTestRowOut,
        whole=build_test,
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
# Operations that only A/B tests have.
test_router = Router(by_alias=True)
VIEW_ACCESS = Access(permission=permissions.VIEW, feature=Feature(AREA))
SEND_ACCESS = Access(permission=permissions.SEND, feature=Feature(AREA))


@test_router.get(
    "/{uuid:campaign_id}/advice",
    auth=VIEW_ACCESS,
    response=AdviceOut,
    operation_id="abtest_advice",
    summary="Get sample size advice",
)
def get_advice(request: CallerRequest, campaign_id: UUID) -> AdviceOut:
    return advice_out(
        comparison.compute_detectable_effect(drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id))
    )


@test_router.get(
    "/{uuid:campaign_id}/comparison",
    auth=VIEW_ACCESS,
    response=ComparisonOut,
    operation_id="abtest_comparison",
    summary="Compare variants",
)
def get_comparison(request: CallerRequest, campaign_id: UUID) -> ComparisonOut:
    return comparison_out(
        comparison.compare_variants(drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id))
    )


@test_router.post(
    "/send/winner/{uuid:campaign_id}/{uuid:variant_id}",
    auth=SEND_ACCESS,
    response=AbTestOut,
    operation_id="abtest_send_winner",
    summary="Send winning variant",
)
def send_winner(request: CallerRequest, campaign_id: UUID, variant_id: UUID) -> AbTestOut:
    campaign = sending.send_winner(
        team_id=request.auth.team_id, campaign_id=campaign_id, variant_id=variant_id, by=request.auth
    )
    return build_test(campaign)


router.add_router("", test_router)
