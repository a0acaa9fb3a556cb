"""Targets of links with tags: filled on separate threads and cached, with a limit for each recipient."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from server.delivery.tokens import RecipientKey
from server.delivery.wire.minute_counts import MinuteCounts, TooOften

Fields = Mapping[str, Any]

THREADS = 2  # that fill targets
MAX_WAITING = 128  # clicks that wait for their fields or for a thread
# Part of the budget of a message (tags/budget.py). It keeps a target below 20 ms of CPU.
SHARE_OF_BUDGET = 0.1
# Targets filled for one recipient in a minute. A scanner that follows 200 links of an email at once stays within.
MAX_FILLS_PER_MINUTE = 200
MAX_CACHED_TARGETS = 4_096
MAX_CACHED_CHARACTERS = 2_048  # of one cached target; a longer one is filled each time
# Short, because a cached target can hold personal data of a recipient who is erased.
CACHE_SECONDS = 60.0

# Mailing, position, number of the link, turns of the repeats around it.
_Key = tuple[int, int, int, tuple[int, ...]]


@dataclass(slots=True)
class LinkTargets:
    """State that the clicks of one process share."""

    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(THREADS, "link-target"))
    _cached: OrderedDict[_Key, tuple[float, str]] = field(default_factory=OrderedDict)
    _fills: MinuteCounts = field(default_factory=MinuteCounts)
    _waiting: int = 0

    async def find(
        self,
        recipient: RecipientKey,
        number: int,
        turns: Sequence[int],
        *,
        read_fields: Callable[[], Awaitable[Fields | None]],
        fill: Callable[[Fields], str | None],
    ) -> str | None:
        """Returns the address of a link for the recipient, or None without a safe one.

        `fill` runs on a thread. Raises TooOften before it reads or fills anything.
        """
        key = recipient.mailing_id, recipient.position, number, tuple(turns)
        cached = self._cached.get(key)
        if cached is not None and time.monotonic() - cached[0] < CACHE_SECONDS:
            return cached[1]
        if self._waiting >= MAX_WAITING:
            raise TooOften
        self._fills.count_request(recipient.mailing_id, recipient.position, most=MAX_FILLS_PER_MINUTE)
        self._waiting += 1
        try:
            fields = await read_fields()
            if fields is None:
                return None
            target = await asyncio.get_running_loop().run_in_executor(self._pool, fill, fields)
        finally:
            self._waiting -= 1
        if target is not None and len(target) <= MAX_CACHED_CHARACTERS:
            self._cache_target(key, target)
        return target

    def _cache_target(self, key: _Key, target: str) -> None:
        self._cached[key] = time.monotonic(), target
        self._cached.move_to_end(key)
        while len(self._cached) > MAX_CACHED_TARGETS:
            self._cached.popitem(last=False)
