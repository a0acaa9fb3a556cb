"""The header of a message as raw lines: parsed, checked and changed without affecting the rest.

Python's email package would decode and rewrite everything.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.utils import getaddresses
from functools import lru_cache

from server.delivery.mime import headers
from server.transactional.errors import ContentInvalid

MAX_HEADER_BYTES = 256 * 1024
MAX_CACHED_BYTES = 512  # of a field that is cached with its parsed mailboxes
MAX_MAILBOX_CHARACTERS = 4_000  # a name of 200 letters takes half of it in encoded-words
# The display name before <address>: quoted strings, parentheses, and characters without syntactic meaning. Programs
# write more there than RFC 5322 allows without quotes. All quantifiers are possessive, so matching takes linear time.
_DISPLAY = r'(?:"(?:[^"\\]|\\.)*+"|\([^()<>"\\]*+\)|[^"\\<>:;,()])*+'
_ADDRESS = r'[^<>()\s",:;\\]++'
_NAMED = re.compile(rf"({_DISPLAY})<\s*+({_ADDRESS})\s*+>")
_BARE = re.compile(rf'({_ADDRESS})(?:\s*+\(([^()<>"\\]*+)\))?+')
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*+)"')
_ESCAPED = re.compile(r"\\(.)")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
# Text that no reader treats as an address: quoted strings and encoded-words.
_OPAQUE = re.compile(r'"(?:[^"\\]|\\.)*+"|=\?[^?\s]++\?[bq]\?[^?\s]*+\?=', re.IGNORECASE)
_SPACES = re.compile(r"[ \t]+")
_BREAKS = re.compile(r"[\s()\[\]]+")
MAX_LINE_BYTES = 998  # RFC 5322, 2.1.1, without its CRLF
_NAME = re.compile(rb"[!-9;-~]+")
# At most once each (RFC 5322, 3.6); with two From lines a reader could see another sender than the checked one.
UNIQUE_FIELDS = frozenset({b"from", b"sender", b"reply-to", b"to", b"cc", b"bcc", b"message-id", b"date", b"subject"})


@dataclass(frozen=True, slots=True)
class HeaderLine:
    """One header field: its name in lower case, and its bytes with the folds and the last CRLF."""

    name: bytes
    raw: bytes

    @property
    def value(self) -> bytes:
        return self.raw.partition(b":")[2].replace(b"\r\n", b"").strip()

    @property
    def text(self) -> str:
        """The field's body as displayed: encoded-words decoded (RFC 2047)."""
        plain = self.value.decode("utf-8", "replace")
        try:
            return str(make_header(decode_header(plain))) if "=?" in plain else plain
        except (HeaderParseError, UnicodeError, LookupError, ValueError):
            return plain


def has_bare_ends(mime: bytes | bytearray) -> bool:
    """Whether there is a CR without a LF after it, or a LF without a CR before it.

    SMTP smuggling depends on these (RFC 5321, 2.3.8).
    """
    return not mime.count(b"\r\n") == mime.count(b"\r") == mime.count(b"\n")


def split(mime: bytes) -> tuple[list[HeaderLine], memoryview]:
    """The header fields, and the rest starting with the empty line. Raises ContentInvalid.

    The rest is a view of `mime`: a copy would double the memory of a large message.
    """
    if mime.startswith(b"\r\n"):
        head, rest = b"", memoryview(mime)
    elif (end := mime.find(b"\r\n\r\n")) >= 0:
        head, rest = mime[:end], memoryview(mime)[end + 2 :]
    else:
        head, rest = mime.removesuffix(b"\r\n"), memoryview(b"\r\n")
    if len(head) > MAX_HEADER_BYTES:
        raise ContentInvalid(payload={"cause": "headerTooLarge"})
    lines = list(_parse_fields(head)) if head else []
    return lines, rest


def _parse_fields(head: bytes) -> Iterator[HeaderLine]:
    parts: list[bytes] = []
    for row in head.split(b"\r\n"):
        if len(row) > MAX_LINE_BYTES:
            raise ContentInvalid(payload={"cause": "lineTooLong"})
        if row[:1] in (b" ", b"\t") and parts:
            parts.append(row)
            continue
        if parts:
            yield _parse_line(parts)
        parts = [row]
    if parts:
        yield _parse_line(parts)


def _parse_line(parts: Sequence[bytes]) -> HeaderLine:
    raw = b"\r\n".join(parts) + b"\r\n"
    name, colon, _ = raw.partition(b":")
    name = name.rstrip(b" \t")
    if not colon or not _NAME.fullmatch(name) or b"\x00" in raw:
        raise ContentInvalid(payload={"cause": "headerField"})
    return HeaderLine(name.lower(), raw)


def check_once(lines: Sequence[HeaderLine]) -> None:
    """Raises ContentInvalid for a repeated field that can occur only once."""
    seen: set[bytes] = set()
    for line in lines:
        if line.name in seen and line.name in UNIQUE_FIELDS:
            raise ContentInvalid(payload={"cause": "headerTwice", "header": line.name.decode("ascii")})
        seen.add(line.name)


def find_first(lines: Sequence[HeaderLine], name: bytes) -> HeaderLine | None:
    return next((line for line in lines if line.name == name), None)


def parse_mailboxes(line: HeaderLine) -> Sequence[tuple[str, str]]:
    """Display name and address of each mailbox in a field, in order; the names decoded."""
    value = line.value
    return _parse_mailboxes(value) if len(value) <= MAX_CACHED_BYTES else _parse_mailboxes.__wrapped__(value)


# An application repeats its sender, and each message's is parsed several times.
@lru_cache(maxsize=2048)
def _parse_mailboxes(value: bytes) -> tuple[tuple[str, str], ...]:
    found = getaddresses([value.decode("utf-8", "replace")])
    return tuple((_decode_name(name), address) for name, address in found if address)


def find_single_mailbox(line: HeaderLine) -> tuple[str, str] | None:
    """Display name and address of a field with exactly one mailbox; None for any other field.

    Readers disagree about display names with invalid syntax, so such a field must be sent as `build_canonical_line`
    writes it. Also None if the sender's intention is unclear: groups, routes, several addresses, nested brackets, a
    comment after `<address>`, and control characters.
    """
    value = line.value
    return _find_single_mailbox(value) if len(value) <= MAX_CACHED_BYTES else _find_single_mailbox.__wrapped__(value)


@lru_cache(maxsize=2048)
def _find_single_mailbox(value: bytes) -> tuple[str, str] | None:
    text = value.decode("utf-8", "replace").strip()
    if len(text) > MAX_MAILBOX_CHARACTERS or _CONTROL.search(text):
        return None
    if named := _NAMED.fullmatch(text):
        display, address = named.groups()
    elif bare := _BARE.fullmatch(text):
        address, display = bare[1], bare[2] or ""
    else:
        return None
    if _has_other_address(display, address):
        return None
    plain = _QUOTED.sub(lambda quoted: _ESCAPED.sub(r"\1", quoted[1]), display)
    return _decode_name(_SPACES.sub(" ", plain).strip()).strip(), address


def _has_other_address(display: str, address: str) -> bool:
    """Whether a display name contains an unquoted address other than the mailbox's own."""
    for word in _BREAKS.split(_OPAQUE.sub(" ", display)):
        candidate = word.strip("'`*")
        local, _, domain = candidate.rpartition("@")
        if local and "." in domain and candidate.lower() != address.lower():
            return True
    return False


def build_canonical_line(line: HeaderLine, name: str, address: str) -> HeaderLine:
    """The field with one mailbox, its display name quoted or encoded, so that every reader sees the same address."""
    return HeaderLine(line.name, headers.build_mailbox(line.name.decode("ascii").title(), name, address))


def _decode_name(name: str) -> str:
    try:
        return str(make_header(decode_header(name))) if "=?" in name else name
    except (HeaderParseError, UnicodeError, LookupError, ValueError):
        return name


def join_message(lines: Sequence[HeaderLine], rest: memoryview) -> bytes:
    """The complete message, ending with CRLF. `rest` is that of `split`."""
    return b"".join([*(line.raw for line in lines), rest, _get_missing_end(rest)])


def count_message_bytes(lines: Sequence[HeaderLine], rest: memoryview) -> int:
    return sum(len(line.raw) for line in lines) + len(rest) + len(_get_missing_end(rest))


def _get_missing_end(rest: memoryview) -> bytes:
    return b"" if bytes(rest[-2:]) == b"\r\n" else b"\r\n"
