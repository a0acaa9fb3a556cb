"""The contact feed: an append-only log of contact activity. Each consumer reads it with its own cursor.

The transaction of a change also writes its entry. One entry covers all contacts of a statement, so a large import or
send takes few rows. Entries hold ids, timestamps and field names, never personal data.
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
# Per entry, because consumers load whole entries (migrations/sql/feed.sql).
MAX_CONTACTS_PER_ENTRY: Final = 250_000
# Retained longer while a consumer has not read them.
RETENTION_MONTHS: Final = 3


@dataclass(frozen=True, slots=True)
class FeedKind:
    """A type of contact activity, such as `email.opened`.

    `subject` names the kind of record that the per-contact subject ids refer to. `details` is the schema of the data
    that all contacts of an entry share.
    """

    name: str
    subject: str | None = None
    details: type[Details] | None = None


class ContactOccurrence(NamedTuple):
    """Activity of one contact. `subject` is 0 if the kind has none."""

    contact_id: int
    occurred_at: datetime
    subject: int


@dataclass(frozen=True, slots=True)
class FeedBatch:
    """One entry of the feed: the same activity for several contacts of a team.

    `moments` are microseconds since 1970. `moments` and `subjects` hold a single value if all contacts share it. A copy
    repeats the activity of a contact for the contact that it was merged into.
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

    def occurrences(self) -> Iterator[ContactOccurrence]:
        count = len(self.contact_ids)
        moments, subjects = expand_shared(self.moments, count), expand_shared(self.subjects, count)
        for contact_id, moment, subject in zip(self.contact_ids, moments, subjects, strict=True):
            yield ContactOccurrence(contact_id, EPOCH + timedelta(microseconds=moment), subject)


@dataclass(frozen=True, slots=True)
class FeedConsumer:
    """Reads each entry of the feed once, from the oldest.

    `handle` gets entries of the wanted kinds in order, in the transaction that advances the cursor. If it raises, the
    cursor does not advance. Entries of one transaction, and of successive transactions, arrive in order. `kinds` is
    evaluated on each read, so that dependent apps can add theirs.
    """

    kinds: Callable[[], Collection[str]]
    handle: Callable[[Sequence[FeedBatch]], None]
    includes_copies: bool = False
    # Minimum seconds between reads, for a consumer that works better with few large batches.
    pause_seconds: float = 0.0


KINDS = Registry[str, FeedKind]("kind of feed entry")
CONSUMERS = Registry[str, FeedConsumer]("consumer of the feed")


def register_kind(kind: FeedKind) -> None:
    """Raises ValueError for a name that is longer than MAX_NAME_LENGTH."""
    if len(kind.name) > MAX_NAME_LENGTH:
        raise ValueError(f"The name of the kind {kind.name} is too long")
    KINDS.add(kind.name, kind)


def expand_shared(values: Sequence[int], count: int) -> Sequence[int]:
    return list(values) * count if len(values) == 1 else values
