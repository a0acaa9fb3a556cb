"""Adds tracking to a customer's message: a pixel and numbered links in its HTML part.

Only the bytes of that part change, and the two header lines about its encoding; everything else is preserved. A message
signed or encrypted by its author is not changed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from server.delivery.content.links import MAX_LINKS, rewrite_addresses
from server.delivery.mime import quoted
from server.transactional.mime.lines import get_name, split_lines
from server.transactional.mime.parts import MimePart, TooManyParts, iterate_parts

# Longer HTML is no email that a person reads, and would delay other messages.
MAX_HTML_BYTES = 2 << 20
_CLOSES = re.compile(r"</body\s*>", re.IGNORECASE)
_UNTOUCHABLE = frozenset({"multipart/signed", "multipart/encrypted", "application/pkcs7-mime"})
HTML_HEADERS = b"Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n"


@dataclass(frozen=True, slots=True)
class TrackedMessage:
    """A message with placeholders for its recipient's token. `links` are the targets of the numbers from 1."""

    runs: Sequence[bytes]
    links: Sequence[str]

    def fill(self, token: str) -> bytes:
        return (token.encode("ascii") + quoted.SOFT_BREAK).join(self.runs)


def add_tracking(mime: bytes, *, origin: str, opens: bool, clicks: bool) -> TrackedMessage | None:
    """The message with tracking in its first HTML part; None without a part that can be changed.

    `origin` is the start of tracked addresses, without a trailing slash.
    """
    try:
        part = next((part for part in iterate_parts(mime, untouched=_UNTOUCHABLE) if _is_html(part)), None)
    except TooManyParts:
        return None
    if part is None or part.end - part.body > MAX_HTML_BYTES:
        return None
    text = part.text(mime)
    if text is None:
        return None
    mark = f"x{uuid4().hex}x"
    links: list[str] = []
    if clicks:
        text = _track_links(text, f"{origin}/c/", mark, links)
    if opens:
        text = _add_pixel(text, f"{origin}/o/{mark}.gif")
    if mark not in text:
        return None
    runs = [quoted.encode(run) for run in text.split(mark)]
    kept = b"".join(line for line in split_lines(mime[part.start : part.body]) if not _is_about_encoding(line))
    # The blank line that ends the headers is the last of the kept lines.
    runs[0] = mime[: part.start] + kept.removesuffix(b"\r\n") + HTML_HEADERS + b"\r\n" + runs[0]
    rest = mime[part.end :]
    runs[-1] = runs[-1] + rest if rest else runs[-1].removesuffix(quoted.SOFT_BREAK) + b"\r\n"
    return TrackedMessage(runs, links)


def _is_html(part: MimePart) -> bool:
    return part.kind == "text/html" and not part.is_attachment


def _track_links(text: str, prefix: str, mark: str, links: list[str]) -> str:
    numbers: dict[str, int] = {}

    def tracked(address: str) -> str:
        target = "".join(address.split())
        if not target.lower().startswith(("http://", "https://")) or (
            target not in numbers and len(numbers) >= MAX_LINKS
        ):
            return address
        number = numbers.setdefault(target, len(numbers) + 1)
        return f"{prefix}{number}/{mark}"

    changed = rewrite_addresses(text, tracked)
    links += numbers
    return changed


def _add_pixel(text: str, address: str) -> str:
    pixel = f'<img src="{address}" width="1" height="1" alt="" style="display:block;border:0;width:1px;height:1px">'
    ends = list(_CLOSES.finditer(text))
    at = ends[-1].start() if ends else len(text)
    return f"{text[:at]}{pixel}{text[at:]}"


def _is_about_encoding(line: bytes) -> bool:
    return get_name(line) in ("content-type", "content-transfer-encoding")
