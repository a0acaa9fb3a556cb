"""Emails stored by the sink of a local start, with the URLs that a reader would open."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html import unescape
from pathlib import Path

from server.delivery import keys
from server.delivery.tracking.bots import HIDDEN_LINK

_HIDDEN = f"/c/{HIDDEN_LINK}/"
_ADDRESS = re.compile(r'(?:href|src)="(https?://[^"]+)"')


@dataclass(frozen=True, slots=True)
class StoredEmail:
    """One recipient's email. URLs are complete, as in the email."""

    path: Path
    recipient: str
    mailing_id: int
    pixel: str
    links: Sequence[str]
    unsubscribe: str


def list_stored_emails(folder: Path, *, mailing_id: int, passed_over: set[str]) -> Iterator[StoredEmail]:
    """The stored emails of a mailing, oldest first. Adds the file names of other emails to `passed_over`."""
    for path in sorted(folder.glob("*.eml")):
        if path.name in passed_over:
            continue
        mail = _read(path)
        if mail is not None and mail.mailing_id == mailing_id:
            yield mail
        else:
            passed_over.add(path.name)


def _read(path: Path) -> StoredEmail | None:
    head, _, data = path.read_bytes().partition(b"\r\n")
    _, recipient = json.loads(head.removeprefix(b"X-Envelope: "))
    message = message_from_bytes(data, policy=default)
    unsubscribe = str(message.get("List-Unsubscribe", "")).strip("<> ")
    token = keys.get_key_ring().read(unsubscribe.rpartition("/")[2])
    if token is None:
        return None
    html = _get_html(message)
    addresses = list(dict.fromkeys(unescape(found) for found in _ADDRESS.findall(html)))
    pixel = next((address for address in addresses if "/o/" in address), "")
    links = [address for address in addresses if "/c/" in address and _HIDDEN not in address]
    return StoredEmail(path, recipient, token.mailing_id, pixel, links, unsubscribe)


def _get_html(message: EmailMessage) -> str:
    part = message.get_body(("html",))
    return str(part.get_content()) if part is not None else ""
