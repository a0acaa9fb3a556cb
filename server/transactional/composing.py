"""Composes the MIME of messages that are submitted over HTTP.

mixed( alternative( text, related( html, inline... ) ), attachments... ), with only the required layers.
"""

import re
import secrets
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from server.delivery.mime import headers, quoted
from server.transactional.errors import ContentInvalid

_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]{1,63}/[a-z0-9!#$&^_.+-]{1,63}", re.IGNORECASE)
# Headers that callers can set; others are set by us or have a separate field.
_CUSTOM_HEADER = re.compile(r"x-[a-z0-9-]{1,60}", re.IGNORECASE)
ALLOWED_HEADERS = frozenset(
    {
        "in-reply-to",
        "references",
        "auto-submitted",
        "list-unsubscribe",
        "list-unsubscribe-post",
        "list-id",
        "importance",
    }
)
# Exceptions that only we set.
OWN_HEADERS = re.compile(
    r"x-(tag|template|template-data|idempotency-key|track|track-opens|track-clicks|schedule-at|data)|x-metadata-.+",
    re.IGNORECASE,
)
# Replaces composite types: these must not be in base64 (RFC 2046, 5.2.1), and readers would show an empty part. An .eml
# can still be saved and opened by its name.
PLAIN_BYTES = "application/octet-stream"
_LINE = 76
_BLOCK_BYTES = 57 * 1024  # of a file that is encoded at a time: 1,024 whole lines


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message; with a `content_id` it is shown within the HTML (`cid:`)."""

    name: str
    type: str
    content: bytes
    content_id: str = ""


@dataclass(frozen=True, slots=True)
class FilePart:
    """An encoded file. Created once for all messages of a batch."""

    raw: bytes
    is_inline: bool


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a message. `text` and `html` are already quoted-printable; None if missing."""

    from_name: str
    from_address: str
    subject: str
    to: Sequence[tuple[str, str]]
    cc: Sequence[tuple[str, str]] = ()
    reply_to: str = ""
    text: bytes | None = None
    html: bytes | None = None
    files: Sequence[FilePart] = ()
    headers: Mapping[str, str] = field(default_factory=dict)


def encode_text(text: str) -> bytes:
    return quoted.encode(text)


def compose(parts: Parts) -> bytes:
    """The message without Date and Message-ID. Raises ContentInvalid for a header that callers can't set."""
    head = [
        headers.build_mailbox("From", parts.from_name, parts.from_address),
        *build_address_header("To", parts.to),
        *build_address_header("Cc", parts.cc),
    ]
    if parts.reply_to:
        head.append(headers.build_mailbox("Reply-To", "", parts.reply_to))
    head.append(headers.build_unstructured("Subject", parts.subject))
    head += [_build_custom_header(name, value) for name, value in parts.headers.items()]
    head.append(b"MIME-Version: 1.0\r\n")
    return b"".join([*head, *_build_content_pieces(parts)])


def build_content(parts: Parts) -> bytes:
    """The content with its header fields, which must come last in the header."""
    return b"".join(_build_content_pieces(parts))


def _build_content_pieces(parts: Parts) -> list[bytes]:
    """The pieces of the content. They are joined only once, because each copy of a large file takes its size again."""
    inline = [[each.raw] for each in parts.files if each.is_inline]
    files = [[each.raw] for each in parts.files if not each.is_inline]
    html = None if parts.html is None else _build_text_part("html", parts.html)
    if html is not None and inline:
        html = _build_multipart("related", [html, *inline])
    text = None if parts.text is None else _build_text_part("plain", parts.text)
    bodies = [part for part in (text, html) if part is not None]
    body = (
        bodies[0]
        if len(bodies) == 1
        else _build_multipart("alternative", bodies)
        if bodies
        else _build_text_part("plain", b"")
    )
    return _build_multipart("mixed", [body, *files]) if files else body


def _build_text_part(kind: str, content: bytes) -> list[bytes]:
    head = f"Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    return [head.encode(), content, b"\r\n"]


def _build_multipart(kind: str, parts: Sequence[Sequence[bytes]]) -> list[bytes]:
    # `=_` can't occur in quoted-printable or base64, so it is in no part.
    boundary = f"=_{secrets.token_hex(12)}"
    head = f'Content-Type: multipart/{kind};\r\n boundary="{boundary}"\r\n\r\n'
    mark = f"--{boundary}".encode()
    pieces = [piece for part in parts for piece in (mark, b"\r\n", *part, b"\r\n")]
    return [head.encode(), *pieces, mark, b"--\r\n"]


def encode_file(attachment: Attachment) -> FilePart:
    """A file in base64 with its header. Raises ContentInvalid for an invalid type."""
    if not _TYPE.fullmatch(attachment.type):
        raise ContentInvalid(payload={"cause": "attachmentType", "name": attachment.name[:100]})
    is_composite = attachment.type.lower().startswith(("multipart/", "message/"))
    kind = PLAIN_BYTES if is_composite else attachment.type
    how = "inline" if attachment.content_id else "attachment"
    lines = [
        f"Content-Type: {kind}\r\n".encode(),
        b"Content-Transfer-Encoding: base64\r\n",
        f"Content-Disposition: {how}".encode() + _build_filename_parameter(attachment.name) + b"\r\n",
    ]
    if attachment.content_id:
        lines.append(f"Content-ID: <{attachment.content_id}>\r\n".encode())
    blocks = range(0, len(attachment.content), _BLOCK_BYTES)
    body = b"\r\n".join(_encode_base64(attachment.content[start : start + _BLOCK_BYTES]) for start in blocks)
    lines += [b"\r\n", body]
    return FilePart(b"".join(lines), is_inline=bool(attachment.content_id))


def _encode_base64(block: bytes) -> bytes:
    raw = b64encode(block)
    return b"\r\n".join(raw[start : start + _LINE] for start in range(0, len(raw), _LINE))


def _build_filename_parameter(name: str) -> bytes:
    """The file name as a parameter (RFC 2231), protected against injection."""
    safe = headers.neutralize(name).replace("/", "_").replace("\\", "_").strip() or "attachment"
    if safe.isascii() and re.fullmatch(r"[A-Za-z0-9 ._()\-+]+", safe) and len(safe) < 60:
        return f';\r\n filename="{safe}"'.encode()
    raw = safe.encode()
    pieces = ["".join(f"%{byte:02X}" for byte in raw[at : at + 20]) for at in range(0, len(raw), 20)]
    if len(pieces) == 1:
        return f";\r\n filename*=utf-8''{pieces[0]}".encode()
    rest = "".join(f";\r\n filename*{number}*={piece}" for number, piece in enumerate(pieces[1:], 1))
    return f";\r\n filename*0*=utf-8''{pieces[0]}{rest}".encode()


def build_address_header(name: str, people: Sequence[tuple[str, str]]) -> list[bytes]:
    lines = [headers.build_mailbox(name, display, address).removesuffix(b"\r\n") for display, address in people]
    if not lines:
        return []
    start = len(name) + 1
    return [b",\r\n".join([lines[0], *(b" " + line[start:].lstrip() for line in lines[1:])]) + b"\r\n"]


def _build_custom_header(name: str, value: str) -> bytes:
    allowed = _CUSTOM_HEADER.fullmatch(name) or name.lower() in ALLOWED_HEADERS
    if not allowed or OWN_HEADERS.fullmatch(name):
        raise ContentInvalid(payload={"cause": "headerNotAllowed", "header": name[:80]})
    return headers.build_unstructured(name, value)
