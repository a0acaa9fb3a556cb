"""Command that writes the file of failed import rows, in the format of the uploaded file.

    python -m server.contacts.failed_rows MEMORY_BYTES CPU_SECONDS OUTPUT_BYTES < TASK

TASK is JSON with the fields of FailedRowsTask. It is a separate process because a large workbook takes seconds of CPU.

Exits with 0 or TOO_LARGE, unless a resource limit kills it.
"""

import csv
import errno
import gzip
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

import xlsxwriter

from server.contacts.importing import row_errors
from server.contacts.workbook import TOO_LARGE, ProcessLimits
from server.core import formulas

WORKBOOK_EXTENSIONS = (".xls", ".xlsx")
GZIP_EXTENSION = ".gz"
# Limits of Excel for a cell and a sheet.
MAX_CELL_LENGTH = 32_767
MAX_SHEET_ROWS = 1_048_576
COLUMN_WIDTH, REASON_COLUMN_WIDTH = 22, 48  # column widths in characters
WINDOWS, UTF_8_BOM = "windows-1252", "utf-8-sig"
# Python writes a UTF-16 byte order mark only if it chooses the byte order itself.
BYTE_ORDER_MARKS = {"utf-16-le": "\ufeff", "utf-16-be": "\ufeff"}

csv.field_size_limit(1 << 20)


@dataclass(frozen=True, slots=True)
class FailedRowsTask:
    """`source` has the rows as the import wrote them: cells, reasons, row number. Only `length` bytes are committed."""

    source: str
    length: int
    target: str
    form: str
    delimiter: str
    encoding: str
    header: Sequence[str]
    language: str

    def dump(self) -> str:
        return json.dumps(asdict(self))


def get_output_extension(form: str) -> str:
    """Old .xls workbooks become .xlsx."""
    return ".xlsx" if form in WORKBOOK_EXTENSIONS else form


def write_failed_rows(task: FailedRowsTask) -> None:
    if task.form in WORKBOOK_EXTENSIONS:
        _write_workbook(task)
    else:
        _write_text(task)


def _iter_rows(task: FailedRowsTask) -> Iterator[list[str]]:
    """Yields the heading and each row, with its reasons and row number at the end.
    They replace the last two columns if the upload was itself a failed-rows file.
    """
    own = row_errors.count_original_columns(task.header)
    width = len(task.header)
    yield [*task.header[:own], *row_errors.get_added_headings(task.language)]
    with Path(task.source).open("rb") as file:
        for row in csv.reader(_iter_committed_lines(file, task.length)):
            yield [*row[:own], row_errors.describe_row(row[width], task.header, task.language), row[width + 1]]


def _iter_committed_lines(file: BinaryIO, length: int) -> Iterator[str]:
    """Stops at the committed length, because the import might still be appending."""
    for line in file:
        length -= len(line)
        if length < 0:
            return
        yield line.decode()


def _write_text(task: FailedRowsTask) -> None:
    encoding = task.encoding
    if encoding == WINDOWS and not _is_encodable(_iter_rows(task), WINDOWS):
        # The file mixed encodings, so Windows-1252 cannot represent all rows.
        encoding = UTF_8_BOM
    if task.form.endswith(GZIP_EXTENSION):
        with gzip.open(task.target, "wt", encoding=encoding, newline="") as packed:
            _write_lines(task, packed)
    else:
        with Path(task.target).open("w", encoding=encoding, newline="") as plain:
            _write_lines(task, plain)


def _write_lines(task: FailedRowsTask, file: TextIO) -> None:
    file.write(BYTE_ORDER_MARKS.get(task.encoding, ""))
    writer = csv.writer(file, delimiter=task.delimiter, lineterminator="\r\n")
    for row in _iter_rows(task):
        writer.writerow([formulas.escape_formula(cell) for cell in row])


def _is_encodable(rows: Iterable[Sequence[str]], encoding: str) -> bool:
    try:
        for row in rows:
            "".join(row).encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _write_workbook(task: FailedRowsTask) -> None:
    """Writes every cell as text, so that no formula runs and leading zeros are preserved."""
    options = {"constant_memory": True, "tmpdir": str(Path(task.target).parent)}
    with xlsxwriter.Workbook(task.target, options) as book:
        sheet, bold = book.add_worksheet(), book.add_format({"bold": True})
        sheet.freeze_panes(1, 0)
        width = row_errors.count_original_columns(task.header)
        sheet.set_column(0, width - 1, COLUMN_WIDTH)
        sheet.set_column(width, width, REASON_COLUMN_WIDTH)
        for number, row in zip(range(MAX_SHEET_ROWS), _iter_rows(task), strict=False):
            for place, cell in enumerate(row):
                if cell:
                    sheet.write_string(number, place, cell[:MAX_CELL_LENGTH], bold if number == 0 else None)


def main(*limits: str) -> int:
    ProcessLimits(*map(int, limits)).apply()
    try:
        write_failed_rows(FailedRowsTask(**json.load(sys.stdin)))
    except Exception as error:
        if _is_too_large(error):
            return TOO_LARGE
        raise
    return 0


def _is_too_large(error: BaseException | None) -> bool:
    """Whether a memory or output limit caused the error. The workbook writer wraps such errors in its own."""
    while error is not None:
        if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.EFBIG):
            return True
        error = error.__context__
    return False


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
