"""Counts how often a recipient requests something within a minute."""

from dataclasses import dataclass, field

from server.core.rate_limits.limits import MINUTE
from server.core.rate_limits.process_counters import ProcessCounter

MAX_COUNTED_RECIPIENTS = 10_000


class TooOften(Exception):
    """One recipient requested something too often, or too many wait for the same."""


def _build_counter() -> ProcessCounter[tuple[int, int]]:
    return ProcessCounter(max_keys=MAX_COUNTED_RECIPIENTS, seconds=MINUTE)


@dataclass(slots=True)
class MinuteCounts:
    """Requests of each recipient within a minute."""

    _counter: ProcessCounter[tuple[int, int]] = field(default_factory=_build_counter)

    def count_request(self, mailing_id: int, position: int, *, most: int) -> None:
        """Raises TooOften, and counts nothing, above `most` a minute."""
        if not self._counter.consume((mailing_id, position), most=most):
            raise TooOften
