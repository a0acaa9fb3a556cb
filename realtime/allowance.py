"""How fast one socket, or all sockets of a session, may talk: a bucket that fills at a steady rate."""

import time
from collections.abc import Callable


class Allowance:
    """Each packet takes one; an empty bucket refuses."""

    __slots__ = ("__weakref__", "_burst", "_clock", "_filled_at", "_left", "_per_second")

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._filled_at = clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._filled_at) * self._per_second)
        self._filled_at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
