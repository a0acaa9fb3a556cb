"""How often a recipient may ask for something in a minute."""

import time
from dataclasses import dataclass, field

MAX_COUNTED = 10_000


class TooOften(Exception):
    """One recipient asked too often, or too many wait for the same."""


@dataclass(slots=True)
class MinuteCounts:
    """Requests of each recipient within a minute, in the memory of one process. A full one starts again."""

    _counts: dict[tuple[int, int], int] = field(default_factory=dict)
    _until: float = float("-inf")

    def count_request(self, mailing_id: int, position: int, *, most: int) -> None:
        """Counts a request. Raises TooOften, and counts nothing, above `most` a minute."""
        now = time.monotonic()
        if now >= self._until or len(self._counts) >= MAX_COUNTED:
            self._counts, self._until = {}, now + 60
        count = self._counts.get((mailing_id, position), 0)
        if count >= most:
            raise TooOften
        self._counts[mailing_id, position] = count + 1
