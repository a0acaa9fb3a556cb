"""The feed: an append-only log of what happened to contacts, which consumers read by a cursor each.

An entry is written in the transaction of what it says. It names all contacts to which one statement let the same
happen, so that an import or a window of sent emails costs a row and not thousands. Entries hold keys, moments and names
of fields, never personal data.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from server.contacts.schemas.feed import Details
from server.core.registry import Registry

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MAX_NAME_LENGTH: Final = 40
# Of one entry, which is read as a whole (migrations/sql/feed.sql).
MAX_CONTACTS: Final = 250_000
# Longer where a consumer has not read them.
KEEP_MONTHS: Final = 3


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that happens to contacts, such as `email.opened`.

    `subject` names what the number beside each contact is the key of; `details` is the schema of what all contacts of
    an entry share.
    """

    name: str
    subject: str | None = None
    details: type[Details] | None = None


class Occurrence(NamedTuple):
    """What happened to one contact. `subject` is 0 where the kind has none."""

    contact_id: int
    occurred_at: datetime
    subject: int


@dataclass(frozen=True, slots=True)
class FeedBatch:
    """One entry of the feed: the same that happened to some contacts of a team.

    `moments` are microseconds since 1970. Of moments and subjects there is one alone where it is that of all contacts.
    A copy repeats of one contact what had happened to another that was merged into it.
    """

    xid: int
    id: int
    team_id: UUID
    kind: str
    is_copy: bool
    contact_ids: Sequence[int]
    moments: Sequence[int]
    subjects: Sequence[int]
    details: dict[str, Any] | None

    def occurrences(self) -> Iterator[Occurrence]:
        """What happened to each contact, in the order of the entry."""
        count = len(self.contact_ids)
        moments, subjects = spread(self.moments, count), spread(self.subjects, count)
        for contact_id, moment, subject in zip(self.contact_ids, moments, subjects, strict=True):
            yield Occurrence(contact_id, EPOCH + timedelta(microseconds=moment), subject)


@dataclass(frozen=True, slots=True)
class Consumer:
    """Reads the feed from its oldest entry on, each entry once.

    `handle` gets entries of the wanted kinds, in the order of the feed, in the transaction that moves the cursor; what
    it raises leaves the cursor where it was. Entries of one transaction, and of transactions that follow each other,
    are in their order. `kinds` is called when the feed is read, so that upper apps can add theirs.
    """

    kinds: Callable[[], Collection[str]]
    handle: Callable[[Sequence[FeedBatch]], None]
    includes_copies: bool = False
    # Reads at most so often, for a consumer to which few large batches are cheaper.
    pause_seconds: float = 0.0


KINDS = Registry[str, Kind]("kind of feed entry")
CONSUMERS = Registry[str, Consumer]("consumer of the feed")


def register(kind: Kind) -> None:
    """Lets the feed hold entries of this kind. Raises ValueError for a name that is too long."""
    if len(kind.name) > MAX_NAME_LENGTH:
        raise ValueError(f"The name of the kind {kind.name} is too long")
    KINDS.add(kind.name, kind)


def spread(values: Sequence[int], count: int) -> Sequence[int]:
    """A value for each of so many contacts; one alone is that of all."""
    return list(values) * count if len(values) == 1 else values
