"""API under {type}/reports/, the same for each type of report (REP-01 to REP-10, REP-16)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import FileResponse, HttpResponse
from ninja import Query, Router
from pydantic import BaseModel

from server.contacts import permissions as contact_permissions
from server.contacts.errors import RequestAccepted
from server.contacts.states import BulkState
from server.core.access import Access, CallerRequest, Feature
from server.core.idempotency import idempotent
from server.core.pagination import Page
from server.core.rendering import CONTENT_TYPE
from server.reports import permissions, response_cache
from server.reports.models import ReportFile
from server.reports.schemas.breakdowns import (
    BouncesOut,
    BrowsersOut,
    ClickMapOut,
    DomainsOut,
    LinksOut,
    LocationOut,
    PeakOut,
    ReportCountOut,
    SharesOut,
    UnsubscribesOut,
)
from server.reports.schemas.exports import (
    FileQuery,
    LabelledOut,
    ReportFileIn,
    ReportFileOut,
    ReportFilesOut,
    ReportLabelIn,
)
from server.reports.schemas.live import LiveReportOut
from server.reports.schemas.metrics import BasicOut, CompareOut
from server.reports.schemas.queries import (
    ClickMapQuery,
    EngagementQuery,
    LiveQuery,
    PeriodQuery,
    RecipientQuery,
    ReportQuery,
)
from server.reports.schemas.recipients import RecipientOut
from server.reports.selectors import (
    bounces,
    comparison,
    devices,
    domains,
    files,
    links,
    live,
    locations,
    overview,
    recipients,
    times,
)
from server.reports.selectors.recipients import RecipientSelection
from server.reports.selectors.reports import CampaignReport, build_report, get_campaign, get_report
from server.reports.services import click_maps, downloads, generating, labelling
from server.reports.services.downloads import FILES
from server.reports.states import BotMode, ReportFormat, ReportType

AREA = "emailReport"
PREPARING_TEXT = "Your report is being prepared. You will be notified when it is ready."
READ = Access(permission=permissions.VIEW, feature=Feature(AREA, "viewReport"))
DOWNLOAD = Access(permission=permissions.VIEW, feature=Feature(AREA, "downloadReport"))
LABEL = Access(permission=contact_permissions.EDIT, feature=Feature(AREA, "viewReport"))


@dataclass(frozen=True, slots=True)
class ReportOperations:
    """Operations of one report type."""

    type: ReportType

    def of(self, request: CallerRequest, query: ReportQuery | RecipientQuery) -> CampaignReport:
        return get_report(
            team_id=request.auth.team_id, report_type=self.type, campaign_id=query.id, machines=query.machines
        )

    def respond_cached(
        self, request: CallerRequest, query: ReportQuery, make: Callable[[CampaignReport], BaseModel]
    ) -> HttpResponse:
        campaign = get_campaign(team_id=request.auth.team_id, report_type=self.type, campaign_id=query.id)
        asked = f"{request.path} {query.model_dump_json()}"
        answer = response_cache.get_or_make(
            campaign, asked, lambda: make(build_report(campaign, self.type, query.machines))
        )
        return HttpResponse(answer, content_type=CONTENT_TYPE)

    def live(self, request: CallerRequest, query: Query[LiveQuery]) -> HttpResponse:
        """Returns several parts in one response, each as its own endpoint returns it.

        Use it to refresh an open report after a progress event.
        """
        return self.respond_cached(request, query, lambda found: live.build_live(found, query))

    def basic(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        return self.respond_cached(request, query, overview.get_basic)

    def compare(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        """Compares the rates with those of the team’s previous campaigns."""
        return self.respond_cached(request, query, comparison.compare)

    def link(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        return self.respond_cached(request, query, links.links_out)

    def click_map(self, request: CallerRequest, query: Query[ClickMapQuery]) -> ClickMapOut:
        """Returns the email with its clicks highlighted."""
        found = self.of(request, query)
        drawn = click_maps.build_click_map(found, variant=query.variant)
        return ClickMapOut(
            html_url=drawn.url,
            expires_at=drawn.expires_at,
            variant=drawn.variant,
            items=[links.link_out(found, link) for link in drawn.links],
            clicked=found.figures.clicked,
        )

    def device(self, request: CallerRequest, query: Query[EngagementQuery]) -> HttpResponse:
        return self.respond_cached(request, query, lambda found: devices.list_devices(found, query.of))

    def browser(self, request: CallerRequest, query: Query[EngagementQuery]) -> HttpResponse:
        return self.respond_cached(request, query, lambda found: devices.list_browsers(found, query.of))

    def location(self, request: CallerRequest, query: Query[EngagementQuery]) -> HttpResponse:
        return self.respond_cached(request, query, lambda found: locations.list_locations(found, query.of))

    def domain(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        return self.respond_cached(request, query, domains.list_domains)

    def bounce(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        return self.respond_cached(request, query, bounces.list_bounces)

    def leaving(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        """Returns the unsubscribes with their reasons, and the spam complaints."""
        return self.respond_cached(request, query, bounces.get_unsubscribes)

    def peak(self, request: CallerRequest, query: Query[PeriodQuery]) -> HttpResponse:
        return self.respond_cached(request, query, lambda found: times.get_peak(found, query))

    def count(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        return self.respond_cached(request, query, overview.get_counts)

    def recipient(self, request: CallerRequest, query: Query[RecipientQuery]) -> Page[RecipientOut]:
        found = recipients.list_recipients(self.of(request, query), query)
        return Page[RecipientOut](
            items=found.items, total=found.total, total_is_exact=found.total_is_exact, page=query.page, size=query.size
        )

    def label(self, request: CallerRequest, body: ReportLabelIn) -> LabelledOut:
        """Adds a label to the recipients with an outcome, or to those who clicked a link. Runs in the background."""
        found = get_report(
            team_id=request.auth.team_id, report_type=self.type, campaign_id=body.id, machines=body.machines
        )
        among = RecipientSelection(body.state, body.link)
        started = labelling.start(found, among, label_id=body.label_id, name=body.name or "", by=request.auth)
        return LabelledOut(label_id=started.label.pk, name=started.label.name, count=started.count)

    def generate(self, request: CallerRequest, body: ReportFileIn) -> None:
        """Returns 202. The file is created in the background, and a notification is sent when it is ready.

        `payload.fileId` is its ID.
        """
        found = get_report(
            team_id=request.auth.team_id, report_type=self.type, campaign_id=body.id, machines=body.machines
        )
        downloads.check_permission(body.format, by=request.auth)
        row = generating.start(found, body.format, by=request.auth)
        raise RequestAccepted(payload={"fileId": str(row.pk)})

    def export(self, request: CallerRequest, query: Query[FileQuery]) -> FileResponse:
        """Downloads the newest file in this format. Returns 202 while it is being created, 404 if there is none."""
        # REP-07
        found = self.of(request, query)
        downloads.check_permission(query.format, by=request.auth)
        row = files.get_newest(found, query.format)
        if not FILES.is_available(row):
            raise RequestAccepted(PREPARING_TEXT, payload={"fileId": str(row.pk)})
        return FILES.response(row)

    def files(self, request: CallerRequest, query: Query[ReportQuery]) -> ReportFilesOut:
        """Lists the report’s files that are available or being created, in the formats the caller can access."""
        rows = [
            row
            for row in files.list_files(self.of(request, query))
            if downloads.can_download(row.format, by=request.auth)
        ]
        return ReportFilesOut(items=[_file_out(row) for row in rows])


def _file_out(row: ReportFile) -> ReportFileOut:
    return ReportFileOut(
        file_id=row.pk,
        type=ReportType(row.type),
        id=row.origin_id,
        name=row.name,
        machines=BotMode(row.machines),
        format=ReportFormat(row.format),
        fullname=row.fullname,
        state=BulkState(row.state),
        size_bytes=row.size_bytes,
        reason=row.reason,
        revision=row.revision,
        created_at=row.created_at,
        finished_at=row.finished_at,
        expires_at=row.expires_at,
        download_url=FILES.url(row),
    )


def _to_function(method: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a method in a function, on which Ninja can set attributes."""

    @wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        return method(*args, **kwargs)

    return call


def build_router(report_type: ReportType, prefix: str) -> Router:
    """Its operation ids start with `prefix`."""
    router, calls = Router(tags=["reports"], by_alias=True), ReportOperations(report_type)
    for path, call, answer, summary in (
        ("/live", calls.live, LiveReportOut, "Get multiple report parts"),
        ("/basic", calls.basic, BasicOut, "Get main report metrics"),
        ("/compare", calls.compare, CompareOut, "Compare with previous campaigns"),
        ("/link", calls.link, LinksOut, "Get clicks by link"),
        ("/click-map", calls.click_map, ClickMapOut, "Get click map"),
        ("/device", calls.device, SharesOut, "Get results by device"),
        ("/browser", calls.browser, BrowsersOut, "Get results by browser"),
        ("/location", calls.location, LocationOut, "Get results by location"),
        ("/domain", calls.domain, DomainsOut, "Get results by recipient domain"),
        ("/bounce", calls.bounce, BouncesOut, "Get bounces by reason"),
        ("/leaving", calls.leaving, UnsubscribesOut, "Get unsubscribes and complaints"),
        ("/peak", calls.peak, PeakOut, "Get results over time"),
        ("/count", calls.count, ReportCountOut, "Count report rows"),
        ("/recipient", calls.recipient, Page[RecipientOut], "List report recipients"),
    ):
        name = f"{prefix}_{path[1:].replace('-', '_')}"
        router.get(path, auth=READ, response=answer, operation_id=name, summary=summary)(_to_function(call))
    router.post(
        "/label",
        auth=LABEL,
        response=LabelledOut,
        operation_id=f"{prefix}_label",
        summary="Label report recipients",
    )(idempotent(calls.label))
    router.post(
        "/generate",
        auth=DOWNLOAD,
        response={202: None},
        operation_id=f"{prefix}_generate",
        summary="Create report file",
    )(_to_function(calls.generate))
    router.get("/export", auth=DOWNLOAD, operation_id=f"{prefix}_export", summary="Download report")(
        _to_function(calls.export)
    )
    router.get(
        "/files", auth=DOWNLOAD, response=ReportFilesOut, operation_id=f"{prefix}_files", summary="List report files"
    )(_to_function(calls.files))
    return router


campaign_router = build_router(ReportType.EMAIL, "reports")
ab_test_router = build_router(ReportType.AB_TEST, "ab_reports")
