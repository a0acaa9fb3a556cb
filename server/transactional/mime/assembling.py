"""Prepares a stored message for sending: tracked on request, signed, dots stuffed.

Work that is the same for all recipients is done once. A tracked message has a token in its body, and so a separate
signature for each recipient.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from server.delivery.bounces.reports import DELIVERY_ID
from server.delivery.dkim.signing import Signatures, Signer, canonicalize_header
from server.transactional.mime.lines import get_name, split_lines
from server.transactional.mime.tracking import TrackedMessage, add_tracking

# In this order; a name that occurs several times is signed as often, starting with the last one (RFC 6376, 5.4.2).
_SIGNED = (
    *("from", "to", "cc", "subject", "date", "message-id", "reply-to", "sender", "in-reply-to", "references"),
    *("mime-version", "content-type", "content-transfer-encoding"),
    *("list-id", "list-unsubscribe", "list-unsubscribe-post"),
)


@dataclass(slots=True)
class AssembledMessage:
    """A prepared message, complete except for its recipient."""

    links: Sequence[str]
    is_utf8: bool  # in its headers
    size: int
    _signers: Sequence[Signer]
    _tracked: TrackedMessage | None
    _mime: bytes
    _whole: bytes = field(default=b"", init=False)
    _signed_at: int = field(default=0, init=False)

    def fill(self, token: str, *, at: int) -> bytes:
        """The message as transmitted, without the final dot; signed at `at`, in seconds since 1970."""
        if self._tracked is not None:
            whole = self._sign_and_stuff_dots(self._tracked.fill(token), at)
        else:
            self.prepare(at=at)
            whole = self._whole
        # Unsigned, because it differs by recipient and proves nothing; a complaint identifies the recipient by it.
        return f"{DELIVERY_ID}: {token}\r\n".encode("ascii") + whole

    def prepare(self, *, at: int) -> None:
        if self._tracked is None and not self._whole:
            self._whole = self._sign_and_stuff_dots(self._mime, at)

    def _sign_and_stuff_dots(self, mime: bytes, at: int) -> bytes:
        head, body = split_halves(mime)
        signed = build_signature(head, body, self._signers, at=at)
        return (signed + head + b"\r\n" + body).replace(b"\r\n.", b"\r\n..")


def assemble(mime: bytes, *, signers: Sequence[Signer], origin: str, opens: bool, clicks: bool) -> AssembledMessage:
    """Tracked addresses start with `origin`."""
    followed = add_tracking(mime, origin=origin, opens=opens, clicks=clicks) if opens or clicks else None
    head, _ = split_halves(mime)
    return AssembledMessage(
        links=followed.links if followed else (),
        is_utf8=not head.isascii(),
        size=len(mime),
        _signers=signers,
        _tracked=followed,
        _mime=mime,
    )


def split_halves(mime: bytes) -> tuple[bytes, bytes]:
    """The header lines and the body, which ends with exactly one CRLF (RFC 6376, 3.4.3)."""
    head, separator, body = mime.partition(b"\r\n\r\n")
    return head + b"\r\n" if separator else mime, body.rstrip(b"\r\n") + b"\r\n"


def build_signature(head: bytes, body: bytes, signers: Sequence[Signer], *, at: int) -> bytes:
    """Returns the DKIM-Signature headers to put before the message. Empty without a signer."""
    if not signers:
        return b""
    lines = split_lines(head)
    names, canonical = [], []
    for wanted in _SIGNED:
        for line in reversed(lines):
            if get_name(line) == wanted:
                names.append(wanted)
                canonical.append(canonicalize_header(line) + b"\r\n")
    return Signatures(signers, names).lines(b"".join(canonical), body, at=at)
