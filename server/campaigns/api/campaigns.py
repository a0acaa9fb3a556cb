"""API of campaigns: operations shared by all kinds, built by a factory, and operations across kinds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any
from uuid import UUID

from ninja import Query, Router, Status

from server.campaigns import permissions, previews, timing
from server.campaigns.checks.all_checks import list_findings
from server.campaigns.checks.schemas import CheckFindingOut, ChecksOut, LinkCheckProgressOut, ReadyIn
from server.campaigns.kinds import build_category_counts, build_review
from server.campaigns.models import Campaign
from server.campaigns.recipients import count
from server.campaigns.schemas import (
    CalendarOut,
    CalendarQuery,
    CampaignOut,
    CampaignQuery,
    CampaignRowOut,
    CampaignTestOut,
    CategoriesOut,
    CategoryIn,
    CategoryMovedOut,
    CategoryMoveIn,
    CategoryOut,
    EmailSizeOut,
    PlainTextOut,
    PreviewOut,
    RecipientCountOut,
    TagOut,
    TagsOut,
)
from server.campaigns.selectors import campaigns, metrics
from server.campaigns.selectors import links as link_selectors
from server.campaigns.services import campaigns as services
from server.campaigns.services import links, ready, scheduling, sending
from server.campaigns.shapes import campaign_out, original_out, row_out
from server.contacts.selectors.merge_tags import load_merge_fields
from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.idempotency import idempotent
from server.core.pagination import Page
from server.plans.features import CAMPAIGN, PlanLimit

AREA = CAMPAIGN.area
router = Router(by_alias=True)
VIEW_ACCESS = Access(permission=permissions.VIEW, feature=Feature(AREA))
EDIT_ACCESS = Access(permission=permissions.EDIT, feature=Feature(AREA, "edit"))
View = Callable[..., Any]


def build_campaign(campaign: Campaign) -> CampaignOut:
    return campaign_out(campaign, metrics.get_metrics([campaign]).get(campaign.pk), original_out(campaign))


def build_rows(found: Sequence[Campaign]) -> list[CampaignRowOut]:
    counters = metrics.get_metrics(found)
    return [row_out(campaign, counters.get(campaign.pk)) for campaign in found]


def preview_out(made: previews.CampaignPreview) -> PreviewOut:
    return PreviewOut(
        contact_id=made.contact.pk if made.contact else None,
        email=made.contact.email if made.contact else "",
        from_name=made.from_name,
        from_email=made.from_email,
        subject=made.subject,
        text=made.text,
        html_url=made.html_url,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class KindViews:
    """The views of a kind whose fields or errors differ from those of other kinds."""

    create: View
    update: View
    preview: View
    measure: View
    plain_text: View
    send: View
    reschedule: View
    resend: View
    send_test: View


@dataclass(frozen=True, slots=True, kw_only=True)
class KindApi:
    """Names and return types of a kind's operations.

    `prefix` starts the operation ids. `part` is the object of previews, size checks and test emails. Starting consumes
    the limit `started` of the plan's area `area`.
    """

    kind: str
    prefix: str
    tag: str
    noun: str
    part: str
    area: str
    started: PlanLimit
    out: type[CampaignOut]
    row_out: type[CampaignRowOut]
    whole: Callable[[Campaign], CampaignOut]
    rows: Callable[[Sequence[Campaign]], Sequence[CampaignRowOut]]


@dataclass(frozen=True, slots=True)
class CampaignOperations:
    """Operations that are the same for every kind."""

    api: KindApi

    def get_campaign(self, request: CallerRequest, campaign_id: UUID) -> Campaign:
        return campaigns.get(team_id=request.auth.team_id, campaign_id=campaign_id, kind=self.api.kind)

    def list(self, request: CallerRequest, query: Query[CampaignQuery]) -> Page[Any]:
        found = campaigns.list_page(
            team_id=request.auth.team_id,
            page=query,
            kind=self.api.kind,
            status=query.status,
            category=query.category,
        )
        return Page[Any].of(found, [*self.api.rows(found.items)])

    def get(self, request: CallerRequest, campaign_id: UUID) -> CampaignOut:
        return self.api.whole(self.get_campaign(request, campaign_id))

    def category(self, request: CallerRequest, campaign_id: UUID, body: CategoryIn) -> CampaignOut:
        campaign = services.set_category(
            team_id=request.auth.team_id,
            campaign_id=campaign_id,
            category=body.category,
            by=request.auth,
            kind=self.api.kind,
        )
        return self.api.whole(campaign)

    def delete(self, request: CallerRequest, campaign_id: UUID) -> Status[None]:
        services.delete(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=self.api.kind)
        return Status(204, None)

    def count(self, request: CallerRequest, campaign_id: UUID) -> RecipientCountOut:
        return RecipientCountOut.model_validate(count(self.get_campaign(request, campaign_id)))

    def checks(self, request: CallerRequest, campaign_id: UUID) -> ChecksOut:
        campaign = self.get_campaign(request, campaign_id)
        review = build_review(campaign)
        asked = link_selectors.get_check_progress(
            team_id=campaign.team_id, campaign_id=campaign.pk, addresses=review.all_asked
        )
        return ChecksOut(
            items=[CheckFindingOut.model_validate(finding) for finding in list_findings(review)],
            links=LinkCheckProgressOut.model_validate(asked),
            ready_at=campaign.ready_at,
            revision=campaign.revision,
        )

    def ask_links(self, request: CallerRequest, campaign_id: UUID) -> LinkCheckProgressOut:
        asked = links.start_link_check(team_id=request.auth.team_id, campaign_id=campaign_id, kind=self.api.kind)
        return LinkCheckProgressOut.model_validate(asked)

    def mark_ready(self, request: CallerRequest, campaign_id: UUID, body: ReadyIn) -> CampaignOut:
        marked = ready.mark_ready(
            team_id=request.auth.team_id,
            campaign_id=campaign_id,
            seen=body.seen,
            by=request.auth,
            kind=self.api.kind,
        )
        return self.api.whole(marked)

    def cancel_schedule(self, request: CallerRequest, campaign_id: UUID) -> CampaignOut:
        return self._run_action(scheduling.cancel, request, campaign_id)

    def pause(self, request: CallerRequest, campaign_id: UUID) -> CampaignOut:
        return self._run_action(sending.pause, request, campaign_id)

    def resume(self, request: CallerRequest, campaign_id: UUID) -> CampaignOut:
        return self._run_action(sending.resume, request, campaign_id)

    def stop(self, request: CallerRequest, campaign_id: UUID) -> CampaignOut:
        return self._run_action(sending.stop, request, campaign_id)

    def send_again(self, request: CallerRequest, campaign_id: UUID) -> CampaignOut:
        return self._run_action(sending.send_again, request, campaign_id)

    def _run_action(self, move: Callable[..., Campaign], request: CallerRequest, campaign_id: UUID) -> CampaignOut:
        moved = move(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=self.api.kind)
        return self.api.whole(moved)


def _build_duplicate_view(api: KindApi) -> View:
    @idempotent
    def duplicate(request: CallerRequest, campaign_id: UUID) -> CampaignOut:
        made = services.duplicate(team_id=request.auth.team_id, campaign_id=campaign_id, by=request.auth, kind=api.kind)
        return api.whole(made)

    return duplicate


def _wrap_method(view: View) -> View:
    """Wraps a method in a function, on which Ninja can set attributes."""

    @wraps(view)
    def call(*args: Any, **kwargs: Any) -> Any:
        return view(*args, **kwargs)

    return call


def build_router(api: KindApi, own: KindViews) -> Router:
    router, calls, noun = Router(tags=[api.tag], by_alias=True), CampaignOperations(api), api.noun
    can_see = Access(permission=permissions.VIEW, feature=Feature(api.area))
    can_edit = Access(permission=permissions.EDIT, feature=Feature(api.area, "edit"))
    can_delete = Access(permission=permissions.DELETE, feature=Feature(api.area, "delete"))
    can_move = Access(permission=permissions.SEND, feature=Feature(api.area))
    can_send = Access(permission=permissions.SEND, feature=Feature(api.area), quota=Quota(api.area, api.started.name))
    drafts = Quota(CAMPAIGN.area, CAMPAIGN.name)
    can_create = Access(permission=permissions.EDIT, feature=Feature(api.area, "create"), quota=drafts)
    can_copy = Access(permission=permissions.EDIT, feature=Feature(api.area, "duplicate"), quota=drafts)
    page: Any = Page[api.row_out]  # type: ignore[name-defined]
    for method, path, name, view, access, response, summary in (
        ("GET", "", "list", calls.list, can_see, page, f"List {noun}s"),
        ("POST", "", "create", own.create, can_create, api.out, f"Create {noun}"),
        ("GET", "/", "get", calls.get, can_see, api.out, f"Get {noun}"),
        ("PUT", "/", "update", own.update, can_edit, api.out, f"Update {noun}"),
        ("PUT", "/category", "category", calls.category, can_edit, api.out, f"Set {noun} category"),
        ("POST", "/duplicate", "duplicate", _build_duplicate_view(api), can_copy, api.out, f"Duplicate {noun}"),
        ("POST", "/resend", "resend", own.resend, can_copy, CampaignOut, f"Resend {noun} to non-openers"),
        ("POST", "/delete", "delete", calls.delete, can_delete, {204: None}, f"Delete {noun}"),
        ("GET", "/count-recipient", "count", calls.count, can_see, RecipientCountOut, f"Count {noun} recipients"),
        ("GET", "/preview", "preview", own.preview, can_see, PreviewOut, f"Preview {api.part}"),
        ("GET", "/size", "size", own.measure, can_see, EmailSizeOut, f"Get {api.part} size"),
        ("GET", "/plain-text", "plain_text", own.plain_text, can_see, PlainTextOut, f"Get {noun} plain text"),
        ("GET", "/checks", "checks", calls.checks, can_see, ChecksOut, f"Get {noun} checks"),
        ("POST", "/checks/links", "ask_links", calls.ask_links, can_see, LinkCheckProgressOut, f"Check {noun} links"),
        ("POST", "/ready", "ready", calls.mark_ready, can_edit, api.out, f"Mark {noun} as ready"),
        ("POST", "/send", "send", own.send, can_send, api.out, f"Send or schedule {noun}"),
        ("PUT", "/schedule", "reschedule", own.reschedule, can_move, api.out, f"Reschedule {noun}"),
        (
            *("POST", "/cancel-schedule", "cancel_schedule", calls.cancel_schedule, can_move, api.out),
            f"Cancel {noun} schedule",
        ),
        ("POST", "/send-test", "send_test", own.send_test, can_move, CampaignTestOut, f"Send {api.part} test email"),
        ("POST", "/pause", "pause", calls.pause, can_move, api.out, f"Pause {noun}"),
        ("POST", "/resume", "resume", calls.resume, can_move, api.out, f"Resume {noun}"),
        ("POST", "/stop", "stop", calls.stop, can_move, api.out, f"Stop {noun}"),
        (
            *("POST", "/send-again", "send_again", calls.send_again, can_move, api.out),
            f"Resend {noun} to unconfirmed recipients",
        ),
    ):
        router.add_api_operation(
            f"/{{uuid:campaign_id}}{path.removesuffix('/')}" if path else "",
            [method],
            _wrap_method(view),
            auth=access,
            response=response,
            operation_id=f"{api.prefix}_{name}",
            summary=summary,
        )
    return router


@router.get("/tag", auth=VIEW_ACCESS, response=TagsOut, operation_id="campaigns_tags", summary="List merge tags")
def list_tags(request: CallerRequest) -> TagsOut:
    return TagsOut(items=[TagOut.model_validate(tag) for tag in load_merge_fields(request.auth.team_id).tags])


@router.get(
    "/category",
    auth=VIEW_ACCESS,
    response=CategoriesOut,
    operation_id="campaigns_categories",
    summary="List categories",
)
def list_categories(request: CallerRequest) -> CategoriesOut:
    found = campaigns.count_by_category(team_id=request.auth.team_id)
    return CategoriesOut(
        items=list(found),
        counts=[
            CategoryOut(name=name, count=count.total(), **build_category_counts(count)) for name, count in found.items()
        ],
    )


@router.put(
    "/category",
    auth=EDIT_ACCESS,
    response=CategoryMovedOut,
    operation_id="campaigns_move_category",
    summary="Move or clear category",
)
def move_category(request: CallerRequest, body: CategoryMoveIn) -> CategoryMovedOut:
    count = services.move_category(team_id=request.auth.team_id, category=body.category, to=body.to, by=request.auth)
    return CategoryMovedOut(count=count)


@router.get(
    "/calendar",
    auth=VIEW_ACCESS,
    response=CalendarOut,
    operation_id="campaigns_calendar",
    summary="Get campaign calendar",
)
def get_calendar(request: CallerRequest, query: Query[CalendarQuery]) -> CalendarOut:
    zone = timing.get_team_zone(request.auth.team_id)
    start, end = timing.get_day_bounds(query.start, query.end, zone)
    found = campaigns.list_between(team_id=request.auth.team_id, start=start, end=end)
    shown = found[: campaigns.MAX_CALENDAR_CAMPAIGNS]
    return CalendarOut(items=build_rows(shown), is_whole=len(shown) == len(found))
