"""What a reader of a message sees: its parts, its HTML and its files at signed addresses of the pages' origin for
minutes.

Both are a tenant's: the HTML is shown in a sandboxed frame, where nothing runs and nothing is sent, and a file is only
ever saved. Who was given the addresses was noted as its reader.
"""

import email
import email.policy
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage, Message, MIMEPart
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.core import signing

from server.core.errors import NotFound
from server.transactional.services import bodies

PREFIX = "/preview/messages/"
FILES_PREFIX = f"{PREFIX}files/"
ADDRESS_SECONDS = 15 * 60
_SALT = "transactional.preview"
_FILE_SALT = "transactional.preview.file"
LONGEST_NAME = 200
# What no file system takes, or takes for a folder.
_UNNAMEABLE = re.compile(r"[\x00-\x1f\x7f/\\:]+")
MOST_TEXT = 200_000
MOST_INLINE_BYTES = 5 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class File:
    """An attachment, how many bytes it has, and where it is saved from."""

    name: str
    type: str
    size: int
    url: str


@dataclass(frozen=True, slots=True)
class Preview:
    """`html_url` is absolute, None where the message has no HTML."""

    html_url: str | None
    text: str
    files: Sequence[File]


def preview(*, team_id: UUID, message_id: UUID) -> Preview:
    """What the message shows. Raises BodyGone."""
    message = _parsed(bodies.opened(team_id=team_id, message_id=message_id))
    text = message.get_body(preferencelist=("plain",))
    html = message.get_body(preferencelist=("html",))
    signed = signing.dumps({"t": str(team_id), "m": str(message_id)}, salt=_SALT)
    return Preview(
        html_url=f"{settings.PAGES_ORIGIN}{PREFIX}{quote(signed, safe=':')}" if html is not None else None,
        text=_content(text)[:MOST_TEXT] if text is not None else "",
        files=[
            File(_name(part), part.get_content_type(), len(_raw(part)), _file_url(team_id, message_id, number))
            for number, part in enumerate(message.iter_attachments())
        ],
    )


def file(signed: str) -> tuple[str, bytes]:
    """The name and content of the file behind a signed address. Raises NotFound when forged or too old; BodyGone."""
    try:
        data = signing.loads(signed, salt=_FILE_SALT, max_age=ADDRESS_SECONDS)
    except signing.BadSignature:
        raise NotFound from None
    message = _parsed(bodies.opened(team_id=UUID(data["t"]), message_id=UUID(data["m"])))
    part = list(message.iter_attachments())[data["n"]]
    return _name(part) or "attachment", _raw(part)


def _file_url(team_id: UUID, message_id: UUID, number: int) -> str:
    signed = signing.dumps({"t": str(team_id), "m": str(message_id), "n": number}, salt=_FILE_SALT)
    return f"{settings.PAGES_ORIGIN}{FILES_PREFIX}{quote(signed, safe=':')}"


def _name(part: MIMEPart) -> str:
    return _UNNAMEABLE.sub("_", part.get_filename() or "").strip()[:LONGEST_NAME]


def _raw(part: MIMEPart) -> bytes:
    raw = part.get_payload(decode=True)
    if isinstance(raw, bytes):
        return raw
    # A mail within the mail is no bytes yet.
    inner = part.get_payload()
    return b"".join(each.as_bytes() for each in inner if isinstance(each, Message)) if isinstance(inner, list) else b""


def page(signed: str) -> str:
    """The HTML behind a signed address, its own pictures within. Raises NotFound when forged or too old; BodyGone."""
    try:
        data = signing.loads(signed, salt=_SALT, max_age=ADDRESS_SECONDS)
    except signing.BadSignature:
        raise NotFound from None
    message = _parsed(bodies.opened(team_id=UUID(data["t"]), message_id=UUID(data["m"])))
    html = message.get_body(preferencelist=("html",))
    if html is None:
        raise NotFound
    text = _content(html)
    for part in message.walk():
        name = (part.get("Content-ID") or "").strip("<> ")
        if name and part.get_content_maintype() == "image":
            raw = part.get_payload(decode=True)
            if isinstance(raw, bytes) and len(raw) <= MOST_INLINE_BYTES:
                text = text.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{b64encode(raw).decode()}")
    # In a frame without rights to navigate its parent, links open a tab of their own.
    return f'<base target="_blank">{text}'


def _parsed(mime: bytes) -> EmailMessage:
    return email.message_from_bytes(mime, policy=email.policy.default)


def _content(part: MIMEPart) -> str:
    raw = part.get_payload(decode=True)
    charset = part.get_content_charset("utf-8")
    try:
        return raw.decode(charset, "replace") if isinstance(raw, bytes) else ""
    except LookupError:
        return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else ""
