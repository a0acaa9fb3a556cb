"""Previews of a message: its parts, with HTML and files at signed URLs on the pages origin for some minutes.

Both are a tenant's content: the HTML is shown in a sandboxed frame that can run and send nothing, and a file can only
be saved. A user who gets the URLs is logged as a reader first.
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import quote, unquote
from uuid import UUID

from django.conf import settings
from django.core import signing

from server.core.errors import NotFound
from server.transactional.mime.parts import MimePart, TooManyParts, iterate_parts
from server.transactional.services import bodies

PREFIX = "/preview/messages/"
FILES_PREFIX = f"{PREFIX}files/"
URL_LIFETIME_SECONDS = 15 * 60
_SALT = "transactional.preview"
_FILE_SALT = "transactional.preview.file"
MAX_NAME_CHARACTERS = 200
# Characters that file systems reject, or treat as a folder separator.
_UNNAMEABLE = re.compile(r"[\x00-\x1f\x7f/\\:]+")
MAX_TEXT_CHARACTERS = 200_000
MAX_PICTURE_BYTES = 5 * 1024 * 1024
MAX_INLINED_BYTES = 20 * 1024 * 1024  # of all pictures of a page, in base64, counted for each occurrence
_CONTENT_ID = re.compile(r"""cid:([^\s"'<>()\\]{1,250})""")
_PICTURE = re.compile(r"image/[a-z0-9.+-]{1,60}")


@dataclass(frozen=True, slots=True)
class PreviewFile:
    """An attachment with its size in bytes and download URL."""

    name: str
    type: str
    size: int
    url: str


@dataclass(frozen=True, slots=True)
class MessagePreview:
    """`html_url` is absolute, None if the message has no HTML."""

    html_url: str | None
    text: str
    files: Sequence[PreviewFile]


def build_preview(*, team_id: UUID, message_id: UUID) -> MessagePreview:
    message = _load_message(team_id, message_id)
    signed = signing.dumps({"t": str(team_id), "m": str(message_id)}, salt=_SALT)
    return MessagePreview(
        html_url=f"{settings.PAGES_ORIGIN}{PREFIX}{quote(signed, safe=':')}" if message.html is not None else None,
        text=message.text_of(message.plain)[:MAX_TEXT_CHARACTERS] if message.plain is not None else "",
        files=[
            PreviewFile(
                _get_file_name(part),
                part.kind,
                len(message.content_of(part)),
                _build_file_url(team_id, message_id, number),
            )
            for number, part in enumerate(message.files())
        ],
    )


def read_file(signed: str) -> tuple[str, bytes]:
    """The name and content of the file at a signed URL. Raises NotFound if forged or expired; BodyDeleted."""
    try:
        data = signing.loads(signed, salt=_FILE_SALT, max_age=URL_LIFETIME_SECONDS)
    except signing.BadSignature:
        raise NotFound from None
    message = _load_message(UUID(data["t"]), UUID(data["m"]))
    part = message.files()[data["n"]]
    return _get_file_name(part) or "attachment", message.content_of(part)


def _build_file_url(team_id: UUID, message_id: UUID, number: int) -> str:
    signed = signing.dumps({"t": str(team_id), "m": str(message_id), "n": number}, salt=_FILE_SALT)
    return f"{settings.PAGES_ORIGIN}{FILES_PREFIX}{quote(signed, safe=':')}"


def _get_file_name(part: MimePart) -> str:
    return _UNNAMEABLE.sub("_", part.name).strip()[:MAX_NAME_CHARACTERS]


def render_page(signed: str) -> str:
    """The HTML at a signed URL, with inlined pictures. Raises NotFound if forged or expired; BodyDeleted."""
    try:
        data = signing.loads(signed, salt=_SALT, max_age=URL_LIFETIME_SECONDS)
    except signing.BadSignature:
        raise NotFound from None
    message = _load_message(UUID(data["t"]), UUID(data["m"]))
    if message.html is None:
        raise NotFound
    text = _Pictures(message, MAX_INLINED_BYTES).put_into(message.text_of(message.html))
    # In a frame that can't navigate its parent, links open a new tab.
    return f'<base target="_blank">{text}'


@dataclass(frozen=True, slots=True)
class _Message:
    """A stored message and its parsed parts (mime/parts.py)."""

    mime: bytes
    parts: Sequence[MimePart]
    plain: MimePart | None
    html: MimePart | None

    def text_of(self, part: MimePart) -> str:
        return part.text(self.mime) or ""

    def content_of(self, part: MimePart) -> bytes:
        try:
            return part.content(self.mime)
        except (ValueError, LookupError):
            return self.mime[part.body : part.end]

    def files(self) -> list[MimePart]:
        """The parts that a reader can save: neither the displayed texts nor pictures in the HTML."""
        html = self.text_of(self.html) if self.html is not None else ""
        shown = {unquote(found[1]) for found in _CONTENT_ID.finditer(html)}
        return [
            part
            for part in self.parts
            if part is not self.plain
            and part is not self.html
            and (part.is_attachment or part.name or not part.kind.startswith("text/"))
            and not (part.content_id in shown and not part.is_attachment)
        ]


def _load_message(team_id: UUID, message_id: UUID) -> _Message:
    mime = bodies.open_body(team_id=team_id, message_id=message_id)
    parts: list[MimePart] = []
    with suppress(TooManyParts):  # shows the parts parsed so far
        parts.extend(iterate_parts(mime))
    return _Message(mime, parts, _find_part(parts, "text/plain"), _find_part(parts, "text/html"))


def _find_part(parts: Sequence[MimePart], kind: str) -> MimePart | None:
    return next((part for part in parts if part.kind == kind and not part.is_attachment), None)


@dataclass(slots=True)
class _Pictures:
    """The pictures of a message, inlined into its HTML as often as MAX_INLINED_BYTES allows."""

    message: _Message
    left: int
    _data_urls: dict[str, str] = field(default_factory=dict)

    def put_into(self, html: str) -> str:
        """The HTML; a picture beyond the limit keeps its `cid:` URL."""
        by_name = {part.content_id: part for part in self.message.parts if _PICTURE.fullmatch(part.kind)}
        return _CONTENT_ID.sub(lambda found: self._get_data_url(by_name.get(unquote(found[1]))) or found[0], html)

    def _get_data_url(self, part: MimePart | None) -> str:
        if part is None or not part.content_id or part.end - part.body > self.left:
            return ""
        address = self._data_urls.get(part.content_id)
        if address is None:
            raw = self.message.content_of(part)
            address = f"data:{part.kind};base64,{b64encode(raw).decode()}" if len(raw) <= MAX_PICTURE_BYTES else ""
            self._data_urls[part.content_id] = address
        if len(address) > self.left:
            return ""
        self.left -= len(address)
        return address
