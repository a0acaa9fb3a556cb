"""The report of an email campaign."""

from ninja import Query, Router

from server.campaigns.selectors import figures as list_figures
from server.campaigns.shapes import row_out
from server.contacts.states import LeavingReason
from server.core.access import Access, CallerRequest, Feature
from server.core.pagination import Page
from server.reports import figures, permissions, selectors
from server.reports.schemas import (
    BasicOut,
    BounceOut,
    BrowsersOut,
    LinksOut,
    PeakOut,
    PeriodQuery,
    ReasonOut,
    RecipientOut,
    RecipientQuery,
    ReportCountOut,
    ReportQuery,
    SharesOut,
)
from server.reports.sql import bounces, leaving

router = Router(tags=["reports"], by_alias=True)
see = Access(permission=permissions.VIEW, feature=Feature("emailReport", "viewReport"))


def of(request: CallerRequest, query: ReportQuery) -> selectors.Report:
    """The report that is asked for."""
    return selectors.report(team_id=request.auth.team_id, campaign_id=query.id)


@router.get("/basic", auth=see, response=BasicOut, operation_id="reports_basic")
def basic(request: CallerRequest, query: Query[ReportQuery]) -> BasicOut:
    found = of(request, query)
    campaign = found.campaign
    refused = bounces.by_class(request.auth.team_id, mailing_id=found.mailing.pk, mailed_at=found.mailed_at)
    return BasicOut(
        campaign=row_out(campaign, list_figures.of([campaign]).get(campaign.pk)),
        labels=selectors.label_names(campaign),
        to_all=campaign.to_all,
        figures=figures.figures_of(found.standing),
        bounces=[BounceOut(bounce=bounce or selectors.UNKNOWN, count=count) for bounce, count in refused],
        reasons=[
            ReasonOut(reason=LeavingReason(reason), count=count)
            for reason, count in leaving.by_reason(request.auth.team_id, mailing_id=found.mailing.pk)
        ],
        pace=figures.pace_of(found.standing),
        send_again=selectors.may_send_again(found),
    )


@router.get("/link", auth=see, response=LinksOut, operation_id="reports_link")
def link(request: CallerRequest, query: Query[ReportQuery]) -> LinksOut:
    return selectors.links(of(request, query))


@router.get("/device", auth=see, response=SharesOut, operation_id="reports_device")
def device(request: CallerRequest, query: Query[ReportQuery]) -> SharesOut:
    items, total = selectors.opens_by(of(request, query), "device")
    return SharesOut(items=items, total=total)


@router.get("/browser", auth=see, response=BrowsersOut, operation_id="reports_browser")
def browser(request: CallerRequest, query: Query[ReportQuery]) -> BrowsersOut:
    found = of(request, query)
    items, total = selectors.opens_by(found, "browser")
    systems, _ = selectors.opens_by(found, "os")
    return BrowsersOut(items=items, total=total, systems=systems)


@router.get("/peak", auth=see, response=PeakOut, operation_id="reports_peak")
def peak(request: CallerRequest, query: Query[PeriodQuery]) -> PeakOut:
    return selectors.peak(of(request, query), query)


@router.get("/count", auth=see, response=ReportCountOut, operation_id="reports_count")
def count(request: CallerRequest, query: Query[ReportQuery]) -> ReportCountOut:
    return selectors.counts(of(request, query))


@router.get("/recipient", auth=see, response=Page[RecipientOut], operation_id="reports_recipient")
def recipient(request: CallerRequest, query: Query[RecipientQuery]) -> Page[RecipientOut]:
    found = selectors.recipient_page(selectors.report(team_id=request.auth.team_id, campaign_id=query.id), query)
    return Page[RecipientOut](
        items=found.items, total=found.total, total_is_exact=found.total_is_exact, page=query.page, size=query.size
    )
