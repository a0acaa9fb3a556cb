"""How much a destination is given: less once it asks for less, more again as it takes what it gets.

What providers answer to who sends too fast is 421, or 451 with 4.7.x (RFC 3463, 3.8: policy). A few of them among many
messages taken are no reason, for greylisting says the same; a run of them halves what is under way at once, down to
one at a time, and from there lengthens the pause between two.
"""

from dataclasses import dataclass

from server.delivery.smtp.replies import Outcome, Result

MOST_OWED = 3.0  # answers in a run that make it slower
PAID_BY_ONE = 0.1  # of an answer, by each message that is taken: up to one in eleven changes nothing
FIRST_PAUSE = 1.0  # seconds
LONGEST_PAUSE = 60.0


def asks_for_less(outcome: Outcome) -> bool:
    """Whether the answer says that too much comes at a time."""
    if outcome.result is not Result.RETRY:
        return False
    if outcome.enhanced.startswith("4.7."):
        return outcome.code in (421, 451)
    return outcome.code == 421 and not outcome.enhanced


@dataclass(slots=True)
class Pace:
    """Of one destination, which takes `most` at once when all is well. Times are seconds of one steady clock."""

    most: int
    limit: float = 0.0
    pause: float = 0.0
    # What it said when it asked for less: how often, the last words and when, and since when it gets less.
    refusals: int = 0
    words: str = ""
    refused_at: float = 0.0
    slowed_at: float | None = None
    _owed: float = 0.0
    _next_at: float = 0.0

    def __post_init__(self) -> None:
        self.limit = float(self.most)

    @property
    def is_full(self) -> bool:
        """Whether it takes as much as any other."""
        return self.limit >= self.most and not self.pause and not self._owed

    def has_room(self, under_way: int, now: float) -> bool:
        """Whether one more may leave now."""
        return under_way < int(self.limit) and now >= self._next_at

    def left(self, now: float) -> None:
        """One has left."""
        self._next_at = now + self.pause

    @property
    def is_slowed(self) -> bool:
        """Whether it gets less than it would take when all is well."""
        return self.limit < self.most or self.pause > 0

    def refused(self, now: float, words: str = "") -> bool:
        """It asked for less, in these words; whether it gets less from now on."""
        self.refusals += 1
        self.words, self.refused_at = words, now
        self._owed += 1
        if self._owed < MOST_OWED and not self.pause:
            return False
        self._owed = 0.0
        if not self.is_slowed:
            self.slowed_at = now
        if self.limit > 1:
            self.limit = max(1.0, self.limit / 2)
        else:
            self.pause = min(max(FIRST_PAUSE, self.pause * 2), LONGEST_PAUSE)
            self._next_at = now + self.pause
        return True

    def taken(self) -> None:
        """It took one: about as many more as it has under way bring it one more at a time."""
        self._owed = max(0.0, self._owed - PAID_BY_ONE)
        if self.pause:
            self.pause = 0.0 if self.pause <= FIRST_PAUSE else self.pause / 2
        else:
            self.limit = min(float(self.most), self.limit + 1 / self.limit)
