"""The finished files of reports, and who may have them."""

import re
from typing import Final

from server.contacts.permissions import EXPORT
from server.contacts.states import BulkState
from server.core.callers import Caller
from server.core.errors import NotAuthorized
from server.core.exports.downloads import Downloads
from server.reports.models import ReportFile
from server.reports.schemas.exports import ReportFileOut
from server.reports.states import Machines, ReportFormat, ReportType

MOST_NAME = 60  # characters of a campaign's name in that of its file


def _titled(row: ReportFile) -> str:
    return re.sub(r"[^\w-]+", "-", row.name).strip("-")[:MOST_NAME] or "report"


FILES: Final = Downloads[ReportFile](
    salt="reports.file",
    address="/api/reports/file/",
    folder="reports",
    on_disk={wanted: f"report.{wanted}" for wanted in ReportFormat},
    # across teams: the signature names the file, and with it the team
    find=lambda key: ReportFile.objects.filter(pk=key).first(),
    titled=_titled,
)


def may(wanted: str, *, by: Caller) -> bool:
    """Whether somebody may have a file of a form: one with all addresses is an export of contacts."""
    return wanted == ReportFormat.PDF or by.may(EXPORT)


def check(wanted: str, *, by: Caller) -> None:
    """Raises NotAuthorized for who may not have a file of a form."""
    if not may(wanted, by=by):
        raise NotAuthorized


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
        download_url=FILES.url(row),
    )
