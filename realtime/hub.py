"""The hub of a process: rooms and their members. An event is encoded once and delivered to each member once."""

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Final

from realtime import metrics
from realtime.log import EventLog, LoggedEvent, Position, now_ms
from realtime.packets import Message
from realtime.socket import Socket
from server.core import stream

# Recent ephemeral events, for sockets that connect: at 1,000 a second, those of four seconds.
MAX_RECENT_EPHEMERAL: Final = 4096


class Hub:
    """The rooms of this process. All code runs on one event loop and never awaits."""

    def __init__(self, log: EventLog | None = None) -> None:
        self.log = log or EventLog()
        self.epoch = ""
        # The newest ephemeral events: the time of their delivery, and their rooms.
        self._recent_ephemeral: deque[tuple[float, tuple[str, ...]]] = deque(maxlen=MAX_RECENT_EPHEMERAL)
        self._rooms: dict[str, dict[Socket, None]] = {}
        self.sockets: dict[Socket, None] = {}
        # The number of control events read. A socket that is in no room yet compares it, and requests a review after a
        # change.
        self.controls = 0
        self.on_review: Callable[[list[Socket]], None] = _ignore_review
        # Handlers in this process for durable events by name, whether or not a socket receives them.
        self.on_kept: dict[str, Callable[[tuple[str, ...]], None]] = {}

    @property
    def position(self) -> Position:
        return self.log.position

    def add(self, socket: Socket) -> None:
        """It receives no events before it joins a room."""
        self.sockets[socket] = None
        metrics.sockets_open.set(len(self.sockets))

    def join(self, socket: Socket, room: str) -> None:
        self._rooms.setdefault(room, {})[socket] = None

    def has(self, room: str) -> bool:
        return room in self._rooms

    def leave(self, socket: Socket, room: str) -> None:
        members = self._rooms.get(room)
        if members is not None:
            members.pop(socket, None)
            if not members:
                del self._rooms[room]

    def remove(self, socket: Socket, rooms: Iterable[str]) -> None:
        for room in rooms:
            self.leave(socket, room)
        self.sockets.pop(socket, None)
        metrics.sockets_open.set(len(self.sockets))

    def keep(self, entry: LoggedEvent) -> None:
        """Stores a durable event and delivers it to all members of its rooms."""
        self.log.append(entry)
        metrics.events_read.labels("kept").inc()
        members = self._iter_members(entry.head.rooms)
        if entry.head.name in stream.CONTROL_EVENTS:
            self._handle_control(entry.head.name, list(members))
            return
        for member in members:
            member.deliver_kept(entry)
        watcher = self.on_kept.get(entry.head.name)
        if watcher is not None:
            watcher(entry.head.rooms)

    def pass_on(self, rooms: tuple[str, ...], key: str, message: Message) -> None:
        """Delivers an ephemeral event to all members of its rooms that can take it."""
        metrics.events_read.labels("passing").inc()
        self._recent_ephemeral.append((now_ms(), rooms))
        size_bytes = len(message["text"])
        for member in self._iter_members(rooms):
            member.deliver_passing(key, message, size_bytes)

    def has_told(self, since_ms: float, rooms: Container[str]) -> bool:
        """Whether one of the rooms had an event since then, durable or ephemeral; also true if unknown."""
        if self.log.has_since(since_ms, rooms):
            return True
        for moment, told in reversed(self._recent_ephemeral):
            if moment < since_ms:
                return False
            if any(room in rooms for room in told):
                return True
        return len(self._recent_ephemeral) == MAX_RECENT_EPHEMERAL

    def reset(self, epoch: str, entries: list[LoggedEvent]) -> None:
        """Resets the hub after a new or incomplete log: every socket must reconnect and reload."""
        self.epoch = epoch
        self.log.fill(entries)
        members = list(self.sockets)
        if members:
            metrics.resets.inc()
        for member in members:
            member.restart()

    def _handle_control(self, name: str, members: list[Socket]) -> None:
        self.controls += 1
        if name == stream.SOCKETS_REVIEWED:
            self.on_review(members)
            return
        for member in members:
            member.end()

    def _iter_members(self, rooms: tuple[str, ...]) -> Iterator[Socket]:
        """Every member of any of the rooms, once. The list is a copy, since members can leave during delivery."""
        if len(rooms) == 1:
            return iter(list(self._rooms.get(rooms[0], ())))
        together: dict[Socket, None] = {}
        for room in rooms:
            together.update(self._rooms.get(room, {}))
        return iter(list(together))


def _ignore_review(sockets: list[Socket]) -> None:
    """Default without a reviewer."""
