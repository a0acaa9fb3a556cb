"""contacts/import: prepare, start, status, and what belongs to it (CONT-61)."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from django.core.files.uploadedfile import TemporaryUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import Query, Router

from server.contacts import import_files, permissions
from server.contacts.errors import ImportSizeInvalid
from server.contacts.import_columns import EMAIL
from server.contacts.import_records import DELIMITERS
from server.contacts.models import ImportJob
from server.contacts.schemas.imports import (
    ColumnOut,
    Forecast,
    HistoryPage,
    ImportOut,
    PreparedOut,
    SettingOut,
    StartIn,
    StatusOut,
    StatusQuery,
    TargetOut,
)
from server.contacts.selectors import imports as selectors
from server.contacts.services import imports
from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.errors import FieldsMissing, NotFound
from server.core.idempotency import idempotent
from server.core.pagination import PageQuery, paginate
from server.plans import quota
from server.plans.features import CONTACT

AREA = "contactManagement"
POLL_SECONDS = 3  # CONT-62
READ_BYTES = 1 << 16
FORM_BYTES = 1 << 16  # what a multipart form may weigh besides its file

router = Router(tags=["contacts"], by_alias=True)

UPLOAD = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {"file": {"type": "string", "format": "binary"}},
                }
            }
        },
    }
}


class LimitedUpload(TemporaryFileUploadHandler):
    """Streams an upload to disk and stops at the limit, whatever the request says of its length."""

    def __init__(self, request: HttpRequest, most_bytes: int) -> None:
        super().__init__(request)
        self.most_bytes = most_bytes

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start + len(raw_data) > self.most_bytes:
            raise ImportSizeInvalid(payload={"limitBytes": self.most_bytes})
        super().receive_data_chunk(raw_data, start)


@router.post(
    "/prepare",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=PreparedOut,
    operation_id="prepare_import",
    openapi_extra=UPLOAD,
)
def prepare_import(request: CallerRequest) -> PreparedOut:
    caller = request.auth
    upload = _upload(request, imports.most_bytes(caller.team_id))
    job = imports.prepare(
        team_id=caller.team_id, upload=Path(upload.temporary_file_path()), name=upload.name or "", by=caller
    )
    return _prepared(job)


@router.post(
    "/start",
    auth=Access(permissions.IMPORT, Feature(AREA, "create"), Quota(AREA, CONTACT.name)),
    response=ImportOut,
    operation_id="start_import",
)
@idempotent
def start_import(request: CallerRequest, body: StartIn) -> ImportOut:
    caller = request.auth
    return _out(imports.start(team_id=caller.team_id, wanted=body, by=caller))


@router.get("/status", auth=Access(permissions.VIEW, Feature(AREA)), response=StatusOut, operation_id="import_status")
def import_status(request: CallerRequest, query: Query[StatusQuery]) -> StatusOut:
    team_id, import_id = request.auth.team_id, query.import_id
    job = selectors.get(team_id=team_id, import_id=import_id) if import_id else selectors.current(team_id)
    return StatusOut(item=_out(job) if job else None)


@router.get(
    "/history", auth=Access(permissions.VIEW, Feature(AREA)), response=HistoryPage, operation_id="import_history"
)
def import_history(request: CallerRequest, query: Query[PageQuery]) -> HistoryPage:
    rows = selectors.started(request.auth.team_id)
    page = paginate(rows, query, sorts={"createdAt": "created_at"}, default_sort="-createdAt")
    return HistoryPage(items=[_out(job) for job in page.items], total=page.total, page=page.page, size=page.size)


@router.get(
    "/setting", auth=Access(permissions.VIEW, Feature(AREA)), response=SettingOut, operation_id="import_setting"
)
def import_setting(request: CallerRequest) -> SettingOut:
    team_id = request.auth.team_id
    return SettingOut(
        most_bytes=imports.most_bytes(team_id),
        extensions=list(import_files.EXTENSIONS),
        delimiters=list(DELIMITERS),
        encodings=["UTF-8", "UTF-16"],
        targets=[
            TargetOut(target=column.target, title=column.title, required=column.target == EMAIL.target)
            for column in imports.columns_of(team_id).values()
        ],
        consent_needed=not selectors.has_consented(team_id),
        contacts_left=quota.standing(team_id=team_id, limit=CONTACT).left,
        poll_seconds=POLL_SECONDS,
    )


@router.get("/sample", auth=Access(permissions.VIEW, Feature(AREA)), operation_id="import_sample")
def import_sample(request: CallerRequest) -> HttpResponse:
    """A CSV to begin with: the headings that are understood, the team's own fields among them, and one row."""
    columns = imports.columns_of(request.auth.team_id).values()
    row = {"email": "ayu@example.com", "firstname": "Ayu", "lastname": "Lestari", "phone": "+628123456789"}
    row |= {"birthday": "1990-12-31", "gender": "female", "city": "Jakarta", "country": "Indonesia", "label": "VIP"}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([column.title for column in columns])
    writer.writerow([row.get(column.target, "") for column in columns])
    answer = HttpResponse(text.getvalue().encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="contacts-sample.csv"'
    return answer


@router.get("/{uuid:import_id}/errors", auth=Access(permissions.IMPORT, Feature(AREA)), operation_id="import_errors")
def import_errors(request: CallerRequest, import_id: UUID) -> StreamingHttpResponse:
    """The rows that were set aside, as they came, with the reason and the row's number."""
    job = selectors.get(team_id=request.auth.team_id, import_id=import_id)
    path = import_files.folder_of(job.pk) / import_files.ERRORS
    if not job.error_bytes or not path.exists():
        raise NotFound
    answer = StreamingHttpResponse(_blocks(path, job.error_bytes), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="import-errors.csv"'
    return answer


@router.get(
    "/{uuid:import_id}", auth=Access(permissions.IMPORT, Feature(AREA)), response=PreparedOut, operation_id="get_import"
)
def get_import(request: CallerRequest, import_id: UUID) -> PreparedOut:
    return _prepared(selectors.get(team_id=request.auth.team_id, import_id=import_id))


def _upload(request: HttpRequest, most_bytes: int) -> TemporaryUploadedFile:
    """The file of the form. Raises ImportSizeInvalid before reading what is declared as too long, FieldsMissing."""
    if int(request.headers.get("Content-Length") or 0) > most_bytes + FORM_BYTES:
        raise ImportSizeInvalid(payload={"limitBytes": most_bytes})
    request.upload_handlers = [LimitedUpload(request, most_bytes)]
    upload = request.FILES.get("file")
    if not isinstance(upload, TemporaryUploadedFile):
        error = {"field": "file", "value": None, "cause": "Choose a file."}
        raise FieldsMissing(payload={**error, "errors": [error]})
    return upload


def _blocks(path: Path, length: int) -> Iterator[bytes]:
    """The committed part of a file that an import may still be adding to."""
    with path.open("rb") as file:
        while length > 0 and (block := file.read(min(READ_BYTES, length))):
            length -= len(block)
            yield block


def _out(job: ImportJob) -> ImportOut:
    return ImportOut.model_validate(imports.state_of(job))


def _prepared(job: ImportJob) -> PreparedOut:
    cells = [[row[number] for row in job.preview] for number in range(len(job.header))]
    return PreparedOut.model_validate(
        {
            **imports.state_of(job),
            "size_bytes": job.size_bytes,
            "encoding": job.encoding,
            "delimiter": job.delimiter,
            "date_order": job.date_order,
            "columns": [
                ColumnOut(heading=heading, cells=cells[number], target=job.mapping[number])
                for number, heading in enumerate(job.header)
            ],
            "forecast": Forecast(**job.forecast),
            "consent_needed": not selectors.has_consented(job.team_id),
        }
    )
