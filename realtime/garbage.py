"""Schedules garbage collection for periods in which no sockets close.

A full collection blocks every socket and request, about 0.15 ms for each open socket. Python triggers it by counting
new objects, which means during every burst of connections. A closed socket leaves no reference cycles (writer.py and
outgoing_queue.py break them), so an occasional collection is enough.
"""

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Final

CHECK_INTERVAL_SECONDS: Final = 1.0
COLLECTION_INTERVAL_SECONDS: Final = 600.0
# No socket closed for this long. Without such a pause, collection runs after twice the interval.
QUIET_SECONDS: Final = 3.0


class GarbageCollector:
    """Collects when it is due and no sockets are closing."""

    def __init__(self, collect: Callable[[], object] = gc.collect, clock: Callable[[], float] = time.monotonic) -> None:
        self._collect = collect
        self._clock = clock
        self._closed_at = self._collected_at = clock()

    def left(self) -> None:
        self._closed_at = self._clock()

    def collect_if_due(self) -> bool:
        now = self._clock()
        waited, quiet = now - self._collected_at, now - self._closed_at >= QUIET_SECONDS
        if waited < (COLLECTION_INTERVAL_SECONDS if quiet else 2 * COLLECTION_INTERVAL_SECONDS):
            return False
        self._collect()
        self._collected_at = self._clock()
        return True

    async def run(self) -> None:
        while True:
            await asyncio.sleep(CHECK_INTERVAL_SECONDS)
            self.collect_if_due()
