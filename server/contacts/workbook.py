"""A program of its own: writes the first sheet of a workbook as CSV, under limits of memory, CPU and output.

    python workbook.py BOOK CSV MEMORY_BYTES CPU_SECONDS OUTPUT_BYTES

It ends with 0, with INVALID for what is no workbook, or is ended by a limit.
"""

import csv
import resource
import sys
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from pathlib import Path

from python_calamine import CalamineError, CalamineWorkbook

INVALID = 65  # EX_DATAERR of sysexits.h

Cell = int | float | str | bool | time | date | datetime | timedelta


def main(book: str, to: str, memory_bytes: int, cpu_seconds: int, output_bytes: int) -> int:
    """Sets the limits, then reads."""
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    resource.setrlimit(resource.RLIMIT_FSIZE, (output_bytes, output_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        with CalamineWorkbook.from_path(book) as workbook:
            rows = workbook.get_sheet_by_index(0).iter_rows()
            write(rows, Path(to))
    except CalamineError:
        return INVALID
    return 0


def write(rows: Iterable[list[Cell]], to: Path) -> None:
    """Writes the cells as text; leading empty rows are left out."""
    with to.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        for row in rows:
            cells = [text(cell) for cell in row]
            if any(cells):
                writer.writerow(cells)


def text(cell: Cell) -> str:
    """A cell as text: whole numbers without a point (phones are numbers to a spreadsheet), dates as ISO 8601."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(sep=" ")
    if isinstance(cell, date | time):
        return cell.isoformat()
    # NUL would be taken for another encoding.
    return str(cell).replace("\0", "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6])))
