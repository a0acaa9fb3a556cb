"""Adapts the sending rate of each destination: slower when it asks for that, faster while it accepts messages.

Providers respond to a sender that is too fast with 421, or with 451 and 4.7.x (RFC 3463, 3.8: policy). A few of these
among many accepted messages change nothing, because greylisting uses them, too. A run of them halves the number of
concurrent messages, down to one; from there it lengthens the pause between two messages.
"""

import time
from dataclasses import dataclass, field

import structlog

from server.delivery.smtp.replies import ReplyOutcome, SendResult

MAX_PENALTY = 3.0  # penalty points that slow a destination down; one per such response
PENALTY_PER_ACCEPTED = 0.1  # removed by each accepted message: up to one such response in eleven changes nothing
FIRST_PAUSE_SECONDS = 1.0
MAX_PAUSE_SECONDS = 60.0
MAX_TRACKED_DESTINATIONS = 10_000

log = structlog.get_logger(__name__)


def is_slowdown_request(outcome: ReplyOutcome) -> bool:
    if outcome.result is not SendResult.RETRY:
        return False
    if outcome.enhanced.startswith("4.7."):
        return outcome.code in (421, 451)
    return outcome.code == 421 and not outcome.enhanced


@dataclass(slots=True)
class DestinationLimit:
    """The pace of one destination, which normally accepts `full` messages concurrently.

    Times are seconds of one steady clock.
    """

    full: int
    limit: float = 0.0
    pause: float = 0.0
    # Its requests to slow down: count, last response and time, and since when it is slowed.
    refusals: int = 0
    reply: str = ""
    refused_at: float = 0.0
    slowed_at: float | None = None
    _penalty: float = 0.0
    _next_at: float = 0.0

    def __post_init__(self) -> None:
        self.limit = float(self.full)

    @property
    def is_full(self) -> bool:
        return self.limit >= self.full and not self.pause and not self._penalty

    @property
    def is_slowed(self) -> bool:
        return self.limit < self.full or self.pause > 0

    def has_capacity(self, under_way: int, now: float) -> bool:
        return under_way < int(self.limit) and now >= self._next_at

    def record_start(self, now: float) -> None:
        self._next_at = now + self.pause

    def record_refusal(self, now: float, reply: str = "") -> bool:
        """Records a request to slow down. Returns whether it slows the destination further."""
        self.refusals += 1
        self.reply, self.refused_at = reply, now
        self._penalty += 1
        if self._penalty < MAX_PENALTY and not self.pause:
            return False
        self._penalty = 0.0
        if not self.is_slowed:
            self.slowed_at = now
        if self.limit > 1:
            self.limit = max(1.0, self.limit / 2)
        else:
            self.pause = min(max(FIRST_PAUSE_SECONDS, self.pause * 2), MAX_PAUSE_SECONDS)
            self._next_at = now + self.pause
        return True

    def record_accepted(self) -> None:
        """About as many accepted messages as the current limit raise it by one."""
        self._penalty = max(0.0, self._penalty - PENALTY_PER_ACCEPTED)
        if self.pause:
            self.pause = 0.0 if self.pause <= FIRST_PAUSE_SECONDS else self.pause / 2
        else:
            self.limit = min(float(self.full), self.limit + 1 / self.limit)


@dataclass(slots=True)
class DestinationThrottle:
    """Limits the concurrent messages of each destination."""

    concurrency: int
    rate: float = 0  # messages a second to one destination; 0: no limit
    _under_way: dict[str, int] = field(default_factory=dict)
    _next_at: dict[str, float] = field(default_factory=dict)
    _paces: dict[str, DestinationLimit] = field(default_factory=dict)

    def acquire(self, domain: str) -> bool:
        under_way = self._under_way.get(domain, 0)
        if under_way >= self.concurrency:
            return False
        if (self.rate or self._paces) and not self._can_send(domain, under_way):
            return False
        self._under_way[domain] = under_way + 1
        return True

    def release(self, domain: str) -> None:
        under_way = self._under_way[domain] - 1
        if under_way > 0:
            self._under_way[domain] = under_way
        else:
            del self._under_way[domain]

    def record(self, domain: str, outcome: ReplyOutcome) -> None:
        if outcome.result is SendResult.SENT:
            if self._paces and (pace := self._paces.get(domain)) is not None:
                pace.record_accepted()
                if pace.is_full:
                    del self._paces[domain]
        elif is_slowdown_request(outcome) and (domain in self._paces or len(self._paces) < MAX_TRACKED_DESTINATIONS):
            pace = self._paces.setdefault(domain, DestinationLimit(self.concurrency))
            if pace.record_refusal(time.monotonic(), f"{outcome.code} {outcome.text}"):
                details = {"at_once": int(pace.limit), "pause": pace.pause}
                log.info("delivery.destination.slowed", destination=domain, answer=outcome.text, **details)

    def list_slowed(self) -> dict[str, DestinationLimit]:
        return {name: pace for name, pace in self._paces.items() if pace.is_slowed}

    def _can_send(self, domain: str, under_way: int) -> bool:
        """Whether pace and rate allow another message now; if so, it counts for both."""
        pace = self._paces.get(domain)
        if not self.rate and pace is None:
            return True
        now = time.monotonic()
        if pace is not None and not pace.has_capacity(under_way, now):
            return False
        if self.rate and not self._is_due(domain, now, self.rate * (pace.limit / pace.full if pace else 1.0)):
            return False
        if pace is not None:
            pace.record_start(now)
        return True

    def _is_due(self, domain: str, now: float, rate: float) -> bool:
        next_at = self._next_at.get(domain, 0.0)
        if next_at > now:
            return False
        if len(self._next_at) >= MAX_TRACKED_DESTINATIONS:
            self._next_at = {name: at for name, at in self._next_at.items() if at > now}
        # At most one second of unused capacity can be made up.
        self._next_at[domain] = max(next_at, now - 1.0) + 1.0 / rate
        return True
