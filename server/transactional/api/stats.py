"""stats: metrics of transactional email."""

from ninja import Query, Router, Status

from server.contacts import permissions as contacts
from server.transactional.access import ActorRequest, TrxAccess
from server.transactional.api.files import file_out
from server.transactional.bindings import LIVE_KINDS
from server.transactional.identities import get_binding
from server.transactional.permissions import VIEW
from server.transactional.schemas import stats as schemas
from server.transactional.schemas.events import FileOut
from server.transactional.selectors import stats as selectors
from server.transactional.services import exports
from server.transactional.states import ExportKind, Scope

router = Router(tags=["stats"], by_alias=True)
READ = TrxAccess(VIEW, scope=Scope.READ, narrowed=LIVE_KINDS)
# It lists all addresses of the team, and its cursor is one of them.
READ_RECIPIENTS = TrxAccess(VIEW, scope=Scope.READ)
EXPORT = TrxAccess(contacts.EXPORT, scope=Scope.MANAGE)


@router.get("/basic", auth=READ, response=schemas.TrxBasicOut, operation_id="trx_stats_basic", summary="Get metrics")
def get_basic(request: ActorRequest, query: Query[schemas.ComparedQuery]) -> schemas.TrxBasicOut:
    """Returns the metrics of a period with rates and latencies."""
    return selectors.get_basic(
        selectors.resolve_stats_period(get_binding(request.auth), query), compare=query.compare is not None
    )


@router.get(
    "/summary", auth=READ, response=schemas.SummaryOut, operation_id="trx_stats_summary", summary="Get metrics by day"
)
def get_summary(request: ActorRequest, query: Query[schemas.StatsQuery]) -> schemas.SummaryOut:
    """Returns the metrics of a period by day."""
    return selectors.get_summary(selectors.resolve_stats_period(get_binding(request.auth), query))


@router.get(
    "/link", auth=READ, response=schemas.TrxLinksOut, operation_id="trx_stats_link", summary="Get clicks by link"
)
def list_links(request: ActorRequest, query: Query[schemas.StatsQuery]) -> schemas.TrxLinksOut:
    """Returns clicks by link."""
    return selectors.list_links(selectors.resolve_stats_period(get_binding(request.auth), query))


@router.get(
    "/category",
    auth=READ,
    response=schemas.TrxCategoriesOut,
    operation_id="trx_stats_category",
    summary="Get metrics by tag",
)
def list_categories(request: ActorRequest, query: Query[schemas.StatsQuery]) -> schemas.TrxCategoriesOut:
    """Returns metrics by tag."""
    return selectors.list_categories(selectors.resolve_stats_period(get_binding(request.auth), query))


@router.get(
    "/recipients",
    auth=READ_RECIPIENTS,
    response=schemas.RecipientsOut,
    operation_id="trx_stats_recipients",
    summary="Get metrics by recipient",
)
def list_recipients(request: ActorRequest, query: Query[schemas.RecipientsQuery]) -> schemas.RecipientsOut:
    """Returns metrics by recipient address."""
    return selectors.list_recipients(request.auth.team_id, query)


@router.post(
    "/recipients/export",
    auth=EXPORT,
    response={202: FileOut},
    operation_id="trx_stats_recipients_export",
    summary="Start recipient export",
)
def export_recipients(request: ActorRequest, body: schemas.RecipientsExportIn) -> Status[FileOut]:
    """Starts an export of the recipients of a period to an XLSX file, at most 1,000,000."""
    # TRX-73
    row = exports.start(
        ExportKind.RECIPIENTS, query=body.q, start=body.start, end=body.end, file_format=body.format, by=request.auth
    )
    return Status(202, file_out(row))


@router.get(
    "/analytics",
    auth=READ,
    response=schemas.AnalyticsOut,
    operation_id="trx_stats_analytics",
    summary="Get metrics over time",
)
def get_analytics(request: ActorRequest, query: Query[schemas.AnalyticsQuery]) -> schemas.AnalyticsOut:
    """Returns the metrics of a period by hour or day."""
    return selectors.get_analytics(selectors.resolve_stats_period(get_binding(request.auth), query), query)


@router.get(
    "/groups", auth=READ, response=schemas.GroupsOut, operation_id="trx_stats_groups", summary="Get metrics by group"
)
def list_groups(request: ActorRequest, query: Query[schemas.GroupsQuery]) -> schemas.GroupsOut:
    """Returns the metrics of a period, grouped by tag, subject, sender or domain."""
    return selectors.list_groups(selectors.resolve_stats_period(get_binding(request.auth), query), query)
