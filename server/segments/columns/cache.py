"""What this process has unpacked of columns and activities lately, up to a bound.

A packed column of a chunk, and a block of activities, never changes: what changes goes into new ones under new keys.
So nothing here can be out of date; which chunks and blocks there are is asked of the database each time. Only `alive`
changes, and is not kept.
"""

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from threading import Lock
from typing import Generic, TypeVar

import polars as pl

Key = TypeVar("Key", bound=Hashable)
Unpacked = TypeVar("Unpacked", bound="pl.Series | pl.DataFrame | None")
# That a chunk hasn't a column is known for the price of its key.
NOTHING_BYTES = 100


class Cache(Generic[Key, Unpacked]):
    """The most recently used, as many as fit. Any thread may use it."""

    def __init__(self, most_bytes: int = 0) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._kept: OrderedDict[Key, tuple[Unpacked, int]] = OrderedDict()
        self._lock = Lock()

    def found(self, keys: Iterable[Key]) -> dict[Key, Unpacked]:
        """What is kept under these keys."""
        with self._lock:
            known = {key: self._kept[key][0] for key in keys if key in self._kept}
            for key in known:
                self._kept.move_to_end(key)
        return known

    def keep(self, values: dict[Key, Unpacked]) -> None:
        """Keeps these, and lets go of what was not used for the longest time."""
        with self._lock:
            for key, value in values.items():
                self._drop(key)
                size = NOTHING_BYTES if value is None else int(value.estimated_size())
                self._kept[key] = value, size
                self.bytes += size
            while self.bytes > self.most_bytes:
                self._drop(next(iter(self._kept)))

    def _drop(self, key: Key) -> None:
        if key in self._kept:
            self.bytes -= self._kept.pop(key)[1]


# A worker reads a column once for a job; the web process reads the same ones again with every question.
columns: Cache[tuple[int, str], pl.Series | None] = Cache()
blocks: Cache[int, pl.DataFrame] = Cache()
BLOCK_SHARE = 0.4


def allow(most_bytes: int) -> None:
    """Lets this process keep so much; before it keeps nothing."""
    blocks.most_bytes = int(most_bytes * BLOCK_SHARE)
    columns.most_bytes = most_bytes - blocks.most_bytes
