"""The heartbeat of all sockets of a process: one clock, no timer and no task per socket."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from realtime.limits import Limits
from realtime.socket import Socket


class Heart:
    """Pings every socket in its own rhythm and drops those that stay silent.

    All delays are the same for all sockets, so what is due stands at the left of a queue.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._connects: deque[tuple[float, Socket]] = deque()
        self._pings: deque[tuple[float, Socket]] = deque()
        self._pongs: deque[tuple[float, Socket, int]] = deque()

    def watch(self, socket: Socket) -> None:
        """Takes care of a new socket until it is closed."""
        now = self._clock()
        self._connects.append((now + self._limits.connect_seconds, socket))
        self._pings.append((now + self._limits.ping_interval_seconds, socket))

    def beat(self) -> list[Socket]:
        """Does what is due; answers the sockets that were pinged."""
        now = self._clock()
        while self._connects and self._connects[0][0] <= now:
            _, socket = self._connects.popleft()
            if not socket.connected and not socket.closed:
                socket.drop("no connect")
        while self._pongs and self._pongs[0][0] <= now:
            _, socket, expected = self._pongs.popleft()
            if socket.pongs < expected and not socket.closed:
                socket.drop("ping timeout")
        pinged: list[Socket] = []
        while self._pings and self._pings[0][0] <= now:
            _, socket = self._pings.popleft()
            if socket.closed:
                continue
            socket.ping()
            self._pongs.append((now + self._limits.ping_timeout_seconds, socket, socket.pongs + 1))
            self._pings.append((now + self._limits.ping_interval_seconds, socket))
            pinged.append(socket)
        return pinged

    async def run(self, pinged: Callable[[list[Socket]], None]) -> None:
        """Beats until cancelled."""
        pause = min(1.0, self._limits.ping_interval_seconds / 4)
        while True:
            await asyncio.sleep(pause)
            sockets = self.beat()
            if sockets:
                pinged(sockets)
