"""contacts/import: preparation, start, status, history and undo (CONT-61)."""

import csv
import io
from dataclasses import asdict
from pathlib import Path
from uuid import UUID

from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from ninja import Query, Router, Status

from server.contacts import permissions, uploads
from server.contacts.importing import source_files
from server.contacts.importing.list_quality import AssessmentCounter
from server.contacts.importing.record_reader import DELIMITERS
from server.contacts.importing.target_columns import EMAIL_COLUMN
from server.contacts.models import ImportJob
from server.contacts.schemas.imports import (
    ChooseSheetIn,
    ColumnOut,
    ImportAssessmentIn,
    ImportAssessmentOut,
    ImportDryRunOut,
    ImportHistoryPage,
    ImportOut,
    ImportPreviewIn,
    ImportPreviewOut,
    ImportSettingOut,
    ImportStatusOut,
    ImportStatusQuery,
    ImportTargetOut,
    ImportUndoPreviewOut,
    ImportUndoPreviewQuery,
    ListAssessmentOut,
    MappingChange,
    MappingIn,
    MappingOut,
    MappingRef,
    MappingsOut,
    MappingsQuery,
    PreparedImportOut,
    StartImportIn,
)
from server.contacts.selectors import imports as selectors
from server.contacts.services.importing import failed_files as failures
from server.contacts.services.importing import imports, mappings, previews, undos
from server.contacts.services.importing.imports import ImportChoices
from server.contacts.services.importing.mappings import AppliedMapping
from server.contacts.services.importing.previews import PreviewOptions
from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.bounded_types import BigId
from server.core.idempotency import idempotent
from server.core.pagination import PageQuery, paginate
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
    response=PreparedImportOut,
    operation_id="prepare_import",
    summary="Upload import file",
    openapi_extra=uploads.UPLOAD,
)
def prepare_import(request: CallerRequest) -> PreparedImportOut:
    caller = request.auth
    upload = uploads.receive_upload(request, imports.get_max_upload_bytes(caller.team_id))
    job = imports.prepare(
        team_id=caller.team_id,
        upload=Path(upload.temporary_file_path()),
        name=upload.name or "",
        by=caller,
        encoding=uploads.get_chosen_encoding(request),
    )
    return _build_prepared_out(job)


@router.post(
    "/sheet",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=PreparedImportOut,
    operation_id="choose_import_sheet",
    summary="Select import sheet",
)
def choose_import_sheet(request: CallerRequest, body: ChooseSheetIn) -> PreparedImportOut:
    """Selects another sheet of the workbook and analyzes it."""
    return _build_prepared_out(
        imports.choose_sheet(team_id=request.auth.team_id, import_id=body.import_id, sheet=body.sheet)
    )


@router.post(
    "/preview",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=ImportPreviewOut,
    operation_id="preview_import",
)
def preview_import(request: CallerRequest, body: ImportPreviewIn) -> ImportPreviewOut:
    """Shows how each column would be stored. Stores nothing."""
    caller = request.auth
    wanted = PreviewOptions(body.mapping, body.date_order, body.decimal_mark, body.wrong_values)
    found = previews.preview_mapping(
        team_id=caller.team_id, import_id=body.import_id, wanted=wanted, language=caller.language
    )
    return ImportPreviewOut.model_validate(found)


@router.post(
    "/verdict",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=ImportAssessmentOut,
    operation_id="judge_import",
    summary="Assess list quality",
)
def assess_import(request: CallerRequest, body: ImportAssessmentIn) -> ImportAssessmentOut:
    """Assesses the list quality with another column as the email address column. Stores nothing."""
    forecast, found = previews.assess_list(team_id=request.auth.team_id, import_id=body.import_id, column=body.column)
    return ImportAssessmentOut(
        forecast=ImportDryRunOut.model_validate(forecast), verdict=ListAssessmentOut.model_validate(found)
    )


@router.post(
    "/start",
    auth=Access(permissions.IMPORT, Feature(AREA, "create"), Quota(AREA, CONTACT.name)),
    response=ImportOut,
    operation_id="start_import",
)
@idempotent
def start_import(request: CallerRequest, body: StartImportIn) -> ImportOut:
    caller = request.auth
    choices = ImportChoices(**{name: getattr(body, name) for name in StartImportIn.model_fields if name != "import_id"})
    return _build_out(imports.start(team_id=caller.team_id, import_id=body.import_id, choices=choices, by=caller))


@router.get(
    "/status",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=ImportStatusOut,
    operation_id="import_status",
    summary="Get import status",
)
def get_import_status(request: CallerRequest, query: Query[ImportStatusQuery]) -> ImportStatusOut:
    team_id, import_id = request.auth.team_id, query.import_id
    job = selectors.get_import(team_id=team_id, import_id=import_id) if import_id else selectors.find_current(team_id)
    return ImportStatusOut(item=_build_out(job) if job else None)


@router.get(
    "/history",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=ImportHistoryPage,
    operation_id="import_history",
    summary="List imports",
)
def list_imports(request: CallerRequest, query: Query[PageQuery]) -> ImportHistoryPage:
    rows = selectors.query_started(request.auth.team_id)
    page = paginate(rows, query, sorts={"createdAt": "created_at"}, default_sort="-createdAt")
    return ImportHistoryPage(
        items=[_build_out(job) for job in page.items], total=page.total, page=page.page, size=page.size
    )


@router.get(
    "/setting",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=ImportSettingOut,
    operation_id="import_setting",
    summary="Get import settings",
)
def get_import_setting(request: CallerRequest) -> ImportSettingOut:
    team_id = request.auth.team_id
    return ImportSettingOut(
        most_bytes=imports.get_max_upload_bytes(team_id),
        extensions=list(source_files.EXTENSIONS),
        delimiters=list(DELIMITERS),
        encodings=["UTF-8", "UTF-16", "Windows-1252"],
        targets=[
            ImportTargetOut(target=column.target, title=column.title, required=column.target == EMAIL_COLUMN.target)
            for column in imports.build_columns(team_id).values()
        ],
        consent_needed=not selectors.has_consented(team_id),
        contacts_left=quota.get_state(team_id=team_id, limit=CONTACT).left,
        poll_seconds=POLL_SECONDS,
    )


@router.get(
    "/sample",
    auth=Access(permissions.VIEW, Feature(AREA)),
    operation_id="import_sample",
    summary="Download sample file",
)
def download_import_sample(request: CallerRequest) -> HttpResponse:
    """Downloads a CSV file with all supported headings, including the team’s custom fields, and one sample row."""
    columns = imports.build_columns(request.auth.team_id).values()
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
    found = mappings.list_applied(team_id=request.auth.team_id, import_id=query.import_id)
    return MappingsOut(items=[_build_mapping_out(mapping) for mapping in found])


@router.post(
    "/mapping",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=MappingOut,
    operation_id="create_import_mapping",
)
def create_import_mapping(request: CallerRequest, body: MappingIn) -> MappingOut:
    caller = request.auth
    created = mappings.create(
        team_id=caller.team_id, import_id=body.import_id, name=body.name, mapping=body.mapping, by=caller
    )
    return _build_mapping_out(created)


@router.put(
    "/mapping/{int:mapping_id}",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=MappingOut,
    operation_id="rename_import_mapping",
)
def rename_import_mapping(request: CallerRequest, mapping_id: BigId, body: MappingChange) -> MappingOut:
    return _build_mapping_out(mappings.rename(team_id=request.auth.team_id, mapping_id=mapping_id, name=body.name))


@router.delete(
    "/mapping/{int:mapping_id}",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response={204: None},
    operation_id="delete_import_mapping",
)
def delete_import_mapping(request: CallerRequest, mapping_id: BigId) -> Status[None]:
    mappings.delete(team_id=request.auth.team_id, mapping_id=mapping_id)
    return Status(204, None)


@router.get(
    "/{uuid:import_id}/errors",
    auth=Access(permissions.IMPORT, Feature(AREA)),
    operation_id="import_errors",
    summary="Download import errors",
)
def download_import_errors(request: CallerRequest, import_id: UUID) -> FileResponse:
    """Downloads the rows that were rejected or imported without an unreadable value. The rows are unchanged and in the
    format of the uploaded file, with the row number and the reason in the caller’s language.
    """
    job = selectors.get_import(team_id=request.auth.team_id, import_id=import_id)
    found = failures.get_failed_file(job, language=request.auth.language)
    kind = CONTENT_TYPES[found.path.suffix]
    return FileResponse(found.path.open("rb"), as_attachment=True, filename=found.name, content_type=kind)


@router.get(
    "/{uuid:import_id}/undo",
    auth=Access(permissions.IMPORT, Feature(AREA)),
    response=ImportUndoPreviewOut,
    operation_id="forecast_import_undo",
    summary="Preview import undo",
)
def preview_import_undo(
    request: CallerRequest, import_id: UUID, query: Query[ImportUndoPreviewQuery]
) -> ImportUndoPreviewOut:
    """Shows what undoing the import would change now, one part per request."""
    found = undos.preview_undo(
        team_id=request.auth.team_id, import_id=import_id, after_id=query.after_id, after_block=query.after_block
    )
    return ImportUndoPreviewOut.model_validate(found)


@router.post(
    "/{uuid:import_id}/undo",
    auth=Access(permissions.IMPORT, Feature(AREA, "create")),
    response=ImportOut,
    operation_id="undo_import",
)
def undo_import(request: CallerRequest, import_id: UUID) -> ImportOut:
    """Undoes the import in the background."""
    caller = request.auth
    return _build_out(undos.start(team_id=caller.team_id, import_id=import_id, by=caller))


@router.get(
    "/{uuid:import_id}/kept",
    auth=Access(permissions.IMPORT, Feature(AREA)),
    operation_id="import_kept",
    summary="Download contacts remaining after undo",
)
def download_import_undo_report(request: CallerRequest, import_id: UUID) -> StreamingHttpResponse:
    """Downloads the contacts that remained when the import was undone, with the reason in the caller’s language."""
    caller = request.auth
    lines = undos.read_report(team_id=caller.team_id, import_id=import_id, language=caller.language)
    answer = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="import-kept.csv"'
    return answer


@router.get(
    "/{uuid:import_id}",
    auth=Access(permissions.IMPORT, Feature(AREA)),
    response=PreparedImportOut,
    operation_id="get_import",
)
def get_import(request: CallerRequest, import_id: UUID) -> PreparedImportOut:
    return _build_prepared_out(selectors.get_import(team_id=request.auth.team_id, import_id=import_id))


def _build_mapping_out(applied: AppliedMapping) -> MappingOut:
    return MappingOut(**asdict(applied.saved), columns=applied.columns, mapping=applied.mapping, fit=applied.fit)


def _build_out(job: ImportJob) -> ImportOut:
    return ImportOut.model_validate(imports.build_state(job))


def _build_prepared_out(job: ImportJob) -> PreparedImportOut:
    cells = [[row[number] for row in job.preview] for number in range(len(job.header))]
    return PreparedImportOut.model_validate(
        {
            **imports.build_state(job),
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
            "forecast": ImportDryRunOut(**job.forecast),
            "verdict": ListAssessmentOut.model_validate(job.verdict or AssessmentCounter().verdict()),
            "mapping_from": MappingRef(**job.mapping_from) if job.mapping_from else None,
            "consent_needed": not selectors.has_consented(job.team_id),
        }
    )
