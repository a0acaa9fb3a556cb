"""The finished files of exports: where they lie, what they are called, and the addresses that they are had from."""

from dataclasses import dataclass
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core import signing

from server.contacts import export_files
from server.contacts.models import ContactExport
from server.contacts.states import BulkState, ExportFormat
from server.core import clock
from server.core.errors import NotFound

SALT = "contacts.export"
FILE_PATH = "/api/contacts/export/file/"
# How the finished file is called on the disk.
FILES = {
    ExportFormat.CSV: export_files.ROWS,  # the lines themselves
    ExportFormat.XLSX: export_files.WORKBOOK,
    ExportFormat.ZIP: export_files.PACKED,
}


@dataclass(frozen=True, slots=True)
class File:
    """A finished file and what a browser is told of it."""

    row: ContactExport
    name: str


def path_of(row: ContactExport) -> Path:
    """Where the finished file of an export is."""
    return export_files.folder_of(row.pk) / FILES[ExportFormat(row.format)]


def is_there(row: ContactExport) -> bool:
    """Whether its file can be had."""
    return row.state == BulkState.DONE and row.expires_at is not None and row.expires_at > clock.now()


def download_url(row: ContactExport) -> str | None:
    """The address that its file is had from, by whoever holds it, until it expires."""
    if not is_there(row):
        return None
    return FILE_PATH + signing.dumps(str(row.pk), salt=SALT)


def file_of(token: str) -> File:
    """The file that a signed address names. Raises NotFound for a forged address, and when its time is over."""
    try:
        export_id = UUID(signing.loads(token, salt=SALT))
    except (signing.BadSignature, ValueError) as error:
        raise NotFound from error
    # across teams: the signature names the export, and with it the team
    row = ContactExport.objects.filter(pk=export_id).first()
    if row is None or not is_there(row) or not path_of(row).exists():
        raise NotFound
    return File(row, name_of(row))


def name_of(row: ContactExport) -> str:
    """What the file is called, by the day in the team's zone."""
    what = "contacts" if row.contact_id is None else f"contact-{row.contact_id}"
    return f"{what}-{row.created_at.astimezone(ZoneInfo(row.zone)):%Y-%m-%d}.{row.format}"
