"""The durable events known to this process: the end of the log in memory, shared by all its sockets.

A socket that is slow or has reconnected is a cursor in this log. There is no queue per socket, so the memory stays that
of one log, however many sockets lag behind.
"""

import time
from collections import deque
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from realtime.packets import Message, build_text_message, encode_event
from server.core import stream

# 20,000 entries of the usual 300 bytes are 6 MB. Large payloads shorten the log but never affect delivery.
MAX_BYTES: Final = 32 * 1024 * 1024

Position = tuple[int, int]
START: Final[Position] = (0, 0)


def now_ms() -> float:
    """Milliseconds since 1970, the unit of positions."""
    return time.time() * 1000


def parse_position(text: str) -> Position | None:
    """Parses a stream id or a client's offset; None if it is neither."""
    milliseconds, dash, number = text.partition("-")
    if not dash or not (
        milliseconds.isascii() and milliseconds.isdecimal() and number.isascii() and number.isdecimal()
    ):
        return None
    if len(text) > 40:
        return None
    return int(milliseconds), int(number)


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One durable event, encoded once for all recipients. `message` is None for a control event."""

    position: Position
    head: stream.EntryHead
    message: Message | None
    size_bytes: int


def read_entry(entry_id: str, fields: dict[str, str]) -> LoggedEvent:
    """Encodes a log entry for sending: the event's arguments are `{eventId, data}` and, last, its offset."""
    head = stream.parse_head(fields["h"])
    position = parse_position(entry_id)
    if position is None:
        raise ValueError(f"no stream id: {entry_id}")
    message = None
    if head.name not in stream.CONTROL_EVENTS:
        envelope = f'{{"eventId":{head.outbox_id},"data":{fields["d"]}}}'
        message = build_text_message(encode_event(head.name, envelope, entry_id))
    return LoggedEvent(position, head, message, len(fields["d"]) + 200)


class EventLog:
    """The newest entries, numbered from 0 in the order in which this process read them."""

    def __init__(self, *, most_entries: int = stream.LOG_LENGTH, most_bytes: int = MAX_BYTES) -> None:
        self._entries: deque[LoggedEvent] = deque()
        self._max_entries = most_entries
        self._max_bytes = most_bytes
        self._size_bytes = 0
        self.first = 0
        self.position: Position = START
        # A client can recover from this log if it has seen the event at this position.
        self._floor: Position = START
        # The log has every event after this time, in milliseconds.
        self._complete_since_ms = now_ms()

    @property
    def end(self) -> int:
        """The number of the next entry."""
        return self.first + len(self._entries)

    def append(self, entry: LoggedEvent) -> None:
        self._entries.append(entry)
        self._size_bytes += entry.size_bytes
        self.position = entry.position
        while len(self._entries) > self._max_entries or self._size_bytes > self._max_bytes:
            gone = self._entries.popleft()
            self._size_bytes -= gone.size_bytes
            self._floor = gone.position
            self._complete_since_ms = max(self._complete_since_ms, gone.position[0])
            self.first += 1

    def fill(self, entries: list[LoggedEvent]) -> None:
        """Starts with the end of the stream, oldest first."""
        self.clear()
        if entries:
            self._complete_since_ms = entries[0].position[0]
        for entry in entries:
            self.append(entry)
        if entries and entries[0].head.sequence != 1 and self._floor == START:
            # Earlier entries existed. Only a client that has seen the first of these certainly misses none.
            self._floor = entries[0].position

    def clear(self) -> None:
        """Numbering continues, so that an old cursor is recognizable."""
        self.first = self.end
        self._entries.clear()
        self._size_bytes = 0
        self.position = self._floor = START
        self._complete_since_ms = now_ms()

    def after(self, position: Position) -> int | None:
        """The number of the first entry after a position; None if some of them might be gone."""
        if position < self._floor:
            return None
        number = self.end
        for entry in reversed(self._entries):
            if entry.position <= position:
                break
            number -= 1
        return number

    def has_since(self, milliseconds: float, rooms: Container[str]) -> bool:
        """Whether one of the rooms had an event since then; also true if unknown."""
        if milliseconds <= self._complete_since_ms:
            return True
        for entry in reversed(self._entries):
            if entry.position[0] < milliseconds:
                break
            if entry.message is not None and any(room in rooms for room in entry.head.rooms):
                return True
        return False

    def since(self, number: int) -> Iterator[LoggedEvent]:
        """The entries from a number on, which must not be before `first`."""
        return islice(self._entries, number - self.first, None)
