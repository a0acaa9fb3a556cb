"""contacts/suppression: addresses that the team can't send to."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import StreamingHttpResponse
from ninja import Query, Router, Status

from server.contacts import permissions, uploads
from server.core import clock
from server.core.access import Access, CallerRequest, Feature
from server.core.bounded_types import BigId
from server.core.idempotency import idempotent
from server.core.pagination import paginate
from server.delivery.models import Suppression
from server.delivery.schemas import (
    RemoveIn,
    Scope,
    SuppressFileQuery,
    SuppressIn,
    SuppressionFilter,
    SuppressionListQuery,
    SuppressionOut,
    SuppressionPage,
    SuppressionResultOut,
)
from server.delivery.services import suppressions
from server.delivery.states import SuppressionReason, SuppressionSource

AREA = "contactManagement"
SORTS = {"createdAt": "created_at", "email": "email"}
ROWS_PER_READ = 2_000  # rows of an export read at a time
HEADINGS = ["Email", "Reason", "Source", "Scope", "Since", "Until"]

router = Router(tags=["contacts"], by_alias=True)


@router.get(
    "",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=SuppressionPage,
    operation_id="list_suppressions",
    summary="List suppressed addresses",
)
def list_suppressions(request: CallerRequest, query: Query[SuppressionListQuery]) -> SuppressionPage:
    rows = _select_matching(request.auth.team_id, query.search, query.reasons)
    page = paginate(rows, query, sorts=SORTS, default_sort="-createdAt")
    return SuppressionPage(
        items=[_build_suppression_out(row) for row in page.items],
        total=page.total,
        total_is_exact=page.total_is_exact,
        page=page.page,
        size=page.size,
    )


@router.post(
    "",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response=SuppressionResultOut,
    operation_id="suppress_addresses",
)
@idempotent
def suppress_addresses(request: CallerRequest, body: SuppressIn) -> SuppressionResultOut:
    added = suppressions.add(
        team_id=request.auth.team_id,
        emails=body.emails,
        marketing_only=body.scope == "marketing",
        expires_at=body.expires_at,
    )
    return SuppressionResultOut.model_validate(added, from_attributes=True)


@router.post(
    "/import",
    auth=Access(permissions.IMPORT, Feature(AREA, "edit")),
    response=SuppressionResultOut,
    operation_id="import_suppressions",
    summary="Import suppressed addresses",
    openapi_extra=uploads.UPLOAD,
)
def import_suppressions(request: CallerRequest, query: Query[SuppressFileQuery]) -> SuppressionResultOut:
    """Imports a file with one address per line, or a table with an address column."""
    upload = uploads.receive_upload(request, suppressions.MAX_FILE_BYTES)
    added = suppressions.add_file(
        team_id=request.auth.team_id,
        upload=Path(upload.temporary_file_path()),
        name=upload.name or "",
        reason=query.reason,
        marketing_only=query.scope == "marketing",
        encoding=uploads.get_chosen_encoding(request),
    )
    return SuppressionResultOut.model_validate(added, from_attributes=True)


@router.post(
    "/export",
    auth=Access(permissions.EXPORT, Feature(AREA, "export")),
    operation_id="export_suppressions",
    summary="Export suppressed addresses",
)
def export_suppressions(request: CallerRequest, body: SuppressionFilter) -> StreamingHttpResponse:
    """Downloads the list as a CSV file that can be imported again."""
    rows = _select_matching(request.auth.team_id, body.search, body.reasons).order_by("email")
    answer = StreamingHttpResponse(_format_lines(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="suppressions.csv"'
    return answer


@router.delete(
    "/{int:suppression_id}",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response={204: None},
    operation_id="remove_suppression",
    summary="Remove suppressed address",
)
def remove_suppression(request: CallerRequest, suppression_id: BigId, body: RemoveIn) -> Status[None]:
    caller = request.auth
    suppressions.remove(team_id=caller.team_id, suppression_id=suppression_id, why=body.why, by=caller)
    return Status(204, None)


def _select_matching(team_id: UUID, search: str | None, reasons: list[SuppressionReason]) -> QuerySet[Suppression]:
    now = clock.now()
    rows = Suppression.objects.for_team(team_id).filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now))
    if reasons:
        rows = rows.filter(reason__in=reasons)
    words = (search or "").strip().lower()
    return rows.filter(email__contains=words) if words else rows


def _get_scope(row: Suppression) -> Scope:
    return "marketing" if row.marketing_only else "all"


def _build_suppression_out(row: Suppression) -> SuppressionOut:
    return SuppressionOut(
        id=row.pk,
        email=row.email,
        reason=SuppressionReason(row.reason),
        source=SuppressionSource(row.source),
        scope=_get_scope(row),
        removable=row.reason != SuppressionReason.COMPLAINT,
        created_at=row.created_at,
        expires_at=row.expires_at,
    )


def _format_lines(rows: QuerySet[Suppression]) -> Iterator[bytes]:
    """Starts with a byte order mark, by which spreadsheets recognize UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    text.write("\ufeff")
    writer.writerow(HEADINGS)
    for number, row in enumerate(rows.iterator(chunk_size=ROWS_PER_READ), start=1):
        email = f"'{row.email}" if row.email[:1] in "=+-@" else row.email
        until = row.expires_at.isoformat() if row.expires_at else ""
        writer.writerow([email, row.reason, row.source, _get_scope(row), row.created_at.isoformat(), until])
        if number % ROWS_PER_READ == 0:
            yield _read_file(text)
    yield _read_file(text)


def _read_file(text: io.StringIO) -> bytes:
    piece = text.getvalue().encode()
    text.seek(0)
    text.truncate()
    return piece
