"""The calls under ab-test/ (CAMP-17 to CAMP-26)."""

from collections import Counter
from typing import Annotated
from uuid import UUID

from ninja import Body, Query, Router, Status

from server.campaigns import content, permissions, previews, recipients
from server.campaigns.ab import comparison, drafts, sending, standing
from server.campaigns.ab.models import CampaignVariant
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
from server.campaigns.ab.shapes import test_out, test_row_out
from server.campaigns.ab.states import AB_TEST
from server.campaigns.api.campaigns import preview_out
from server.campaigns.api.campaigns import whole as regular
from server.campaigns.api.checks import checks_of
from server.campaigns.checks import size
from server.campaigns.checks.review import Review
from server.campaigns.checks.schemas import ChecksOut, LinksAskedOut, ReadyIn
from server.campaigns.models import Campaign
from server.campaigns.schemas import (
    CampaignOut,
    CampaignQuery,
    CategoryIn,
    MailSizeOut,
    PlainTextOut,
    PreviewOut,
    RecipientCountOut,
    TestOut,
)
from server.campaigns.selectors import campaigns, figures
from server.campaigns.services import campaigns as services
from server.campaigns.services import links, ready, scheduling
from server.campaigns.services import sending as moves
from server.campaigns.timing import Schedule
from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.idempotency import idempotent
from server.core.pagination import Page
from server.plans.features import AB_EMAIL_SENT, CAMPAIGN

AREA = "abTest"
router = Router(tags=["ab-test"], by_alias=True)
see = Access(permission=permissions.VIEW, feature=Feature(AREA))
edit = Access(permission=permissions.EDIT, feature=Feature(AREA, "edit"))
move = Access(permission=permissions.SEND, feature=Feature(AREA))
counted = Quota(CAMPAIGN.area, CAMPAIGN.name)


def whole(campaign: Campaign) -> AbTestOut:
    """A test with its figures, setting and variants."""
    counters = figures.of([campaign]).get(campaign.pk)
    return test_out(campaign, counters, standing.test_of(campaign), drafts.variants_of(campaign))


@router.get("", auth=see, response=Page[AbTestRowOut], operation_id="abtest_list", summary="List A/B tests")
def list_tests(request: CallerRequest, query: Query[CampaignQuery]) -> Page[AbTestRowOut]:
    found = campaigns.listed(team_id=request.auth.team_id, query=query, kind=AB_TEST)
    counters = figures.of(found.items)
    of_these = CampaignVariant.objects.for_team(request.auth).filter(campaign__in=found.items)
    variants = Counter(of_these.values_list("campaign_id", flat=True))
    return Page[AbTestRowOut].of(
        found, [test_row_out(one, counters.get(one.pk), variants[one.pk]) for one in found.items]
    )


@router.post(
    "",
    auth=Access(permission=permissions.EDIT, feature=Feature(AREA, "create"), quota=counted),
    response=AbTestOut,
    operation_id="abtest_create",
    summary="Create A/B test",
)
@idempotent
def create(request: CallerRequest, body: AbTestIn) -> AbTestOut:
    return whole(drafts.create(team_id=request.auth.team_id, fields=body, by=request.auth))


@router.get("/{uuid:campaign_id}", auth=see, response=AbTestOut, operation_id="abtest_get", summary="Get A/B test")
def get(request: CallerRequest, campaign_id: UUID) -> AbTestOut:
    return whole(drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id))


@router.put(
    "/{uuid:campaign_id}", auth=edit, response=AbTestOut, operation_id="abtest_update", summary="Update A/B test"
)
def update(request: CallerRequest, campaign_id: UUID, body: AbTestChange) -> AbTestOut:
    return whole(drafts.update(team_id=request.auth.team_id, campaign_id=campaign_id, change=body, by=request.auth))


@router.put(
    "/{uuid:campaign_id}/category",
    auth=edit,
    response=AbTestOut,
    operation_id="abtest_category",
    summary="Set A/B test category",
)
def category(request: CallerRequest, campaign_id: UUID, body: CategoryIn) -> AbTestOut:
    campaign = services.set_category(
        team_id=request.auth.team_id, campaign_id=campaign_id, category=body.category, by=request.auth, kind=AB_TEST
    )
    return whole(campaign)


@router.post(
    "/{uuid:campaign_id}/duplicate",
    auth=Access(permission=permissions.EDIT, feature=Feature(AREA, "duplicate"), quota=counted),
    response=AbTestOut,
    operation_id="abtest_duplicate",
    summary="Duplicate A/B test",
)
@idempotent
def duplicate(request: CallerRequest, campaign_id: UUID) -> AbTestOut:
    return whole(
        services.duplicate(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=AB_TEST)
    )


@router.post(
    "/{uuid:campaign_id}/resend",
    auth=Access(permission=permissions.EDIT, feature=Feature(AREA, "duplicate"), quota=counted),
    response=CampaignOut,
    operation_id="abtest_resend",
    summary="Resend A/B test to non-openers",
)
@idempotent
def resend(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    """Creates a draft of a regular campaign with the winner’s content, for recipients who were sent the test and did
    not open it.
    """
    return regular(drafts.resend(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth))


@router.post(
    "/{uuid:campaign_id}/delete",
    auth=Access(permission=permissions.DELETE, feature=Feature(AREA, "delete")),
    response={204: None},
    operation_id="abtest_delete",
    summary="Delete A/B test",
)
def delete(request: CallerRequest, campaign_id: UUID) -> Status[None]:
    services.delete(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=AB_TEST)
    return Status(204, None)


@router.get(
    "/{uuid:campaign_id}/count-recipient",
    auth=see,
    response=RecipientCountOut,
    operation_id="abtest_count",
    summary="Count A/B test recipients",
)
def count(request: CallerRequest, campaign_id: UUID) -> RecipientCountOut:
    campaign = drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id)
    return RecipientCountOut.model_validate(recipients.count(campaign))


@router.get(
    "/{uuid:campaign_id}/advice",
    auth=see,
    response=AdviceOut,
    operation_id="abtest_advice",
    summary="Get sample size advice",
)
def advice(request: CallerRequest, campaign_id: UUID) -> AdviceOut:
    return comparison.advice(drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id))


@router.get(
    "/{uuid:campaign_id}/comparison",
    auth=see,
    response=ComparisonOut,
    operation_id="abtest_comparison",
    summary="Compare variants",
)
def compare(request: CallerRequest, campaign_id: UUID) -> ComparisonOut:
    return comparison.comparison(drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id))


@router.get(
    "/{uuid:campaign_id}/preview",
    auth=see,
    response=PreviewOut,
    operation_id="abtest_preview",
    summary="Preview variant",
)
def preview(request: CallerRequest, campaign_id: UUID, query: Query[VariantPreviewQuery]) -> PreviewOut:
    campaign = drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id)
    variant = drafts.variant_of(campaign, query.variant_id)
    return preview_out(previews.preview(campaign=campaign, contact_id=query.contact_id, variant=variant.number))


@router.get(
    "/{uuid:campaign_id}/size",
    auth=see,
    response=MailSizeOut,
    operation_id="abtest_size",
    summary="Get variant size",
)
def measure(request: CallerRequest, campaign_id: UUID, query: Query[VariantQuery]) -> MailSizeOut:
    """Returns the size of a variant’s HTML as it would be sent now, in bytes."""
    campaign = drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id)
    review = Review(drafts.written(campaign, query.variant_id))
    return MailSizeOut(bytes=size.bytes_of(review), limit=size.MOST_BYTES)


@router.get(
    "/{uuid:campaign_id}/checks",
    auth=see,
    response=ChecksOut,
    operation_id="abtest_checks",
    summary="Get A/B test checks",
)
def checks(request: CallerRequest, campaign_id: UUID) -> ChecksOut:
    return checks_of(drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id))


@router.post(
    "/{uuid:campaign_id}/checks/links",
    auth=see,
    response=LinksAskedOut,
    operation_id="abtest_ask_links",
    summary="Check A/B test links",
)
def ask_links(request: CallerRequest, campaign_id: UUID) -> LinksAskedOut:
    return LinksAskedOut.model_validate(links.ask(team_id=request.auth.team_id, campaign_id=campaign_id, kind=AB_TEST))


@router.post(
    "/{uuid:campaign_id}/ready",
    auth=edit,
    response=AbTestOut,
    operation_id="abtest_ready",
    summary="Mark A/B test as ready",
)
def mark_ready(request: CallerRequest, campaign_id: UUID, body: ReadyIn) -> AbTestOut:
    marked = ready.mark_ready(
        team_id=request.auth.team_id, campaign_id=campaign_id, seen=body.seen, by=request.auth, kind=AB_TEST
    )
    return whole(marked)


@router.get(
    "/{uuid:campaign_id}/plain-text",
    auth=see,
    response=PlainTextOut,
    operation_id="abtest_plain_text",
    summary="Get A/B test plain text",
)
def plain_text(request: CallerRequest, campaign_id: UUID, query: Query[VariantQuery]) -> PlainTextOut:
    campaign = drafts.get(team_id=request.auth.team_id, campaign_id=campaign_id)
    return PlainTextOut(text=content.made_text(drafts.written(campaign, query.variant_id), campaign.team))


@router.post(
    "/{uuid:campaign_id}/send",
    auth=Access(permission=permissions.SEND, feature=Feature(AREA), quota=Quota(AREA, AB_EMAIL_SENT.name)),
    response=AbTestOut,
    operation_id="abtest_send",
    summary="Send or schedule A/B test",
)
@idempotent
def send(request: CallerRequest, campaign_id: UUID, body: Annotated[TestScheduleIn | None, Body()] = None) -> AbTestOut:
    """Starts a test immediately or at a scheduled time. Without a body, it starts immediately."""
    team_id, by = request.auth.team_id, request.auth
    if body is None or body.schedule_at is None:
        return whole(moves.send(team_id=team_id, campaign_id=campaign_id, by=by, kind=AB_TEST))
    given = Schedule(body.schedule_at)
    return whole(scheduling.schedule(team_id=team_id, campaign_id=campaign_id, given=given, by=by, kind=AB_TEST))


@router.put(
    "/{uuid:campaign_id}/schedule",
    auth=move,
    response=AbTestOut,
    operation_id="abtest_reschedule",
    summary="Reschedule A/B test",
)
def reschedule(request: CallerRequest, campaign_id: UUID, body: TestScheduleIn) -> AbTestOut:
    """Moves a scheduled test to another time. For a draft, sets the planned time."""
    moved = scheduling.reschedule(
        team_id=request.auth.team_id,
        campaign_id=campaign_id,
        given=Schedule(body.schedule_at),
        by=request.auth,
        kind=AB_TEST,
    )
    return whole(moved)


@router.post(
    "/{uuid:campaign_id}/send-test",
    auth=move,
    response=TestOut,
    operation_id="abtest_send_test",
    summary="Send variant test email",
)
@idempotent
def send_test(request: CallerRequest, campaign_id: UUID, body: VariantTestIn) -> TestOut:
    sent_to = sending.send_test(
        team_id=request.auth.team_id,
        campaign_id=campaign_id,
        variant_id=body.variant_id,
        emails=body.emails,
        contact_id=body.contact_id,
        by=request.auth,
    )
    return TestOut(queued=len(sent_to))


@router.post(
    "/{uuid:campaign_id}/cancel-schedule",
    auth=move,
    response=AbTestOut,
    operation_id="abtest_cancel_schedule",
    summary="Cancel A/B test schedule",
)
def cancel_schedule(request: CallerRequest, campaign_id: UUID) -> AbTestOut:
    called_off = scheduling.cancel(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=AB_TEST)
    return whole(called_off)


@router.post(
    "/{uuid:campaign_id}/pause", auth=move, response=AbTestOut, operation_id="abtest_pause", summary="Pause A/B test"
)
def pause(request: CallerRequest, campaign_id: UUID) -> AbTestOut:
    return whole(moves.pause(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=AB_TEST))


@router.post(
    "/{uuid:campaign_id}/resume", auth=move, response=AbTestOut, operation_id="abtest_resume", summary="Resume A/B test"
)
def resume(request: CallerRequest, campaign_id: UUID) -> AbTestOut:
    return whole(moves.resume(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=AB_TEST))


@router.post(
    "/{uuid:campaign_id}/stop", auth=move, response=AbTestOut, operation_id="abtest_stop", summary="Stop A/B test"
)
def stop(request: CallerRequest, campaign_id: UUID) -> AbTestOut:
    return whole(moves.stop(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=AB_TEST))


@router.post(
    "/{uuid:campaign_id}/send-again",
    auth=move,
    response=AbTestOut,
    operation_id="abtest_send_again",
    summary="Resend A/B test to unconfirmed recipients",
)
def send_again(request: CallerRequest, campaign_id: UUID) -> AbTestOut:
    return whole(moves.send_again(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=AB_TEST))


@router.post(
    "/send/winner/{uuid:campaign_id}/{uuid:variant_id}",
    auth=move,
    response=AbTestOut,
    operation_id="abtest_send_winner",
    summary="Send winning variant",
)
def send_winner(request: CallerRequest, campaign_id: UUID, variant_id: UUID) -> AbTestOut:
    campaign = sending.send_winner(
        team_id=request.auth.team_id, campaign_id=campaign_id, variant_id=variant_id, by=request.auth
    )
    return whole(campaign)
