"""Waiting entries by priority; entries of full destinations are skipped."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from server.delivery.relaying.destination_throttle import DestinationThrottle

MAX_CHECKED_ENTRIES = 200  # entries that `next` checks for a destination with capacity


class Prioritized(Protocol):
    """One message to one recipient. `domain` is its destination for limits; the lowest priority goes first."""

    @property
    def domain(self) -> str: ...

    @property
    def priority(self) -> int: ...


Entry = TypeVar("Entry", bound=Prioritized)


@dataclass(slots=True)
class PriorityQueue(Generic[Entry]):
    """Entries in their order within each priority. Entries of a full destination are skipped."""

    throttle: DestinationThrottle
    _waiting: dict[int, deque[Entry]] = field(default_factory=dict)

    def offer(self, entry: Entry) -> None:
        self._waiting.setdefault(entry.priority, deque()).append(entry)

    def offer_again(self, entry: Entry) -> None:
        """Puts an entry that `next` returned back at the start of its priority's queue."""
        self.throttle.release(entry.domain)
        self._waiting.setdefault(entry.priority, deque()).appendleft(entry)

    def next(self) -> Entry | None:
        """The next entry for a destination with capacity. It counts as concurrent until the throttle releases it."""
        for priority in sorted(self._waiting):
            entry = self._pop_sendable(self._waiting[priority])
            if entry is not None:
                return entry
        return None

    def withdraw(self, is_withdrawn: Callable[[Entry], bool]) -> Iterator[Entry]:
        for waiting in self._waiting.values():
            withdrawn = [entry for entry in waiting if is_withdrawn(entry)]
            if withdrawn:
                remaining = [entry for entry in waiting if not is_withdrawn(entry)]
                waiting.clear()
                waiting.extend(remaining)
            yield from withdrawn

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def _pop_sendable(self, waiting: deque[Entry]) -> Entry | None:
        for passed_over in range(min(len(waiting), MAX_CHECKED_ENTRIES)):
            entry = waiting[0]
            if self.throttle.acquire(entry.domain):
                waiting.popleft()
                waiting.rotate(passed_over)
                return entry
            waiting.rotate(-1)
        waiting.rotate(min(len(waiting), MAX_CHECKED_ENTRIES))
        return None
