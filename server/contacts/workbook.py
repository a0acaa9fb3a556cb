"""A program of its own: writes a sheet of a workbook as CSV, under limits of memory, CPU and output.

    python workbook.py BOOK CSV SHEET MEMORY_BYTES CPU_SECONDS OUTPUT_BYTES

SHEET is a place among the visible sheets, -1 for the first of them that holds anything. On its standard output it says
as JSON which sheets there are and which one it took. It ends with 0, or with one of the codes below, or is ended by a
limit.
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
# 20 MB of honest XLSX hold about 200 MB of XML, in some tens of parts.
MOST_ENTRIES = 2_000
MOST_FOLDERS = 8
# How much smaller packing makes honest XML, at most. Up to RATIO_FROM it may pack as it likes.
RATIO, RATIO_FROM = 200, 32 << 20
BLOCK_BYTES = 1 << 20
MOST_SHEETS = 100
# A row may be as long as a line of a text file.
ROW_BYTES = 1 << 20
# A heading row is as wide as its sheet, so that each column has a cell in it, unless the sheet is wider than that.
PADDED = 100
DECLARATIONS = tuple(word.encode(encoding) for word in ("<!DOCTYPE", "<!ENTITY") for encoding in ("ascii", "utf-16-le"))

Cell = int | float | str | bool | time | date | datetime | timedelta


class Sheet(Protocol):
    """What is used of the parser's sheet."""

    @property
    def width(self) -> int: ...

    def iter_rows(self) -> Iterable[list[Cell]]: ...


class Refused(Exception):
    """The workbook isn't read; `code` is what the program ends with."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Limits:
    """What the process may use."""

    memory_bytes: int
    cpu_seconds: int
    output_bytes: int

    def apply(self) -> None:
        """From here on the system ends what goes beyond."""
        for kind, most in (
            (resource.RLIMIT_AS, self.memory_bytes),
            (resource.RLIMIT_CPU, self.cpu_seconds),
            (resource.RLIMIT_FSIZE, self.output_bytes),
            (resource.RLIMIT_CORE, 0),
        ):
            resource.setrlimit(kind, (most, most))


def main(book: str, to: str, sheet: str, *limits: str) -> int:
    """Sets the limits, then reads."""
    bounds = Limits(*map(int, limits))
    bounds.apply()
    try:
        found = convert(Path(book), Path(to), int(sheet), bounds.output_bytes)
    except Refused as error:
        return error.code
    except PasswordError:
        return LOCKED
    except MemoryError:
        return TOO_LARGE
    except OSError as error:
        return TOO_LARGE if error.errno == errno.EFBIG else INVALID
    except BaseException:
        # The parser panics at some lies, and a panic is no Exception.
        return INVALID
    json.dump(found, sys.stdout)
    return 0


def convert(book: Path, to: Path, wanted: int, most_bytes: int) -> dict[str, object]:
    """Writes a sheet; answers the names of the sheets and which one it was. Raises Refused."""
    with book.open("rb") as file:
        is_zip = file.read(2) == ZIP
    if is_zip:
        check_archive(book, most_bytes)
    with CalamineWorkbook.from_path(str(book)) as workbook:
        sheets = [
            (place, sheet.name)
            for place, sheet in enumerate(workbook.sheets_metadata)
            if sheet.typ == SheetTypeEnum.WorkSheet and sheet.visible == SheetVisibleEnum.Visible
        ][:MOST_SHEETS]
        taken = next(number for number in _places(workbook, sheets, wanted))
        write(workbook.get_sheet_by_index(sheets[taken][0]), to)
    return {"sheets": [name for _, name in sheets], "sheet": taken}


def _places(workbook: CalamineWorkbook, sheets: Sequence[tuple[int, str]], wanted: int) -> Iterable[int]:
    """Which sheet to take: the wanted one, else the first that holds anything, else the first."""
    if not sheets or wanted >= len(sheets):
        raise Refused(INVALID)
    if wanted >= 0:
        yield wanted
    for number, (place, _) in enumerate(sheets):
        if workbook.get_sheet_by_index(place).start is not None:
            yield number
    yield 0


def check_archive(book: Path, most_bytes: int) -> None:
    """Reads every part once, so that afterwards what the archive says of itself is true. Raises Refused.

    Names and links don't matter, for nothing is ever unpacked to a folder; an archive that has odd ones was not made
    by a spreadsheet.
    """
    with zipfile.ZipFile(book) as archive:
        entries = archive.infolist()
        unpacked = sum(entry.file_size for entry in entries)
        if len(entries) > MOST_ENTRIES or unpacked > min(most_bytes, max(RATIO_FROM, RATIO * book.stat().st_size)):
            raise Refused(TOO_LARGE)
        names = [entry.filename for entry in entries]
        if "xl/workbook.xml" not in names or len(set(names)) < len(names) or any(map(_is_odd, entries)):
            raise Refused(INVALID)
        if any(name.lower().endswith("vbaproject.bin") for name in names):
            raise Refused(MACROS)
        for entry in entries:
            _check_part(archive, entry)


def _is_odd(entry: zipfile.ZipInfo) -> bool:
    name = entry.filename
    is_link = entry.external_attr >> 28 == 0o12
    return is_link or name.startswith(("/", "\\")) or ".." in name or name.count("/") > MOST_FOLDERS


def _check_part(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
    """Reads no further than the declared size; the check sum tells a part that is longer. Raises Refused.

    No spreadsheet declares a type of document, or entities, in any part.
    """
    tail = b""
    with archive.open(entry) as part:
        while block := part.read(BLOCK_BYTES):
            seen = tail + block
            if any(word in seen for word in DECLARATIONS):
                raise Refused(INVALID)
            tail = block[-32:]


def write(sheet: Sheet, to: Path) -> None:
    """Writes the cells as text, a line a row, also for an empty one; without the empty cells at its end. Raises
    Refused for a row that is too long."""
    least = sheet.width if sheet.width <= PADDED else 0
    with to.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        for row in sheet.iter_rows():
            cells = [text(cell) for cell in row]
            if _is_too_wide(cells):
                raise Refused(TOO_WIDE)
            while cells and not cells[-1]:
                cells.pop()
            if cells and least:
                cells += [""] * (least - len(cells))
                least = 0
            writer.writerow(cells)


def _is_too_wide(cells: Sequence[str]) -> bool:
    length = sum(map(len, cells)) + len(cells)
    # A letter has four bytes at most.
    return length > ROW_BYTES // 4 and len(",".join(cells).encode()) > ROW_BYTES


def text(cell: Cell) -> str:
    """A cell as text: numbers as they are seen (phones are numbers to a spreadsheet), dates as ISO 8601."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return number(cell)
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(sep=" ")
    if isinstance(cell, date | time):
        return cell.isoformat()
    # NUL would be taken for another encoding; a return is written as the signs _x000D_ by some programs.
    return str(cell).replace("\0", "").replace("_x000D_", "").replace("\r\n", "\n").replace("\r", "\n")


def number(value: float) -> str:
    """A number in the 15 digits that a spreadsheet keeps, whole ones without a point, and without an exponent."""
    rounded = f"{value:.15g}"
    is_plain = "e" not in rounded or not 1e-15 < abs(value) < 1e21
    return rounded if is_plain else format(Decimal(rounded), "f")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
