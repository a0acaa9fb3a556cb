"""How fast one socket, or all sockets of a session, may talk: a bucket that fills at a steady rate."""

import math
import time
from collections.abc import Callable


class Allowance:
    """Each packet takes one, or as many as it has bytes; a bucket with less refuses."""

    __slots__ = ("__weakref__", "_burst", "_clock", "_filled_at", "_left", "_per_second")

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._filled_at = clock()

    def take(self, amount: float = 1) -> bool:
        """Takes that much, if it is there now."""
        self._fill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def charge(self, amount: float) -> None:
        """Takes that much whether it is there or not: the bucket may owe as much as it holds."""
        self._fill()
        self._left = max(-self._burst, self._left - amount)

    def seconds_until(self, amount: float) -> int:
        """In how many seconds that much will be there, at least one."""
        self._fill()
        return max(1, math.ceil((amount - self._left) / self._per_second))

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._filled_at) * self._per_second)
        self._filled_at = now
