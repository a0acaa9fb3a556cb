"""Reads a plain file in chunks of whole records, into columns of text.

Quotes follow RFC 4180 as spreadsheets apply it: a quote opens a cell only at its start and is literal elsewhere. Polars
parses chunks that conform to the RFC, Python's reader parses the others.
"""

import codecs
import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from server.contacts.errors import ImportDataInvalid

# A crash repeats at most one chunk. The result of an import does not depend on the chunk boundaries.
CHUNK_BYTES = 1 << 20
MAX_RECORD_BYTES = 1 << 20
DELIMITERS = (",", ";", "\t", "|")
ROW_COLUMN, EXTRA_COLUMN = "_row", "_extra"
CP1252_FALLBACK = "contacts_cp1252"

csv.field_size_limit(MAX_RECORD_BYTES)


def _decode_as_cp1252(error: UnicodeError) -> tuple[str, int]:
    """Decodes bytes that are not UTF-8 as Windows-1252, the other encoding that spreadsheets write."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", errors="replace"), error.end


codecs.register_error(CP1252_FALLBACK, _decode_as_cp1252)


@dataclass(frozen=True, slots=True)
class FileLayout:
    delimiter: str
    width: int

    @property
    def columns(self) -> list[str]:
        return [f"c{number}" for number in range(self.width)]


@dataclass(frozen=True, slots=True)
class RecordChunk:
    """Whole rows. `frame` has the columns of the layout as text, null where empty.

    EXTRA_COLUMN marks a row with too many cells. ROW_COLUMN is the row number as in a spreadsheet; the header is 1.
    """

    frame: pl.DataFrame
    end: int
    rows_read: int


@dataclass(frozen=True, slots=True)
class RecordBoundary:
    """End of the last whole record of a block. `open_at` is the position of an unclosed quote, else -1."""

    end: int
    open_at: int
    regular: bool


def read_chunk(
    path: Path, *, offset: int, rows_read: int, layout: FileLayout, chunk_bytes: int | None = None
) -> RecordChunk | None:
    """Returns the rows from an offset, None at the end. Raises ImportDataInvalid with the line of an unclosed quote."""
    size = chunk_bytes or CHUNK_BYTES
    with path.open("rb") as file:
        file.seek(offset)
        block = file.read(size)
        if not block:
            return None
        found = find_record_boundary(block, layout.delimiter, whole=len(block) < size)
        if found.end == 0:
            block += file.read(MAX_RECORD_BYTES)
            found = find_record_boundary(block, layout.delimiter, whole=len(block) < size + MAX_RECORD_BYTES)
    if found.end == 0 or (found.open_at >= 0 and len(block) - found.open_at > MAX_RECORD_BYTES):
        raise _build_unclosed_quote_error(path, offset + max(found.open_at, 0))
    if found.open_at >= 0 and len(block) < size:
        raise _build_unclosed_quote_error(path, offset + found.open_at)
    frame = parse_block(block[: found.end], layout, regular=found.regular)
    height = frame.height
    numbered = frame.with_columns(pl.int_range(rows_read + 2, rows_read + 2 + height, dtype=pl.Int64).alias(ROW_COLUMN))
    empty = pl.all_horizontal(pl.col(layout.columns).is_null())
    return RecordChunk(numbered.filter(~empty), offset + found.end, rows_read + height)


def find_record_boundary(block: bytes, delimiter: str, *, whole: bool) -> RecordBoundary:
    """Finds the end of the last record. With `whole`, the block is the last one and its remainder is a record."""
    opens, closes = (b"\n", delimiter.encode()), (b"", b"\n", b"\r", delimiter.encode())
    quoted: list[tuple[int, int]] = []
    regular, position = True, 0
    while (start := block.find(b'"', position)) >= 0:
        if start > 0 and block[start - 1 : start] not in opens:
            regular, position = False, start + 1
            continue
        position = _find_closing_quote(block, start + 1)
        if position < 0:
            return RecordBoundary(_find_last_line_end(block, start, quoted), start, regular=False)
        quoted.append((start, position))
        regular = regular and block[position : position + 1] in closes
    end = len(block) if whole else _find_last_line_end(block, len(block), quoted)
    return RecordBoundary(end, -1, regular)


def _find_closing_quote(block: bytes, position: int) -> int:
    """Returns the position after the closing quote, -1 if there is none. A doubled quote is literal."""
    while (found := block.find(b'"', position)) >= 0:
        if block[found + 1 : found + 2] != b'"':
            return found + 1
        position = found + 2
    return -1


def _find_last_line_end(block: bytes, stop: int, quoted: Sequence[tuple[int, int]]) -> int:
    """Returns the end of the last line before `stop` that is not in a quoted cell, 0 if there is none."""
    for start, end in reversed(quoted):
        found = block.rfind(b"\n", end, stop)
        if found >= 0:
            return found + 1
        stop = start
    return block.rfind(b"\n", 0, stop) + 1


def parse_block(block: bytes, layout: FileLayout, *, regular: bool) -> pl.DataFrame:
    data = block.decode("utf-8", errors=CP1252_FALLBACK).replace("\r\n", "\n").replace("\r", " ")
    if regular:
        try:
            return _parse_with_polars(data, layout)
        except pl.exceptions.PolarsError:
            pass  # A row has more cells than the header. Python's reader reports which one.
    return _parse_with_python(data, layout)


def read_header(path: Path, delimiter: str) -> tuple[list[str], int]:
    """Returns the cells of the first non-blank row and the offset after it.

    Raises ImportDataInvalid with the line of an unclosed quote.
    """
    with path.open("rb") as file:
        block = file.read(MAX_RECORD_BYTES + 1)
    start = len(block) - len(block.lstrip(b"\r\n \t"))
    end = _find_header_end(block, start, delimiter)
    text = block[start:end].decode("utf-8", errors=CP1252_FALLBACK).replace("\r\n", "\n").replace("\r", " ")
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    return [" ".join(cell.split()) for cell in rows[0]] if rows else [], end


def _find_header_end(block: bytes, start: int, delimiter: str) -> int:
    opens, position, searched = (b"\n", delimiter.encode()), start, start
    while True:
        quote = block.find(b'"', position)
        line_end = block.find(b"\n", searched, quote if quote >= 0 else len(block))
        if line_end >= 0 or quote < 0:
            return line_end + 1 or len(block)
        if quote > start and block[quote - 1 : quote] not in opens:
            position = quote + 1
            continue
        position = searched = _find_closing_quote(block, quote + 1)
        if position < 0:
            raise ImportDataInvalid(payload={"line": block.count(b"\n", 0, quote) + 1})


def _build_unclosed_quote_error(path: Path, offset: int) -> ImportDataInvalid:
    line, left = 1, offset
    with path.open("rb") as file:
        while left > 0 and (block := file.read(min(left, CHUNK_BYTES))):
            line += block.count(b"\n")
            left -= len(block)
    return ImportDataInvalid(payload={"line": line})


def _parse_with_polars(data: str, layout: FileLayout) -> pl.DataFrame:
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
    return frame.with_columns(pl.lit(value=False).alias(EXTRA_COLUMN))


def _parse_with_python(data: str, layout: FileLayout) -> pl.DataFrame:
    width = layout.width
    rows = list(csv.reader(io.StringIO(data, newline=""), delimiter=layout.delimiter))
    extra = [any(row[width:]) for row in rows]
    full = [row[:width] + [""] * (width - len(row)) for row in rows]
    columns = {name: [row[number] or None for row in full] for number, name in enumerate(layout.columns)}
    schema = {**dict.fromkeys(layout.columns, pl.String), EXTRA_COLUMN: pl.Boolean}
    return pl.DataFrame({**columns, EXTRA_COLUMN: extra}, schema=schema)
