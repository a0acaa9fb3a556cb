"""When the process walks all its objects for garbage: while nobody comes or goes.

A full collection stops every socket and every request, about 0.15 ms for each open socket, and Python begins one by
counting new objects: in the middle of every storm. A closed socket leaves nothing that needs one (writer.py, outflow.py
break what would hold itself), so it is enough to look now and then.
"""

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Final

LOOK_SECONDS: Final = 1.0
EVERY_SECONDS: Final = 600.0
# Nobody was closed for so long; who never is quiet is looked at after twice the time.
QUIET_SECONDS: Final = 3.0


class Garbage:
    """Collects when it is time and quiet."""

    def __init__(self, collect: Callable[[], object] = gc.collect, clock: Callable[[], float] = time.monotonic) -> None:
        self._collect = collect
        self._clock = clock
        self._left_at = self._collected_at = clock()

    def left(self) -> None:
        """A socket was closed."""
        self._left_at = self._clock()

    def look(self) -> bool:
        """Collects if it is time."""
        now = self._clock()
        waited, quiet = now - self._collected_at, now - self._left_at >= QUIET_SECONDS
        if waited < (EVERY_SECONDS if quiet else 2 * EVERY_SECONDS):
            return False
        self._collect()
        self._collected_at = self._clock()
        return True

    async def run(self) -> None:
        """Looks again and again, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()
