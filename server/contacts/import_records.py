"""Rows of a plain file, a chunk at a time: cut where a record ends, read into columns of text.

Quotes as RFC 4180 has them and as spreadsheets bend it: a quote opens a cell only at its beginning; a quote in the
middle of an unquoted cell is a letter like any other. A chunk that keeps to the RFC is read by polars, another by
Python.
"""

import codecs
import csv
import io
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import polars as pl

from server.contacts.errors import ImportDataInvalid

# Small, so that a chunk takes well under half a second, which is how often progress is told and what a crash redoes.
CHUNK_BYTES = 2 << 20
RECORD_BYTES = 1 << 20
DELIMITERS = (",", ";", "\t", "|")
ROW, EXTRA = "_row", "_extra"
TRUST = "contacts_cp1252"

_close = re.compile(rb'(?:[^"]++|"")*+"')

csv.field_size_limit(RECORD_BYTES)


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    """Decodes just the bytes that are no UTF-8 as Windows-1252, the other encoding that spreadsheets write."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", errors="replace"), error.end


codecs.register_error(TRUST, _as_cp1252)


@dataclass(frozen=True, slots=True)
class Layout:
    """How the rows of a file are written."""

    delimiter: str
    width: int

    @property
    def columns(self) -> list[str]:
        """The names of the columns in a chunk."""
        return [f"c{number}" for number in range(self.width)]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Whole rows. `frame` has the layout's columns as text, null where empty, EXTRA for a row with too many cells,
    and ROW, the row's number as a spreadsheet counts (the header is 1)."""

    frame: pl.DataFrame
    end: int
    rows_read: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Where the last whole record of a block ends; `open_at` is the quote that never closes in it, else -1."""

    end: int
    open_at: int
    regular: bool


def read(path: Path, *, offset: int, rows_read: int, layout: Layout) -> Chunk | None:
    """The rows from an offset on, None at the end. Raises ImportDataInvalid with the line of a quote without end."""
    with path.open("rb") as file:
        file.seek(offset)
        block = file.read(CHUNK_BYTES)
        if not block:
            return None
        found = cut(block, layout.delimiter, whole=len(block) < CHUNK_BYTES)
        if found.end == 0:
            block += file.read(RECORD_BYTES)
            found = cut(block, layout.delimiter, whole=len(block) < CHUNK_BYTES + RECORD_BYTES)
    if found.end == 0 or (found.open_at >= 0 and len(block) - found.open_at > RECORD_BYTES):
        raise _endless(path, offset + max(found.open_at, 0))
    if found.open_at >= 0 and len(block) < CHUNK_BYTES:
        raise _endless(path, offset + found.open_at)
    frame = parse(block[: found.end], layout, regular=found.regular)
    height = frame.height
    numbered = frame.with_columns(pl.int_range(rows_read + 2, rows_read + 2 + height, dtype=pl.Int64).alias(ROW))
    empty = pl.all_horizontal(pl.col(layout.columns).is_null())
    return Chunk(numbered.filter(~empty), offset + found.end, rows_read + height)


def cut(block: bytes, delimiter: str, *, whole: bool) -> Cut:
    """Finds the last record's end; with `whole` the block is the file's last and what is left is a record too."""
    opening = _opening(delimiter)
    position = end = quoted = 0
    regular = True
    while True:
        found = opening.search(block, position)
        stop = found.start() if found else len(block)
        line_end = block.rfind(b"\n", position, stop)
        if line_end >= 0:
            end = line_end + 1
        if found is None:
            break
        closed = _close.match(block, found.end())
        if closed is None:
            return Cut(end, found.start(), regular=False)
        position = closed.end()
        quoted += block.count(b'"', found.start(), position)
        regular = regular and block[position : position + 1] in (b"", b"\n", b"\r", delimiter.encode())
    return Cut(len(block) if whole else end, -1, regular and quoted == block.count(b'"'))


def parse(block: bytes, layout: Layout, *, regular: bool) -> pl.DataFrame:
    """The rows of a block, without ROW."""
    data = block.decode("utf-8", errors=TRUST).replace("\r\n", "\n").replace("\r", " ")
    if regular:
        try:
            return _by_polars(data, layout)
        except pl.exceptions.PolarsError:
            pass  # a row with more cells than the header: Python's reader says which
    return _by_python(data, layout)


def header(path: Path, delimiter: str) -> tuple[list[str], int]:
    """The cells of the first row that isn't blank, and where the rows after it begin.

    Raises ImportDataInvalid with the line of a quote without end.
    """
    with path.open("rb") as file:
        block = file.read(RECORD_BYTES + 1)
    start = len(block) - len(block.lstrip(b"\r\n \t"))
    end = _first_end(block, start, delimiter)
    text = block[start:end].decode("utf-8", errors=TRUST).replace("\r\n", "\n").replace("\r", " ")
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    return [" ".join(cell.split()) for cell in rows[0]] if rows else [], end


def _first_end(block: bytes, start: int, delimiter: str) -> int:
    opening, position = _opening(delimiter), start
    while True:
        found = opening.search(block, position)
        line_end = block.find(b"\n", position, found.start() if found else len(block))
        if line_end >= 0 or found is None:
            return line_end + 1 or len(block)
        closed = _close.match(block, found.end())
        if closed is None:
            line = block.count(b"\n", 0, found.start()) + 1
            raise ImportDataInvalid(payload={"line": line})
        position = closed.end()


@cache
def _opening(delimiter: str) -> re.Pattern[bytes]:
    return re.compile(rb"(?:\A|(?<=[\n" + re.escape(delimiter.encode()) + rb']))"')


def _endless(path: Path, offset: int) -> ImportDataInvalid:
    line, left = 1, offset
    with path.open("rb") as file:
        while left > 0 and (block := file.read(min(left, CHUNK_BYTES))):
            line += block.count(b"\n")
            left -= len(block)
    return ImportDataInvalid(payload={"line": line})


def _by_polars(data: str, layout: Layout) -> pl.DataFrame:
    frame = pl.read_csv(
        data.encode(),
        has_header=False,
        separator=layout.delimiter,
        quote_char='"' if '"' in data else None,
        schema=dict.fromkeys(layout.columns, pl.String),
        truncate_ragged_lines=False,
        raise_if_empty=False,
    )
    if '""' in data:
        frame = frame.with_columns(pl.when(pl.col(layout.columns) != "").then(pl.col(layout.columns)))
    return frame.with_columns(pl.lit(value=False).alias(EXTRA))


def _by_python(data: str, layout: Layout) -> pl.DataFrame:
    width = layout.width
    rows = list(csv.reader(io.StringIO(data, newline=""), delimiter=layout.delimiter))
    extra = [any(row[width:]) for row in rows]
    full = [row[:width] + [""] * (width - len(row)) for row in rows]
    columns = {name: [row[number] or None for row in full] for number, name in enumerate(layout.columns)}
    schema = {**dict.fromkeys(layout.columns, pl.String), EXTRA: pl.Boolean}
    return pl.DataFrame({**columns, EXTRA: extra}, schema=schema)
