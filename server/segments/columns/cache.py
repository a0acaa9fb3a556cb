"""Cache of unpacked columns and activities in this process, bounded in bytes.

A packed column and an activity block never change; changes create new keys. So cached values never expire, and the
database provides the current keys. Only `alive` changes and is not cached.
"""

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from threading import Lock
from typing import Generic, TypeVar

import polars as pl

Key = TypeVar("Key", bound=Hashable)
Unpacked = TypeVar("Unpacked", bound="pl.Series | pl.DataFrame | None")
# The cost of caching that a chunk lacks a column.
EMPTY_ENTRY_BYTES = 100


class ByteBoundedCache(Generic[Key, Unpacked]):
    """Thread-safe LRU cache, bounded in bytes."""

    def __init__(self, max_bytes: int = 0) -> None:
        self.max_bytes = max_bytes
        self.bytes = 0
        self._kept: OrderedDict[Key, tuple[Unpacked, int]] = OrderedDict()
        self._lock = Lock()

    def find_each(self, keys: Iterable[Key]) -> dict[Key, Unpacked]:
        with self._lock:
            known = {key: self._kept[key][0] for key in keys if key in self._kept}
            for key in known:
                self._kept.move_to_end(key)
        return known

    def keep(self, values: dict[Key, Unpacked]) -> None:
        with self._lock:
            for key, value in values.items():
                self._evict(key)
                size = EMPTY_ENTRY_BYTES if value is None else int(value.estimated_size())
                self._kept[key] = value, size
                self.bytes += size
            while self.bytes > self.max_bytes:
                self._evict(next(iter(self._kept)))

    def _evict(self, key: Key) -> None:
        if key in self._kept:
            self.bytes -= self._kept.pop(key)[1]


# A worker reads a column once per job. A web process reads the same ones for every request.
columns: ByteBoundedCache[tuple[int, str], pl.Series | None] = ByteBoundedCache()
blocks: ByteBoundedCache[int, pl.DataFrame] = ByteBoundedCache()
BLOCK_CACHE_SHARE = 0.4


def set_cache_size(max_bytes: int) -> None:
    """Sets the cache size of this process. Without a call, nothing is cached."""
    blocks.max_bytes = int(max_bytes * BLOCK_CACHE_SHARE)
    columns.max_bytes = max_bytes - blocks.max_bytes
