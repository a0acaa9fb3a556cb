"""The send queues of one socket, in bounded memory however slowly it reads.

Durable events are never queued here: a socket that lags behind is a cursor in the log. Ephemeral events wait in a small
map in which the newest of a key replaces the older ones. Responses and pings wait in a short queue.
"""

from collections import deque
from collections.abc import Callable, Sequence

from realtime import metrics
from realtime.limits import SocketLimits
from realtime.log import START, EventLog, LoggedEvent, Position
from realtime.packets import Message, build_message
from server.core.patches.websockets.writer import Writer

_durable_out = metrics.events_out.labels("kept")
_ephemeral_out = metrics.events_out.labels("passing")


class OutgoingQueue:
    """The sending side of a socket. `on_overflow` closes it, so that the client reconnects and recovers."""

    def __init__(self, log: EventLog, limits: SocketLimits, on_overflow: Callable[[], None]) -> None:
        self.rooms: dict[str, Position] = {}
        # Set by the consumer as soon as the server's send is known.
        self.writer: Writer | None = None
        # The number of the next log entry to send; None if everything has been written. A socket starts behind and
        # closed, so that no event overtakes the response to CONNECT.
        self._behind: int | None = 0
        self._opened = False
        # The client has everything up to this position, although this process might not have read so far.
        self._floor: Position = START
        self._log = log
        self._limits = limits
        self._on_overflow = on_overflow
        self._responses: deque[Message] = deque()
        self._passing: dict[str, tuple[Message, int]] = {}
        self._ephemeral_bytes = 0
        # Deltas of documents, each with its room: a text and its bytes.
        self._deltas: deque[tuple[str, list[Message]]] = deque()
        self._deltas_bytes = 0

    def close(self) -> None:
        """Stops writing, and releases the socket that owns this."""
        if self.writer is not None:
            self.writer.release()
            self.writer = None
        self._on_overflow = _do_nothing

    def start(self, number: int, floor: Position = START) -> None:
        """Sets the cursor. Must run together with joining the rooms, without an await in between."""
        self._behind = number
        self._floor = floor

    def open(self) -> None:
        """Opens the flow of events, first those since `start`."""
        self._opened = True
        self.ready()

    def answer(self, *messages: Message) -> None:
        """Sends a response or a ping: in order, and never dropped. Attachments stay directly after their text."""
        writer = self.writer
        if writer is None:
            return
        if not writer.full and not self._responses:
            self._write(writer, messages)
        elif len(self._responses) + len(messages) <= self._limits.most_answers:
            self._responses.extend(messages)
        else:
            self._on_overflow()

    def deliver_delta(self, room: str, messages: list[Message]) -> None:
        """Sends a delta in order. If the queue is full, drops the document's deltas and makes the client join it
        again."""
        writer = self.writer
        if writer is None:
            return
        if not writer.full and not self._responses and not self._deltas:
            self._write(writer, messages)
            return
        self._deltas.append((room, messages))
        self._deltas_bytes += _count_bytes(messages)
        while len(self._deltas) > self._limits.most_deltas or self._deltas_bytes > self._limits.most_deltas_bytes:
            self.give_up(self._deltas[0][0])

    def deliver_awareness(self, messages: list[Message]) -> None:
        """Sends cursor positions immediately or not at all, since the next message repeats them.

        They never overtake a delta, which might contain the text that they refer to.
        """
        writer = self.writer
        if writer is not None and not writer.full and not self._responses and not self._deltas:
            self._write(writer, messages)

    def give_up(self, room: str) -> None:
        """Drops the queued deltas of a document and makes the client synchronize it again."""
        kept = [delta for delta in self._deltas if delta[0] != room]
        self._deltas = deque(kept)
        self._deltas_bytes = sum(_count_bytes(messages) for _, messages in kept)
        self.answer(build_message("doc:rejoin", {"room": room}))

    def deliver_kept(self, entry: LoggedEvent) -> None:
        writer = self.writer
        if self._behind is None:
            if writer is not None and not writer.full and entry.message is not None:
                writer.write(entry.message)
                _durable_out.inc()
                return
            self._behind = self._log.end - 1
        elif self._opened and writer is not None and not writer.full:
            self._catch_up()
        if self._behind is not None and self._log.end - self._behind > self._limits.most_behind:
            metrics.durable_overflows.inc()
            self._on_overflow()

    def deliver_passing(self, key: str, message: Message, size_bytes: int) -> None:
        """Delivers an ephemeral event: written immediately if possible, else queued until written or replaced."""
        writer = self.writer
        if self._behind is None and writer is not None and not writer.full:
            writer.write(message)
            _ephemeral_out.inc()
            return
        older = self._passing.pop(key, None)
        if older is not None:
            self._ephemeral_bytes -= older[1]
            metrics.ephemeral_replaced.inc()
        self._passing[key] = (message, size_bytes)
        self._ephemeral_bytes += size_bytes
        limits = self._limits
        while len(self._passing) > limits.most_passing or self._ephemeral_bytes > limits.most_passing_bytes:
            self._ephemeral_bytes -= self._passing.pop(next(iter(self._passing)))[1]
            metrics.ephemeral_dropped.inc()

    def ready(self) -> None:
        writer = self.writer
        if writer is None:
            return
        while self._responses and not writer.full:
            writer.write(self._responses.popleft())
        while self._deltas and not writer.full:
            _, messages = self._deltas.popleft()
            self._deltas_bytes -= _count_bytes(messages)
            self._write(writer, messages)
        if self._opened and self._behind is not None and not writer.full:
            self._catch_up()
        while self._behind is None and self._passing and not writer.full:
            message, size_bytes = self._passing.pop(next(iter(self._passing)))
            self._ephemeral_bytes -= size_bytes
            writer.write(message)
            _ephemeral_out.inc()

    def _write(self, writer: Writer, messages: Sequence[Message]) -> None:
        """Writes messages in order. The rest is queued first if the writer is full."""
        for number, message in enumerate(messages):
            if writer.full:
                self._responses.extendleft(reversed(messages[number:]))
                return
            writer.write(message)

    def _catch_up(self) -> None:
        writer, number = self.writer, self._behind
        if writer is None or number is None:
            return
        if number < self._log.first:
            metrics.durable_overflows.inc()
            self._on_overflow()
            return
        for entry in self._log.since(number):
            if writer.full:
                self._behind = number
                return
            number += 1
            if entry.message is not None and self._should_deliver(entry):
                writer.write(entry.message)
                _durable_out.inc()
        # While this process lags behind another one, the cursor must stay: it marks what the client has.
        self._behind = None if self._log.position >= self._floor else number

    def _should_deliver(self, entry: LoggedEvent) -> bool:
        position = entry.position
        if position <= self._floor:
            return False
        rooms = self.rooms
        return any(room in rooms and position > rooms[room] for room in entry.head.rooms)


def _do_nothing() -> None:
    """No-op after close."""


def _count_bytes(messages: list[Message]) -> int:
    return sum(len(message.get("bytes") or message["text"]) for message in messages)
