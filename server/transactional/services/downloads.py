"""Files of events and recipients: where they lie, what they are called, the addresses that they are had from."""

import shutil
from pathlib import Path
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.http import FileResponse

from server.contacts.states import BulkState, ExportFormat
from server.core import clock
from server.core.errors import NotFound
from server.transactional.models import EventExport
from server.transactional.schemas.events import FileOut
from server.transactional.states import ExportKind

SALT: Final = "transactional.export"
FILE_PATH: Final = "/trx-api/events/export/file/"
FOLDER: Final = "transactional-exports"
TYPES: Final = {
    ExportFormat.CSV: "text/csv; charset=utf-8",
    ExportFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def folder_of(file_id: UUID) -> Path:
    """Where a file is made and kept."""
    return settings.UPLOAD_FOLDER / FOLDER / str(file_id)


def path_of(row: EventExport) -> Path:
    """Where the finished file is."""
    return folder_of(row.pk) / f"file.{row.format}"


def folders() -> list[UUID]:
    """The rows that have files."""
    root = settings.UPLOAD_FOLDER / FOLDER
    return [UUID(folder.name) for folder in root.iterdir()] if root.exists() else []


def discard(file_id: UUID) -> None:
    """Drops the files of a row. Harmless where there are none."""
    shutil.rmtree(folder_of(file_id), ignore_errors=True)


def is_there(row: EventExport) -> bool:
    """Whether it can be had."""
    return row.state == BulkState.DONE and row.expires_at is not None and row.expires_at > clock.now()


def download_url(row: EventExport) -> str | None:
    """The address that it is had from, by whoever holds it, until it expires."""
    return FILE_PATH + signing.dumps(str(row.pk), salt=SALT) if is_there(row) else None


def file_of(token: str) -> EventExport:
    """The file that a signed address names. Raises NotFound for a forged address, and when its time is over."""
    try:
        file_id = UUID(signing.loads(token, salt=SALT))
    except (signing.BadSignature, ValueError) as error:
        raise NotFound from error
    # across teams: the signature names the file, and with it the team
    row = EventExport.objects.filter(pk=file_id).first()
    if row is None or not is_there(row):
        raise NotFound
    return row


def response(row: EventExport) -> FileResponse:
    """The file as a download. Raises NotFound where the disk has lost it."""
    try:
        file = path_of(row).open("rb")
    except FileNotFoundError as error:
        raise NotFound from error
    answer = FileResponse(file, as_attachment=True, filename=name_of(row), content_type=TYPES[ExportFormat(row.format)])
    answer["Cache-Control"] = "private, no-store"
    return answer


def name_of(row: EventExport) -> str:
    """What the file is called, by the day in the team's zone."""
    return f"{row.kind}-{row.created_at.astimezone(ZoneInfo(row.zone)):%Y-%m-%d}.{row.format}"


def out(row: EventExport) -> FileOut:
    """A file as it goes over the wire."""
    return FileOut(
        file_id=row.pk,
        kind=ExportKind(row.kind),
        format=ExportFormat(row.format),
        q=row.query,
        start=row.start,
        end=row.end,
        fullname=row.fullname,
        state=BulkState(row.state),
        total=row.total,
        size_bytes=row.size_bytes,
        reason=row.reason,
        revision=row.revision,
        created_at=row.created_at,
        finished_at=row.finished_at,
        expires_at=row.expires_at,
        download_url=download_url(row),
    )
