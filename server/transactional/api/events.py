"""events: what has happened to messages."""

from uuid import UUID

from django.http import FileResponse, HttpRequest
from ninja import Query, Router, Status

from server.contacts import permissions as contacts
from server.core.access import Public
from server.core.wire_types import BigId, EpochMilliseconds
from server.transactional.access import ActorRequest, TrxAccess
from server.transactional.bindings import EVERY_KIND
from server.transactional.identities import binding_of
from server.transactional.models import SavedSearch
from server.transactional.permissions import EDIT, VIEW
from server.transactional.schemas.events import (
    EventQuery,
    EventsOut,
    ExportIn,
    FileOut,
    FilesOut,
    HistogramOut,
    HistogramQuery,
    SearchesOut,
    SearchIn,
    SearchOut,
    StoryOut,
)
from server.transactional.selectors import events as selectors
from server.transactional.selectors import histogram as bars
from server.transactional.services import downloads, exports, searches, stories
from server.transactional.services.downloads import FILES
from server.transactional.states import ExportKind, Scope

router = Router(tags=["events"], by_alias=True)
READ = TrxAccess(VIEW, scope=Scope.READ, narrowed=EVERY_KIND)
READ_SEARCHES = TrxAccess(VIEW, scope=Scope.READ)
CHANGE = TrxAccess(EDIT, scope=Scope.MANAGE)
# A file holds addresses, as one of contacts does.
EXPORT = TrxAccess(contacts.EXPORT, scope=Scope.MANAGE)


@router.get("", auth=READ, response=EventsOut, operation_id="trx_events")
def list_events(request: ActorRequest, query: Query[EventQuery]) -> EventsOut:
    """Events by the words of `q`: `key:value` and words without a key, newest first."""
    return selectors.page(binding_of(request.auth), query)


@router.get("/histogram", auth=READ, response=HistogramOut, operation_id="trx_events_histogram")
def histogram(request: ActorRequest, query: Query[HistogramQuery]) -> HistogramOut:
    """When the events that match `q` were."""
    return bars.histogram(binding_of(request.auth), query)


@router.get("/searches", auth=READ_SEARCHES, response=SearchesOut, operation_id="trx_searches")
def list_searches(request: ActorRequest) -> SearchesOut:
    return SearchesOut(items=[_search_out(row) for row in selectors.searches(request.auth.team_id)])


@router.post("/searches", auth=CHANGE, response={201: SearchOut}, operation_id="trx_search_save")
def save_search(request: ActorRequest, body: SearchIn) -> Status[SearchOut]:
    """Keeps a search for the whole team."""
    by = request.auth
    return Status(201, _search_out(searches.save(team_id=by.team_id, name=body.name, query=body.q, by=by.user_id)))


@router.delete("/searches/{int:search_id}", auth=CHANGE, response={204: None}, operation_id="trx_search_drop")
def drop_search(request: ActorRequest, search_id: BigId) -> Status[None]:
    searches.drop(team_id=request.auth.team_id, search_id=search_id)
    return Status(204, None)


@router.get("/exports", auth=EXPORT, response=FilesOut, operation_id="trx_exports")
def list_exports(request: ActorRequest) -> FilesOut:
    """The newest files of events and recipients."""
    return FilesOut(items=[downloads.out(row) for row in exports.newest(request.auth.team_id)])


@router.post("/export", auth=EXPORT, response={202: FileOut}, operation_id="trx_events_export")
def export(request: ActorRequest, body: ExportIn) -> Status[FileOut]:
    """Begins to write the events of a period that match `q` into a file, at most a million of them."""
    row = exports.start(ExportKind.EVENTS, body, by=request.auth)
    return Status(202, downloads.out(row))


@router.get(
    "/export/file/{token}",
    auth=Public("The address is signed, names one file, and ends with it a day after it was made.", per_minute=60),
    operation_id="trx_export_file",
)
def export_file(request: HttpRequest, token: str) -> FileResponse:
    """A file, for who holds its address."""
    return FILES.response(FILES.at(token))


@router.get("/{uuid:message_id}/{int:time}", auth=READ, response=StoryOut, operation_id="trx_story")
def story(request: ActorRequest, message_id: UUID, time: EpochMilliseconds) -> StoryOut:
    """Everything about one message."""
    return stories.story(request.auth, message_id=message_id, time=time)


def _search_out(row: SavedSearch) -> SearchOut:
    return SearchOut(id=row.pk, name=row.name, q=row.query, created_at=row.created_at)
