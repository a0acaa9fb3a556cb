"""Uploads of imports: what kind of file it is, told from its content, and one plain form for all of them.

However a table comes (CSV in whatever encoding, XLSX, XLS), what is kept is text without a byte order mark, lines ended
by LF, and free of NUL, so that everything after reads one form.
"""

import codecs
import io
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
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

TEXT_EXTENSIONS = (".csv", ".tsv", ".txt")
MAGIC = {".xlsx": b"PK\x03\x04", ".xls": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"}
EXTENSIONS = (*TEXT_EXTENSIONS, *MAGIC)
BLOCK_BYTES = 1 << 20
# Longer than any real row: 100 columns of the longest note are 200 KB.
LINE_BYTES = 1 << 20
# What a workbook may unpack to, by its own directory: 20 MB of honest XLSX hold about 200 MB of XML.
WORKBOOK_BYTES = 256 << 20
WORKBOOK_ENTRIES = 2_000
# The parser's process: address space, seconds of CPU, seconds of patience, bytes of text.
PARSER_MEMORY_BYTES = 1 << 30
PARSER_CPU_SECONDS = 30
PARSER_SECONDS = 45
SOURCE, ERRORS = "source.csv", "errors.csv"

UTF_8, UTF_16, MIXED, WORKBOOK = "utf-8", "utf-16", "mixed", "workbook"


@dataclass(frozen=True, slots=True)
class Plain:
    """A file in the plain form. `encoding` says what it came as; MIXED has bytes of Windows-1252 among UTF-8."""

    path: Path
    encoding: str


def folder_of(import_id: UUID) -> Path:
    """Where the files of an import are."""
    return settings.UPLOAD_FOLDER / "imports" / str(import_id)


def discard(import_id: UUID) -> None:
    """Deletes the files of an import."""
    shutil.rmtree(folder_of(import_id), ignore_errors=True)


def make_plain(*, upload: Path, name: str, to: Path) -> Plain:
    """Writes the upload to `to` in the plain form.

    Raises ImportFormatInvalid, ImportExcelInvalid, ImportSizeInvalid, ImportEncodingInvalid, ImportEmpty.
    """
    extension = Path(name).suffix.lower()
    if extension not in EXTENSIONS:
        raise ImportFormatInvalid(payload={"extension": extension})
    with upload.open("rb") as file:
        head = file.read(8)
    if not head:
        raise ImportEmpty
    kind = next((kind for kind, magic in MAGIC.items() if head.startswith(magic)), None)
    if kind is not None or extension in MAGIC:
        # The name and the content must agree: a spreadsheet named .csv is as wrong as a CSV named .xlsx.
        if kind != extension:
            raise ImportExcelInvalid(payload={"extension": extension})
        _unpack(upload, extension, to)
        return Plain(to, WORKBOOK)
    return Plain(to, _copy_text(upload, head, to))


def _unpack(upload: Path, extension: str, to: Path) -> None:
    """Reads a workbook's first sheet in a process with limits."""
    if extension == ".xlsx":
        _check_directory(upload)
    limits = [str(PARSER_MEMORY_BYTES), str(PARSER_CPU_SECONDS), str(WORKBOOK_BYTES)]
    command = [sys.executable, workbook.__file__, str(upload), str(to), *limits]
    try:
        done = subprocess.run(command, check=False, timeout=PARSER_SECONDS, capture_output=True)  # noqa: S603 -- our own program and paths
    except subprocess.TimeoutExpired as error:
        raise ImportSizeInvalid from error
    if done.returncode == workbook.INVALID:
        raise ImportExcelInvalid
    if done.returncode != 0:
        raise ImportSizeInvalid


def _check_directory(upload: Path) -> None:
    """What the archive says of itself, before anything is unpacked. Raises ImportExcelInvalid, ImportSizeInvalid."""
    try:
        with zipfile.ZipFile(upload) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise ImportExcelInvalid from error
    if len(entries) > WORKBOOK_ENTRIES or sum(entry.file_size for entry in entries) > WORKBOOK_BYTES:
        raise ImportSizeInvalid(payload={"limitBytes": WORKBOOK_BYTES})
    if not any(entry.filename == "xl/workbook.xml" for entry in entries):
        raise ImportExcelInvalid


def _copy_text(upload: Path, head: bytes, to: Path) -> str:
    """Copies a text in the plain form; answers what encoding it came in."""
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise ImportEncodingInvalid
    is_16 = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    with upload.open("rb") as source, to.open("wb") as target:
        blocks = _from_utf_16(source) if is_16 else _from_bytes(source)
        return _write(blocks, target, UTF_16 if is_16 else UTF_8)


def _write(blocks: Iterator[bytes], target: io.BufferedWriter, encoding: str) -> str:
    decoder = codecs.getincrementaldecoder("utf-8")()
    only_returns, line, controls, size = None, 0, 0, 0
    for block in blocks:
        if b"\0" in block:
            raise ImportEncodingInvalid
        if only_returns is None:
            only_returns = b"\n" not in block and b"\r" in block
        if only_returns:
            block = block.replace(b"\r", b"\n")  # noqa: PLW2901 -- the classic Mac's line ends
        line = _longest_line(block, line)
        encoding = _still(decoder, block, encoding)
        controls += len(block) - len(block.translate(None, _CONTROLS))
        size += len(block)
        target.write(block)
    if size and controls > size // 100:
        # A picture or a program: text has next to no control characters.
        raise ImportEncodingInvalid
    return encoding


_CONTROLS = bytes(set(range(32)) - {9, 10, 13} | {127})


def _still(decoder: codecs.IncrementalDecoder, block: bytes, encoding: str) -> str:
    if encoding == MIXED:
        return MIXED
    try:
        decoder.decode(block)
    except UnicodeDecodeError:
        return MIXED
    return encoding


def _longest_line(block: bytes, begun: int) -> int:
    """Bytes of the line that the block leaves unfinished. Raises ImportFormatInvalid for a line over LINE_BYTES."""
    first, last = block.find(b"\n"), block.rfind(b"\n")
    if first < 0:
        begun += len(block)
        longest = begun
    else:
        longest = max(begun + first, max(map(len, block[first + 1 : last].split(b"\n")), default=0))
        begun = len(block) - last - 1
    if longest > LINE_BYTES:
        raise ImportFormatInvalid(payload={"limitBytes": LINE_BYTES})
    return begun


def _from_bytes(source: io.BufferedReader) -> Iterator[bytes]:
    block = source.read(BLOCK_BYTES).removeprefix(codecs.BOM_UTF8)
    while block:
        yield block
        block = source.read(BLOCK_BYTES)


def _from_utf_16(source: io.BufferedReader) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder("utf-16")()
    try:
        while block := source.read(BLOCK_BYTES):
            yield decoder.decode(block).encode()
        decoder.decode(b"", final=True)
    except UnicodeError as error:
        raise ImportEncodingInvalid from error
