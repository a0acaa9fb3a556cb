"""Writing files: CSV that survives a crash, and its conversion to workbooks."""

import csv
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import xlsxwriter

BOM = b"\xef\xbb\xbf"  # marks the file as UTF-8 for spreadsheets
MAX_SHEET_ROWS = 1_048_576  # of a sheet, including its heading
COLUMN_WIDTH_CHARACTERS = 22  # of a column, in characters
PROGRESS_ROWS = 2_000  # between two progress reports


@dataclass(frozen=True, slots=True)
class ExportColumn:
    """A column of the file: its API name, its heading, and whether a workbook stores it as a number."""

    name: str
    title: str
    is_number: bool = False


def open_truncated(path: Path, length: int) -> BinaryIO:
    """Opens the file at its committed length. Truncates bytes that a crash left behind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("r+b" if path.exists() else "w+b")
    file.truncate(length)
    file.seek(length)
    return file


def sync(file: BinaryIO) -> int:
    """Flushes the file to disk. Returns the position in it."""
    file.flush()
    os.fsync(file.fileno())
    return file.tell()


def write_workbook(source: Path, target: Path, columns: Sequence[ExportColumn], report: Callable[[int], None]) -> None:
    """Converts CSV to XLSX, row by row in constant memory.

    Text stays text, so that no formula runs and no leading zero is lost. `report` receives the number of rows written.
    """
    options = {"constant_memory": True, "tmpdir": str(target.parent)}
    with source.open(encoding="utf-8", newline="") as lines, xlsxwriter.Workbook(str(target), options) as book:
        bold = book.add_format({"bold": True})
        rows = csv.reader(lines)
        written = 0
        while True:
            sheet = book.add_worksheet()
            sheet.freeze_panes(1, 0)
            sheet.set_column(0, len(columns) - 1, COLUMN_WIDTH_CHARACTERS)
            for place, column in enumerate(columns):
                sheet.write_string(0, place, column.title, bold)
            count = 0
            for row in _limit_rows(rows, MAX_SHEET_ROWS - 1):
                count += 1
                # A single column without a value is an empty line, which the CSV reader returns as a row without cells.
                for place, (cell, column) in enumerate(zip(row or [""], columns, strict=True)):
                    if not cell:
                        continue
                    if column.is_number:
                        sheet.write_number(count, place, float(cell))
                    else:
                        sheet.write_string(count, place, cell)
                if count % PROGRESS_ROWS == 0:
                    report(written + count)
            written += count
            if count < MAX_SHEET_ROWS - 1:
                return


def _limit_rows(rows: Iterator[list[str]], most: int) -> Iterator[list[str]]:
    for _ in range(most):
        row = next(rows, None)
        if row is None:
            return
        yield row
