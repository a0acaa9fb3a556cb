"""Feed helpers."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from unittest import mock
from uuid import UUID

from server.contacts.models import FeedEntry
from server.contacts.services import contact_feed
from server.contacts.sql import feed as feed_sql


def happen(
    team_id: UUID, kind: str, contact_ids: Sequence[int], moments: Sequence[int], subjects: Sequence[int]
) -> None:
    """Adds an entry as the delivery triggers do. Moments are microseconds since 1970."""
    FeedEntry.objects.create(
        team_id=team_id,
        kind=kind,
        contact_ids=list(contact_ids),
        moments=list(moments),
        subjects=list(subjects),
    )


@contextmanager
def reading_own_transaction() -> Iterator[None]:
    """Lets consumers read uncommitted entries of the test's own transaction, which has no concurrent writers."""
    with mock.patch.object(feed_sql, "find_horizon", return_value=2**62):
        yield


def consume(name: str) -> int:
    """Lets a consumer read everything that the test has written. Returns the number of handled entries."""
    with reading_own_transaction():
        return contact_feed.run_consumer(name)
