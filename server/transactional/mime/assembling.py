"""A stored message made ready for the wire: followed where that was asked for, signed, its dots stuffed.

What is the same for all recipients is made once. One that is followed has a token in its body, and so a signature, of
its own for each recipient.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from server.delivery.bounces.reports import DELIVERY_ID
from server.delivery.dkim.signing import Signatures, Signer, relaxed
from server.transactional.mime.following import Followed, follow
from server.transactional.mime.lines import lines_of, name_of

# In this order; a name that occurs more often is signed as often, from the last one up (RFC 6376, 5.4.2).
_SIGNED = (
    *("from", "to", "cc", "subject", "date", "message-id", "reply-to", "sender", "in-reply-to", "references"),
    *("mime-version", "content-type", "content-transfer-encoding"),
    *("list-id", "list-unsubscribe", "list-unsubscribe-post"),
)


@dataclass(slots=True)
class Assembled:
    """A message that only wants its recipient."""

    links: Sequence[str]
    is_utf8: bool  # in its headers
    size: int
    _signers: Sequence[Signer]
    _followed: Followed | None
    _mime: bytes
    _whole: bytes = field(default=b"", init=False)
    _signed_at: int = field(default=0, init=False)

    def fill(self, token: str, *, at: int) -> bytes:
        """The message as it goes over the wire, without the last dot; signed at `at`, in seconds since 1970."""
        if self._followed is not None:
            whole = self._wired(self._followed.fill(token), at)
        else:
            self.prepare(at=at)
            whole = self._whole
        # Unsigned, for it differs and proves nothing: by it a complaint tells whom it is about.
        return f"{DELIVERY_ID}: {token}\r\n".encode("ascii") + whole

    def prepare(self, *, at: int) -> None:
        """Signs now what is the same for all recipients."""
        if self._followed is None and not self._whole:
            self._whole = self._wired(self._mime, at)

    def _wired(self, mime: bytes, at: int) -> bytes:
        head, body = halves(mime)
        signed = signature(head, body, self._signers, at=at)
        return (signed + head + b"\r\n" + body).replace(b"\r\n.", b"\r\n..")


def assemble(mime: bytes, *, signers: Sequence[Signer], origin: str, opens: bool, clicks: bool) -> Assembled:
    """The message, ready. `origin` is what its tracked addresses begin with."""
    followed = follow(mime, origin=origin, opens=opens, clicks=clicks) if opens or clicks else None
    head, _ = halves(mime)
    return Assembled(
        links=followed.links if followed else (),
        is_utf8=not head.isascii(),
        size=len(mime),
        _signers=signers,
        _followed=followed,
        _mime=mime,
    )


def halves(mime: bytes) -> tuple[bytes, bytes]:
    """The header lines and the body, which ends with exactly one CRLF (RFC 6376, 3.4.3)."""
    head, separator, body = mime.partition(b"\r\n\r\n")
    return head + b"\r\n" if separator else mime, body.rstrip(b"\r\n") + b"\r\n"


def signature(head: bytes, body: bytes, signers: Sequence[Signer], *, at: int) -> bytes:
    """The DKIM-Signature headers to stand before the message; none without a signer."""
    if not signers:
        return b""
    lines = lines_of(head)
    names, canonical = [], []
    for wanted in _SIGNED:
        for line in reversed(lines):
            if name_of(line) == wanted:
                names.append(wanted)
                canonical.append(relaxed(line) + b"\r\n")
    return Signatures(signers, names).lines(b"".join(canonical), body, at=at)
