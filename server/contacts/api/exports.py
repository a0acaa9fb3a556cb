"""contacts/export: the exports of a team and their files."""

from django.http import FileResponse, HttpRequest
from ninja import Query, Router

from server.contacts import permissions
from server.contacts.export_columns import build_export_columns
from server.contacts.models import ContactExport
from server.contacts.schemas.exports import ExportColumnOut, ExportColumnsOut, ExportOut, ExportPage
from server.contacts.selectors import exports as selectors
from server.contacts.selectors import fields as field_selectors
from server.contacts.services.export_downloads import FILES
from server.contacts.states import BulkState, ExportFormat
from server.core.access import Access, CallerRequest, Feature, Public
from server.core.pagination import PageQuery, paginate

AREA = "contactManagement"

router = Router(tags=["contacts"], by_alias=True)


@router.get(
    "",
    auth=Access(permissions.EXPORT, Feature(AREA)),
    response=ExportPage,
    operation_id="list_exports",
    summary="List contact exports",
)
def list_exports(request: CallerRequest, query: Query[PageQuery]) -> ExportPage:
    rows = selectors.query_exports(request.auth.team_id)
    page = paginate(rows, query, sorts={"createdAt": "created_at"}, default_sort="-createdAt")
    return ExportPage(items=[_build_out(row) for row in page.items], total=page.total, page=page.page, size=page.size)


@router.get(
    "/columns",
    auth=Access(permissions.EXPORT, Feature(AREA)),
    response=ExportColumnsOut,
    operation_id="list_export_columns",
)
def list_export_columns(request: CallerRequest) -> ExportColumnsOut:
    """Lists the contact data that can be exported. `title` is the column heading in the file."""
    known = build_export_columns(field_selectors.query_fields(request.auth.team_id), language=request.auth.language)
    return ExportColumnsOut(items=[ExportColumnOut(name=column.name, title=column.title) for column in known.values()])


@router.get(
    "/file/{token}",
    auth=Public("The URL is signed and valid for one file. Both expire after a day.", per_minute=60),
    operation_id="export_file",
    summary="Download contact export",
)
def download_contact_export(request: HttpRequest, token: str) -> FileResponse:
    """Downloads an export. The URL works without signing in."""
    return FILES.response(FILES.at(token))


def _build_out(row: ContactExport) -> ExportOut:
    return ExportOut(
        export_id=row.pk,
        contact_id=row.contact_id,
        format=ExportFormat(row.format),
        columns=[title for _, title in row.columns],
        fullname=row.fullname,
        state=BulkState(row.state),
        total=row.total,
        done=row.rows,
        size_bytes=row.size_bytes,
        reason=row.reason,
        created_at=row.created_at,
        finished_at=row.finished_at,
        expires_at=row.expires_at,
        download_url=FILES.url(row),
    )
