"""The kept events as this process knows them: the end of the log in memory, shared by all its sockets.

A socket that is slow, or that comes back, is a cursor in here. Nothing is stored per socket, so however many lag
behind, the memory is one log's.
"""

import time
from collections import deque
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from realtime.packets import Message, event_text, text_message
from server.core import stream

# 20,000 entries of the usual 300 bytes are 6 MB; large payloads shorten what is remembered, never what is delivered.
MOST_BYTES: Final = 32 * 1024 * 1024

Position = tuple[int, int]
START: Final[Position] = (0, 0)


def now_ms() -> float:
    """The clock that positions begin with."""
    return time.time() * 1000


def position_of(text: str) -> Position | None:
    """The position that a stream id or a client's offset names; None when it is neither."""
    milliseconds, dash, number = text.partition("-")
    if not dash or not (
        milliseconds.isascii() and milliseconds.isdecimal() and number.isascii() and number.isdecimal()
    ):
        return None
    if len(text) > 40:
        return None
    return int(milliseconds), int(number)


@dataclass(frozen=True, slots=True)
class Kept:
    """One kept event, encoded once for all who get it. `message` is None for a word to the sockets' keeper."""

    position: Position
    head: stream.Head
    message: Message | None
    size_bytes: int


def read_entry(entry_id: str, fields: dict[str, str]) -> Kept:
    """A log entry as it is sent: the event's arguments are `{eventId, data}` and, last, its offset."""
    head = stream.head_of(fields["h"])
    position = position_of(entry_id)
    if position is None:
        raise ValueError(f"no stream id: {entry_id}")
    message = None
    if head.name not in stream.CONTROL:
        envelope = f'{{"eventId":{head.outbox_id},"data":{fields["d"]}}}'
        message = text_message(event_text(head.name, envelope, entry_id))
    return Kept(position, head, message, len(fields["d"]) + 200)


class Log:
    """The newest entries, numbered from 0 in the order this process read them."""

    def __init__(self, *, most_entries: int = stream.LOG_LENGTH, most_bytes: int = MOST_BYTES) -> None:
        self._entries: deque[Kept] = deque()
        self._most_entries = most_entries
        self._most_bytes = most_bytes
        self._size_bytes = 0
        self.first = 0
        self.position: Position = START
        # What a client must have seen for its gap to be filled from here.
        self._floor: Position = START
        # Every event after this moment, in milliseconds, is in the log.
        self._known_from_ms = now_ms()

    @property
    def end(self) -> int:
        """The number of the next entry."""
        return self.first + len(self._entries)

    def append(self, entry: Kept) -> None:
        """Adds the newest entry and forgets what is beyond the bounds."""
        self._entries.append(entry)
        self._size_bytes += entry.size_bytes
        self.position = entry.position
        while len(self._entries) > self._most_entries or self._size_bytes > self._most_bytes:
            gone = self._entries.popleft()
            self._size_bytes -= gone.size_bytes
            self._floor = gone.position
            self._known_from_ms = max(self._known_from_ms, gone.position[0])
            self.first += 1

    def fill(self, entries: list[Kept]) -> None:
        """Begins with the end of the stream, oldest first."""
        self.clear()
        if entries:
            self._known_from_ms = entries[0].position[0]
        for entry in entries:
            self.append(entry)
        if entries and entries[0].head.sequence != 1 and self._floor == START:
            # Something stood before it once; only who has seen the first one is known to miss nothing.
            self._floor = entries[0].position

    def clear(self) -> None:
        """Forgets all; numbers go on, so that an old cursor is known to be one."""
        self.first = self.end
        self._entries.clear()
        self._size_bytes = 0
        self.position = self._floor = START
        self._known_from_ms = now_ms()

    def after(self, position: Position) -> int | None:
        """The number of the first entry after a position; None when some of those may be forgotten."""
        if position < self._floor:
            return None
        number = self.end
        for entry in reversed(self._entries):
            if entry.position <= position:
                break
            number -= 1
        return number

    def has_since(self, milliseconds: float, rooms: Container[str]) -> bool:
        """Whether one of the rooms had an event since then; true as well where that is not known."""
        if milliseconds <= self._known_from_ms:
            return True
        for entry in reversed(self._entries):
            if entry.position[0] < milliseconds:
                break
            if entry.message is not None and any(room in rooms for room in entry.head.rooms):
                return True
        return False

    def since(self, number: int) -> Iterator[Kept]:
        """The entries from a number on, which must not be before `first`."""
        return islice(self._entries, number - self.first, None)
