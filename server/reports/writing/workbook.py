"""The report as a workbook: a sheet per part, and one for the recipients."""

from collections.abc import Sequence
from pathlib import Path
from zoneinfo import ZoneInfo

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from server.core.exports.files import MAX_SHEET_ROWS
from server.reports.models import ReportFile
from server.reports.selectors.reports import CampaignReport
from server.reports.writing import content, recipients_csv
from server.reports.writing.content import Renew, ReportContent
from server.reports.writing.tables import Cell, Share, Table, build_tables
from server.reports.writing.texts import ReportTexts

WIDTHS = {0: 34, 1: 16}  # in characters; other columns have 14
OTHER_WIDTH = 14
_FORBIDDEN_CHARACTERS = str.maketrans(dict.fromkeys("[]:*?/\\", " "))
MAX_NAME_LENGTH = 31  # of a sheet


def write(found: CampaignReport, row: ReportFile, target: Path, renew: Renew) -> None:
    """Writes row by row in constant memory. Text cells never become formulas."""
    words = ReportTexts(row.language)
    read = content.load_content(found)
    options = {"constant_memory": True, "tmpdir": str(target.parent)}
    with xlsxwriter.Workbook(str(target), options) as book:
        book.set_properties({"title": row.name})
        book.set_calc_mode("manual")
        pen = _CellWriter(book.add_format({"bold": True}), book.add_format({"num_format": "0.0%"}))
        _write_overview(book.add_worksheet(_build_sheet_name(words["overview"])), read, row, words, pen)
        for table in build_tables(read, words, ZoneInfo(row.zone))[1:]:
            _write_table(book.add_worksheet(_build_sheet_name(table.title)), table, pen)
        _write_recipients(book, found, row, pen, renew)


class _CellWriter:
    def __init__(self, bold: Format, rate: Format) -> None:
        self.bold, self.rate = bold, rate

    def write_cell(self, sheet: Worksheet, line: int, place: int, cell: Cell) -> None:
        match cell:
            case Share(share):
                sheet.write_number(line, place, share, self.rate)
            case int():
                sheet.write_number(line, place, cell)
            case str() if cell:
                sheet.write_string(line, place, cell)

    def head(self, sheet: Worksheet, line: int, names: Sequence[str]) -> None:
        for place, name in enumerate(names):
            sheet.set_column(place, place, WIDTHS.get(place, OTHER_WIDTH))
            sheet.write_string(line, place, name, self.bold)


def _build_sheet_name(title: str) -> str:
    return title.translate(_FORBIDDEN_CHARACTERS)[:MAX_NAME_LENGTH]


def _write_overview(
    sheet: Worksheet, read: ReportContent, row: ReportFile, words: ReportTexts, pen: _CellWriter
) -> None:
    table = build_tables(read, words, ZoneInfo(row.zone))[0]
    pen.head(sheet, 0, [row.name, "", ""])
    machines = words["machinesIn" if row.machines == "include" else "machinesOut"]
    sheet.write_string(1, 0, machines)
    pen.head(sheet, 3, table.columns)
    for line, cells in enumerate(table.rows, start=4):
        for place, cell in enumerate(cells):
            pen.write_cell(sheet, line, place, cell)


def _write_table(sheet: Worksheet, table: Table, pen: _CellWriter) -> None:
    pen.head(sheet, 0, table.columns)
    sheet.freeze_panes(1, 0)
    for line, cells in enumerate(table.rows, start=1):
        for place, cell in enumerate(cells):
            pen.write_cell(sheet, line, place, cell)


def _write_recipients(
    book: xlsxwriter.Workbook, found: CampaignReport, row: ReportFile, pen: _CellWriter, renew: Renew
) -> None:
    words, zone = ReportTexts(row.language), ZoneInfo(row.zone)
    number, line, sheet = 0, MAX_SHEET_ROWS, None
    for part in content.iterate_recipients(found, renew):
        for one in part:
            if sheet is None or line >= MAX_SHEET_ROWS:
                number += 1
                name = words["recipients"] if number == 1 else f"{words['recipients']} {number}"
                sheet = book.add_worksheet(_build_sheet_name(name))
                pen.head(sheet, 0, [words[column] for column in recipients_csv.COLUMNS])
                sheet.freeze_panes(1, 0)
                line = 1
            for place, cell in enumerate(recipients_csv.build_cells(one, words, zone)):
                pen.write_cell(sheet, line, place, cell)
            line += 1
