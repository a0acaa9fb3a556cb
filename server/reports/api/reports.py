"""The calls under {type}/reports/: the same for each area whose reports there are (REP-01 to REP-10, REP-16)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import FileResponse, HttpResponse
from ninja import Query, Router
from pydantic import BaseModel

from server.contacts import permissions as contact_permissions
from server.contacts.errors import Accepted
from server.core.access import Access, CallerRequest, Feature
from server.core.idempotency import idempotent
from server.core.pagination import Page
from server.core.rendering import CONTENT_TYPE
from server.reports import keeping, permissions
from server.reports.schemas.asking import (
    ClickMapQuery,
    DidQuery,
    LiveQuery,
    PeriodQuery,
    RecipientQuery,
    ReportQuery,
)
from server.reports.schemas.breakdowns import (
    BouncesOut,
    BrowsersOut,
    ClickMapOut,
    DomainsOut,
    LeavingOut,
    LinksOut,
    LocationOut,
    PeakOut,
    ReportCountOut,
    SharesOut,
)
from server.reports.schemas.exports import (
    FileQuery,
    GenerateIn,
    LabelledOut,
    ReportFilesOut,
    ReportLabelIn,
)
from server.reports.schemas.figures import BasicOut, CompareOut
from server.reports.schemas.live import LiveReportOut
from server.reports.schemas.recipients import RecipientOut
from server.reports.selectors import (
    comparing,
    domains,
    files,
    links,
    live,
    overview,
    people,
    places,
    recipients,
    refusals,
    times,
)
from server.reports.selectors.reports import Report, campaign_of, report, shown
from server.reports.services import click_maps, downloads, generating, labelling
from server.reports.services.downloads import FILES
from server.reports.states import ReportType

AREA = "emailReport"
WAITING = "Your report is being prepared. You will be notified when it is ready."
see = Access(permission=permissions.VIEW, feature=Feature(AREA, "viewReport"))
download = Access(permission=permissions.VIEW, feature=Feature(AREA, "downloadReport"))
label_them = Access(permission=contact_permissions.EDIT, feature=Feature(AREA, "viewReport"))


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls of one type."""

    type: ReportType

    def of(self, request: CallerRequest, query: ReportQuery | RecipientQuery) -> Report:
        """The report that is asked for."""
        return report(
            team_id=request.auth.team_id, report_type=self.type, campaign_id=query.id, machines=query.machines
        )

    def kept(self, request: CallerRequest, query: ReportQuery, make: Callable[[Report], BaseModel]) -> HttpResponse:
        """What is made of the report, for a while for all who ask the same."""
        campaign = campaign_of(team_id=request.auth.team_id, report_type=self.type, campaign_id=query.id)
        asked = f"{request.path} {query.model_dump_json()}"
        answer = keeping.kept(campaign, asked, lambda: make(shown(campaign, self.type, query.machines)))
        return HttpResponse(answer, content_type=CONTENT_TYPE)

    def live(self, request: CallerRequest, query: Query[LiveQuery]) -> HttpResponse:
        """Several parts at once, each as its own call answers it: what an open report asks for when it is told of
        progress."""
        return self.kept(request, query, lambda found: live.live(found, query))

    def basic(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        return self.kept(request, query, overview.basic)

    def compare(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        """The rates beside those of the team's last campaigns before this one."""
        return self.kept(request, query, comparing.compare)

    def link(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        return self.kept(request, query, links.listed)

    def click_map(self, request: CallerRequest, query: Query[ClickMapQuery]) -> ClickMapOut:
        """The mail with its clicks drawn in."""
        return click_maps.click_map(self.of(request, query), variant=query.variant)

    def device(self, request: CallerRequest, query: Query[DidQuery]) -> HttpResponse:
        return self.kept(request, query, lambda found: people.devices(found, query.of))

    def browser(self, request: CallerRequest, query: Query[DidQuery]) -> HttpResponse:
        return self.kept(request, query, lambda found: people.browsers(found, query.of))

    def location(self, request: CallerRequest, query: Query[DidQuery]) -> HttpResponse:
        return self.kept(request, query, lambda found: places.location(found, query.of))

    def domain(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        return self.kept(request, query, domains.listed)

    def bounce(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        return self.kept(request, query, refusals.listed)

    def leaving(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        """Who unsubscribed, with their reasons, and who complained."""
        return self.kept(request, query, refusals.leaving)

    def peak(self, request: CallerRequest, query: Query[PeriodQuery]) -> HttpResponse:
        return self.kept(request, query, lambda found: times.peak(found, query))

    def count(self, request: CallerRequest, query: Query[ReportQuery]) -> HttpResponse:
        return self.kept(request, query, overview.counts)

    def recipient(self, request: CallerRequest, query: Query[RecipientQuery]) -> Page[RecipientOut]:
        found = recipients.page(self.of(request, query), query)
        return Page[RecipientOut](
            items=found.items, total=found.total, total_is_exact=found.total_is_exact, page=query.page, size=query.size
        )

    def label(self, request: CallerRequest, body: ReportLabelIn) -> LabelledOut:
        """Puts a label on the recipients of an outcome or a link, in the background."""
        found = report(team_id=request.auth.team_id, report_type=self.type, campaign_id=body.id, machines=body.machines)
        return labelling.start(found, body, by=request.auth)

    def generate(self, request: CallerRequest, body: GenerateIn) -> None:
        """Answers 202: the file is made in the background, and told of by a notification. `payload.fileId` names it."""
        found = report(team_id=request.auth.team_id, report_type=self.type, campaign_id=body.id, machines=body.machines)
        downloads.check(body.format, by=request.auth)
        row = generating.start(found, body.format, by=request.auth)
        raise Accepted(payload={"fileId": str(row.pk)})

    def export(self, request: CallerRequest, query: Query[FileQuery]) -> FileResponse:
        """REP-07. The newest file of this form; 202 while it is being made, 404 where none was generated."""
        found = self.of(request, query)
        downloads.check(query.format, by=request.auth)
        row = files.newest(found, query.format)
        if not FILES.is_there(row):
            raise Accepted(WAITING, payload={"fileId": str(row.pk)})
        return FILES.response(row)

    def files(self, request: CallerRequest, query: Query[ReportQuery]) -> ReportFilesOut:
        """The files of the report that are being made or can be had, of the forms that the caller may have."""
        rows = [row for row in files.of(self.of(request, query)) if downloads.may(row.format, by=request.auth)]
        return ReportFilesOut(items=[downloads.out(row) for row in rows])


def _function(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method as a function, which Ninja writes its notes on."""

    @wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        return method(*args, **kwargs)

    return call


def router_of(report_type: ReportType, prefix: str) -> Router:
    """The router of one type; the names of its operations begin with the prefix."""
    router, calls = Router(tags=["reports"], by_alias=True), Calls(report_type)
    for path, call, answer in (
        ("/live", calls.live, LiveReportOut),
        ("/basic", calls.basic, BasicOut),
        ("/compare", calls.compare, CompareOut),
        ("/link", calls.link, LinksOut),
        ("/click-map", calls.click_map, ClickMapOut),
        ("/device", calls.device, SharesOut),
        ("/browser", calls.browser, BrowsersOut),
        ("/location", calls.location, LocationOut),
        ("/domain", calls.domain, DomainsOut),
        ("/bounce", calls.bounce, BouncesOut),
        ("/leaving", calls.leaving, LeavingOut),
        ("/peak", calls.peak, PeakOut),
        ("/count", calls.count, ReportCountOut),
        ("/recipient", calls.recipient, Page[RecipientOut]),
    ):
        name = f"{prefix}_{path[1:].replace('-', '_')}"
        router.get(path, auth=see, response=answer, operation_id=name)(_function(call))
    router.post("/label", auth=label_them, response=LabelledOut, operation_id=f"{prefix}_label")(
        idempotent(calls.label)
    )
    router.post("/generate", auth=download, response={202: None}, operation_id=f"{prefix}_generate")(
        _function(calls.generate)
    )
    router.get("/export", auth=download, operation_id=f"{prefix}_export")(_function(calls.export))
    router.get("/files", auth=download, response=ReportFilesOut, operation_id=f"{prefix}_files")(_function(calls.files))
    return router


of_campaigns = router_of(ReportType.EMAIL, "reports")
of_ab_tests = router_of(ReportType.AB_TEST, "ab_reports")
