"""The writer of each file format."""

from collections.abc import Callable, Mapping
from pathlib import Path

from server.reports.models import ReportFile
from server.reports.selectors.reports import CampaignReport
from server.reports.states import ReportFormat
from server.reports.writing import pdf, recipients_csv, workbook
from server.reports.writing.content import Renew

Write = Callable[[CampaignReport, ReportFile, Path, Renew], None]
WRITERS: Mapping[ReportFormat, Write] = {
    ReportFormat.CSV: recipients_csv.write,
    ReportFormat.XLSX: workbook.write,
    ReportFormat.PDF: pdf.write,
}
