"""Limits on actions by key, counted in the memory of one process: a round trip would cost more than the action."""

import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


class ProcessCounter(Generic[Key]):
    """Counts by key in periods of `seconds`, which start with their first count.

    Memory is bounded, and eviction costs nothing: of two generations with `max_keys` keys each, a full one becomes the
    older one, and the oldest counts are lost.
    """

    __slots__ = ("_clock", "_counts", "_max_keys", "_older", "_seconds", "_until")

    def __init__(self, *, max_keys: int, seconds: float, clock: Callable[[], float] | None = None) -> None:
        self._max_keys = max_keys
        self._seconds = seconds
        self._clock = clock
        self._counts: dict[Key, int] = {}
        self._older: dict[Key, int] = {}
        self._until = float("-inf")

    def consume(self, key: Key, *, most: int) -> bool:
        """Counts an action. Returns False, and counts nothing, if the key has reached `most` in this period."""
        now = time.monotonic() if self._clock is None else self._clock()
        if now >= self._until:
            self._counts, self._older, self._until = {}, {}, now + self._seconds
        counts = self._counts
        count = counts.get(key)
        if count is None:
            count = self._older.get(key, 0)
            if len(counts) >= self._max_keys:
                self._older, self._counts = counts, {}
                counts = self._counts
        if count >= most:
            return False
        counts[key] = count + 1
        return True

    def __len__(self) -> int:
        return len(self._counts) + len(self._older)
