"""Writes minimal .xls workbooks, because no maintained library does."""

import struct
from collections.abc import Sequence

SECTOR, MIN_STREAM_BYTES = 512, 4_096
FREE, END, TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def xls(rows: Sequence[Sequence[str | float]]) -> bytes:
    """Returns a workbook with one sheet of texts and numbers."""
    name = b"People"
    before = _bof_record(5) + _record(0x42, struct.pack("<H", 1200))
    after = _record(0x0A, b"")
    place = len(before) + 4 + 8 + len(name) + len(after)
    sheet = _record(0x85, struct.pack("<LBBBB", place, 0, 0, len(name), 0) + name)
    cells = b"".join(
        _cell(number, column, value) for number, row in enumerate(rows) for column, value in enumerate(row)
    )
    return _contained(before + sheet + after + _bof_record(0x10) + cells + after)


def _bof_record(kind: int) -> bytes:
    return _record(0x0809, struct.pack("<HHHHLL", 0x0600, kind, 0, 1997, 0, 6))


def _cell(row: int, column: int, value: str | float) -> bytes:
    at = struct.pack("<HHH", row, column, 0)
    if isinstance(value, str):
        return _record(0x0204, at + struct.pack("<HB", len(value), 1) + value.encode("utf-16-le"))
    return _record(0x0203, at + struct.pack("<d", value))


def _record(kind: int, data: bytes) -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def _contained(stream: bytes) -> bytes:
    """Wraps the stream in a container: header, sector table, directory and the stream's sectors."""
    stream = stream.ljust(max(MIN_STREAM_BYTES, -(-len(stream) // SECTOR) * SECTOR), b"\0")
    count = len(stream) // SECTOR
    chain = [TABLE, END, *range(3, 2 + count), END]
    table = struct.pack("<128L", *chain, *[FREE] * (128 - len(chain)))
    directory = _entry("Root Entry", 5, END, 0, child=1) + _entry("Workbook", 2, 2, len(stream)) + b"\0" * 256
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16 + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + b"\0" * 6
    head += struct.pack("<9L", 0, 1, 1, 0, MIN_STREAM_BYTES, END, 0, END, 0) + struct.pack("<109L", 0, *[FREE] * 108)
    return head + table + directory + stream


def _entry(name: str, kind: int, start: int, size: int, *, child: int = FREE) -> bytes:
    title = name.encode("utf-16-le")
    entry = title.ljust(64, b"\0") + struct.pack("<HBB", len(title) + 2, kind, 1)
    return entry + struct.pack("<LLL", FREE, FREE, child) + b"\0" * 36 + struct.pack("<LQ", start, size)
