"""Writing the feed, running its consumers, and how far they are behind."""

import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction

from server.contacts import feed
from server.contacts.sql import feed as feed_sql
from server.core import clock, jobs

JOB: Final = "contacts.consume_feed"
MAX_ENTRIES: Final = 1_000
MAX_OCCURRENCES: Final = 50_000
# Less than the lease of a job (core/jobs.py). The next job reads the remaining entries.
MAX_SECONDS: Final = 20.0
# A count of more is of no use to anyone who watches.
MAX_COUNTED_ENTRIES: Final = 10_000


def record(
    *,
    team_id: UUID,
    kind: str,
    contact_ids: Sequence[int],
    occurred_at: datetime,
    subject: int = 0,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Records in the running transaction that the same happened to these contacts. Raises ValueError for a kind that
    no app has registered and for more than MAX_CONTACTS, and ValidationError for details that are not of its schema.
    """
    if kind not in feed.KINDS:
        raise ValueError(f"No kind of feed entry is named {kind}")
    if len(contact_ids) > feed.MAX_CONTACTS:
        raise ValueError(f"An entry of the feed has at most {feed.MAX_CONTACTS:,} contacts, not {len(contact_ids):,}")
    schema = feed.KINDS[kind].details
    if schema is not None:
        details = schema.model_validate(details).model_dump(mode="json")
    elif details is not None:
        raise ValueError(f"Entries of the kind {kind} have no details")
    if contact_ids:
        moments = [(occurred_at - feed.EPOCH) // timedelta(microseconds=1)]
        feed_sql.add(team_id, kind=kind, contact_ids=contact_ids, moments=moments, subjects=[subject], details=details)


def wake() -> int:
    """Enqueues a job for each consumer that has something to read and has paused long enough. Returns how many.

    One for which nothing happens passes over a batch of others at a time, so that its cursor doesn't fall behind.
    """
    if feed_sql.is_renumbered():
        with transaction.atomic():
            feed_sql.renumber()
    woken = 0
    for name, consumer in feed.CONSUMERS.items():
        backlog = _backlog_of(name, max_entries=MAX_ENTRIES)
        pause = timedelta(seconds=consumer.pause_seconds)
        is_behind = backlog.entries > 0 or backlog.entries_ahead >= MAX_ENTRIES
        if is_behind and (backlog.read_at is None or backlog.read_at + pause <= clock.now()):
            with transaction.atomic():
                jobs.enqueue(JOB, key=f"{JOB}:{name}", consumer=name)
            woken += 1
    return woken


def consume(name: str) -> int:
    """Has a consumer read full batches and the one that follows them, for at most MAX_SECONDS. Returns how many entries
    it handled.

    Entries that are added meanwhile wait for the next time, so that few of them never make a batch of their own. Each
    batch is a transaction: a kill repeats none and loses none. While another process reads for the consumer, this does
    nothing.
    """
    handled = 0
    until = time.monotonic() + MAX_SECONDS
    while (batch := consume_batch(name)) is not None:
        handled += batch.handled
        if not batch.is_full or time.monotonic() >= until:
            break
    return handled


class Consumed(NamedTuple):
    """How many entries of a batch a consumer handled, and whether the batch had all that fits into one."""

    handled: int
    is_full: bool


def consume_batch(name: str) -> Consumed | None:
    """Has a consumer read the next batch. None where there is nothing to read."""
    consumer = feed.CONSUMERS[name]
    with transaction.atomic():
        now = clock.now()
        after = feed_sql.lock_cursor(name, now=now)
        if after is None:
            return None
        batch, last, looked_at = feed_sql.read(
            after,
            horizon=feed_sql.find_horizon(),
            kinds=consumer.kinds(),
            includes_copies=consumer.includes_copies,
            max_entries=MAX_ENTRIES,
            max_occurrences=MAX_OCCURRENCES,
        )
        if not looked_at:
            return None
        if batch:
            consumer.handle(batch)
        feed_sql.move_cursor(name, after, last, now=now)
    occurrences = sum(len(entry.contact_ids) for entry in batch)
    return Consumed(len(batch), looked_at >= MAX_ENTRIES or occurrences >= MAX_OCCURRENCES)


def list_backlogs() -> list[feed_sql.Backlog]:
    """What each consumer has not read, counted up to MAX_COUNTED_ENTRIES."""
    return [_backlog_of(name, max_entries=MAX_COUNTED_ENTRIES) for name in feed.CONSUMERS]


def find_oldest_unread() -> datetime | None:
    """When the oldest entry was recorded that a consumer has not read."""
    found = [
        feed_sql.find_oldest_unread(name, kinds=consumer.kinds(), includes_copies=consumer.includes_copies)
        for name, consumer in feed.CONSUMERS.items()
    ]
    return min((moment for moment in found if moment), default=None)


def _backlog_of(name: str, *, max_entries: int) -> feed_sql.Backlog:
    consumer = feed.CONSUMERS[name]
    return feed_sql.measure_backlog(
        name, kinds=consumer.kinds(), includes_copies=consumer.includes_copies, max_entries=max_entries
    )
