"""Limits on a rate with bursts, in the memory of one process."""

import math
import time
from collections.abc import Callable


class TokenBucket:
    """Fills at a steady rate up to `burst`. Each action consumes tokens: one, or one per byte."""

    __slots__ = ("__weakref__", "_burst", "_clock", "_filled_at", "_left", "_per_second")

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._filled_at = clock()

    def consume(self, amount: float = 1) -> bool:
        """Consumes tokens. Returns False, and consumes none, if there are too few."""
        self._fill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def charge(self, amount: float) -> None:
        """Consumes tokens even if there are too few. The balance never falls below minus `burst`."""
        self._fill()
        self._left = max(-self._burst, self._left - amount)

    def seconds_until(self, amount: float) -> int:
        """Seconds until that many tokens are available, at least one."""
        self._fill()
        return max(1, math.ceil((amount - self._left) / self._per_second))

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._filled_at) * self._per_second)
        self._filled_at = now
