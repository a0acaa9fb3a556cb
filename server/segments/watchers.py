"""Who is told that contacts enter and leave segments: upper apps register themselves here, once, by a name.

A registered watcher watches a segment from `services.watching.watch` on. It is told of each entering and each leaving
once, in the order in which they were found, in the transaction that keeps them: what it writes is committed with them
or not at all, so that after a crash nothing is told twice and nothing is left out. That transaction is REPEATABLE READ:
a row that somebody else has written since makes it start anew.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.core.registry import Registry

WATCHER_LENGTH = 40
# People who follow a segment on its screen: what they see is kept anyway.
PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class Moves:
    """Contacts who entered a segment and who left it, by key, at most `services.watching.MOST_MOVES` in all.

    `by_rules`: the rules of the segment, or of one that they name, have been changed, so that not the contacts moved
    but the segment did. Among those who left are contacts who were deleted.
    """

    team_id: UUID
    segment_id: int
    at: datetime
    entered: Sequence[int]
    left: Sequence[int]
    by_rules: bool


Tell = Callable[[Moves], None]

WATCHERS = Registry[str, Tell]("watcher of segments")


def ignore_moves(moves: Moves) -> None:
    """Does nothing: screens get the event (events.SegmentMoved)."""
