"""Uploads of imports: detects the file type from the content and converts the file to plain text.

The input is CSV in any supported encoding, optionally gzipped, XLSX or XLS. The output is text without byte order mark
and NUL, with LF line ends, so that later steps handle one format.
"""

import codecs
import json
import math
import mmap
import shutil
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol
from uuid import UUID

from django.conf import settings

from server.contacts import workbook
from server.contacts.errors import (
    ImportEmpty,
    ImportEncodingInvalid,
    ImportExcelInvalid,
    ImportFormatInvalid,
    ImportSizeInvalid,
)
from server.contacts.importing.record_reader import CP1252_FALLBACK
from server.contacts.reading_slots import MAX_WAIT_SECONDS, build_busy_error
from server.core import disk_space
from server.core.errors import ApiError

TEXT_EXTENSIONS = (".csv", ".tsv", ".txt")
GZIP_EXTENSIONS = (".csv.gz", ".tsv.gz", ".txt.gz")
MAGIC = {".xlsx": b"PK\x03\x04", ".xls": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ".gz": b"\x1f\x8b"}
WORKBOOK_EXTENSIONS = (".xls", ".xlsx")
EXTENSIONS = (*TEXT_EXTENSIONS, *GZIP_EXTENSIONS, *WORKBOOK_EXTENSIONS)
BLOCK_BYTES = 1 << 20
# Longer than any real row: 100 columns with the longest notes are 200 KB.
MAX_LINE_BYTES = 1 << 20
# Maximum unpacked size. A legitimate XLSX of 20 MB holds about 200 MB of XML.
MAX_UNPACKED_BYTES = 256 << 20
# Maximum compression ratio of legitimate text. It applies only above MIN_RATIO_CHECK_BYTES.
MAX_COMPRESSION_RATIO, MIN_RATIO_CHECK_BYTES = 50, 32 << 20
# A gzip file can hold several members. Some programs write a few.
GZIP, MAX_MEMBERS = 31, 1_000
# Limits of the parser process: address space, CPU seconds per workbook and per MB, and wall-clock seconds per CPU
# second. The number of parsers fits the memory of a small machine and includes writers of error files.
PARSER_MEMORY_BYTES = 768 << 20
PARSER_CPU_SECONDS, PARSER_CPU_SECONDS_PER_MB = 3.0, 1.5
PARSER_WALL_SECONDS_PER_CPU_SECOND = 3
MAX_PARSERS = 2
SOURCE, ERRORS, UPLOAD = "source.csv", "errors.csv", "upload"

UTF_8, UTF_8_BOM, UTF_16_LE, UTF_16_BE = "utf-8", "utf-8-sig", "utf-16-le", "utf-16-be"
# Bytes that are not UTF-8 are read as Windows-1252 only if the user chose it.
WINDOWS, WORKBOOK = "windows-1252", "workbook"

_parsers = threading.BoundedSemaphore(MAX_PARSERS)


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A converted file. `form` is the extension of the upload and `encoding` its original encoding.

    For a workbook, `sheets` names the available sheets and `sheet` is the index of the chosen one.
    """

    path: Path
    form: str
    encoding: str
    sheets: tuple[str, ...] = ()
    sheet: int | None = None


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def get_folder(import_id: UUID) -> Path:
    return settings.UPLOAD_FOLDER / "imports" / str(import_id)


def delete_folder(import_id: UUID) -> None:
    shutil.rmtree(get_folder(import_id), ignore_errors=True)


def delete_source(import_id: UUID, form: str) -> None:
    """Deletes the upload and its plain text. The error file remains."""
    for name in (SOURCE, UPLOAD + form):
        (get_folder(import_id) / name).unlink(missing_ok=True)


def measure_size_bytes(import_id: UUID) -> int:
    folder = get_folder(import_id)
    return sum(file.stat().st_size for file in folder.iterdir()) if folder.is_dir() else 0


def get_extension(name: str) -> str:
    """Returns one of EXTENSIONS. Raises ImportFormatInvalid."""
    lowered = name.lower()
    form = next((form for form in (*GZIP_EXTENSIONS, *EXTENSIONS) if lowered.endswith(form)), None)
    if form is None:
        raise ImportFormatInvalid(payload={"extension": Path(lowered).suffix})
    return form


def convert_upload(
    *, upload: Path, name: str, to: Path, sheet: int | None = None, encoding: str | None = None
) -> PlainFile:
    """Converts the upload to plain text at `to`, using the given sheet or the first sheet with data.

    `encoding` is the encoding that the user chose for bytes that are not UTF-8. Raises ImportFormatInvalid,
    ImportExcelInvalid, ImportSizeInvalid, ImportEncodingInvalid, ImportEmpty, StorageFull, and ImportBusy if no parser
    is free in time.
    """
    form = get_extension(name)
    with upload.open("rb") as file:
        head = file.read(8)
    if not head:
        raise ImportEmpty
    found = next((kind for kind, magic in MAGIC.items() if head.startswith(magic)), "")
    _check_extension(upload, form, found)
    if form in WORKBOOK_EXTENSIONS:
        return _convert_workbook(upload, form, to, sheet)
    with _open_upload(upload, is_packed=form in GZIP_EXTENSIONS) as source:
        return PlainFile(to, form, _copy_text(source, to, encoding))


def _check_extension(upload: Path, form: str, found: str) -> None:
    wanted = form if form in WORKBOOK_EXTENSIONS else ".gz" if form in GZIP_EXTENSIONS else ""
    if found == wanted:
        return
    if wanted == ".xlsx" and found == ".xls" and _is_encrypted(upload):
        raise ImportExcelInvalid(payload={"locked": "password"})
    if wanted in WORKBOOK_EXTENSIONS or found in WORKBOOK_EXTENSIONS:
        raise ImportExcelInvalid(payload={"extension": form})
    raise ImportFormatInvalid(payload={"extension": form})


def _is_encrypted(upload: Path) -> bool:
    """Whether the file is a password-protected XLSX, which is stored in an OLE container."""
    with upload.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return content.find("EncryptedPackage".encode("utf-16-le")) >= 0


def _convert_workbook(upload: Path, form: str, to: Path, sheet: int | None) -> PlainFile:
    seconds = math.ceil(PARSER_CPU_SECONDS + PARSER_CPU_SECONDS_PER_MB * upload.stat().st_size / (1 << 20))
    limits = [str(PARSER_MEMORY_BYTES), str(seconds), str(MAX_UNPACKED_BYTES)]
    place = "-1" if sheet is None else str(sheet)
    command = [sys.executable, workbook.__file__, str(upload), str(to), place, *limits]
    try:
        with acquire_parser_slot():
            done = subprocess.run(  # noqa: S603 -- our own program and paths
                command, check=False, timeout=seconds * PARSER_WALL_SECONDS_PER_CPU_SECOND, capture_output=True
            )
    except subprocess.TimeoutExpired as error:
        raise ImportSizeInvalid from error
    if done.returncode != 0:
        refusal, payload = _WORKBOOK_ERRORS.get(done.returncode, (ImportSizeInvalid, None))
        raise refusal(payload=payload)
    found = json.loads(done.stdout)
    return PlainFile(to, form, WORKBOOK, tuple(found["sheets"]), found["sheet"])


@contextmanager
def acquire_parser_slot() -> Iterator[None]:
    """Raises ImportBusy on timeout."""
    if not _parsers.acquire(timeout=MAX_WAIT_SECONDS):
        raise build_busy_error()
    try:
        yield
    finally:
        _parsers.release()


# Exit codes of the parser. Any other code means that a resource limit killed it.
_WORKBOOK_ERRORS: Mapping[int, tuple[type[ApiError], dict[str, Any] | None]] = {
    workbook.INVALID: (ImportExcelInvalid, None),
    workbook.LOCKED: (ImportExcelInvalid, {"locked": "password"}),
    workbook.MACROS: (ImportExcelInvalid, {"macros": "yes"}),
    workbook.TOO_LARGE: (ImportSizeInvalid, {"limitBytes": MAX_UNPACKED_BYTES}),
    workbook.TOO_WIDE: (ImportFormatInvalid, {"limitBytes": MAX_LINE_BYTES}),
}


@contextmanager
def _open_upload(upload: Path, *, is_packed: bool) -> Iterator[Readable]:
    with upload.open("rb") as file:
        if not is_packed:
            yield file
            return
        yield _GzipReader(
            file, min(MAX_UNPACKED_BYTES, max(MIN_RATIO_CHECK_BYTES, MAX_COMPRESSION_RATIO * upload.stat().st_size))
        )


class _GzipReader:
    """Decompresses gzip and stops at `max_bytes`."""

    def __init__(self, file: Readable, max_bytes: int) -> None:
        self._file = file
        self._max_bytes = self._left = max_bytes
        self._members = 0
        self._engine = zlib.decompressobj(wbits=GZIP)
        self._rest = b""

    def read(self, size: int, /) -> bytes:
        """Returns the next bytes. Raises ImportSizeInvalid, and ImportFormatInvalid for truncated or corrupt data."""
        while not (self._engine.eof and self._has_no_more_members()):
            block = self._next(size)
            if block:
                self._left -= len(block)
                if self._left < 0:
                    raise ImportSizeInvalid(payload={"limitBytes": self._max_bytes})
                return block
        return b""

    def _next(self, size: int) -> bytes:
        if self._engine.eof:
            self._members += 1
            if self._members > MAX_MEMBERS:
                raise ImportFormatInvalid
            self._engine = zlib.decompressobj(wbits=GZIP)
        data = self._rest or self._file.read(BLOCK_BYTES)
        if not data:
            raise ImportFormatInvalid
        try:
            block = self._engine.decompress(data, size)
        except zlib.error as error:
            raise ImportFormatInvalid from error
        self._rest = self._engine.unused_data if self._engine.eof else self._engine.unconsumed_tail
        return block

    def _has_no_more_members(self) -> bool:
        self._rest = self._rest or self._file.read(BLOCK_BYTES)
        return not self._rest


def _copy_text(source: Readable, to: Path, wanted: str | None) -> str:
    first = source.read(BLOCK_BYTES)
    if not first:
        raise ImportEmpty
    if any(first.startswith(magic) for magic in MAGIC.values()):
        raise ImportFormatInvalid
    encoding, mark = _detect_encoding(first)
    blocks = _iter_blocks(first[mark:], source)
    if encoding in (UTF_16_LE, UTF_16_BE):
        blocks = _decode_blocks(blocks, encoding)
    with to.open("wb") as target:
        is_odd = _write_blocks(blocks, target, trusts=wanted == WINDOWS)
    return WINDOWS if is_odd else encoding


BOMS = (
    (codecs.BOM_UTF32_LE, ""),
    (codecs.BOM_UTF32_BE, ""),
    (codecs.BOM_UTF8, UTF_8_BOM),
    (codecs.BOM_UTF16_LE, UTF_16_LE),
    (codecs.BOM_UTF16_BE, UTF_16_BE),
)
# Share of empty bytes by which UTF-16 without byte order mark is detected; holds for Latin scripts.
MIN_UTF_16_ZERO_SHARE, MAX_OTHER_ZERO_SHARE, ENCODING_SAMPLE_BYTES = 0.4, 0.05, 4096


def _detect_encoding(first: bytes) -> tuple[str, int]:
    """Returns the encoding and the length of the byte order mark. Raises ImportEncodingInvalid."""
    for bom, encoding in BOMS:
        if first.startswith(bom):
            if not encoding:
                raise ImportEncodingInvalid
            return encoding, len(bom)
    sample = first[: min(ENCODING_SAMPLE_BYTES, len(first) // 2 * 2)]
    signs = len(sample) / 2 or 1
    even, odd = sample[0::2].count(0) / signs, sample[1::2].count(0) / signs
    if odd > MIN_UTF_16_ZERO_SHARE and even < MAX_OTHER_ZERO_SHARE:
        return UTF_16_LE, 0
    if even > MIN_UTF_16_ZERO_SHARE and odd < MAX_OTHER_ZERO_SHARE:
        return UTF_16_BE, 0
    return UTF_8, 0


def _iter_blocks(first: bytes, source: Readable) -> Iterator[bytes]:
    block = first
    while block:
        yield block
        block = source.read(BLOCK_BYTES)


def _decode_blocks(blocks: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for block in blocks:
            yield decoder.decode(block).encode()
        decoder.decode(b"", final=True)
    except UnicodeError as error:
        raise ImportEncodingInvalid from error


_CONTROLS = bytes(set(range(32)) - {9, 10, 13} | {127})


def _write_blocks(blocks: Iterator[bytes], target: BinaryIO, *, trusts: bool) -> bool:
    """Returns whether any bytes are not UTF-8. Such bytes are accepted only with `trusts`."""
    utf_8 = _Utf8Checker()
    only_returns, line, controls, size = None, 0, 0, 0
    for block in blocks:
        disk_space.check_files()
        if b"\0" in block:
            raise ImportEncodingInvalid
        if only_returns is None:
            only_returns = b"\n" not in block and b"\r" in block
        if only_returns:
            block = block.replace(b"\r", b"\n")  # noqa: PLW2901 -- the classic Mac's line ends
        line = _check_line_length(block, line)
        controls += len(block) - len(block.translate(None, _CONTROLS))
        size += len(block)
        if size and controls > size // 100:
            # A binary file: text has almost no control characters.
            raise ImportEncodingInvalid
        utf_8.check(block)
        target.write(block)
    utf_8.check(b"", final=True)
    if utf_8.odd is not None and not trusts:
        raise ImportEncodingInvalid(payload=utf_8.odd)
    return utf_8.odd is not None


class _Utf8Checker:
    """Checks incrementally that text is UTF-8.

    `odd` describes the first invalid bytes and how Windows-1252 reads them.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._lines = 1
        self.odd: dict[str, str | int] | None = None

    def check(self, block: bytes, *, final: bool = False) -> None:
        if self.odd is not None:
            return
        try:
            self._decoder.decode(block, final=final)
        except UnicodeDecodeError as error:
            text, place = bytes(error.object), error.start
            line = self._lines + text.count(b"\n", 0, place)
            self.odd = {"line": line, "sample": _extract_cell_sample(text, place), "readAs": WINDOWS}
        self._lines += block.count(b"\n")


def _extract_cell_sample(text: bytes, place: int) -> str:
    start, end = max(place - _SAMPLE_RADIUS_BYTES, 0), place + _SAMPLE_RADIUS_BYTES
    before, after = text[start:place], text[place:end]
    for sign in b',;\t|\n\r"':
        before, after = before.rsplit(bytes([sign]))[-1], after.split(bytes([sign]))[0]
    return (before + after).decode("utf-8", errors=CP1252_FALLBACK).strip()


_SAMPLE_RADIUS_BYTES = 24


def _check_line_length(block: bytes, begun: int) -> int:
    """Returns the bytes of the unfinished last line; `begun` are those of the previous block.

    Raises ImportFormatInvalid for a line over MAX_LINE_BYTES.
    """
    first, last = block.find(b"\n"), block.rfind(b"\n")
    if first < 0:
        begun += len(block)
        longest = begun
    else:
        longest = max(begun + first, max(map(len, block[first + 1 : last].split(b"\n")), default=0))
        begun = len(block) - last - 1
    if longest > MAX_LINE_BYTES:
        raise ImportFormatInvalid(payload={"limitBytes": MAX_LINE_BYTES})
    return begun
