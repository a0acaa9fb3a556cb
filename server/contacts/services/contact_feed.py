"""Writes the feed, runs its consumers and measures their lag."""

import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction

from server.contacts import feed
from server.contacts.sql import feed as feed_sql
from server.core import clock, jobs

CONSUME_JOB: Final = "contacts.consume_feed"
MAX_ENTRIES_PER_BATCH: Final = 1_000
MAX_OCCURRENCES_PER_BATCH: Final = 50_000
# Shorter than a job's lease (core/jobs.py). The next job reads the remaining entries.
MAX_RUN_SECONDS: Final = 20.0
# Higher counts do not help monitoring.
MAX_COUNTED_ENTRIES: Final = 10_000


def record_activity(
    *,
    team_id: UUID,
    kind: str,
    contact_ids: Sequence[int],
    occurred_at: datetime,
    subject: int = 0,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Records the same activity for several contacts, in the current transaction.

    Raises ValueError for an unregistered kind or more than MAX_CONTACTS_PER_ENTRY, and ValidationError for details that
    do not fit the schema.
    """
    if kind not in feed.KINDS:
        raise ValueError(f"No kind of feed entry is named {kind}")
    if len(contact_ids) > feed.MAX_CONTACTS_PER_ENTRY:
        raise ValueError(
            f"An entry of the feed has at most {feed.MAX_CONTACTS_PER_ENTRY:,} contacts, not {len(contact_ids):,}"
        )
    schema = feed.KINDS[kind].details
    if schema is not None:
        details = schema.model_validate(details).model_dump(mode="json")
    elif details is not None:
        raise ValueError(f"Entries of the kind {kind} have no details")
    if contact_ids:
        moments = [(occurred_at - feed.EPOCH) // timedelta(microseconds=1)]
        feed_sql.insert_entry(
            team_id, kind=kind, contact_ids=contact_ids, moments=moments, subjects=[subject], details=details
        )


def enqueue_consumers() -> int:
    """Enqueues a job for each consumer that has unread entries and is not pausing. Returns the number of jobs.

    A consumer without relevant entries still skips batches of others, so that its cursor does not fall behind.
    """
    if feed_sql.is_renumbered():
        with transaction.atomic():
            feed_sql.renumber()
    woken = 0
    for name, consumer in feed.CONSUMERS.items():
        backlog = _measure_backlog(name, max_entries=MAX_ENTRIES_PER_BATCH)
        pause = timedelta(seconds=consumer.pause_seconds)
        is_behind = backlog.entries > 0 or backlog.entries_ahead >= MAX_ENTRIES_PER_BATCH
        if is_behind and (backlog.read_at is None or backlog.read_at + pause <= clock.now()):
            with transaction.atomic():
                jobs.enqueue(CONSUME_JOB, key=f"{CONSUME_JOB}:{name}", consumer=name)
            woken += 1
    return woken


def run_consumer(name: str) -> int:
    """Lets a consumer read batches until one is not full, for at most MAX_RUN_SECONDS.

    Returns the number of handled entries. The next job reads the rest, which avoids tiny batches. Each batch is a
    transaction: a crash neither repeats nor loses one. No-op while another process reads for the consumer.
    """
    handled = 0
    until = time.monotonic() + MAX_RUN_SECONDS
    while (batch := consume_batch(name)) is not None:
        handled += batch.handled
        if not batch.is_full or time.monotonic() >= until:
            break
    return handled


class ConsumedBatch(NamedTuple):
    """The number of handled entries, and whether the batch was full."""

    handled: int
    is_full: bool


def consume_batch(name: str) -> ConsumedBatch | None:
    """Returns None if there is nothing to read, or if another process reads for the consumer."""
    consumer = feed.CONSUMERS[name]
    with transaction.atomic():
        now = clock.now()
        after = feed_sql.lock_cursor(name, now=now)
        if after is None:
            return None
        batch, last, looked_at = feed_sql.read_entries(
            after,
            horizon=feed_sql.find_horizon(),
            kinds=consumer.kinds(),
            includes_copies=consumer.includes_copies,
            max_entries=MAX_ENTRIES_PER_BATCH,
            max_occurrences=MAX_OCCURRENCES_PER_BATCH,
        )
        if not looked_at:
            return None
        if batch:
            consumer.handle(batch)
        feed_sql.move_cursor(name, after, last, now=now)
    occurrences = sum(len(entry.contact_ids) for entry in batch)
    return ConsumedBatch(len(batch), looked_at >= MAX_ENTRIES_PER_BATCH or occurrences >= MAX_OCCURRENCES_PER_BATCH)


def list_backlogs() -> list[feed_sql.FeedBacklog]:
    return [_measure_backlog(name, max_entries=MAX_COUNTED_ENTRIES) for name in feed.CONSUMERS]


def find_oldest_unread() -> datetime | None:
    found = [
        feed_sql.find_oldest_unread(name, kinds=consumer.kinds(), includes_copies=consumer.includes_copies)
        for name, consumer in feed.CONSUMERS.items()
    ]
    return min((moment for moment in found if moment), default=None)


def _measure_backlog(name: str, *, max_entries: int) -> feed_sql.FeedBacklog:
    consumer = feed.CONSUMERS[name]
    return feed_sql.measure_backlog(
        name, kinds=consumer.kinds(), includes_copies=consumer.includes_copies, max_entries=max_entries
    )
