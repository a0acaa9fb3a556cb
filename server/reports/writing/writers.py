"""The writer of each file format."""

from collections.abc import Callable, Mapping
from pathlib import Path

from server.reports.models import ReportFile
from server.reports.selectors.reports import CampaignReport
from server.reports.states import ReportFormat
from server.reports.writing import paper, plain, workbook
from server.reports.writing.content import Renew

Write = Callable[[CampaignReport, ReportFile, Path, Renew], None]
WRITERS: Mapping[ReportFormat, Write] = {
    ReportFormat.CSV: plain.write,
    ReportFormat.XLSX: workbook.write,
    ReportFormat.PDF: paper.write,
}
