"""Writes the feed and reads it by cursor."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from server.contacts.feed import FeedBatch


class FeedPosition(NamedTuple):
    """A position in the feed: transaction and id of the last entry read."""

    xid: int
    entry_id: int


def insert_entry(
    team_id: UUID,
    *,
    kind: str,
    contact_ids: Sequence[int],
    moments: Sequence[int],
    subjects: Sequence[int],
    details: Mapping[str, Any] | None,
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO contacts_feedentry (team_id, kind, contact_ids, moments, subjects, details)"
            " VALUES (%s, %s, %s, %s, %s, %s)",
            [
                team_id,
                kind,
                list(contact_ids),
                list(moments),
                list(subjects),
                None if details is None else json.dumps(dict(details)),
            ],
        )


# pg_stat_activity has transaction ids of 32 bits, without the epoch. They are within 2^31 of the snapshot's end. Ids
# from that end on are ignored, because the end itself bounds the result.
_HORIZON = """
SELECT least(taken.until, taken.own + 1, min(taken.until - behind) FILTER (WHERE behind < 2147483648))
FROM (
    SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS until, pg_current_xact_id()::text::bigint AS own
) AS taken
LEFT JOIN (
    SELECT backend_xid::text::bigint AS xid FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()
) AS running ON true
CROSS JOIN LATERAL (SELECT (taken.until - running.xid) & 4294967295 AS behind) AS distance
GROUP BY taken.until, taken.own
"""


def find_horizon() -> int:
    """Returns the first transaction of this database that might still write. All earlier ones have ended.

    It is at most the one after the own transaction, so that entries written by a consumer come after its cursor. The
    snapshot is taken before the running transactions are listed. A transaction below the snapshot's end had started by
    then, so it is in the list or has ended. The caller reads with a later statement, which sees its commit. The horizon
    of a snapshot alone would also wait for transactions of other databases.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(_HORIZON)
        [(horizon,)] = cursor.fetchall()
    return int(horizon)


def lock_cursor(consumer: str, *, now: datetime) -> FeedPosition | None:
    """Locks and returns the cursor of a consumer, or None while another process holds it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO contacts_feedcursor (consumer, read_at) VALUES (%s, %s) ON CONFLICT DO NOTHING",
            [consumer, now],
        )
        cursor.execute(
            "SELECT xid::text, entry_id FROM contacts_feedcursor WHERE consumer = %s FOR UPDATE SKIP LOCKED", [consumer]
        )
        row = cursor.fetchone()
    return FeedPosition(int(row[0]), row[1]) if row else None


def move_cursor(consumer: str, after: FeedPosition, to: FeedPosition, *, now: datetime) -> None:
    """Advances a locked cursor.

    Raises RuntimeError if it has moved since it was read, so that no entry is read twice.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE contacts_feedcursor SET xid = %s::text::xid8, entry_id = %s, read_at = %s"
            " WHERE consumer = %s AND xid = %s::text::xid8 AND entry_id = %s",
            [str(to.xid), to.entry_id, now, consumer, str(after.xid), after.entry_id],
        )
        if cursor.rowcount != 1:
            raise RuntimeError(f"The cursor of {consumer} has changed since it was read")


# Arrays are read only for wanted entries. The first entry is read regardless of its size. The order names the table,
# because the result column `xid` is text, where 1000 sorts before 999.
_READ = """
SELECT xid::text, id, team_id, kind, is_copy, is_wanted, CASE WHEN is_wanted THEN contact_ids END,
    CASE WHEN is_wanted THEN moments END, CASE WHEN is_wanted THEN subjects END, details
FROM (
    SELECT *, sum(wanted_size) OVER (ORDER BY xid, id) - wanted_size AS before
    FROM (
        SELECT *, is_wanted::int * size AS wanted_size
        FROM (
            SELECT *, kind = ANY (%(kinds)s) AND (%(copies)s OR NOT is_copy) AS is_wanted FROM contacts_feedentry
            WHERE (xid, id) > (%(xid)s::text::xid8, %(entry)s) AND xid < %(horizon)s::text::xid8
            ORDER BY xid, id LIMIT %(entries)s
        ) AS marked
    ) AS sized
) AS summed
WHERE before < %(occurrences)s ORDER BY summed.xid, summed.id
"""


def read_entries(
    after: FeedPosition,
    *,
    horizon: int,
    kinds: Collection[str],
    includes_copies: bool,
    max_entries: int,
    max_occurrences: int,
) -> tuple[list[FeedBatch], FeedPosition, int]:
    """Returns the next entries of these kinds, the position of the last entry read, and the number of entries read.

    Across teams: a consumer reads the feed of all. Skips transactions from the horizon on.
    """
    values: dict[str, Any] = {
        "kinds": list(kinds),
        "copies": includes_copies,
        "xid": str(after.xid),
        "entry": after.entry_id,
        "horizon": str(horizon),
        "entries": max_entries,
        "occurrences": max_occurrences,
    }
    with connection.cursor() as cursor:
        cursor.execute(_READ, values)
        rows = cursor.fetchall()
    last = FeedPosition(int(rows[-1][0]), rows[-1][1]) if rows else after
    return [_build_batch(row) for row in rows if row[5]], last, len(rows)


def _build_batch(row: tuple[Any, ...]) -> FeedBatch:
    xid, key, team_id, kind, is_copy, _, contact_ids, moments, subjects, details = row
    read = json.loads(details) if details else None
    return FeedBatch(int(xid), key, team_id, kind, is_copy, contact_ids, moments, subjects, read)


class FeedBacklog(NamedTuple):
    """Unread entries of a consumer: their count, contacts and oldest time.

    `entries_ahead` counts entries of all kinds. `max_entries` limits it, and so the other counts.
    """

    consumer: str
    entries_ahead: int
    entries: int
    occurrences: int
    oldest_at: datetime | None
    read_at: datetime | None


_BACKLOG = """
SELECT asked.consumer, unread.entries_ahead, unread.entries, unread.occurrences, unread.oldest_at, c.read_at
FROM (SELECT %(consumer)s::text AS consumer) AS asked
LEFT JOIN contacts_feedcursor AS c USING (consumer)
CROSS JOIN LATERAL (
    SELECT count(*) AS entries_ahead, count(*) FILTER (WHERE is_wanted) AS entries,
        coalesce(sum(size) FILTER (WHERE is_wanted), 0)::bigint AS occurrences,
        min(recorded_at) FILTER (WHERE is_wanted) AS oldest_at
    FROM (
        SELECT size, recorded_at, kind = ANY (%(kinds)s) AND (%(copies)s OR NOT is_copy) AS is_wanted
        FROM contacts_feedentry
        WHERE (xid, id) > (coalesce(c.xid, '0'), coalesce(c.entry_id, 0))
        ORDER BY xid, id LIMIT %(most)s
    ) AS next
) AS unread
"""


def measure_backlog(consumer: str, *, kinds: Collection[str], includes_copies: bool, max_entries: int) -> FeedBacklog:
    values: dict[str, Any] = {
        "consumer": consumer,
        "kinds": list(kinds),
        "copies": includes_copies,
        "most": max_entries,
    }
    with connection.cursor() as cursor:
        cursor.execute(_BACKLOG, values)
        return FeedBacklog(*cursor.fetchone())


def find_oldest_unread(consumer: str, *, kinds: Collection[str], includes_copies: bool) -> datetime | None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT min(recorded_at) FROM contacts_feedentry AS e, (SELECT coalesce(max(xid), '0') AS xid,"
            " coalesce(max(entry_id), 0) AS entry_id FROM contacts_feedcursor WHERE consumer = %(consumer)s) AS c"
            " WHERE (e.xid, e.id) > (c.xid, c.entry_id) AND kind = ANY (%(kinds)s) AND (%(copies)s OR NOT is_copy)",
            {"consumer": consumer, "kinds": list(kinds), "copies": includes_copies},
        )
        [(moment,)] = cursor.fetchall()
    return moment  # type: ignore[no-any-return]


# The first transaction number that this statement cannot see.
_FIRST_UNSEEN = """greatest(
    pg_snapshot_xmax(pg_current_snapshot()),
    (coalesce(pg_current_xact_id_if_assigned(), '0')::text::bigint + 1)::text::xid8
)"""


def is_renumbered() -> bool:
    """Whether transaction numbers have restarted, as in a new cluster after pg_restore.

    Then entries have higher numbers than there were transactions.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT max(xid) >= {_FIRST_UNSEEN} FROM contacts_feedentry")  # noqa: S608 -- fixed
        [(is_higher,)] = cursor.fetchall()
    return bool(is_higher)


_RENUMBER = (
    "LOCK TABLE contacts_feedcursor IN EXCLUSIVE MODE",
    f"""
    UPDATE contacts_feedcursor AS c SET xid = '1', entry_id = (
        SELECT count(*) FILTER (WHERE (e.xid, e.id) <= (c.xid, c.entry_id)) - count(*) FROM contacts_feedentry AS e
        WHERE e.xid >= {_FIRST_UNSEEN}
    )
    WHERE c.xid >= {_FIRST_UNSEEN}
    """,  # noqa: S608 -- fixed
    f"""
    UPDATE contacts_feedentry AS e SET xid = '1', id = old.id FROM (
        SELECT tableoid, ctid, row_number() OVER (ORDER BY xid, id) - count(*) OVER () AS id FROM contacts_feedentry
        WHERE xid >= {_FIRST_UNSEEN}
    ) AS old
    WHERE e.tableoid = old.tableoid AND e.ctid = old.ctid
    """,  # noqa: S608 -- fixed
)


def renumber() -> None:
    """Moves entries of the previous numbering before all others, in order, and the cursors with them.

    Their ids become negative, which sorts them before newer entries.
    """
    with connection.cursor() as cursor:
        for statement in _RENUMBER:
            cursor.execute(statement)
