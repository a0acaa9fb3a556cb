"""A complete message: headers, two parts, and one program that fills them for a recipient.

The format is multipart/alternative with quoted-printable parts (RFC 2046, 5.1.4). Python's email package is not used:
it takes half of the time of a naive sender, and in this Python version it decodes encoded-words back into headers.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from server.delivery.compiling import CompiledEmail
from server.delivery.dkim.signing import Signatures, Signer, canonicalize_header
from server.delivery.errors import HeaderUnsafe
from server.delivery.mime import headers
from server.delivery.mime.filling import FillProgram, fill_text
from server.delivery.tags.budget import Budget
from server.delivery.tags.tree import Text


@dataclass(frozen=True, slots=True)
class Identity:
    """The sender of an email, and related addresses. All texts were checked by `check`."""

    from_name: str
    from_address: str
    message_host: str  # the right side of the Message-ID
    origin: str  # the start of tracked addresses, without a trailing slash
    feedback_id: str = ""  # parts joined by colons: mailing, team, stream, sender
    reply_to: str = ""
    unsubscribes: bool = True

    def check(self) -> "Identity":
        """Returns itself. Raises HeaderUnsafe if a text could break a header."""
        headers.check_value("fromName", self.from_name)
        for field, address in (("from", self.from_address), ("replyTo", self.reply_to)):
            if address and not headers.is_address(address):
                raise HeaderUnsafe.of(field)
        headers.check_value("feedbackId", self.feedback_id)
        return self


@dataclass(frozen=True, slots=True)
class Stamp:
    """The time of a message; created once a second and shared."""

    line: bytes  # the Date header
    seconds: int  # since 1970
    canonical: bytes  # the header in its signed form, with its CRLF

    @classmethod
    def of(cls, moment: datetime) -> "Stamp":
        """`moment` is an aware time in UTC."""
        line = headers.build_date(moment)
        return cls(line, int(moment.timestamp()), canonicalize_header(line) + b"\r\n")


class MessageProgram:
    """Fills a compiled document and its headers, and signs it with each signer. One per mailing and process."""

    def __init__(self, compiled: CompiledEmail, identity: Identity, signers: Sequence[Signer] = ()) -> None:
        identity.check()
        digest = hashlib.sha256(repr(compiled.to_data()).encode()).hexdigest()
        boundary = f"=_{digest[:24]}"  # `=_` can't occur in quoted-printable, so it is in no part
        self._subject = compiled.subject
        self._static_subject = self._render_static_subject()
        self._signed_static = canonicalize_header(self._static_subject) if self._static_subject else None
        self._text = FillProgram(compiled.text, identity.origin)
        self._html = FillProgram(compiled.html, identity.origin)
        self._fixed = _build_fixed_headers(identity, boundary)
        self._open_text = _build_part_head(boundary, "plain")
        self._open_html = b"\r\n" + _build_part_head(boundary, "html")
        self._close = f"\r\n--{boundary}--\r\n".encode("ascii")
        self._message_host = f"@{identity.message_host}>\r\n".encode("ascii")
        self._unsubscribe = f"<{identity.origin}/u/".encode("ascii") if identity.unsubscribes else b""
        names = [
            *map(_get_header_name, self._fixed),
            *_VARIABLE_HEADERS,
            *(_UNSUBSCRIBE_HEADERS if identity.unsubscribes else ()),
        ]
        self._signatures = Signatures(signers, names) if signers else None
        self._signed_fixed = b"".join(canonicalize_header(line) + b"\r\n" for line in self._fixed)
        self._head = b"".join(self._fixed)

    def _render_static_subject(self) -> bytes | None:
        if all(isinstance(node, Text) for node in self._subject):
            return headers.build_unstructured("Subject", fill_text(self._subject, {}))
        return None

    def fill(self, *, address: str, token: str, fields: Mapping[str, Any], stamp: Stamp) -> bytes:
        """The message for one recipient, in the transmitted form without the final dot.

        `address` is a result of `headers.encode_address`. Raises DocumentTooLarge when the recipient's fields make it
        larger, or more work, than a message can be.
        """
        budget = Budget()
        mark = token.encode("ascii")
        to = address.encode("ascii")
        subject = self._static_subject or headers.build_unstructured(
            "Subject", fill_text(self._subject, fields, budget)
        )
        head = [self._head, b"To: <", to, b">\r\n", subject, b"Message-ID: <", mark, self._message_host, stamp.line]
        if self._unsubscribe:
            head += [b"List-Unsubscribe:\r\n ", self._unsubscribe, mark, b">\r\n", _ONE_CLICK]
        body = [self._open_text, *self._text.fill(fields, mark, budget), self._open_html]
        body += self._html.fill(fields, mark, budget)
        body.append(self._close)
        if self._signatures is None:
            return b"".join([*head, b"\r\n", *body])
        signed_subject = self._signed_static or canonicalize_header(subject)
        signed = [self._signed_fixed, b"to:<", to, b">\r\n", signed_subject, b"\r\nmessage-id:<", mark]
        signed += [self._message_host, stamp.canonical]
        if self._unsubscribe:
            signed += [b"list-unsubscribe:", self._unsubscribe, mark, b">\r\n", _SIGNED_ONE_CLICK]
        whole = b"".join(body)
        signatures = self._signatures.lines(b"".join(signed), whole, at=stamp.seconds)
        return b"".join([signatures, *head, b"\r\n", whole])


_VARIABLE_HEADERS = ("to", "subject", "message-id", "date")
_UNSUBSCRIBE_HEADERS = ("list-unsubscribe", "list-unsubscribe-post")
_ONE_CLICK = b"List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
_SIGNED_ONE_CLICK = canonicalize_header(_ONE_CLICK) + b"\r\n"


def _get_header_name(line: bytes) -> str:
    return line.partition(b":")[0].decode("ascii").lower()


def _build_fixed_headers(identity: Identity, boundary: str) -> list[bytes]:
    lines = [
        headers.build_mailbox("From", identity.from_name, identity.from_address),
        b"MIME-Version: 1.0\r\n",
        f'Content-Type: multipart/alternative;\r\n boundary="{boundary}"\r\n'.encode("ascii"),
    ]
    if identity.reply_to:
        lines.append(headers.build_mailbox("Reply-To", "", identity.reply_to))
    if identity.feedback_id:
        lines.append(headers.fold("Feedback-ID", identity.feedback_id))
    return lines


def _build_part_head(boundary: str, kind: str) -> bytes:
    return (
        f"--{boundary}\r\nContent-Type: text/{kind}; charset=utf-8\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    ).encode("ascii")
