"""The mail that the sink of a local start kept, and the addresses in it that a reader would follow."""

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
from server.delivery.tracking.machines import HIDDEN_LINK

_HIDDEN = f"/c/{HIDDEN_LINK}/"
_ADDRESS = re.compile(r'(?:href|src)="(https?://[^"]+)"')


@dataclass(frozen=True, slots=True)
class KeptMail:
    """A mail of one recipient. Addresses are whole, as they stand in it."""

    path: Path
    recipient: str
    mailing_id: int
    pixel: str
    links: Sequence[str]
    unsubscribe: str


def kept_mail(folder: Path, *, mailing_id: int, passed_over: set[str]) -> Iterator[KeptMail]:
    """The kept mails of a mailing, oldest first. The names of others are added to those not to be read again."""
    for path in sorted(folder.glob("*.eml")):
        if path.name in passed_over:
            continue
        mail = _read(path)
        if mail is not None and mail.mailing_id == mailing_id:
            yield mail
        else:
            passed_over.add(path.name)


def _read(path: Path) -> KeptMail | None:
    head, _, data = path.read_bytes().partition(b"\r\n")
    _, recipient = json.loads(head.removeprefix(b"X-Envelope: "))
    message = message_from_bytes(data, policy=default)
    unsubscribe = str(message.get("List-Unsubscribe", "")).strip("<> ")
    token = keys.ring().read(unsubscribe.rpartition("/")[2])
    if token is None:
        return None
    html = _html_of(message)
    addresses = list(dict.fromkeys(unescape(found) for found in _ADDRESS.findall(html)))
    pixel = next((address for address in addresses if "/o/" in address), "")
    links = [address for address in addresses if "/c/" in address and _HIDDEN not in address]
    return KeptMail(path, recipient, token.mailing_id, pixel, links, unsubscribe)


def _html_of(message: EmailMessage) -> str:
    part = message.get_body(("html",))
    return str(part.get_content()) if part is not None else ""
