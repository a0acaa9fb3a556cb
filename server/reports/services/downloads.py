"""Downloads of finished report files, and their permissions."""

import re
from typing import Final

from server.contacts.permissions import EXPORT
from server.core.callers import Caller
from server.core.errors import NotAuthorized
from server.core.exports.downloads import Downloads
from server.reports.models import ReportFile
from server.reports.states import ReportFormat

MAX_NAME_LENGTH = 60  # characters of a campaign name in a file name


def _build_title(row: ReportFile) -> str:
    return re.sub(r"[^\w-]+", "-", row.name).strip("-")[:MAX_NAME_LENGTH] or "report"


FILES: Final = Downloads[ReportFile](
    salt="reports.file",
    address="/api/reports/file/",
    folder="reports",
    on_disk={wanted: f"report.{wanted}" for wanted in ReportFormat},
    # across teams: the signed file id determines the team
    find=lambda key: ReportFile.objects.filter(pk=key).first(),
    titled=_build_title,
)


def can_download(wanted: str, *, by: Caller) -> bool:
    """Formats with addresses require the permission to export contacts."""
    return wanted == ReportFormat.PDF or by.may(EXPORT)


def check_permission(wanted: str, *, by: Caller) -> None:
    """Raises NotAuthorized."""
    if not can_download(wanted, by=by):
        raise NotAuthorized
