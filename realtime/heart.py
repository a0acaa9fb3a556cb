"""The heartbeat of all sockets of a process: one clock, no timer and no task per socket."""

import asyncio
import time
from collections.abc import Callable, Iterable
from itertools import takewhile

from realtime.limits import Limits
from realtime.socket import Socket


class Heart:
    """Pings every socket in its own rhythm and drops those that stay silent.

    All delays are the same for all sockets, so what is due first was put in first; a dict keeps that order, and lets
    go of a closed socket at once.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._connects: dict[Socket, float] = {}
        self._pings: dict[Socket, float] = {}
        self._pongs: dict[Socket, tuple[float, int]] = {}

    def watch(self, socket: Socket) -> None:
        """Takes care of a new socket until it is closed."""
        now = self._clock()
        self._connects[socket] = now + self._limits.connect_seconds
        self._pings[socket] = now + self._limits.ping_interval_seconds

    def forget(self, socket: Socket) -> None:
        """Lets go of a closed socket."""
        self._connects.pop(socket, None)
        self._pings.pop(socket, None)
        self._pongs.pop(socket, None)

    def beat(self) -> list[Socket]:
        """Does what is due; answers the sockets that were pinged."""
        now = self._clock()
        for socket in _due(self._connects.items(), now):
            self._connects.pop(socket, None)
            if not socket.connected and not socket.closed:
                socket.drop("no connect")
        for socket in _due(((socket, due) for socket, (due, _) in self._pongs.items()), now):
            _, expected = self._pongs.pop(socket, (now, 0))
            if socket.pongs < expected and not socket.closed:
                socket.drop("ping timeout")
        pinged = [socket for socket in _due(self._pings.items(), now) if not socket.closed]
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
        """Beats until cancelled."""
        pause = min(1.0, self._limits.ping_interval_seconds / 4)
        while True:
            await asyncio.sleep(pause)
            sockets = self.beat()
            if sockets:
                pinged(sockets)


def _due(waiting: Iterable[tuple[Socket, float]], now: float) -> list[Socket]:
    """Those at the front whose time has come."""
    return [socket for socket, _ in takewhile(lambda item: item[1] <= now, waiting)]
