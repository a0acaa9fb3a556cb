"""The files of exports: lines as the database writes them, and what is made of them to be handed out."""

import csv
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import xlsxwriter

BOM = b"\xef\xbb\xbf"  # by which spreadsheets know UTF-8
SHEET_ROWS = 1_048_576  # of a sheet, its heading among them
WIDTH = 22  # of a column, in characters
TOLD_EACH = 2_000  # rows


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file: its name on the wire, its heading, and whether a workbook takes it as a number."""

    name: str
    title: str
    is_number: bool = False


def open_at(path: Path, length: int) -> BinaryIO:
    """The file, ready to go on after its committed length: what a crash left behind it is cut off."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("r+b" if path.exists() else "w+b")
    file.truncate(length)
    file.seek(length)
    return file


def settle(file: BinaryIO) -> int:
    """Brings what was written to the disk; answers the length."""
    file.flush()
    os.fsync(file.fileno())
    return file.tell()


def write_workbook(source: Path, target: Path, columns: Sequence[Column], told: Callable[[int], None]) -> None:
    """Makes an XLSX of lines of CSV, row by row, at a memory that doesn't grow with them.

    Texts are texts, whatever they look like, so that nothing runs and no zero is lost. `told` hears how many rows are
    written.
    """
    options = {"constant_memory": True, "tmpdir": str(target.parent)}
    with source.open(encoding="utf-8", newline="") as lines, xlsxwriter.Workbook(str(target), options) as book:
        bold = book.add_format({"bold": True})
        rows = csv.reader(lines)
        written = 0
        while True:
            sheet = book.add_worksheet()
            sheet.freeze_panes(1, 0)
            sheet.set_column(0, len(columns) - 1, WIDTH)
            for place, column in enumerate(columns):
                sheet.write_string(0, place, column.title, bold)
            count = 0
            for row in _up_to(rows, SHEET_ROWS - 1):
                count += 1
                # One column without a value is an empty line, which the reader takes for a row without cells.
                for place, (cell, column) in enumerate(zip(row or [""], columns, strict=True)):
                    if not cell:
                        continue
                    if column.is_number:
                        sheet.write_number(count, place, float(cell))
                    else:
                        sheet.write_string(count, place, cell)
                if count % TOLD_EACH == 0:
                    told(written + count)
            written += count
            if count < SHEET_ROWS - 1:
                return


def _up_to(rows: Iterator[list[str]], most: int) -> Iterator[list[str]]:
    for _ in range(most):
        row = next(rows, None)
        if row is None:
            return
        yield row
