"""The queue of one relay pool: a process offers entries, connections pull envelopes and complete them.

An envelope is built when a connection pulls it, so that memory does not grow with the queue.
"""

from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from server.delivery.errors import DocumentTooLarge
from server.delivery.relaying.destination_throttle import DestinationThrottle
from server.delivery.relaying.priority_queue import Prioritized, PriorityQueue
from server.delivery.smtp.envelopes import Envelope
from server.delivery.smtp.replies import BounceClass, ReplyOutcome, SendResult

MAX_ATTEMPTS = 5  # connections that can break before a message's body before it waits for a later batch
BROKEN = ReplyOutcome(
    SendResult.RETRY, 421, "4.4.2", BounceClass.SOFT, "The connection broke before the message was sent"
)
BAD_ADDRESS = ReplyOutcome(SendResult.FAILED, 553, "5.1.3", BounceClass.HARD, "This address cannot receive email")
UNREADABLE = ReplyOutcome(
    SendResult.FAILED, 554, "5.3.0", BounceClass.SOFT, "The content of the email cannot be decrypted"
)
# No hard bounce: the address is not the cause.
TOO_LARGE = ReplyOutcome(SendResult.FAILED, 552, "5.3.4", BounceClass.SENDER, "Merge tags made this message too large")


class Deliverable(Prioritized, Protocol):
    """An entry. `attempts` counts connections that broke before its body."""

    attempts: int


Entry = TypeVar("Entry", bound=Deliverable)


class QueueOwner(Protocol[Entry]):
    """The process that owns the entries in the queue."""

    def start(self, entry: Entry) -> Envelope[Entry] | ReplyOutcome:
        """Starts an entry on a connection: returns its envelope, or its outcome if it can't be sent.

        Raises DocumentTooLarge if building it exceeds its budget (TOO_LARGE).
        """

    def may_offer_again(self, entry: Entry) -> bool:
        """Whether an unsent entry goes back into the queue."""

    def complete(self, entry: Entry, outcome: ReplyOutcome) -> None:
        """Records the outcome of a started entry. Called once for each, with UNTOUCHED if it doesn't go back."""


class DeliveryQueue(Generic[Entry]):
    """Entries that wait for one relay pool."""

    def __init__(self, owner: QueueOwner[Entry], throttle: DestinationThrottle) -> None:
        self.throttle, self.sent = throttle, 0
        self._owner = owner
        self._waiting = PriorityQueue[Entry](throttle)

    def offer(self, entry: Entry) -> None:
        self._waiting.offer(entry)

    def next(self) -> Envelope[Entry] | None:
        while (entry := self._waiting.next()) is not None:
            try:
                started = self._owner.start(entry)
            except DocumentTooLarge:
                started = TOO_LARGE
            if isinstance(started, Envelope):
                return started
            self.throttle.release(entry.domain)
            self._owner.complete(entry, started)
        return None

    def complete(self, envelope: Envelope[Entry], outcome: ReplyOutcome) -> None:
        """Reports the outcome. An unsent entry is offered again, in front, until its connections broke MAX_ATTEMPTS
        times.
        """
        entry = envelope.entry
        if outcome.result is SendResult.UNTOUCHED:
            if entry.attempts + 1 >= MAX_ATTEMPTS:
                outcome = BROKEN
            else:
                entry.attempts += 1
                if self._owner.may_offer_again(entry):
                    self._waiting.offer_again(entry)
                    return
        elif outcome.result is SendResult.SENT:
            self.sent += 1
        self.throttle.release(entry.domain)
        self.throttle.record(entry.domain, outcome)
        self._owner.complete(entry, outcome)

    def withdraw(self, is_withdrawn: Callable[[Entry], bool]) -> Iterator[Entry]:
        return self._waiting.withdraw(is_withdrawn)

    def __len__(self) -> int:
        return len(self._waiting)
