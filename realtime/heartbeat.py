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
        self._connect_deadlines: dict[Socket, float] = {}
        self._ping_times: dict[Socket, float] = {}
        self._pong_deadlines: dict[Socket, tuple[float, int]] = {}

    def watch(self, socket: Socket) -> None:
        now = self._clock()
        self._connect_deadlines[socket] = now + self._limits.connect_seconds
        self._ping_times[socket] = now + self._limits.ping_interval_seconds

    def remove(self, socket: Socket) -> None:
        self._connect_deadlines.pop(socket, None)
        self._ping_times.pop(socket, None)
        self._pong_deadlines.pop(socket, None)

    def beat(self) -> list[Socket]:
        """Performs all actions that are due. Returns the pinged sockets."""
        now = self._clock()
        for socket in _list_due(self._connect_deadlines.items(), now):
            self._connect_deadlines.pop(socket, None)
            if not socket.connected and not socket.closed:
                socket.drop("no connect")
        for socket in _list_due(((socket, due) for socket, (due, _) in self._pong_deadlines.items()), now):
            _, expected = self._pong_deadlines.pop(socket, (now, 0))
            if socket.pongs < expected and not socket.closed:
                socket.drop("ping timeout")
        pinged = [socket for socket in _list_due(self._ping_times.items(), now) if not socket.closed]
        for socket in pinged:
            self._ping(socket, now)
        return [socket for socket in pinged if not socket.closed]

    def _ping(self, socket: Socket, now: float) -> None:
        waiting = self._pong_deadlines.get(socket)
        if waiting is None or socket.pongs >= waiting[1]:
            self._pong_deadlines.pop(socket, None)
            self._pong_deadlines[socket] = (now + self._limits.ping_timeout_seconds, socket.pongs + 1)
        self._ping_times.pop(socket, None)
        self._ping_times[socket] = now + self._limits.ping_interval_seconds
        socket.ping()

    async def run(self, pinged: Callable[[list[Socket]], None]) -> None:
        pause = min(1.0, self._limits.ping_interval_seconds / 4)
        while True:
            await asyncio.sleep(pause)
            sockets = self.beat()
            if sockets:
                pinged(sockets)


def _list_due(waiting: Iterable[tuple[Socket, float]], now: float) -> list[Socket]:
    """The sockets that are due. `waiting` is in the order of due times."""
    return [socket for socket, _ in takewhile(lambda item: item[1] <= now, waiting)]
