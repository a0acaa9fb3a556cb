"""Registry of watchers, which get segment membership changes. Other apps register theirs once by name.

A watcher gets each change once and in order, from `services.watching.watch` on. It runs in the transaction that stores
the changes, so its writes commit with them or not at all. A crash neither repeats nor loses one. That transaction is
REPEATABLE READ: it restarts if a row it writes has changed concurrently.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.core.registry import Registry

MAX_WATCHER_LENGTH = 40
# Users who follow a segment on its screen. What they see is stored anyway.
USERS = "people"


@dataclass(frozen=True, slots=True)
class MembershipChanges:
    """Contact ids that entered and left a segment, at most `services.watching.MAX_CHANGES_PER_TRANSACTION` in total.

    `by_rules`: the rules changed, also those of a segment that they refer to, so the segment changed and not the
    contacts. Deleted contacts are among those who left.
    """

    team_id: UUID
    segment_id: int
    at: datetime
    entered: Sequence[int]
    left: Sequence[int]
    by_rules: bool


MembershipListener = Callable[[MembershipChanges], None]

WATCHERS = Registry[str, MembershipListener]("watcher of segments")


def ignore_changes(moves: MembershipChanges) -> None:
    """No-op: screens use the event (events.MembershipChanged)."""
