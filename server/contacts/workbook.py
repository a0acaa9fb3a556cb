"""Command that writes a sheet of a workbook as CSV, with limits of memory, CPU and output.

    python workbook.py BOOK CSV SHEET MEMORY_BYTES CPU_SECONDS OUTPUT_BYTES

SHEET is an index among the visible sheets, -1 for the first one with data. Standard output has the sheet names and the
index as JSON. Exits with 0 or one of the codes below, unless a limit kills it.
"""

import csv
import errno
import json
import resource
import sys
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Protocol

from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

INVALID = 65  # EX_DATAERR of sysexits.h
LOCKED, MACROS, TOO_LARGE, TOO_WIDE = 80, 81, 82, 83

ZIP = b"PK"
# A legitimate XLSX of 20 MB holds about 200 MB of XML, in some tens of parts.
MAX_ENTRIES = 2_000
MAX_FOLDERS = 8
# Maximum compression ratio of legitimate XML. It applies only above MIN_RATIO_CHECK_BYTES.
MAX_COMPRESSION_RATIO, MIN_RATIO_CHECK_BYTES = 200, 32 << 20
BLOCK_BYTES = 1 << 20
MAX_SHEETS = 100
# Same as the maximum line of a text file.
MAX_ROW_BYTES = 1 << 20
# Maximum width up to which the heading row is padded to the width of its sheet.
MAX_PADDED_COLUMNS = 100
DECLARATIONS = tuple(word.encode(encoding) for word in ("<!DOCTYPE", "<!ENTITY") for encoding in ("ascii", "utf-16-le"))

Cell = int | float | str | bool | time | date | datetime | timedelta


class Sheet(Protocol):
    """The part of the parser's sheet that is used here."""

    @property
    def width(self) -> int: ...

    def iter_rows(self) -> Iterable[list[Cell]]: ...


class WorkbookRejected(Exception):
    """The workbook is rejected. `code` is the exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """Resource limits of the process."""

    memory_bytes: int
    cpu_seconds: int
    output_bytes: int

    def apply(self) -> None:
        for kind, most in (
            (resource.RLIMIT_AS, self.memory_bytes),
            (resource.RLIMIT_CPU, self.cpu_seconds),
            (resource.RLIMIT_FSIZE, self.output_bytes),
            (resource.RLIMIT_CORE, 0),
        ):
            resource.setrlimit(kind, (most, most))


def main(book: str, to: str, sheet: str, *limits: str) -> int:
    bounds = ProcessLimits(*map(int, limits))
    bounds.apply()
    try:
        found = convert(Path(book), Path(to), int(sheet), bounds.output_bytes)
    except WorkbookRejected as error:
        return error.code
    except PasswordError:
        return LOCKED
    except MemoryError:
        return TOO_LARGE
    except OSError as error:
        return TOO_LARGE if error.errno == errno.EFBIG else INVALID
    except BaseException:
        # The parser panics on some malformed files, and a panic is not an Exception.
        return INVALID
    json.dump(found, sys.stdout)
    return 0


def convert(book: Path, to: Path, wanted: int, max_bytes: int) -> dict[str, object]:
    """Writes a sheet. Returns the names of the sheets and the index of the written one. Raises WorkbookRejected."""
    with book.open("rb") as file:
        is_zip = file.read(2) == ZIP
    if is_zip:
        check_archive(book, max_bytes)
    with CalamineWorkbook.from_path(str(book)) as workbook:
        sheets = [
            (place, sheet.name)
            for place, sheet in enumerate(workbook.sheets_metadata)
            if sheet.typ == SheetTypeEnum.WorkSheet and sheet.visible == SheetVisibleEnum.Visible
        ][:MAX_SHEETS]
        taken = next(number for number in _iter_sheet_indexes(workbook, sheets, wanted))
        write_csv(workbook.get_sheet_by_index(sheets[taken][0]), to)
    return {"sheets": [name for _, name in sheets], "sheet": taken}


def _iter_sheet_indexes(workbook: CalamineWorkbook, sheets: Sequence[tuple[int, str]], wanted: int) -> Iterable[int]:
    """Yields the sheets to try, in order: the wanted one, those with data, the first.

    Raises WorkbookRejected if the workbook has no such sheet.
    """
    if not sheets or wanted >= len(sheets):
        raise WorkbookRejected(INVALID)
    if wanted >= 0:
        yield wanted
    for number, (place, _) in enumerate(sheets):
        if workbook.get_sheet_by_index(place).start is not None:
            yield number
    yield 0


def check_archive(book: Path, max_bytes: int) -> None:
    """Reads every part once to verify the archive's declarations. Raises WorkbookRejected.

    Names and links are harmless, because nothing is extracted. Unusual ones still prove that no spreadsheet program
    made the archive.
    """
    with zipfile.ZipFile(book) as archive:
        entries = archive.infolist()
        unpacked = sum(entry.file_size for entry in entries)
        if len(entries) > MAX_ENTRIES or unpacked > min(
            max_bytes, max(MIN_RATIO_CHECK_BYTES, MAX_COMPRESSION_RATIO * book.stat().st_size)
        ):
            raise WorkbookRejected(TOO_LARGE)
        names = [entry.filename for entry in entries]
        if "xl/workbook.xml" not in names or len(set(names)) < len(names) or any(map(_is_odd, entries)):
            raise WorkbookRejected(INVALID)
        if any(name.lower().endswith("vbaproject.bin") for name in names):
            raise WorkbookRejected(MACROS)
        for entry in entries:
            _check_part(archive, entry)


def _is_odd(entry: zipfile.ZipInfo) -> bool:
    name = entry.filename
    is_link = entry.external_attr >> 28 == 0o12
    return is_link or name.startswith(("/", "\\")) or ".." in name or name.count("/") > MAX_FOLDERS


def _check_part(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
    """Reads no further than the declared size; the checksum detects a longer part. Raises WorkbookRejected.

    No spreadsheet program writes a DOCTYPE or entities into a part.
    """
    tail = b""
    with archive.open(entry) as part:
        while block := part.read(BLOCK_BYTES):
            seen = tail + block
            if any(word in seen for word in DECLARATIONS):
                raise WorkbookRejected(INVALID)
            tail = block[-32:]


def write_csv(sheet: Sheet, to: Path) -> None:
    """Writes one line per row, without trailing empty cells. Raises WorkbookRejected for a row that is too long."""
    least = sheet.width if sheet.width <= MAX_PADDED_COLUMNS else 0
    with to.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        for row in sheet.iter_rows():
            cells = [format_cell(cell) for cell in row]
            if _is_too_wide(cells):
                raise WorkbookRejected(TOO_WIDE)
            while cells and not cells[-1]:
                cells.pop()
            if cells and least:
                cells += [""] * (least - len(cells))
                least = 0
            writer.writerow(cells)


def _is_too_wide(cells: Sequence[str]) -> bool:
    length = sum(map(len, cells)) + len(cells)
    # A UTF-8 character has at most four bytes.
    return length > MAX_ROW_BYTES // 4 and len(",".join(cells).encode()) > MAX_ROW_BYTES


def format_cell(cell: Cell) -> str:
    """Returns a cell as text: numbers as displayed (phone numbers are numeric cells), dates as ISO 8601."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return format_number(cell)
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(sep=" ")
    if isinstance(cell, date | time):
        return cell.isoformat()
    # NUL would indicate another encoding. Some programs write a carriage return as _x000D_.
    return str(cell).replace("\0", "").replace("_x000D_", "").replace("\r\n", "\n").replace("\r", "\n")


def format_number(value: float) -> str:
    """Formats a number with the 15 digits of a spreadsheet, without exponent or trailing decimal point."""
    rounded = f"{value:.15g}"
    is_plain = "e" not in rounded or not 1e-15 < abs(value) < 1e21
    return rounded if is_plain else format(Decimal(rounded), "f")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
