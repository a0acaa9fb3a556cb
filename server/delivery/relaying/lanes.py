"""What is to be sent next: lanes by priority, and not too much to one destination at a time."""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import structlog

from server.delivery.relaying.pacing import Pace, asks_for_less
from server.delivery.smtp.replies import Outcome, Result

LOOK_AHEAD = 200  # how far a connection looks for a destination that has room
MOST_TIMED = 10_000  # destinations whose last message is remembered

log = structlog.get_logger(__name__)


class Waiting(Protocol):
    """What waits in a lane: one message to one recipient. `domain` is the destination that it counts for."""

    @property
    def domain(self) -> str: ...


Entry = TypeVar("Entry", bound=Waiting)


@dataclass(slots=True)
class Lanes(Generic[Entry]):
    """Entries by priority, the lowest number first; within one in order, skipping destinations that are full.

    A destination that asks for less gets less (`pacing.py`); the others go on as they were.
    """

    concurrency: int
    rate: float = 0  # messages a second to one destination; 0: as many as it takes
    _lanes: dict[int, deque[Entry]] = field(default_factory=dict)
    _under_way: Counter[str] = field(default_factory=Counter)
    _next_at: dict[str, float] = field(default_factory=dict)
    _paces: dict[str, Pace] = field(default_factory=dict)

    def add(self, entry: Entry, priority: int) -> None:
        """Puts an entry at its lane's end."""
        self._lanes.setdefault(priority, deque()).append(entry)

    def give_back(self, entry: Entry, priority: int) -> None:
        """Puts an entry that was taken in front again."""
        self.finished(entry)
        self._lanes.setdefault(priority, deque()).appendleft(entry)

    def take(self) -> Entry | None:
        """The next entry whose destination has room, counted as under way."""
        for priority in sorted(self._lanes):
            entry = self._take(self._lanes[priority])
            if entry is not None:
                return entry
        return None

    def _take(self, lane: deque[Entry]) -> Entry | None:
        for turn in range(min(len(lane), LOOK_AHEAD)):
            entry = lane[0]
            if self._has_room(entry.domain):
                lane.popleft()
                lane.rotate(turn)
                self._under_way[entry.domain] += 1
                return entry
            lane.rotate(-1)
        lane.rotate(min(len(lane), LOOK_AHEAD))
        return None

    def _has_room(self, domain: str) -> bool:
        """Whether one more may go to a destination now; where a rate holds, one that may counts."""
        if self._under_way[domain] >= self.concurrency:
            return False
        pace = self._paces.get(domain) if self._paces else None
        if not self.rate and pace is None:
            return True
        now = time.monotonic()
        if pace is not None and not pace.has_room(self._under_way[domain], now):
            return False
        if self.rate and not self._is_due(domain, now, self.rate * (pace.limit / pace.most if pace else 1.0)):
            return False
        if pace is not None:
            pace.left(now)
        return True

    def _is_due(self, domain: str, now: float, rate: float) -> bool:
        next_at = self._next_at.get(domain, 0.0)
        if next_at > now:
            return False
        if len(self._next_at) >= MOST_TIMED:
            self._next_at = {name: at for name, at in self._next_at.items() if at > now}
        # What was not used of the last second may be caught up, not more.
        self._next_at[domain] = max(next_at, now - 1.0) + 1.0 / rate
        return True

    def finished(self, entry: Entry) -> None:
        """An entry that was taken is no longer under way."""
        self._under_way[entry.domain] -= 1
        if self._under_way[entry.domain] <= 0:
            del self._under_way[entry.domain]

    def answered(self, domain: str, outcome: Outcome) -> None:
        """Minds what a destination answered to a message."""
        if outcome.result is Result.SENT:
            if self._paces and (pace := self._paces.get(domain)) is not None:
                pace.taken()
                if pace.is_full:
                    del self._paces[domain]
        elif asks_for_less(outcome) and (domain in self._paces or len(self._paces) < MOST_TIMED):
            pace = self._paces.setdefault(domain, Pace(self.concurrency))
            if pace.refused(time.monotonic(), f"{outcome.code} {outcome.text}"):
                told = {"at_once": int(pace.limit), "pause": pace.pause}
                log.info("delivery.destination.slowed", destination=domain, answer=outcome.text, **told)

    def slowed(self) -> dict[str, Pace]:
        """The destinations that get less than the others now."""
        return {name: pace for name, pace in self._paces.items() if pace.is_slowed}

    def remove(self, is_gone: Callable[[Entry], bool]) -> Iterator[Entry]:
        """Takes out all entries of which that is true."""
        for lane in self._lanes.values():
            gone = [entry for entry in lane if is_gone(entry)]
            if gone:
                kept = [entry for entry in lane if not is_gone(entry)]
                lane.clear()
                lane.extend(kept)
            yield from gone

    def __len__(self) -> int:
        return sum(map(len, self._lanes.values()))
