"""The statements of the sender process, over an async psycopg connection.

They work across teams: a batch is claimed from any mailing, and everything after that follows from the batch.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from psycopg import AsyncConnection, sql
from psycopg.rows import args_row, class_row, dict_row

from server.core.async_database import parse_json
from server.delivery import origins
from server.delivery.bounces.classes import SOFT_BOUNCE_CLASSES, get_counters, should_suppress
from server.delivery.sql import soft_bounces, suppressing

Connection = AsyncConnection[Any]


def _format_integers(numbers: Iterable[int]) -> str:
    """Returns a PostgreSQL array literal, because psycopg would adapt each number separately."""
    return f"{{{','.join(map(str, numbers))}}}"


@dataclass(slots=True)
class Lease:
    """A batch leased by one sender. Writes check that its `fence` is unchanged."""

    batch_id: int
    mailing_id: int
    team_id: UUID | None  # None for system emails
    pool_id: int | None  # None: the relay of the settings
    mailed_at: datetime
    first: int
    size: int
    positions: list[int] | None
    attempt: int
    fence: int
    high_water: int
    partition: str | None  # the month's table of the send log; None if the default partition is used
    # False: only to be recovered, because its mailing is paused or cancelled, its team is suspended, or its slot is
    # over.
    sending: bool
    has_cap: bool = False  # marketing of a team that has a frequency cap


# These two are created for each message: frozen ones would take three times as long. Treat them as immutable.
@dataclass(slots=True)
class WindowRow:
    """One recipient of a window, as _WINDOW selects it."""

    position: int
    contact_id: int | None
    email: str
    fields: dict[str, Any]
    suppressed: bool
    # Has recently got as many marketing emails as the team's frequency cap allows.
    capped: bool
    follows: bool = True
    # Replaces `fields` in system emails.
    sealed_fields: bytes | None = None


@dataclass(slots=True)
class LogRow:
    """The outcome of one recipient, as a row of the send log."""

    position: int
    contact_id: int | None
    email: str
    state: str
    bounce: str = ""
    code: int = 0
    enhanced: str = ""
    reply: str = ""


# Mailings of a suspended team wait until it is restored; system emails belong to no team. Within one priority, teams
# take turns, and so do the mailings of a team: the one claimed longest ago is next. A first attempt of a throttled
# mailing needs the free slot or its current one; of two senders that see the same slot, one gets it. A crashed batch
# outside of its slot is recovered immediately, and sent in a later slot.
_CLAIM = """
WITH next AS (
    SELECT b.id, m.id AS mailing_id, m.team_id, m.pool_id, m.started_at,
           m.state = 'sending' AND t.suspended_at IS NULL AND in_slot.found AS sending,
           p.mailing_id IS NOT NULL AND m.state = 'sending' AND b.attempt = 1 AND b.high_water < b.size
           AND p.free_at <= %(now)s AS takes_slot,
           m.origin = ANY (%(origins)s::text[])
           AND EXISTS (SELECT 1 FROM delivery_frequencycap f WHERE f.team_id = m.team_id) AS has_cap
    FROM delivery_batch b JOIN delivery_mailing m ON m.id = b.mailing_id LEFT JOIN teams_team t ON t.id = m.team_id
    LEFT JOIN delivery_teamclaim turn ON turn.team_id = m.team_id
    LEFT JOIN delivery_mailingthrottle p ON p.mailing_id = m.id
    CROSS JOIN LATERAL (
        SELECT p.mailing_id IS NULL OR b.attempt > 1 OR p.free_at <= %(now)s OR coalesce(p.batch_id = b.id, false)
    ) AS in_slot(found)
    WHERE b.state <> 'done' AND m.started_at IS NOT NULL AND m.priority BETWEEN %(least)s AND %(most)s
      AND m.origin = ANY (%(known)s::text[])
      AND ((m.state = 'sending' AND t.suspended_at IS NULL AND b.state = 'waiting' AND b.due_at <= %(now)s
            AND in_slot.found
            AND (m.pool_id = ANY (%(pools)s::bigint[])
                 OR m.pool_id IS NULL AND (p.mailing_id IS NULL OR %(relay)s)))
           OR (b.state = 'leased' AND b.lease_until < %(now)s))
    ORDER BY m.priority, turn.claimed_at NULLS FIRST, m.claimed_at NULLS FIRST, b.due_at, b.id
    LIMIT 1 FOR UPDATE OF b SKIP LOCKED
), taken AS (
    UPDATE delivery_mailing m SET claimed_at = %(now)s FROM next WHERE m.id = next.mailing_id
), paced AS (
    UPDATE delivery_mailingthrottle p SET free_at = %(now)s + p.gap, batch_id = next.id
    FROM next WHERE next.takes_slot AND p.mailing_id = next.mailing_id AND p.free_at <= %(now)s RETURNING 1
), turned AS (
    INSERT INTO delivery_teamclaim (team_id, claimed_at) SELECT team_id, %(now)s FROM next WHERE team_id IS NOT NULL
    ON CONFLICT (team_id) DO UPDATE SET claimed_at = excluded.claimed_at
)
UPDATE delivery_batch b
SET state = 'leased', worker = %(worker)s, lease_until = %(until)s, fence = b.fence + 1
FROM next WHERE b.id = next.id AND (NOT next.takes_slot OR EXISTS (SELECT FROM paced))
RETURNING b.id AS batch_id, b.mailing_id, next.team_id, next.pool_id,
          coalesce(b.mailed_at, next.started_at) AS mailed_at, b.first, b.size,
          b.positions, b.attempt, b.fence, b.high_water, next.sending, next.has_cap, to_regclass('delivery_send_log_'
              || to_char(coalesce(b.mailed_at, next.started_at) AT TIME ZONE 'UTC', 'YYYY_MM'))::text AS partition
"""


async def claim(
    connection: Connection,
    *,
    worker: str,
    now: datetime,
    lease: timedelta,
    priorities: tuple[int, int],
    pools: Sequence[int] = (),
    relay: bool = True,
) -> Lease | None:
    """Leases the next due batch, or one with an expired lease. A throttled mailing gets one batch per slot.

    `pools` are those that accept email now; batches of other pools wait without blocking the rest. `relay` says the
    same of the relay of the settings. It matters for throttled mailings only: their slots must not be wasted. Mailings
    whose origin no app registers wait (mailings.report_mailings_without_origin).
    """
    async with connection.cursor(row_factory=class_row(Lease)) as cursor:
        least, most = priorities
        await cursor.execute(
            _CLAIM,
            {
                "worker": worker,
                "now": now,
                "until": now + lease,
                "least": least,
                "most": most,
                "pools": list(pools),
                "relay": relay,
                "origins": origins.list_marketing_origins(),
                "known": list(origins.ORIGINS),
            },
        )
        return await cursor.fetchone()


_RECOVER = """
WITH handed_out AS (
    SELECT unnest(CASE WHEN %(positions)s::int[] IS NULL
        THEN ARRAY(SELECT generate_series(%(first)s, %(first)s + %(high_water)s - 1))
        ELSE (%(positions)s::int[])[1:%(high_water)s] END) AS position
), lost AS (
    SELECT h.position FROM handed_out h
    WHERE NOT EXISTS (SELECT 1 FROM delivery_send_log l WHERE l.mailing_id = %(mailing_id)s
                      AND l.position = h.position AND l.mailed_at = %(mailed_at)s)
      AND NOT EXISTS (SELECT 1 FROM delivery_batch c WHERE c.parent_id = %(batch_id)s AND h.position = ANY(c.positions))
), logged AS (
    INSERT INTO delivery_send_log (mailing_id, position, mailed_at, at, state, bounce, code, enhanced, reply, attempt)
    SELECT %(mailing_id)s, lost.position, %(mailed_at)s, %(now)s, 'inDoubt', '', 0, '',
           'The sender stopped before the relay answered', %(attempt)s
    FROM lost JOIN delivery_recipient r ON r.mailing_id = %(mailing_id)s AND r.position = lost.position
    ON CONFLICT DO NOTHING RETURNING 1
)
SELECT count(*) AS doubts FROM logged
"""


async def recover(connection: Connection, lease: Lease, *, now: datetime) -> int:
    """Logs as unconfirmed the recipients that an earlier holder released without a result. Returns their number."""
    if not lease.high_water:
        return 0
    async with connection.transaction():
        if not await _lock_lease(connection, lease):
            return 0
        cursor = await connection.execute(
            _RECOVER,
            {
                "positions": lease.positions,
                "first": lease.first,
                "high_water": lease.high_water,
                "mailing_id": lease.mailing_id,
                "mailed_at": lease.mailed_at,
                "batch_id": lease.batch_id,
                "attempt": lease.attempt,
                "now": now,
            },
        )
        found = await cursor.fetchone()
        doubts = int(found[0]) if found else 0
        if doubts:
            await _count(connection, lease, {"in_doubt": doubts}, now)
        return doubts


async def _lock_lease(connection: Connection, lease: Lease) -> bool:
    cursor = await connection.execute(
        "SELECT 1 FROM delivery_batch WHERE id = %s AND fence = %s AND state = 'leased' FOR UPDATE",
        (lease.batch_id, lease.fence),
    )
    return await cursor.fetchone() is not None


# Marketing goes to subscribed contacts, and never to a suppressed address, whatever happened to the contact since:
# resubscribing deletes the suppression. A pause, or turning off the topic, can have come after the recipients were
# frozen. A confirmation goes to waiting contacts only, and never to suppressed addresses. Recipients erased since then
# have no address, and get nothing. The cap is counted only among the mailings of its days, however many emails a
# contact got before. In a continuous mailing a contact can occur twice, even in one window.
_WINDOW = """
WITH held AS (
    UPDATE delivery_batch b SET high_water = %(high_water)s, lease_until = %(until)s
      FROM delivery_mailing m LEFT JOIN teams_team t ON t.id = m.team_id
     WHERE b.id = %(batch_id)s AND b.fence = %(fence)s AND b.state = 'leased' AND m.id = b.mailing_id
       AND m.state = 'sending' AND t.suspended_at IS NULL
    RETURNING m.topic_id, m.origin = ANY (%(origins)s::text[]) AS is_marketing
), lately AS (
    SELECT array_agg(m.id) AS ids FROM delivery_mailing m JOIN delivery_frequencycap f ON f.team_id = m.team_id
    WHERE m.team_id = %(team_id)s AND m.origin = ANY (%(origins)s::text[]) AND m.started_at IS NOT NULL
      AND (m.finished_at IS NULL OR m.finished_at > %(now)s::timestamptz - make_interval(days => f.days))
)
SELECT r.position, r.contact_id, r.email, coalesce(r.fields, '{}')::text AS fields,
       r.email = '' OR
       CASE WHEN %(asks)s THEN c.id IS NULL OR c.state <> 'waiting' OR s.id IS NOT NULL
            WHEN c.id IS NOT NULL AND %(marketing)s
            THEN c.state <> 'subscribed'
                 OR s.id IS NOT NULL
                 OR coalesce(p.paused_until > %(now)s::timestamptz, false)
                 OR coalesce(held.topic_id = ANY (p.topics_off), false)
            ELSE s.id IS NOT NULL END AS suppressed,
       f.mails IS NOT NULL AND r.contact_id IS NOT NULL AND (
            SELECT count(*) FROM (
                SELECT l.mailing_id, l.position
                FROM delivery_recipient had JOIN delivery_mailing sent ON sent.id = had.mailing_id
                JOIN delivery_send_log l ON l.mailing_id = had.mailing_id AND l.position = had.position
                    AND l.mailed_at = coalesce(had.mailed_at, sent.started_at)
                WHERE had.contact_id = r.contact_id AND had.mailing_id = ANY ((SELECT ids FROM lately)::bigint[])
                    AND l.state IN ('sent', 'inDoubt')
                    AND l.at > %(now)s::timestamptz - make_interval(days => f.days)
                UNION
                SELECT k.mailing_id, k.position FROM delivery_frequencyclaim k
                JOIN delivery_mailing going ON going.id = k.mailing_id
                WHERE k.contact_id = r.contact_id AND k.team_id = f.team_id
                    AND (k.mailing_id, k.position) <> (r.mailing_id, r.position)
                    AND going.state IN ('sending', 'paused')
                UNION
                SELECT twin.mailing_id, twin.position FROM delivery_recipient twin
                WHERE twin.contact_id = r.contact_id AND twin.mailing_id = r.mailing_id
                    AND twin.position < r.position AND twin.position = ANY(%(positions)s::int[])
            ) AS reached
       ) >= f.mails AS capped,
       coalesce(p.follows, true) AS follows, r.sealed_fields
FROM held
LEFT JOIN delivery_recipient r ON r.mailing_id = %(mailing_id)s AND r.position = ANY(%(positions)s::int[])
LEFT JOIN delivery_frequencycap f ON f.team_id = %(team_id)s AND %(marketing)s AND held.is_marketing
LEFT JOIN contacts_contact c ON c.id = r.contact_id AND c.team_id = %(team_id)s
LEFT JOIN contacts_contactpreference p ON p.contact_id = c.id
LEFT JOIN delivery_suppression s ON s.team_id = %(team_id)s AND s.email = r.email
    AND (s.expires_at IS NULL OR s.expires_at > %(now)s::timestamptz)
    AND (%(marketing)s OR %(asks)s OR NOT s.marketing_only)
ORDER BY r.position
"""


# For teams with a cap, windows of marketing are serialized, so that each sees the claims of the others. This costs one
# row lock and one statement per window, and nothing without a cap.
_LOCK_CAP = "SELECT 1 FROM delivery_frequencycap WHERE team_id = %s FOR UPDATE"
_CLAIM_CONTACTS = """
INSERT INTO delivery_frequencyclaim (mailing_id, position, contact_id, team_id)
SELECT %s, position, contact_id, %s FROM unnest(%s::int[], %s::bigint[]) AS going(position, contact_id)
ON CONFLICT DO NOTHING
"""
_UNCLAIM = "DELETE FROM delivery_frequencyclaim WHERE mailing_id = %s AND position = ANY (%s)"


async def advance(
    connection: Connection,
    lease: Lease,
    *,
    high_water: int,
    now: datetime,
    until: datetime,
    marketing: bool,
    asks: bool = False,
) -> list[WindowRow] | None:
    """Commits the high-water mark and then returns the recipients below it that were not released before.

    None if they must not be sent to: another sender has the batch, or the mailing is stopped, for now or permanently.
    """
    start = lease.high_water
    positions = (
        list(range(lease.first + start, lease.first + high_water))
        if lease.positions is None
        else lease.positions[start:high_water]
    )
    values = {
        "batch_id": lease.batch_id,
        "fence": lease.fence,
        "high_water": high_water,
        "until": until,
        "team_id": lease.team_id,
        "mailing_id": lease.mailing_id,
        "positions": _format_integers(positions),
        "now": now,
        "marketing": marketing,
        "asks": asks,
        "origins": origins.list_marketing_origins(),
    }
    # One statement in autocommit, or a transaction: the rows arrive only after the commit.
    rows = await (_claim_window(connection, lease, values) if lease.has_cap else _fetch_window(connection, values))
    if not rows:
        return None
    lease.high_water = high_water
    return [row for row in rows if row.email is not None]  # a single row of nulls if all of them were erased


async def _fetch_window(connection: Connection, values: dict[str, Any]) -> list[WindowRow]:
    async with connection.cursor(row_factory=args_row(WindowRow)) as cursor:
        await cursor.execute(_WINDOW, values)
        rows = await cursor.fetchall()
    # Parsed together: starting a parse costs as much as parsing one recipient's fields.
    together = parse_json(f"[{','.join([cast(str, row.fields) for row in rows])}]")
    for row, fields in zip(rows, together, strict=True):
        row.fields = fields
    return rows


async def _claim_window(connection: Connection, lease: Lease, values: dict[str, Any]) -> list[WindowRow]:
    """Like `advance`, for a team with a frequency cap: also claims the recipients who will be sent to."""
    async with connection.transaction():
        await connection.execute(_LOCK_CAP, (lease.team_id,))
        rows = await _fetch_window(connection, values)
        going = [row for row in rows if row.contact_id and not row.suppressed and not row.capped]
        positions, contact_ids = [row.position for row in going], [row.contact_id for row in going]
        await connection.execute(_CLAIM_CONTACTS, (lease.mailing_id, lease.team_id, positions, contact_ids))
    return rows


async def renew(connection: Connection, lease: Lease, *, until: datetime) -> bool:
    cursor = await connection.execute(
        "UPDATE delivery_batch SET lease_until = %s WHERE id = %s AND fence = %s AND state = 'leased'",
        (until, lease.batch_id, lease.fence),
    )
    return cursor.rowcount == 1


_COPY = "COPY {} (mailing_id, position, mailed_at, at, state, bounce, code, enhanced, reply, attempt) FROM STDIN"
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\0": " "})


def _format_copy_lines(lease: Lease, results: Sequence[LogRow], now: datetime) -> str:
    head = f"{lease.mailing_id}\t"
    middle = f"\t{lease.mailed_at.isoformat()}\t{now.isoformat()}\t"
    tail = f"\t{lease.attempt}\n"
    return "".join(
        [
            f"{head}{r.position}{middle}{r.state}\t{r.bounce}\t{r.code}\t{r.enhanced}\t"
            f"{r.reply.translate(_ESCAPES) if r.reply else ''}{tail}"
            for r in results
        ]
    )


COUNTED_METRICS = frozenset(
    {"sent", "failed", "suppressed", "skipped", "in_doubt", "hard_bounced", "soft_bounced", "blocked", "deferred"}
)
# Counters of the mailing, then of the minute, as everywhere in this order. For rows written directly to a month's
# table, it also writes the feed entry that the trigger of the parent table would.
_COUNT = """
WITH noted AS (
    INSERT INTO contacts_feedentry (team_id, kind, contact_ids, moments, subjects)
    SELECT %(team_id)s, 'email.sent', c, ARRAY[contacts_microseconds(%(now)s)], ARRAY[%(mailing_id)s::bigint]
    FROM (VALUES (%(reached)s::bigint[])) AS reached(c) WHERE cardinality(c) > 0
), counted AS (
    UPDATE delivery_mailingcounters
    SET revision = revision + 1, sent = sent + %(sent)s, failed = failed + %(failed)s,
        suppressed = suppressed + %(suppressed)s, skipped = skipped + %(skipped)s, in_doubt = in_doubt + %(in_doubt)s,
        hard_bounced = hard_bounced + %(hard_bounced)s, soft_bounced = soft_bounced + %(soft_bounced)s,
        blocked = blocked + %(blocked)s, deferred = deferred + %(deferred)s
    WHERE mailing_id = %(mailing_id)s RETURNING mailing_id
)
INSERT INTO delivery_mailingminute AS m (mailing_id, minute, what, team_id, count)
SELECT counted.mailing_id, date_trunc('minute', %(now)s::timestamptz), w.what, %(team_id)s, w.count
FROM counted, unnest(%(names)s::text[], %(amounts)s::int[]) AS w(what, count) ORDER BY w.what
ON CONFLICT (mailing_id, minute, what) DO UPDATE SET count = m.count + excluded.count
"""


async def _count(
    connection: Connection, lease: Lease, figures: dict[str, int], now: datetime, reached: Sequence[int] = ()
) -> None:
    if not figures.keys() <= COUNTED_METRICS:
        raise ValueError(f"No such figure: {sorted(figures)}")
    names = [name for name in sorted(figures) if figures[name] > 0]
    values: dict[str, Any] = {name: figures.get(name, 0) for name in COUNTED_METRICS}
    values |= {
        "mailing_id": lease.mailing_id,
        "team_id": lease.team_id,
        "now": now,
        "names": names,
        "amounts": [figures[name] for name in names],
        "reached": _format_integers(reached),
    }
    await connection.execute(_COUNT, values)


_DOMAINS = """
INSERT INTO delivery_mailingdomain AS d (mailing_id, domain, team_id, sent, failed, hard_bounced, soft_bounced)
SELECT %s, w.domain, %s, w.sent, w.failed, w.hard_bounced, w.soft_bounced
FROM unnest(%s::text[], %s::int[], %s::int[], %s::int[], %s::int[])
    AS w(domain, sent, failed, hard_bounced, soft_bounced) ORDER BY w.domain
ON CONFLICT (mailing_id, domain) DO UPDATE SET sent = d.sent + excluded.sent, failed = d.failed + excluded.failed,
    hard_bounced = d.hard_bounced + excluded.hard_bounced, soft_bounced = d.soft_bounced + excluded.soft_bounced
"""
_DOMAIN_COUNTERS = ("sent", "failed", "hard_bounced", "soft_bounced")
_REPLIES = """
INSERT INTO delivery_mailingreply AS r (mailing_id, bounce, code, enhanced, words, count)
SELECT %s, w.bounce, w.code, w.enhanced, delivery_words(w.reply), count(*)
FROM unnest(%s::text[], %s::int[], %s::text[], %s::text[]) AS w(bounce, code, enhanced, reply)
GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
ON CONFLICT (mailing_id, bounce, code, enhanced, words) DO UPDATE SET count = r.count + excluded.count
"""


async def _count_breakdowns(connection: Connection, lease: Lease, results: Sequence[LogRow]) -> None:
    sent = Counter([result.email.rpartition("@")[2] for result in results if result.state == "sent"])
    domains = {domain: Counter(sent=amount) for domain, amount in sent.items()}
    failed = [result for result in results if result.state == "failed"]
    for result in failed:
        amounts = domains.setdefault(result.email.rpartition("@")[2], Counter())
        amounts.update(("failed", *get_counters(result.bounce)))
    domains.pop("", None)
    if domains and lease.team_id is not None:
        columns = [[amounts[name] for amounts in domains.values()] for name in _DOMAIN_COUNTERS]
        await connection.execute(_DOMAINS, (lease.mailing_id, lease.team_id, list(domains), *columns))
    if failed:
        said = [[getattr(result, name) for result in failed] for name in ("bounce", "code", "enhanced")]
        replies = [result.reply.replace("\0", " ") for result in failed]
        await connection.execute(_REPLIES, (lease.mailing_id, *said, replies))


# Retries of the same batch that are due at about the same time are merged, unless leased: each batch costs its sender a
# dozen statements, whatever its size. A merged retry is at most this much early.
JOIN_WINDOW = timedelta(seconds=3)
_RETRY = """
WITH joined AS (
    UPDATE delivery_batch SET positions = positions || %(positions)s::int[], size = size + %(size)s
    WHERE id = (SELECT b.id FROM delivery_batch b WHERE b.parent_id = %(parent_id)s AND b.attempt = %(attempt)s
                AND b.state = 'waiting' AND b.fence = 0 AND b.due_at > %(due_at)s::timestamptz - %(joined)s::interval
                ORDER BY b.id LIMIT 1)
      AND state = 'waiting' AND fence = 0
    RETURNING id
)
INSERT INTO delivery_batch (mailing_id, first, size, positions, parent_id, attempt, state, mailed_at, due_at, worker,
                            fence, high_water)
SELECT %(mailing_id)s, 0, %(size)s, %(positions)s::int[], %(parent_id)s, %(attempt)s, 'waiting',
       (SELECT mailed_at FROM delivery_batch WHERE id = %(parent_id)s), %(due_at)s, '', 0, 0
WHERE NOT EXISTS (SELECT FROM joined)
"""
_BOUNCES = """
INSERT INTO delivery_event
    (team_id, mailing_id, position, at, contact_id, kind, link, machine, why, device, os, browser)
SELECT %s, %s, position, %s, contact_id, 'bounce', 0, false, bounce, '', '', ''
FROM unnest(%s::int[], %s::bigint[], %s::text[]) AS b(position, contact_id, bounce)
"""


@dataclass(frozen=True, slots=True)
class RetryGroup:
    """Positions to retry: after a temporary rejection, or because they were returned unsent."""

    positions: list[int]
    due_at: datetime
    attempt: int


async def flush(
    connection: Connection, lease: Lease, results: Sequence[LogRow], again: Sequence[RetryGroup], now: datetime
) -> bool:
    """Writes results and their consequences in one transaction.

    Returns False if the lease is lost. Then another holder has logged the positions as unconfirmed, and this corrects
    them.
    """
    async with connection.transaction():
        if not await _lock_lease(connection, lease):
            await _resolve_indeterminate(connection, lease, results)
            return False
        for retry in again:
            await connection.execute(
                _RETRY,
                {
                    "mailing_id": lease.mailing_id,
                    "size": len(retry.positions),
                    "positions": _format_integers(retry.positions),
                    "parent_id": lease.batch_id,
                    "attempt": retry.attempt,
                    "due_at": retry.due_at,
                    "joined": JOIN_WINDOW,
                },
            )
        if results:
            await _log(connection, lease, results, now)
        # Last, because all batches of a mailing share these rows.
        await _count_breakdowns(connection, lease, results)
        figures = _count_outcomes(results)
        if deferred := sum(len(retry.positions) for retry in again if retry.attempt > lease.attempt):
            figures["deferred"] = deferred
        if figures:
            await _count(connection, lease, figures, now, _list_feed_contacts(lease, results))
    return True


async def _log(connection: Connection, lease: Lease, results: Sequence[LogRow], now: datetime) -> None:
    # COPY directly into the month's table: a trigger on the parent would prevent bulk inserts.
    table = sql.Identifier(lease.partition or "delivery_send_log")
    async with connection.cursor() as cursor, cursor.copy(sql.SQL(_COPY).format(table)) as copy:
        await copy.write(_format_copy_lines(lease, results, now))
    bounced = [r for r in results if r.state == "failed" and r.bounce]
    if bounced:
        await connection.execute(
            _BOUNCES,
            (
                lease.team_id,
                lease.mailing_id,
                now,
                [r.position for r in bounced],
                [r.contact_id for r in bounced],
                [r.bounce for r in bounced],
            ),
        )
    gone = sorted({r.email for r in bounced if should_suppress(r.bounce)})
    if gone and lease.team_id:
        await connection.execute(suppressing.HARD_BOUNCE, (lease.team_id, lease.mailing_id, now, gone))
    known = [r.position for r in results if r.contact_id]
    if known and lease.has_cap:
        await connection.execute(_UNCLAIM, (lease.mailing_id, known))
    worn = sorted({r.contact_id for r in bounced if r.contact_id and r.bounce in SOFT_BOUNCE_CLASSES})
    if worn and lease.team_id and settings.SOFT_BOUNCES:
        await connection.execute(
            soft_bounces.SUPPRESS, soft_bounces.build_parameters(lease.team_id, lease.mailing_id, worn, now)
        )


def _list_feed_contacts(lease: Lease, results: Sequence[LogRow]) -> list[int]:
    """Returns the contacts that were sent to and that no trigger adds to the feed."""
    if lease.team_id is None or lease.partition is None:
        return []
    return [r.contact_id for r in results if r.contact_id and r.state == "sent"]


def _count_outcomes(results: Sequence[LogRow]) -> dict[str, int]:
    figures: Counter[str] = Counter([result.state for result in results])
    if doubts := figures.pop("inDoubt", 0):
        figures["in_doubt"] = doubts
    for result in results if figures["failed"] else ():
        figures.update(get_counters(result.bounce) if result.state == "failed" else ())
    return dict(figures)


_REMOVE_INDETERMINATE = """
UPDATE delivery_mailingminute SET count = greatest(count - %s, 0)
WHERE mailing_id = %s AND minute = date_trunc('minute', %s::timestamptz) AND what = 'in_doubt'
"""


async def _resolve_indeterminate(connection: Connection, lease: Lease, results: Sequence[LogRow]) -> None:
    """Applies late results to rows that another holder has logged as unconfirmed.

    They count in the minute of the unconfirmed outcome, as in a recount.
    """
    for state in ("sent", "failed", "suppressed", "skipped"):
        known = {r.position: r for r in results if r.state == state}
        if not known:
            continue
        cursor = await connection.execute(
            "UPDATE delivery_send_log SET state = %s, reply = '' WHERE mailing_id = %s AND mailed_at = %s"
            " AND position = ANY(%s) AND state = 'inDoubt' RETURNING position, at",
            (state, lease.mailing_id, lease.mailed_at, list(known)),
        )
        logged_at = dict(await cursor.fetchall())
        if logged_at:
            # The log stores no response for these.
            plain = [
                replace(known[position], bounce="", code=0, enhanced="", reply="") for position in sorted(logged_at)
            ]
            await _count_breakdowns(connection, lease, plain)
            for at, count in sorted(Counter(logged_at.values()).items()):
                await _count(connection, lease, {"in_doubt": -count, state: count}, at)
                await connection.execute(_REMOVE_INDETERMINATE, (count, lease.mailing_id, at))


async def release(connection: Connection, lease: Lease, *, due_at: datetime) -> None:
    """Ends the lease of a batch, which becomes available to other processes at `due_at`.

    It is done instead if no recipients are left in it, or if its mailing was cancelled.
    """
    await connection.execute(
        "UPDATE delivery_batch b SET lease_until = NULL, due_at = %s,"
        " state = CASE WHEN b.high_water = b.size OR m.state = 'cancelled' THEN 'done' ELSE 'waiting' END"
        " FROM delivery_mailing m WHERE b.id = %s AND b.fence = %s AND b.state = 'leased' AND m.id = b.mailing_id",
        (due_at, lease.batch_id, lease.fence),
    )


async def is_complete(connection: Connection, mailing_id: int) -> bool:
    """Whether no batch is left and no more recipients can be added."""
    cursor = await connection.execute(
        "SELECT 1 FROM delivery_batch WHERE mailing_id = %(id)s AND state <> 'done'"
        " UNION ALL SELECT 1 FROM delivery_mailingintake WHERE mailing_id = %(id)s AND closed_at IS NULL LIMIT 1",
        {"id": mailing_id},
    )
    return await cursor.fetchone() is None


async def fetch_document(connection: Connection, mailing_id: int) -> dict[str, Any]:
    async with connection.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(
            "SELECT team_id, origin, compiled, plain, from_name, from_address, reply_to, unsubscribes, follows"
            " FROM delivery_mailing WHERE id = %s",
            (mailing_id,),
        )
        row = await cursor.fetchone()
    if row is None:
        raise LookupError(f"There is no mailing {mailing_id}")
    return dict(row)
