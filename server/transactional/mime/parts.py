"""Parses the parts of an untrusted message in linear time.

Python's parser reads to any depth, and its work for a line grows with the depth: 35 MB could take minutes. Here it gets
only the headers of each part; depth, number of parts and headers are limited.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from typing import Final

MAX_DEPTH: Final = 8
MAX_PARTS: Final = 200
MAX_HEADER_BYTES: Final = 64 * 1024  # of one part
# Of all parts together: each can have a percent-encoded name of 200 characters, and a few more lines.
MAX_ALL_HEADER_BYTES: Final = 512 * 1024
MAX_VALUE_CHARACTERS: Final = 4_000  # of a header with parameters: parsing takes time quadratic in its length
MAX_BOUNDARY_CHARACTERS: Final = 70  # RFC 2046, 5.1.1
_HEADERS = BytesHeaderParser(policy=compat32)
_END: Final = b"\r\n\r\n"


class TooManyParts(Exception):
    """The message exceeds the limits of nesting, parts or headers."""


@dataclass(frozen=True, slots=True)
class MimePart:
    """A part without nested parts: its headers begin at `start`, its body is between `body` and `end`."""

    headers: Message
    start: int
    body: int
    end: int

    @property
    def kind(self) -> str:
        """The media type in lower case; text/plain if it can't be parsed."""
        return self.headers.get_content_type()

    @property
    def is_attachment(self) -> bool:
        return str(self.headers.get("Content-Disposition", "")).partition(";")[0].strip().lower() == "attachment"

    @property
    def name(self) -> str:
        if not (_is_short(self.headers, "Content-Disposition") and _is_short(self.headers, "Content-Type")):
            return ""
        try:
            found = self.headers.get_filename() or ""
            return str(make_header(decode_header(found))) if "=?" in found else found
        except (HeaderParseError, UnicodeError, LookupError, ValueError):
            return ""

    @property
    def content_id(self) -> str:
        return str(self.headers.get("Content-ID", "")).strip().strip("<>")

    def content(self, mime: bytes) -> bytes:
        """The decoded content. Raises ValueError or LookupError if it can't be decoded."""
        leaf = Message(policy=compat32)
        encoding = self.headers.get("Content-Transfer-Encoding")
        if encoding is not None:
            leaf["Content-Transfer-Encoding"] = str(encoding)[:MAX_VALUE_CHARACTERS]
        leaf.set_payload(mime[self.body : self.end].decode("ascii", "surrogateescape"))
        raw = leaf.get_payload(decode=True)
        return raw if isinstance(raw, bytes) else b""

    def text(self, mime: bytes) -> str | None:
        """The decoded text; None for an unknown character set."""
        charset = self.headers.get_content_charset("utf-8") if _is_short(self.headers, "Content-Type") else "utf-8"
        try:
            return self.content(mime).decode(charset, "replace")
        except (LookupError, ValueError):
            return None


def iterate_parts(mime: bytes, *, untouched: frozenset[str] = frozenset()) -> Iterator[MimePart]:
    """The parts without nested parts, in order; an enclosed message is one of them.

    Parts with a media type in `untouched` are not parsed. Raises TooManyParts.
    """
    return _PartReader(mime, untouched).leaves(0, len(mime), 0)


class _PartReader:
    """The parser state of one message, with the remaining parts and header bytes."""

    def __init__(self, mime: bytes, untouched: frozenset[str]) -> None:
        self._mime, self._untouched = mime, untouched
        self._parts_left, self._header_bytes_left = MAX_PARTS, MAX_ALL_HEADER_BYTES

    def leaves(self, start: int, end: int, depth: int) -> Iterator[MimePart]:
        mime = self._mime
        if mime.startswith(b"\r\n", start):
            body = start + 2
        else:
            blank = mime.find(_END, start, end)
            body = end if blank < 0 else blank + len(_END)
        if depth:  # the message's own header was limited when it was accepted
            self._header_bytes_left -= body - start
        self._parts_left -= 1
        if (
            self._parts_left < 0
            or self._header_bytes_left < 0
            or depth > MAX_DEPTH
            or (depth and body - start > MAX_HEADER_BYTES)
        ):
            raise TooManyParts
        headers = _HEADERS.parsebytes(mime[start:body])
        kind = headers.get_content_type()
        if kind in self._untouched:
            return
        boundary = _get_boundary(headers) if kind.startswith("multipart/") else None
        if boundary is None:
            yield MimePart(headers, start, body, end)
            return
        for first, last in _find_parts(mime, boundary, body, end):
            yield from self.leaves(first, last, depth + 1)


def _is_short(headers: Message, name: str) -> bool:
    return len(str(headers.get(name, ""))) <= MAX_VALUE_CHARACTERS


def _get_boundary(headers: Message) -> bytes | None:
    if not _is_short(headers, "Content-Type"):
        return None
    try:
        found = headers.get_boundary()
    except (ValueError, LookupError):
        return None
    return found.encode("utf-8", "replace") if found and len(found) <= MAX_BOUNDARY_CHARACTERS else None


def _find_parts(mime: bytes, boundary: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    mark = b"\r\n--" + boundary
    first: int | None = None
    at = start - 2  # the line break before a boundary belongs to it
    while (at := mime.find(mark, at, end)) >= 0:
        after = at + len(mark)
        closes = mime.startswith(b"--", after)
        line_end = mime.find(b"\r\n", after, end)
        line_end = end if line_end < 0 else line_end
        if mime[after + 2 * closes : line_end].strip(b" \t"):
            at = after
            continue
        if first is not None:
            yield first, max(first, at)
        if closes:
            return
        first = min(line_end + 2, end)
        at = line_end
