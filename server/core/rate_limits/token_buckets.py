"""Limits on a rate with bursts, in the memory of one process."""

import math
import time
from collections.abc import Callable


class TokenBucket:
    """Fills at a steady rate up to `burst`. Each action takes tokens out of it: one, or one for each byte."""

    __slots__ = ("__weakref__", "_burst", "_clock", "_filled_at", "_left", "_per_second")

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._filled_at = clock()

    def consume(self, amount: float = 1) -> bool:
        """Takes that many tokens. Returns False, and takes none, if there are fewer."""
        self._fill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def charge(self, amount: float) -> None:
        """Takes that many tokens even if there are fewer. A bucket owes at most `burst` tokens."""
        self._fill()
        self._left = max(-self._burst, self._left - amount)

    def seconds_until(self, amount: float) -> int:
        """Seconds until there are that many tokens, at least one."""
        self._fill()
        return max(1, math.ceil((amount - self._left) / self._per_second))

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._filled_at) * self._per_second)
        self._filled_at = now
