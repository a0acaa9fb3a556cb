"""The messages that a connection sends to a relay, and their queue."""

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from server.delivery.smtp.replies import ReplyOutcome

Entry = TypeVar("Entry")


@dataclass(slots=True)  # not frozen: one is created for each message
class Envelope(Generic[Entry]):
    """One message to one recipient, built from a queue entry.

    Addresses are without brackets; `data` has CRLF lines, none starting with a dot. `is_8bit`: it has octets above 127
    (RFC 6152). `is_utf8`: it has them in headers or addresses, too (RFC 6531), so a relay without SMTPUTF8 can't get
    it. Otherwise the addresses are ASCII.
    """

    entry: Entry
    sender: str
    recipient: str
    data: bytes
    is_8bit: bool = False
    is_utf8: bool = False

    def commands(self, parameters: str = "") -> bytes:
        mail = f"MAIL FROM:<{self.sender}>{parameters}\r\nRCPT TO:<{self.recipient}>\r\nDATA\r\n"
        return mail.encode("utf-8")


class EnvelopeQueue(Protocol[Entry]):
    """Provides the envelopes of a connection, and receives their outcomes."""

    def next(self) -> Envelope[Entry] | None:
        """The next envelope, or None when there is none for now."""

    def complete(self, envelope: Envelope[Entry], outcome: ReplyOutcome) -> None:
        """Reports the outcome of an envelope. Called once for each that `next` returned."""
