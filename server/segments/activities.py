"""What may have happened to a contact: one table of kinds, to which every area adds its own.

An area adds what happened to the feed of contacts (contacts/feed.py), and registers the kind here. A consumer of the
feed packs it into blocks (columns/building.py); rules read the blocks and what the consumer has not read.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from server.core.errors import FieldsInvalid
from server.core.registry import Registry
from server.segments.causes import UNKNOWN_ACTIVITY

# Wire id of a thing -> the numbers that entries of the feed have for it. An unknown id has none.
SubjectsOf = Callable[[UUID, str], Sequence[int]]


@dataclass(frozen=True, slots=True)
class ActivityKind:
    """Something that happens to contacts, such as `opened`; `subject` names what it happens with, if anything.

    `feed_kind` is what the feed calls it.
    """

    name: str
    feed_kind: str
    subject: str | None = None
    subjects_of: SubjectsOf | None = None


# The consumer of the feed that packs activities.
CONSUMER = "segments"
KINDS = Registry[str, ActivityKind]("activity")


def register(kind: ActivityKind) -> None:
    """Lets segments ask for this kind. Raises ValueError for a second kind of one kind of feed entry."""
    if any(other.feed_kind == kind.feed_kind and other.name != kind.name for other in KINDS.values()):
        raise ValueError(f"Two activities are {kind.feed_kind} in the feed")
    KINDS.add(kind.name, kind)


def kinds() -> Sequence[ActivityKind]:
    """All kinds, in the order of their registration."""
    return tuple(KINDS.values())


def feed_kinds() -> list[str]:
    """What the feed calls all kinds."""
    return [kind.feed_kind for kind in KINDS.values()]


def kind_of(name: str, *, at: str) -> ActivityKind:
    """The kind of this name. Raises FieldsInvalid, which names the place."""
    if name not in KINDS:
        raise FieldsInvalid.of(at, UNKNOWN_ACTIVITY, name)
    return KINDS[name]


def subjects(team_id: UUID, name: str, subject_id: str | None) -> Sequence[int] | None:
    """The numbers that the feed has for this thing; None for any thing."""
    kind = KINDS[name]
    if subject_id is None or kind.subjects_of is None:
        return None
    return kind.subjects_of(team_id, subject_id)
