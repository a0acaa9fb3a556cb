"""A whole message: headers, two parts, one program that fills them for a recipient.

multipart/alternative with quoted-printable parts (RFC 2046, 5.1.4). Nothing of Python's email package is used: it is
half of the cost of a naive sender, and on this version of Python it decodes encoded-words back into headers.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from server.delivery.compiling import Compiled
from server.delivery.errors import HeaderUnsafe
from server.delivery.mime import headers
from server.delivery.mime.filling import Program, fill_text
from server.delivery.tags.tree import Text


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a mail is from, and the addresses around it. Every text was checked by `check`."""

    from_name: str
    from_address: str
    message_host: str  # the right side of the Message-ID
    origin: str  # the pages origin, without a slash at its end
    feedback_id: str = ""  # parts joined by colons: mailing, team, stream, sender
    reply_to: str = ""
    unsubscribes: bool = True

    def check(self) -> "Identity":
        """Itself, when nothing in it can break a header. Raises HeaderUnsafe."""
        headers.check("fromName", self.from_name)
        for field, address in (("from", self.from_address), ("replyTo", self.reply_to)):
            if address and not headers.is_address(address):
                raise HeaderUnsafe.of(field)
        headers.check("feedbackId", self.feedback_id)
        return self


class MessageProgram:
    """Fills a compiled document and its headers. One per mailing and process."""

    def __init__(self, compiled: Compiled, identity: Identity) -> None:
        identity.check()
        digest = hashlib.sha256(repr(compiled.to_data()).encode()).hexdigest()
        boundary = f"=_{digest[:24]}"  # `=_` can't come out of quoted-printable, so it never stands in a part
        self._subject = compiled.subject
        self._static_subject = self._subject_when_static()
        self._text = Program(compiled.text)
        self._html = Program(compiled.html)
        self._identity = identity
        self._fixed = _fixed_headers(identity, boundary)
        self._open_text = _part_head(boundary, "plain")
        self._open_html = b"\r\n" + _part_head(boundary, "html")
        self._close = f"\r\n--{boundary}--\r\n".encode("ascii")
        self._unsubscribe = f"List-Unsubscribe:\r\n <{identity.origin}/u/".encode("ascii")

    def _subject_when_static(self) -> bytes | None:
        if all(isinstance(node, Text) for node in self._subject):
            return headers.unstructured("Subject", fill_text(self._subject, {}))
        return None

    def fill(self, *, address: str, token: str, fields: Mapping[str, Any], date: bytes) -> bytes:
        """The message for one recipient, as it goes over the wire without the last dot.

        `address` is one that `headers.wire_address` gave, `date` a line that `headers.date` gave.
        """
        mark = token.encode("ascii")
        head = [
            self._fixed,
            f"To: <{address}>\r\n".encode("ascii"),
            self._static_subject or headers.unstructured("Subject", fill_text(self._subject, fields)),
            b"Message-ID: <" + mark + b"@" + self._identity.message_host.encode("ascii") + b">\r\n",
            date,
        ]
        if self._identity.unsubscribes:
            head += [self._unsubscribe, mark, b">\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"]
        head += [b"\r\n", self._open_text]
        head += self._text.fill(fields, mark)
        head.append(self._open_html)
        head += self._html.fill(fields, mark)
        head.append(self._close)
        return b"".join(head)


def _fixed_headers(identity: Identity, boundary: str) -> bytes:
    lines = [
        b"MIME-Version: 1.0\r\n",
        f'Content-Type: multipart/alternative;\r\n boundary="{boundary}"\r\n'.encode("ascii"),
        headers.mailbox("From", identity.from_name, identity.from_address),
    ]
    if identity.reply_to:
        lines.append(headers.mailbox("Reply-To", "", identity.reply_to))
    if identity.feedback_id:
        lines.append(headers.fold("Feedback-ID", identity.feedback_id))
    return b"".join(lines)


def _part_head(boundary: str, kind: str) -> bytes:
    return (
        f"--{boundary}\r\nContent-Type: text/{kind}; charset=utf-8\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    ).encode("ascii")


def date_line(moment: datetime) -> bytes:
    """The Date line, to be made once a second and shared."""
    return headers.date(moment)
