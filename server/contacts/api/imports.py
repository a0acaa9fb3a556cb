"""contacts/import: preparation, start, status, history and undo (CONT-61)."""

import csv
import io
from dataclasses import asdict
from pathlib import Path
from uuid import UUID

from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from ninja import Query, Router, Status

from server.contacts import import_files, permissions, uploads
from server.contacts.import_columns import EMAIL
from server.contacts.import_records import DELIMITERS
from server.contacts.import_verdicts import VerdictCounts
from server.contacts.models import ImportJob
from server.contacts.schemas.imports import (
    ChooseSheetIn,
    ColumnOut,
    Forecast,
    HistoryPage,
    ImportOut,
    ImportPreviewIn,
    ImportPreviewOut,
    ImportVerdictIn,
    ImportVerdictOut,
    ListVerdictOut,
    MappingChange,
    MappingIn,
    MappingOut,
    MappingRef,
    MappingsOut,
    MappingsQuery,
    PreparedOut,
    SettingOut,
    StartIn,
    StatusOut,
    StatusQuery,
    TargetOut,
    UndoForecast,
    UndoForecastQuery,
)
from server.contacts.selectors import imports as selectors
from server.contacts.services import import_failures as failures
from server.contacts.services import import_mappings, import_previews, import_undos, imports
from server.contacts.services.import_mappings import AppliedMapping
from server.contacts.services.import_previews import Trial
from server.contacts.services.imports import ImportChoices
from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.idempotency import idempotent
from server.core.pagination import PageQuery, paginate
from server.core.wire_types import BigId
from server.plans import quota
from server.plans.features import CONTACT

AREA = "contactManagement"
POLL_SECONDS = 3  # CONT-62
CONTENT_TYPES = {
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".gz": "application/gzip",
    ".tsv": "text/tab-separated-values",
    ".csv": "text/csv",
    ".txt": "text/plain",
}

router = Router(tags=["contacts"], by_alias=True)


@router.post(
    "/prepare",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=PreparedOut,
    operation_id="prepare_import",
    summary="Upload import file",
    openapi_extra=uploads.UPLOAD,
)
def prepare_import(request: CallerRequest) -> PreparedOut:
    caller = request.auth
    upload = uploads.uploaded(request, imports.max_upload_bytes(caller.team_id))
    job = imports.prepare(
        team_id=caller.team_id,
        upload=Path(upload.temporary_file_path()),
        name=upload.name or "",
        by=caller,
        encoding=uploads.decided_encoding(request),
    )
    return _prepared(job)


@router.post(
    "/sheet",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=PreparedOut,
    operation_id="choose_import_sheet",
    summary="Select import sheet",
)
def choose_import_sheet(request: CallerRequest, body: ChooseSheetIn) -> PreparedOut:
    """Selects another sheet of the workbook and analyzes it."""
    return _prepared(imports.choose_sheet(team_id=request.auth.team_id, import_id=body.import_id, sheet=body.sheet))


@router.post(
    "/preview",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=ImportPreviewOut,
    operation_id="preview_import",
)
def preview_import(request: CallerRequest, body: ImportPreviewIn) -> ImportPreviewOut:
    """Shows how each column would be stored. Stores nothing."""
    caller = request.auth
    wanted = Trial(body.mapping, body.date_order, body.decimal_mark, body.wrong_values)
    found = import_previews.preview(
        team_id=caller.team_id, import_id=body.import_id, wanted=wanted, language=caller.language
    )
    return ImportPreviewOut.model_validate(found)


@router.post(
    "/verdict",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=ImportVerdictOut,
    operation_id="judge_import",
    summary="Assess list quality",
)
def assess_import(request: CallerRequest, body: ImportVerdictIn) -> ImportVerdictOut:
    """Assesses the list quality with another column as the email address column. Stores nothing."""
    forecast, found = import_previews.verdict(
        team_id=request.auth.team_id, import_id=body.import_id, column=body.column
    )
    return ImportVerdictOut(forecast=Forecast.model_validate(forecast), verdict=ListVerdictOut.model_validate(found))


@router.post(
    "/start",
    auth=Access(permissions.IMPORT, Feature(AREA, "create"), Quota(AREA, CONTACT.name)),
    response=ImportOut,
    operation_id="start_import",
)
@idempotent
def start_import(request: CallerRequest, body: StartIn) -> ImportOut:
    caller = request.auth
    choices = ImportChoices(**{name: getattr(body, name) for name in StartIn.model_fields if name != "import_id"})
    return _out(imports.start(team_id=caller.team_id, import_id=body.import_id, choices=choices, by=caller))


@router.get(
    "/status",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=StatusOut,
    operation_id="import_status",
    summary="Get import status",
)
def import_status(request: CallerRequest, query: Query[StatusQuery]) -> StatusOut:
    team_id, import_id = request.auth.team_id, query.import_id
    job = selectors.get(team_id=team_id, import_id=import_id) if import_id else selectors.current(team_id)
    return StatusOut(item=_out(job) if job else None)


@router.get(
    "/history",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=HistoryPage,
    operation_id="import_history",
    summary="List imports",
)
def import_history(request: CallerRequest, query: Query[PageQuery]) -> HistoryPage:
    rows = selectors.started(request.auth.team_id)
    page = paginate(rows, query, sorts={"createdAt": "created_at"}, default_sort="-createdAt")
    return HistoryPage(items=[_out(job) for job in page.items], total=page.total, page=page.page, size=page.size)


@router.get(
    "/setting",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=SettingOut,
    operation_id="import_setting",
    summary="Get import settings",
)
def import_setting(request: CallerRequest) -> SettingOut:
    team_id = request.auth.team_id
    return SettingOut(
        most_bytes=imports.max_upload_bytes(team_id),
        extensions=list(import_files.FORMS),
        delimiters=list(DELIMITERS),
        encodings=["UTF-8", "UTF-16", "Windows-1252"],
        targets=[
            TargetOut(target=column.target, title=column.title, required=column.target == EMAIL.target)
            for column in imports.columns_of(team_id).values()
        ],
        consent_needed=not selectors.has_consented(team_id),
        contacts_left=quota.standing(team_id=team_id, limit=CONTACT).left,
        poll_seconds=POLL_SECONDS,
    )


@router.get(
    "/sample",
    auth=Access(permissions.VIEW, Feature(AREA)),
    operation_id="import_sample",
    summary="Download sample file",
)
def import_sample(request: CallerRequest) -> HttpResponse:
    """Downloads a CSV file with all supported headings, including the team’s custom fields, and one sample row."""
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


@router.get(
    "/mapping", auth=Access(permissions.IMPORT, Feature(AREA)), response=MappingsOut, operation_id="import_mappings"
)
def list_import_mappings(request: CallerRequest, query: Query[MappingsQuery]) -> MappingsOut:
    found = import_mappings.listed(team_id=request.auth.team_id, import_id=query.import_id)
    return MappingsOut(items=[_mapping(mapping) for mapping in found])


@router.post(
    "/mapping",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=MappingOut,
    operation_id="create_import_mapping",
)
def create_import_mapping(request: CallerRequest, body: MappingIn) -> MappingOut:
    caller = request.auth
    created = import_mappings.create(
        team_id=caller.team_id, import_id=body.import_id, name=body.name, mapping=body.mapping, by=caller
    )
    return _mapping(created)


@router.put(
    "/mapping/{int:mapping_id}",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=MappingOut,
    operation_id="rename_import_mapping",
)
def rename_import_mapping(request: CallerRequest, mapping_id: BigId, body: MappingChange) -> MappingOut:
    return _mapping(import_mappings.rename(team_id=request.auth.team_id, mapping_id=mapping_id, name=body.name))


@router.delete(
    "/mapping/{int:mapping_id}",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response={204: None},
    operation_id="delete_import_mapping",
)
def delete_import_mapping(request: CallerRequest, mapping_id: BigId) -> Status[None]:
    import_mappings.delete(team_id=request.auth.team_id, mapping_id=mapping_id)
    return Status(204, None)


@router.get(
    "/{uuid:import_id}/errors",
    auth=Access(permissions.IMPORT, Feature(AREA)),
    operation_id="import_errors",
    summary="Download import errors",
)
def import_errors(request: CallerRequest, import_id: UUID) -> FileResponse:
    """Downloads the rows that were rejected or imported without an unreadable value. The rows are unchanged and in the
    format of the uploaded file, with the row number and the reason in the caller’s language.
    """
    job = selectors.get(team_id=request.auth.team_id, import_id=import_id)
    found = failures.failed_file(job, language=request.auth.language)
    kind = CONTENT_TYPES[found.path.suffix]
    return FileResponse(found.path.open("rb"), as_attachment=True, filename=found.name, content_type=kind)


@router.get(
    "/{uuid:import_id}/undo",
    auth=Access(permissions.IMPORT, Feature(AREA)),
    response=UndoForecast,
    operation_id="forecast_import_undo",
    summary="Preview import undo",
)
def forecast_import_undo(request: CallerRequest, import_id: UUID, query: Query[UndoForecastQuery]) -> UndoForecast:
    """Shows what undoing the import would change now, one part per request."""
    found = import_undos.forecast(
        team_id=request.auth.team_id, import_id=import_id, after_id=query.after_id, after_block=query.after_block
    )
    return UndoForecast.model_validate(found)


@router.post(
    "/{uuid:import_id}/undo",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=ImportOut,
    operation_id="undo_import",
)
def undo_import(request: CallerRequest, import_id: UUID) -> ImportOut:
    """Undoes the import in the background."""
    caller = request.auth
    return _out(import_undos.start(team_id=caller.team_id, import_id=import_id, by=caller))


@router.get(
    "/{uuid:import_id}/kept",
    auth=Access(permissions.IMPORT, Feature(AREA)),
    operation_id="import_kept",
    summary="Download contacts remaining after undo",
)
def import_kept(request: CallerRequest, import_id: UUID) -> StreamingHttpResponse:
    """Downloads the contacts that remained when the import was undone, with the reason in the caller’s language."""
    caller = request.auth
    lines = import_undos.report(team_id=caller.team_id, import_id=import_id, language=caller.language)
    answer = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="import-kept.csv"'
    return answer


@router.get(
    "/{uuid:import_id}", auth=Access(permissions.IMPORT, Feature(AREA)), response=PreparedOut, operation_id="get_import"
)
def get_import(request: CallerRequest, import_id: UUID) -> PreparedOut:
    return _prepared(selectors.get(team_id=request.auth.team_id, import_id=import_id))


def _mapping(applied: AppliedMapping) -> MappingOut:
    return MappingOut(**asdict(applied.saved), columns=applied.columns, mapping=applied.mapping, fit=applied.fit)


def _out(job: ImportJob) -> ImportOut:
    return ImportOut.model_validate(imports.state_of(job))


def _prepared(job: ImportJob) -> PreparedOut:
    cells = [[row[number] for row in job.preview] for number in range(len(job.header))]
    return PreparedOut.model_validate(
        {
            **imports.state_of(job),
            "size_bytes": job.size_bytes,
            "form": job.form,
            "encoding": job.encoding,
            "sheets": job.sheets,
            "sheet": job.sheet,
            "delimiter": job.delimiter,
            "date_order": job.date_order,
            "decimal_mark": "," if "," in job.decimal_marks else ".",
            "columns": [
                ColumnOut(heading=heading, cells=cells[number], target=job.mapping[number])
                for number, heading in enumerate(job.header)
            ],
            "forecast": Forecast(**job.forecast),
            "verdict": ListVerdictOut.model_validate(job.verdict or VerdictCounts().verdict()),
            "mapping_from": MappingRef(**job.mapping_from) if job.mapping_from else None,
            "consent_needed": not selectors.has_consented(job.team_id),
        }
    )
