"""Calls of campaigns: list, write, count, preview."""

from uuid import UUID

from ninja import Query, Router, Status

from server.campaigns import permissions, previews, recipients, timing
from server.campaigns.ab.standing import count_tests
from server.campaigns.limits import EMAIL
from server.campaigns.models import Campaign
from server.campaigns.schemas import (
    CalendarOut,
    CalendarQuery,
    CampaignChange,
    CampaignIn,
    CampaignOut,
    CampaignQuery,
    CampaignRowOut,
    CategoriesOut,
    CategoryIn,
    CategoryMovedOut,
    CategoryMoveIn,
    CategoryOut,
    PreviewOut,
    PreviewQuery,
    RecipientCountOut,
    TagOut,
    TagsOut,
)
from server.campaigns.selectors import campaigns, figures
from server.campaigns.services import campaigns as services
from server.campaigns.shapes import campaign_out, original_out, row_out
from server.contacts.selectors.merging import merge_fields
from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.idempotency import idempotent
from server.core.pagination import Page
from server.plans.features import CAMPAIGN

AREA = "emailMarketing"
router = Router(tags=["campaigns"], by_alias=True)
see = Access(permission=permissions.VIEW, feature=Feature(AREA))
edit = Access(permission=permissions.EDIT, feature=Feature(AREA, "edit"))
counted = Quota(AREA, CAMPAIGN.name)


def whole(campaign: Campaign) -> CampaignOut:
    """A campaign with its figures."""
    return campaign_out(campaign, figures.of([campaign]).get(campaign.pk), original_out(campaign))


@router.get("", auth=see, response=Page[CampaignRowOut], operation_id="campaigns_list")
def list_campaigns(request: CallerRequest, query: Query[CampaignQuery]) -> Page[CampaignRowOut]:
    found = campaigns.listed(team_id=request.auth.team_id, query=query, kind=EMAIL)
    counters = figures.of(found.items)
    return Page[CampaignRowOut].of(found, [row_out(campaign, counters.get(campaign.pk)) for campaign in found.items])


@router.post(
    "",
    auth=Access(permission=permissions.EDIT, feature=Feature(AREA, "create"), quota=counted),
    response=CampaignOut,
    operation_id="campaigns_create",
    summary="Create campaign",
)
@idempotent
def create(request: CallerRequest, body: CampaignIn) -> CampaignOut:
    return campaign_out(services.create(team_id=request.auth.team_id, fields=body, by=request.auth), None)


@router.get("/tag", auth=see, response=TagsOut, operation_id="campaigns_tags", summary="List merge tags")
def tags(request: CallerRequest) -> TagsOut:
    return TagsOut(items=[TagOut.model_validate(tag) for tag in merge_fields(request.auth.team_id).tags])


@router.get(
    "/category", auth=see, response=CategoriesOut, operation_id="campaigns_categories", summary="List categories"
)
def categories(request: CallerRequest) -> CategoriesOut:
    found = campaigns.count_by_category(team_id=request.auth.team_id)
    return CategoriesOut(
        items=list(found),
        counts=[CategoryOut(name=name, count=count.total(), tests=count_tests(count)) for name, count in found.items()],
    )


@router.put(
    "/category",
    auth=edit,
    response=CategoryMovedOut,
    operation_id="campaigns_move_category",
    summary="Move or clear category",
)
def move_category(request: CallerRequest, body: CategoryMoveIn) -> CategoryMovedOut:
    count = services.move_category(team_id=request.auth.team_id, category=body.category, to=body.to, by=request.auth)
    return CategoryMovedOut(count=count)


@router.get(
    "/calendar", auth=see, response=CalendarOut, operation_id="campaigns_calendar", summary="Get campaign calendar"
)
def calendar(request: CallerRequest, query: Query[CalendarQuery]) -> CalendarOut:
    zone = timing.team_clock(request.auth.team_id)
    start, end = timing.days(query.start, query.end, zone)
    found = campaigns.between(team_id=request.auth.team_id, start=start, end=end)
    shown = found[: campaigns.MOST_IN_CALENDAR]
    counters = figures.of(shown)
    return CalendarOut(
        items=[row_out(campaign, counters.get(campaign.pk)) for campaign in shown], is_whole=len(shown) == len(found)
    )


@router.get("/{uuid:campaign_id}", auth=see, response=CampaignOut, operation_id="campaigns_get", summary="Get campaign")
def get(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    return whole(campaigns.get(team_id=request.auth.team_id, campaign_id=campaign_id, kind=EMAIL))


@router.put(
    "/{uuid:campaign_id}", auth=edit, response=CampaignOut, operation_id="campaigns_update", summary="Update campaign"
)
def update(request: CallerRequest, campaign_id: UUID, body: CampaignChange) -> CampaignOut:
    campaign = services.update(
        team_id=request.auth.team_id, campaign_id=campaign_id, change=body, by=request.auth, kind=EMAIL
    )
    return whole(campaign)


@router.put(
    "/{uuid:campaign_id}/category",
    auth=edit,
    response=CampaignOut,
    operation_id="campaigns_category",
    summary="Set campaign category",
)
def category(request: CallerRequest, campaign_id: UUID, body: CategoryIn) -> CampaignOut:
    campaign = services.set_category(
        team_id=request.auth.team_id, campaign_id=campaign_id, category=body.category, by=request.auth, kind=EMAIL
    )
    return whole(campaign)


@router.post(
    "/{uuid:campaign_id}/duplicate",
    auth=Access(permission=permissions.EDIT, feature=Feature(AREA, "duplicate"), quota=counted),
    response=CampaignOut,
    operation_id="campaigns_duplicate",
    summary="Duplicate campaign",
)
@idempotent
def duplicate(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
    copy = services.duplicate(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=EMAIL)
    return whole(copy)


@router.post(
    "/{uuid:campaign_id}/delete",
    auth=Access(permission=permissions.DELETE, feature=Feature(AREA, "delete")),
    response={204: None},
    operation_id="campaigns_delete",
    summary="Delete campaign",
)
def delete(request: CallerRequest, campaign_id: UUID) -> Status[None]:
    services.delete(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=EMAIL)
    return Status(204, None)


@router.get(
    "/{uuid:campaign_id}/count-recipient",
    auth=see,
    response=RecipientCountOut,
    operation_id="campaigns_count",
    summary="Count campaign recipients",
)
def count(request: CallerRequest, campaign_id: UUID) -> RecipientCountOut:
    campaign = campaigns.get(team_id=request.auth.team_id, campaign_id=campaign_id, kind=EMAIL)
    return RecipientCountOut.model_validate(recipients.count(campaign))


@router.get(
    "/{uuid:campaign_id}/preview",
    auth=see,
    response=PreviewOut,
    operation_id="campaigns_preview",
    summary="Preview campaign",
)
def preview(request: CallerRequest, campaign_id: UUID, query: Query[PreviewQuery]) -> PreviewOut:
    campaign = campaigns.get(team_id=request.auth.team_id, campaign_id=campaign_id, kind=EMAIL)
    return preview_out(previews.preview(campaign=campaign, contact_id=query.contact_id))


def preview_out(made: previews.Preview) -> PreviewOut:
    """A preview on the wire."""
    return PreviewOut(
        contact_id=made.contact.pk if made.contact else None,
        email=made.contact.email if made.contact else "",
        from_name=made.from_name,
        from_email=made.from_email,
        subject=made.subject,
        text=made.text,
        html_url=made.html_url,
    )
