"""What a connection hands to a relay, and the queue that it comes from."""

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from server.delivery.smtp.replies import Outcome

Entry = TypeVar("Entry")


@dataclass(slots=True)  # not frozen: one is made for each message
class Envelope(Generic[Entry]):
    """One message to one recipient, made of a queue's entry.

    Addresses are without brackets; `data` has CRLF lines, none starting with a dot. `is_8bit`: it has octets above 127
    (RFC 6152); `is_utf8`: in its headers or addresses, too (RFC 6531), so that a relay without SMTPUTF8 gets none of
    it. Addresses of any other are ASCII.
    """

    entry: Entry
    sender: str
    recipient: str
    data: bytes
    is_8bit: bool = False
    is_utf8: bool = False

    def commands(self, parameters: str = "") -> bytes:
        """MAIL, RCPT and DATA in one group."""
        mail = f"MAIL FROM:<{self.sender}>{parameters}\r\nRCPT TO:<{self.recipient}>\r\nDATA\r\n"
        return mail.encode("utf-8")


class EnvelopeQueue(Protocol[Entry]):
    """Where a connection gets its envelopes, and where it reports what became of each."""

    def next(self) -> Envelope[Entry] | None:
        """The next envelope, or None when there is none for now."""

    def complete(self, envelope: Envelope[Entry], outcome: Outcome) -> None:
        """Reports the outcome of an envelope. Called once for each that `next` returned."""
