"""What a reader of a message sees: its parts, and its HTML at a signed address of the pages' origin for minutes.

The HTML is a tenant's: it is shown in a sandboxed frame, where nothing runs and nothing is sent.
"""

import email
import email.policy
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage, MIMEPart
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.core import signing

from server.core.errors import NotFound
from server.transactional.services import bodies

PREFIX = "/preview/messages/"
ADDRESS_SECONDS = 15 * 60
_SALT = "transactional.preview"
MOST_TEXT = 200_000
MOST_INLINE_BYTES = 5 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class File:
    """An attachment, and how many bytes it has."""

    name: str
    type: str
    size: int


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
            File(part.get_filename() or "", part.get_content_type(), len(part.get_payload(decode=True) or b""))
            for part in message.iter_attachments()
        ],
    )


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
