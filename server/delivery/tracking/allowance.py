"""Limits the stored opens and clicks of one recipient: anyone with the email can repeat them without end.

Counted in the memory of each web process. Requests over the limit get the usual response but are not stored. Metrics
stay right for honest readers. A proxy that fetches a picture at each open stays far below the limit, and the first
open and the first clicks of a day always count.
"""

import time
from dataclasses import dataclass, field

# Of one recipient, kind and day. An email with 200 links that two scanners follow is within.
MAX_EVENTS_OF_RECIPIENT = 500
# Recipients counted at a time, twice that in all: some 20 MB.
MAX_RECIPIENTS = 100_000
DAY_SECONDS = 86_400.0

Key = tuple[object, int, str]


@dataclass(slots=True)
class Allowance:
    """Counts by recipient and kind. Two generations, so that forgetting costs nothing: a full one becomes the older."""

    _counts: dict[Key, int] = field(default_factory=dict)
    _older: dict[Key, int] = field(default_factory=dict)
    _until: float = float("-inf")

    def take(self, mailing: object, position: int, kind: str) -> bool:
        """Whether one more event of the recipient is stored."""
        now = time.monotonic()
        if now >= self._until:
            self._counts, self._older, self._until = {}, {}, now + DAY_SECONDS
        key = (mailing, position, kind)
        counts = self._counts
        count = counts.get(key)
        if count is None:
            count = self._older.get(key, 0)
            if len(counts) >= MAX_RECIPIENTS:
                self._older, self._counts = counts, {}
                counts = self._counts
        if count >= MAX_EVENTS_OF_RECIPIENT:
            return False
        counts[key] = count + 1
        return True
