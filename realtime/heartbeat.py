"""The heartbeat of all sockets of a process, with one clock instead of a timer or task per socket."""

import asyncio
import time
from collections.abc import Callable, Iterable
from itertools import takewhile

from realtime.limits import SocketLimits
from realtime.socket import Socket


class Heartbeat:
    """Pings every socket at its own interval and drops unresponsive ones.

    All delays are equal for all sockets, so the dicts are ordered by due time. Removing a closed socket is immediate.
    """

    def __init__(self, limits: SocketLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._connects: dict[Socket, float] = {}
        self._pings: dict[Socket, float] = {}
        self._pongs: dict[Socket, tuple[float, int]] = {}

    def watch(self, socket: Socket) -> None:
        """Monitors a new socket until it is closed."""
        now = self._clock()
        self._connects[socket] = now + self._limits.connect_seconds
        self._pings[socket] = now + self._limits.ping_interval_seconds

    def remove(self, socket: Socket) -> None:
        self._connects.pop(socket, None)
        self._pings.pop(socket, None)
        self._pongs.pop(socket, None)

    def beat(self) -> list[Socket]:
        """Performs all due actions. Returns the pinged sockets."""
        now = self._clock()
        for socket in _list_due(self._connects.items(), now):
            self._connects.pop(socket, None)
            if not socket.connected and not socket.closed:
                socket.drop("no connect")
        for socket in _list_due(((socket, due) for socket, (due, _) in self._pongs.items()), now):
            _, expected = self._pongs.pop(socket, (now, 0))
            if socket.pongs < expected and not socket.closed:
                socket.drop("ping timeout")
        pinged = [socket for socket in _list_due(self._pings.items(), now) if not socket.closed]
        for socket in pinged:
            self._ping(socket, now)
        return [socket for socket in pinged if not socket.closed]

    def _ping(self, socket: Socket, now: float) -> None:
        waiting = self._pongs.get(socket)
        if waiting is None or socket.pongs >= waiting[1]:
            self._pongs.pop(socket, None)
            self._pongs[socket] = (now + self._limits.ping_timeout_seconds, socket.pongs + 1)
        self._pings.pop(socket, None)
        self._pings[socket] = now + self._limits.ping_interval_seconds
        socket.ping()

    async def run(self, pinged: Callable[[list[Socket]], None]) -> None:
        """Runs until cancelled."""
        pause = min(1.0, self._limits.ping_interval_seconds / 4)
        while True:
            await asyncio.sleep(pause)
            sockets = self.beat()
            if sockets:
                pinged(sockets)


def _list_due(waiting: Iterable[tuple[Socket, float]], now: float) -> list[Socket]:
    """The sockets at the front whose time has come."""
    return [socket for socket, _ in takewhile(lambda item: item[1] <= now, waiting)]
