"""Limits the stored opens and clicks of one recipient: anyone with the email can repeat them without end.

Counted in the memory of each web process. Requests over the limit get the usual response but are not stored. Metrics
stay right for honest readers. A proxy that fetches a picture at each open stays far below the limit, and the first open
and the first clicks of a day always count.
"""

from dataclasses import dataclass, field

from server.core.rate_limits.limits import DAY
from server.core.rate_limits.process_counters import ProcessCounter

# Of one recipient, kind and day. Two scanners that each follow 200 links of an email are within the limit.
MAX_EVENTS_PER_RECIPIENT = 500
# Recipients counted at a time; twice that in total, about 20 MB.
MAX_RECIPIENTS = 100_000

Key = tuple[object, int, str]


def _build_counter() -> ProcessCounter[Key]:
    return ProcessCounter(max_keys=MAX_RECIPIENTS, seconds=DAY)


@dataclass(slots=True)
class Allowance:
    _counter: ProcessCounter[Key] = field(default_factory=_build_counter)

    def allow(self, mailing: object, position: int, kind: str) -> bool:
        return self._counter.consume((mailing, position, kind), most=MAX_EVENTS_PER_RECIPIENT)
