"""The finished files of reports: where they lie, what they are called, and the addresses that they are had from."""

import re
import shutil
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.http import FileResponse

from server.contacts.permissions import EXPORT
from server.contacts.states import BulkState
from server.core import clock
from server.core.callers import Caller
from server.core.errors import NotAuthorized, NotFound
from server.reports.models import ReportFile
from server.reports.schemas.asking import Machines
from server.reports.schemas.exports import ReportFileOut
from server.reports.states import ReportFormat, ReportType

SALT = "reports.file"
FILE_PATH = "/api/reports/file/"
FOLDER = "reports"
MOST_NAME = 60  # characters of a campaign's name in that of its file
TYPES = {
    ReportFormat.CSV: "text/csv; charset=utf-8",
    ReportFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ReportFormat.PDF: "application/pdf",
}


def may(wanted: str, *, by: Caller) -> bool:
    """Whether somebody may have a file of a form: one with all addresses is an export of contacts."""
    return wanted == ReportFormat.PDF or by.may(EXPORT)


def check(wanted: str, *, by: Caller) -> None:
    """Raises NotAuthorized for who may not have a file of a form."""
    if not may(wanted, by=by):
        raise NotAuthorized


def folder_of(file_id: UUID) -> Path:
    """Where a file is made and kept."""
    return settings.UPLOAD_FOLDER / FOLDER / str(file_id)


def path_of(row: ReportFile) -> Path:
    """Where the finished file is."""
    return folder_of(row.pk) / f"report.{row.format}"


def folders() -> list[UUID]:
    """The rows that have files."""
    root = settings.UPLOAD_FOLDER / FOLDER
    return [UUID(folder.name) for folder in root.iterdir()] if root.exists() else []


def discard(file_id: UUID) -> None:
    """Drops the files of a row. Harmless where there are none."""
    shutil.rmtree(folder_of(file_id), ignore_errors=True)


def is_there(row: ReportFile) -> bool:
    """Whether it can be had."""
    return row.state == BulkState.DONE and row.expires_at is not None and row.expires_at > clock.now()


def download_url(row: ReportFile) -> str | None:
    """The address that it is had from, by whoever holds it, until it expires."""
    return FILE_PATH + signing.dumps(str(row.pk), salt=SALT) if is_there(row) else None


def file_of(token: str) -> ReportFile:
    """The file that a signed address names. Raises NotFound for a forged address, and when its time is over."""
    try:
        file_id = UUID(signing.loads(token, salt=SALT))
    except (signing.BadSignature, ValueError) as error:
        raise NotFound from error
    # across teams: the signature names the file, and with it the team
    row = ReportFile.objects.filter(pk=file_id).first()
    if row is None or not is_there(row):
        raise NotFound
    return row


def response(row: ReportFile) -> FileResponse:
    """The file as a download. Raises NotFound where the disk has lost it."""
    try:
        file = path_of(row).open("rb")
    except FileNotFoundError as error:
        raise NotFound from error
    answer = FileResponse(file, as_attachment=True, filename=name_of(row), content_type=TYPES[ReportFormat(row.format)])
    answer["Cache-Control"] = "private, no-store"
    return answer


def name_of(row: ReportFile) -> str:
    """What the file is called: after the campaign, with the day in the team's zone."""
    name = re.sub(r"[^\w-]+", "-", row.name).strip("-")[:MOST_NAME] or "report"
    return f"{name}-{row.created_at.astimezone(ZoneInfo(row.zone)):%Y-%m-%d}.{row.format}"


def out(row: ReportFile) -> ReportFileOut:
    """A file as it goes over the wire."""
    return ReportFileOut(
        file_id=row.pk,
        type=ReportType(row.type),
        id=row.origin_id,
        name=row.name,
        machines=Machines(row.machines),
        format=ReportFormat(row.format),
        fullname=row.fullname,
        state=BulkState(row.state),
        size_bytes=row.size_bytes,
        reason=row.reason,
        revision=row.revision,
        created_at=row.created_at,
        finished_at=row.finished_at,
        expires_at=row.expires_at,
        download_url=download_url(row),
    )
