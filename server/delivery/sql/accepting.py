"""Accepts recipients of a continuous mailing, with a fixed number of statements for a batch of any size."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection

from server.delivery.sql.freezing import deduplicate


@dataclass(frozen=True, slots=True)
class Intake:
    """A continuous mailing that accepts recipients."""

    origin: str
    per_hour: int | None
    next_position: int
    is_closed: bool


@dataclass(frozen=True, slots=True)
class AcceptanceDecision:
    """Data of one candidate. `position` is set if its key was accepted before."""

    position: int | None
    contact_id: int | None
    email: str | None
    is_unknown: bool  # no contact of the team
    is_first: bool  # of its address


@dataclass(frozen=True, slots=True)
class AcceptedRow:
    """A recipient to store, with its fields as JSON text."""

    key: str
    contact_id: int | None
    email: str
    fields: str
    due_at: datetime


_LOCK = """
SELECT m.origin, m.per_hour, i.next_position, i.closed_at IS NOT NULL
FROM delivery_mailingintake i JOIN delivery_mailing m ON m.id = i.mailing_id
WHERE m.team_id = %s AND m.id = %s FOR UPDATE OF i
"""
# Each row is looked up by its key with LATERAL and LIMIT. Without statistics, as for a fast-growing table, the planner
# would read all contacts of the team.
_DECIDE = """
WITH given AS (
    SELECT * FROM unnest(%(keys)s::text[], %(contact_ids)s::bigint[], %(emails)s::text[])
        WITH ORDINALITY AS given(key, contact_id, email, number)
), resolved AS (
    SELECT given.number, had.position, coalesce(c.id, named.id) AS contact_id, coalesce(c.email, given.email) AS email,
           given.contact_id IS NOT NULL AND c.id IS NULL AS is_unknown
    FROM given
    LEFT JOIN LATERAL (
        SELECT id, email FROM contacts_contact WHERE team_id = %(team)s AND id = given.contact_id LIMIT 1
    ) AS c ON true
    LEFT JOIN LATERAL (
        SELECT id FROM contacts_contact
        WHERE given.contact_id IS NULL AND team_id = %(team)s AND email = given.email LIMIT 1
    ) AS named ON true
    LEFT JOIN LATERAL (
        SELECT position FROM delivery_recipient WHERE mailing_id = %(mailing)s AND key = given.key LIMIT 1
    ) AS had ON true
), once AS ({once})
SELECT resolved.position, resolved.contact_id, resolved.email, resolved.is_unknown, once.number IS NOT NULL
FROM resolved LEFT JOIN once USING (number) ORDER BY number
"""
_NEW = "SELECT contact_id, email, number FROM resolved WHERE position IS NULL AND NOT is_unknown"
# Recipients join a batch that no sender has leased and that is due at about the same time: each batch costs its sender
# a dozen statements, whatever its size. No email is sent before its time. A batch that a sender is leasing, or that
# another caller is adding to, is skipped.
JOIN_WINDOW = timedelta(seconds=3)
_STORE = """
WITH given AS (
    SELECT * FROM unnest(%(keys)s::text[], %(contact_ids)s::bigint[], %(emails)s::text[], %(fields)s::jsonb[],
                         %(due_ats)s::timestamptz[]) AS given(key, contact_id, email, fields, due_at)
), placed AS MATERIALIZED (
    SELECT (%(next)s + row_number() OVER (ORDER BY due_at, email) - 1)::int AS position,
           (row_number() OVER (PARTITION BY due_at ORDER BY email) - 1) / %(size)s AS part, given.*
    FROM given
), chunk AS MATERIALIZED (
    SELECT due_at, part, array_agg(position ORDER BY position) AS positions, count(*)::int AS size
    FROM placed GROUP BY due_at, part
), joinable AS MATERIALIZED (
    SELECT chunk.due_at, chunk.part, open.id, open.mailed_at FROM chunk CROSS JOIN LATERAL (
        SELECT b.id, b.mailed_at FROM delivery_batch b
        WHERE b.mailing_id = %(mailing)s AND b.state = 'waiting' AND b.fence = 0 AND b.attempt = 1
          AND b.parent_id IS NULL AND b.mailed_at IS NOT NULL AND b.size + chunk.size <= %(size)s
          AND b.due_at >= CASE WHEN chunk.due_at > %(now)s THEN chunk.due_at ELSE %(since)s::timestamptz END
          AND b.due_at <= CASE WHEN chunk.due_at > %(now)s THEN chunk.due_at + %(joined)s::interval ELSE %(now)s END
        ORDER BY b.due_at, b.id LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AS open
), target AS MATERIALIZED (
    SELECT DISTINCT ON (id) * FROM joinable ORDER BY id, due_at, part
), stored AS (
    INSERT INTO delivery_recipient (mailing_id, position, contact_id, email, fields, key, mailed_at)
    SELECT %(mailing)s, placed.position, placed.contact_id, placed.email, placed.fields, placed.key,
           coalesce(target.mailed_at, %(now)s)
    FROM placed LEFT JOIN target USING (due_at, part)
), joined AS (
    UPDATE delivery_batch b SET positions = b.positions || chunk.positions, size = b.size + chunk.size
    FROM target JOIN chunk USING (due_at, part) WHERE b.id = target.id
), made AS (
    INSERT INTO delivery_batch (mailing_id, first, size, positions, attempt, state, mailed_at, due_at, worker, fence,
                                high_water)
    SELECT %(mailing)s, 0, chunk.size, chunk.positions, 1, 'waiting', %(now)s, chunk.due_at, '', 0, 0
    FROM chunk LEFT JOIN target USING (due_at, part) WHERE target.id IS NULL ORDER BY chunk.due_at, chunk.part
), counted AS (
    UPDATE delivery_mailingintake SET next_position = next_position + (SELECT count(*) FROM given)
    WHERE mailing_id = %(mailing)s
)
SELECT key, position FROM placed
"""
_COUNT = """
UPDATE delivery_mailing m SET recipients = i.next_position FROM delivery_mailingintake i
WHERE i.mailing_id = m.id AND m.recipients <> i.next_position AND m.id = %s
"""
# A locked mailing is skipped and counted the next time, so this statement never waits.
_COUNT_ALL = """
UPDATE delivery_mailing m SET recipients = behind.next_position FROM (
    SELECT m.id, i.next_position FROM delivery_mailing m JOIN delivery_mailingintake i ON i.mailing_id = m.id
    WHERE m.recipients <> i.next_position ORDER BY m.id FOR NO KEY UPDATE OF m SKIP LOCKED
) AS behind WHERE m.id = behind.id
"""


def lock_intake(team_id: UUID, *, mailing_id: int) -> Intake | None:
    """Locks the intake until the transaction ends. Returns None if the team has no such continuous mailing."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [team_id, mailing_id])
        row = cursor.fetchone()
        return Intake(*row) if row else None


def decide_candidates(
    team_id: UUID,
    *,
    mailing_id: int,
    keys: Sequence[str],
    contact_ids: Sequence[int | None],
    emails: Sequence[str | None],
) -> list[AcceptanceDecision]:
    """The decision for each candidate, in order; looks up contacts by address. The caller holds the intake lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            _DECIDE.format(once=deduplicate(_NEW, "contact_id, email, number")),
            {
                "team": team_id,
                "mailing": mailing_id,
                "keys": list(keys),
                "contact_ids": list(contact_ids),
                "emails": list(emails),
            },
        )
        return [AcceptanceDecision(*row) for row in cursor.fetchall()]


def store_recipients(
    team_id: UUID,
    *,
    mailing_id: int,
    intake: Intake,
    rows: Sequence[AcceptedRow],
    now: datetime,
    size: int,
) -> dict[str, int]:
    """Stores recipients in batches of up to `size` for the senders. Returns their positions by key.

    A past `due_at` means now. Batches of a throttled mailing wait for their slot, and can grow until then.
    """
    values: dict[str, Any] = {
        "team": team_id,
        "mailing": mailing_id,
        "keys": [row.key for row in rows],
        "contact_ids": [row.contact_id for row in rows],
        "emails": [row.email for row in rows],
        "fields": [row.fields for row in rows],
        "due_ats": [max(row.due_at, now) for row in rows],
        "next": intake.next_position,
        "size": size,
        "now": now,
        "since": "-infinity" if intake.per_hour else now - JOIN_WINDOW,
        "joined": JOIN_WINDOW,
    }
    with connection.cursor() as cursor:
        cursor.execute(_STORE, values)
        return dict(cursor.fetchall())


def count_recipients(team_id: UUID | None, *, mailing_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [mailing_id])


def count_all_recipients() -> None:
    with connection.cursor() as cursor:
        cursor.execute(_COUNT_ALL)
