"""Registry of contact activities that rules can use, extended by other apps.

An app records the activity in the contact feed (contacts/feed.py) and registers its kind here. A feed consumer packs
activities into blocks (columns/building.py). Rules read the blocks and the unread entries.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from server.core.errors import FieldsInvalid
from server.core.registry import Registry
from server.segments.causes import UNKNOWN_ACTIVITY

# Record id in the API -> its numbers in feed entries. An unknown id has none.
SubjectFinder = Callable[[UUID, str], Sequence[int]]


@dataclass(frozen=True, slots=True)
class ActivityKind:
    """A contact activity such as `opened`. `subject` is the kind of record it happens with, if any.

    `feed_kind` is its kind in the feed.
    """

    name: str
    feed_kind: str
    subject: str | None = None
    subjects_of: SubjectFinder | None = None


# The feed consumer that packs activities.
CONSUMER = "segments"
KINDS = Registry[str, ActivityKind]("activity")


def register_kind(kind: ActivityKind) -> None:
    """Raises ValueError for a second kind of the same feed kind."""
    if any(other.feed_kind == kind.feed_kind and other.name != kind.name for other in KINDS.values()):
        raise ValueError(f"Two activities are {kind.feed_kind} in the feed")
    KINDS.add(kind.name, kind)


def list_kinds() -> Sequence[ActivityKind]:
    return tuple(KINDS.values())


def list_feed_kinds() -> list[str]:
    return [kind.feed_kind for kind in KINDS.values()]


def get_kind(name: str, *, at: str) -> ActivityKind:
    """Raises FieldsInvalid at the position `at`."""
    if name not in KINDS:
        raise FieldsInvalid.of(at, UNKNOWN_ACTIVITY, name)
    return KINDS[name]


def find_subjects(team_id: UUID, name: str, subject_id: str | None) -> Sequence[int] | None:
    """Returns the feed numbers of this record; None for any record."""
    kind = KINDS[name]
    if subject_id is None or kind.subjects_of is None:
        return None
    return kind.subjects_of(team_id, subject_id)
