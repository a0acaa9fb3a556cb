"""Whose request gets a thread next: nobody's requests take all of them.

Requests of one caller use a part of the threads at a time, and so do those of one network and those of everybody who is
not signed in. What exceeds it waits on the event loop, where it holds no thread, and all others pass.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Final

from server.core.network import believed_address, neighbourhood

CALLER_SHARE: Final = 0.25
NETWORK_SHARE: Final = 0.5
ANONYMOUS_SHARE: Final = 0.375
# A page asks for several things at once.
MIN_OF_CALLER: Final = 2

Headers = Iterable[tuple[bytes, bytes]]


class Turn:
    """The right of one request to use a thread."""

    def __init__(self) -> None:
        self._lanes: list[asyncio.Semaphore] = []

    async def wait(self, lane: asyncio.Semaphore) -> None:
        """Waits for a place in a lane."""
        await lane.acquire()
        self._lanes.append(lane)

    def end(self) -> None:
        """Lets the next request of the caller begin. Harmless when repeated."""
        while self._lanes:
            self._lanes.pop().release()


class Lanes:
    """The callers and networks whose requests are being handled by one process."""

    def __init__(self, threads: int) -> None:
        self._most_of_caller = max(MIN_OF_CALLER, int(threads * CALLER_SHARE))
        self._most_of_network = max(MIN_OF_CALLER, int(threads * NETWORK_SHARE))
        self._most_of_anonymous = max(MIN_OF_CALLER, int(threads * ANONYMOUS_SHARE))
        self._lanes: dict[object, asyncio.Semaphore] = {}
        self._requests: dict[object, int] = {}

    @asynccontextmanager
    async def turn(self, peer: str, headers: Headers) -> AsyncIterator[Turn]:
        """Waits until a request that comes from this address with these headers may use a thread."""
        names = self._lanes_of(peer, dict(headers))
        for name, most in names.items():
            self._lanes.setdefault(name, asyncio.Semaphore(most))
            self._requests[name] = self._requests.get(name, 0) + 1
        turn = Turn()
        try:
            # The narrowest lane first: who waits there takes none of the others' threads.
            for name in names:
                await turn.wait(self._lanes[name])
            yield turn
        finally:
            turn.end()
            for name in names:
                self._requests[name] -= 1
                if not self._requests[name]:
                    del self._requests[name], self._lanes[name]

    def __len__(self) -> int:
        return len(self._lanes)

    def _lanes_of(self, peer: str, headers: dict[bytes, bytes]) -> dict[object, int]:
        """The lanes that a request must have a place in, with how many each has."""
        address = believed_address(peer, headers.get(b"x-forwarded-for", b"").decode("latin-1"))
        network = neighbourhood(address)
        token = headers.get(b"authorization")
        lanes: dict[object, int] = {token or f"anonymous {network}": self._most_of_caller}
        # On this machine, one address is everybody's.
        if not address.is_loopback:
            lanes[network] = self._most_of_network
        if token is None:
            lanes["anonymous"] = self._most_of_anonymous
        return lanes
