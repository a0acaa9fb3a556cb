"""Downloads of finished exports."""

from typing import Final

from server.contacts.models import ContactExport
from server.contacts.states import ExportFormat
from server.core.exports.downloads import Downloads

ROWS, WORKBOOK, ARCHIVE = "rows.csv", "contacts.xlsx", "contact.zip"


def _get_title(row: ContactExport) -> str:
    return "contacts" if row.contact_id is None else f"contact-{row.contact_id}"


FILES: Final = Downloads[ContactExport](
    salt="contacts.export",
    address="/api/contacts/export/file/",
    folder="exports",
    # a CSV is the rows file itself
    on_disk={ExportFormat.CSV: ROWS, ExportFormat.XLSX: WORKBOOK, ExportFormat.ZIP: ARCHIVE},
    # across teams: the signed file id determines the team
    find=lambda key: ContactExport.objects.filter(pk=key).first(),
    titled=_get_title,
)
