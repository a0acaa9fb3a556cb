"""Parses untrusted email: headers and the parts of one level, in time linear in its size.

Python's email package parses to any depth, and its work per line grows with the depth; here nothing nests. It is used
only to parse headers, from a bounded piece.
"""

import binascii
import quopri
from base64 import b64decode
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32

MAX_HEADER_BYTES = 64 * 1024
MAX_VALUE_CHARACTERS = 2_000  # of a header that is parsed with its parameters
MAX_PARTS = 12
MAX_TEXT_BYTES = 32 * 1024  # of a part that is searched for text
MAX_BOUNDARY_CHARACTERS = 70  # RFC 2046, 5.1.1
_HEADERS = BytesHeaderParser(policy=compat32)


@dataclass(frozen=True, slots=True)
class ReportPart:
    headers: Message
    body: bytes

    @property
    def kind(self) -> str:
        """The media type in lower case; text/plain by default."""
        return self.value("Content-Type").partition(";")[0].strip().lower() or "text/plain"

    def value(self, name: str) -> str:
        """A header's value without folds, truncated if too long; empty if missing."""
        found = self.headers.get(name)
        return "" if found is None else " ".join(str(found)[:MAX_VALUE_CHARACTERS].split())

    def parameter(self, name: str) -> str:
        """A parameter of the content type, in the simple form (RFC 2045, 5.1)."""
        for piece in self.value("Content-Type").split(";")[1:20]:
            key, _, value = piece.partition("=")
            if key.strip().lower() == name:
                return value.strip().strip('"')
        return ""

    def text(self) -> str:
        raw = self.body[:MAX_TEXT_BYTES]
        encoding = self.value("Content-Transfer-Encoding").lower()
        if encoding == "quoted-printable":
            raw = quopri.decodestring(raw)
        elif encoding == "base64":
            letters = b"".join(raw.split())
            try:
                raw = b64decode(letters[: len(letters) // 4 * 4])
            except (binascii.Error, ValueError):
                raw = b""
        return raw.decode("utf-8", "replace").replace("\0", "")


def parse_part(data: bytes) -> ReportPart:
    """Without any header, all of `data` is the body."""
    head, body = _split_headers(data)
    return ReportPart(_HEADERS.parsebytes(head[:MAX_HEADER_BYTES]), body)


def list_parts(part: ReportPart) -> list[ReportPart]:
    """The direct parts of a multipart, up to MAX_PARTS; empty for other types."""
    boundary = part.parameter("boundary")
    if not part.kind.startswith("multipart/") or not 0 < len(boundary) <= MAX_BOUNDARY_CHARACTERS:
        return []
    mark = b"--" + boundary.encode("utf-8", "replace")
    found: list[ReportPart] = []
    start: int | None = None
    at = 0 if part.body.startswith(mark) else _find_boundary(part.body, mark, 0)
    while at >= 0 and len(found) < MAX_PARTS:
        if start is not None:
            found.append(parse_part(part.body[start:at].removesuffix(b"\n").removesuffix(b"\r")))
        end = part.body.find(b"\n", at)
        if end < 0 or part.body.startswith(mark + b"--", at):
            return found
        start = end + 1
        # The next line can be another boundary.
        at = start if part.body.startswith(mark, start) else _find_boundary(part.body, mark, start)
    if start is not None and len(found) < MAX_PARTS:
        found.append(parse_part(part.body[start:]))
    return found


def _find_boundary(body: bytes, mark: bytes, start: int) -> int:
    at = body.find(b"\n" + mark, start)
    return at + 1 if at >= 0 else -1


def _split_headers(data: bytes) -> tuple[bytes, bytes]:
    if data.startswith((b"\r\n", b"\n")):
        return b"", data.lstrip(b"\r").removeprefix(b"\n")
    ends = [(at, size) for at, size in ((data.find(b"\r\n\r\n"), 4), (data.find(b"\n\n"), 2)) if at >= 0]
    if not ends:
        return data, b""
    at, size = min(ends)
    return data[:at] + b"\n", data[at + size :]
