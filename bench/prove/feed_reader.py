"""A consumer of the feed that a proof kills: it stores each received entry, in the transaction that moves its
cursor."""

from collections.abc import Sequence
from typing import Final

from django.db import connection, transaction

from server.contacts import feed
from server.contacts.services import contact_feed
from server.core import jobs
from server.core.models import Job

NAME: Final = "proof"
# Few, so that kills occur between batches and within them.
MAX_ENTRIES: Final = 5


def prepare() -> None:
    """Creates the consumer's table. Without a unique key, an entry that is read twice appears twice."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE prove_feed (place bigserial, xid bigint NOT NULL, entry_id bigint NOT NULL,"
            " reader xid8 NOT NULL DEFAULT pg_current_xact_id())"
        )


def register() -> None:
    """Adds the consumer, which reads all kinds in small batches."""
    contact_feed.MAX_ENTRIES_PER_BATCH = MAX_ENTRIES  # type: ignore[misc]
    feed.CONSUMERS.add(NAME, feed.FeedConsumer(_list_kinds, _write, includes_copies=True))


def enqueue() -> int:
    """Enqueues a job that reads all available entries. Returns its key."""
    with transaction.atomic():
        jobs.enqueue(contact_feed.CONSUME_JOB, consumer=NAME)
        return Job.objects.filter(name=contact_feed.CONSUME_JOB).order_by("-pk")[0].pk


def find_faults() -> list[str]:
    """Violations: the consumer must have read every entry once, in the order of the feed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT xid::text::bigint, id FROM contacts_feedentry ORDER BY xid, id")
        wanted = cursor.fetchall()
        cursor.execute("SELECT xid, entry_id FROM prove_feed ORDER BY place")
        found = cursor.fetchall()
        cursor.execute(
            "SELECT xid, entry_id, array_agg(reader::text ORDER BY place) FROM prove_feed"
            " GROUP BY xid, entry_id HAVING count(*) > 1 ORDER BY xid, entry_id"
        )
        repeated = cursor.fetchall()
    faults = []
    if repeated:
        faults.append(f"the consumer read {len(repeated)} entries more than once, by transactions: {repeated[:5]}")
    if set(wanted) != set(found):
        faults.append(f"the consumer missed {len(set(wanted) - set(found))} of {len(wanted)} entries")
    if found != sorted(found):
        faults.append("the consumer read entries out of order")
    return faults


def _list_kinds() -> list[str]:
    return list(feed.KINDS)


def _write(batch: Sequence[feed.FeedBatch]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO prove_feed (xid, entry_id) SELECT * FROM unnest(%s::bigint[], %s::bigint[])",
            [[entry.xid for entry in batch], [entry.id for entry in batch]],
        )
