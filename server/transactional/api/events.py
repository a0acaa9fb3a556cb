"""events: the events of messages."""

from uuid import UUID

from django.http import FileResponse, HttpRequest
from ninja import Query, Router, Status

from server.contacts import permissions as contacts
from server.core.access import Public
from server.core.bounded_types import BigId, EpochMilliseconds
from server.transactional.access import ActorRequest, TrxAccess
from server.transactional.api.files import file_out
from server.transactional.api.timelines import timeline_out
from server.transactional.bindings import ALL_KINDS
from server.transactional.identities import can_manage, get_binding
from server.transactional.models import SavedSearch
from server.transactional.permissions import EDIT, VIEW
from server.transactional.schemas.events import (
    EventQuery,
    EventsExportIn,
    EventsOut,
    FileOut,
    FilesOut,
    HistogramOut,
    HistogramQuery,
    MessageTimelineOut,
    SearchesOut,
    SearchIn,
    SearchOut,
)
from server.transactional.selectors import events as selectors
from server.transactional.selectors import histogram as bars
from server.transactional.services import exports, message_timelines, searches
from server.transactional.services.downloads import FILES
from server.transactional.states import ExportKind, Scope

router = Router(tags=["events"], by_alias=True)
READ = TrxAccess(VIEW, scope=Scope.READ, narrowed=ALL_KINDS)
READ_SEARCHES = TrxAccess(VIEW, scope=Scope.READ)
CHANGE = TrxAccess(EDIT, scope=Scope.MANAGE)
# An export contains addresses, like an export of contacts.
EXPORT = TrxAccess(contacts.EXPORT, scope=Scope.MANAGE)


@router.get("", auth=READ, response=EventsOut, operation_id="trx_events")
def list_events(request: ActorRequest, query: Query[EventQuery]) -> EventsOut:
    """Lists events that match `q`, newest first. `q` can contain `key:value` terms and free text."""
    return selectors.list_events(get_binding(request.auth), query)


@router.get(
    "/histogram", auth=READ, response=HistogramOut, operation_id="trx_events_histogram", summary="Get event histogram"
)
def get_histogram(request: ActorRequest, query: Query[HistogramQuery]) -> HistogramOut:
    """Returns the number of events that match `q` over time."""
    return bars.build_histogram(get_binding(request.auth), query)


@router.get(
    "/searches", auth=READ_SEARCHES, response=SearchesOut, operation_id="trx_searches", summary="List saved searches"
)
def list_searches(request: ActorRequest) -> SearchesOut:
    return SearchesOut(items=[_search_out(row) for row in selectors.list_searches(request.auth.team_id)])


@router.post("/searches", auth=CHANGE, response={201: SearchOut}, operation_id="trx_search_save")
def save_search(request: ActorRequest, body: SearchIn) -> Status[SearchOut]:
    """Saves a search for the whole team."""
    by = request.auth
    return Status(201, _search_out(searches.save(team_id=by.team_id, name=body.name, query=body.q, by=by.user_id)))


@router.delete(
    "/searches/{int:search_id}",
    auth=CHANGE,
    response={204: None},
    operation_id="trx_search_drop",
    summary="Delete saved search",
)
def delete_search(request: ActorRequest, search_id: BigId) -> Status[None]:
    searches.delete(team_id=request.auth.team_id, search_id=search_id)
    return Status(204, None)


@router.get("/exports", auth=EXPORT, response=FilesOut, operation_id="trx_exports", summary="List export files")
def list_exports(request: ActorRequest) -> FilesOut:
    """Lists the latest files with exported events and recipients."""
    return FilesOut(items=[file_out(row) for row in exports.list_newest(request.auth.team_id)])


@router.post(
    "/export", auth=EXPORT, response={202: FileOut}, operation_id="trx_events_export", summary="Start event export"
)
def start_export(request: ActorRequest, body: EventsExportIn) -> Status[FileOut]:
    """Starts an export of the events that match `q` in a period, at most 1,000,000."""
    row = exports.start(
        ExportKind.EVENTS, query=body.q, start=body.start, end=body.end, file_format=body.format, by=request.auth
    )
    return Status(202, file_out(row))


@router.get(
    "/export/file/{token}",
    auth=Public("The URL is signed and valid for one file. Both expire after a day.", per_minute=60),
    operation_id="trx_export_file",
    summary="Download export file",
)
def export_file(request: HttpRequest, token: str) -> FileResponse:
    """Downloads an exported file. The URL works without signing in."""
    return FILES.response(FILES.at(token))


@router.get(
    "/{uuid:message_id}/{int:time}",
    auth=READ,
    response=MessageTimelineOut,
    operation_id="trx_story",
    summary="Get message history",
)
def get_timeline(request: ActorRequest, message_id: UUID, time: EpochMilliseconds) -> MessageTimelineOut:
    """Returns a message with its recipients, checks, events and webhook deliveries."""
    by = request.auth
    found = message_timelines.get_timeline(by, message_id=message_id, time=time)
    events = selectors.list_message_events(by.team_id, message_id=message_id, accepted_at=found.message.accepted_at)
    return timeline_out(found, events, sees_urls=can_manage(by))


def _search_out(row: SavedSearch) -> SearchOut:
    return SearchOut(id=row.pk, name=row.name, q=row.query, created_at=row.created_at)
