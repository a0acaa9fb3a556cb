"""CSV lines in which no cell runs as a formula (research C4), whatever values the contacts have."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import polars as pl

from server.core import formulas

# A cell that starts with an active sign after the end of the previous cell, except plain numbers such as phone numbers.
# A false match inside a text costs only a closer check. Polars matches it in a tenth of Python's time. Its regex engine
# has no lookahead, and `^` is slow.
_SUSPECT = (
    r'[,\n"][=@\t\r]|"[+-]'
    r"|[,\n][+-](?:[^0-9]|[0-9]+(?:[^0-9.,\n]|\.(?:[^0-9]|[0-9]+[^0-9,\n])))"
)
# Characters that no stored phone number has. Without them no formula can run, and the number stays as it was entered.
_NO_PHONE = re.compile(r"[^+0-9 ().-]")
BATCH_LINES = 5_000  # checked together, at a tenth of the cost of checking each


def escape_formulas(lines: Iterable[bytes | memoryview], names: Sequence[str]) -> Iterator[bytes]:
    phone = names.index("phone") if "phone" in names else -1
    # Many live memoryviews would make garbage collection walk the whole heap. Bytes are not tracked.
    each = map(bytes, lines)
    while some := list(islice(each, BATCH_LINES)):
        block = b"".join(some)
        yield _escape_lines(some, phone) if _find_suspects([block]).any() else block


def _find_suspects(blocks: Iterable[bytes]) -> pl.Series:
    return pl.Series([(b"\n" + block).decode() for block in blocks]).str.contains(_SUSPECT)


def _escape_lines(lines: list[bytes], phone: int) -> bytes:
    for place in _find_suspects(lines).arg_true():
        lines[place] = _escape_line(lines[place], phone)
    return b"".join(lines)


def _escape_line(line: bytes, phone: int) -> bytes:
    [cells] = csv.reader(io.StringIO(line.decode(), newline=""))
    safe = [
        cell if at == phone and not _NO_PHONE.search(cell) else formulas.escape_formula(cell)
        for at, cell in enumerate(cells)
    ]
    if safe == cells:
        return line
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerow(safe)  # so that cells with either sign are quoted
    return text.getvalue().removesuffix("\r\n").encode() + b"\n"
