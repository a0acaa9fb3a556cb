"""Lines of CSV in which nothing runs as a formula (research C4), whatever contacts were given as their names."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import polars as pl

from server.core import formulas

# A cell that begins with an active sign, as it stands after the end of another: all but whole plain numbers, among
# them phone numbers. What it finds inside a text costs a closer look and nothing else. Polars looks for it, in a
# tenth of the time that Python takes; its engine knows no looking ahead, and takes long for a `^`.
_SUSPECT = (
    r'[,\n"][=@\t\r]|"[+-]'
    r"|[,\n][+-](?:[^0-9]|[0-9]+(?:[^0-9.,\n]|\.(?:[^0-9]|[0-9]+[^0-9,\n])))"
)
# What no stored phone number holds; without it nothing runs, and the number is handed on as it was given.
_NO_PHONE = re.compile(r"[^+0-9 ().-]")
LINES = 5_000  # looked at together, which costs a tenth of looking at each


def guarded(lines: Iterable[bytes | memoryview], names: Sequence[str]) -> Iterator[bytes]:
    """Lines that each hold a contact, those in which a cell could run with that cell made harmless."""
    phone = names.index("phone") if "phone" in names else -1
    # Many views kept would have the whole heap walked for garbage; bytes are none of its business.
    each = map(bytes, lines)
    while some := list(islice(each, LINES)):
        block = b"".join(some)
        yield _harmless(some, phone) if _suspects([block]).any() else block


def _suspects(blocks: Iterable[bytes]) -> pl.Series:
    return pl.Series([(b"\n" + block).decode() for block in blocks]).str.contains(_SUSPECT)


def _harmless(lines: list[bytes], phone: int) -> bytes:
    for place in _suspects(lines).arg_true():
        lines[place] = _line(lines[place], phone)
    return b"".join(lines)


def _line(line: bytes, phone: int) -> bytes:
    [cells] = csv.reader(io.StringIO(line.decode(), newline=""))
    safe = [
        cell if at == phone and not _NO_PHONE.search(cell) else formulas.harmless(cell) for at, cell in enumerate(cells)
    ]
    if safe == cells:
        return line
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerow(safe)  # so that cells with either sign are quoted
    return text.getvalue().removesuffix("\r\n").encode() + b"\n"
