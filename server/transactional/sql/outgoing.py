"""The statements of the process that sends messages.

They work across teams: due recipients are claimed team by team in turns, and everything after that follows from the
claim.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection as django_connection
from psycopg import AsyncConnection
from psycopg.rows import class_row

Connection = AsyncConnection[Any]


@dataclass(slots=True)
class ClaimedRecipient:
    """One recipient of one message, claimed by one process. Writes check that its `fence` is unchanged."""

    message_id: UUID
    position: int
    accepted_at: datetime
    team_id: UUID
    email: str
    attempt: int
    fence: int
    was: str  # its previous state; `sending`: another process had it and did not report the outcome
    pool_id: int | None  # None: the relay of the settings
    suppressed: str  # the reason, if the address is suppressed by now
    from_address: str
    subject: str
    tag: str
    domain_id: UUID
    subaccount_id: UUID | None
    key_id: UUID | None
    track_opens: bool
    track_clicks: bool
    sandbox: bool
    size: int
    scheduled_at: datetime | None


# Each team with waiting recipients is found by one index lookup, and teams take turns: one with a million messages
# delays no other. Messages of a suspended team wait until it is restored. A message larger than the remaining memory is
# claimed alone.
_CLAIM = """
WITH RECURSIVE team AS (
    (SELECT team_id FROM transactional_recipient WHERE state IN ('queued', 'deferred', 'scheduled', 'sending')
     ORDER BY team_id LIMIT 1)
    UNION ALL
    SELECT next.team_id FROM team CROSS JOIN LATERAL (
        SELECT r.team_id FROM transactional_recipient r
        WHERE r.state IN ('queued', 'deferred', 'scheduled', 'sending') AND r.team_id > team.team_id
        ORDER BY r.team_id LIMIT 1
    ) AS next
), going AS MATERIALIZED (
    SELECT team.team_id, used.pool_id
    FROM team JOIN teams_team t ON t.id = team.team_id
    LEFT JOIN plans_subscription s ON s.team_id = team.team_id
    LEFT JOIN LATERAL (
        SELECT u.pool_id FROM delivery_pooluse u
        WHERE u.stream = 'transactional'
          AND (u.team_id = team.team_id OR u.plan_id = s.plan_id OR (u.team_id IS NULL AND u.plan_id IS NULL))
        ORDER BY u.team_id NULLS LAST, u.plan_id NULLS LAST LIMIT 1
    ) AS used ON true
    WHERE t.suspended_at IS NULL
      AND (used.pool_id = ANY (%(pools)s::bigint[]) OR used.pool_id IS NULL AND %(relay)s)
), due AS (
    SELECT mine.*, going.pool_id FROM going CROSS JOIN LATERAL (
        SELECT r.message_id, r.position, r.accepted_at, r.team_id, r.email, r.state, r.due_at
        FROM transactional_recipient r
        WHERE r.team_id = going.team_id AND r.state IN ('queued', 'deferred', 'scheduled', 'sending')
          AND r.due_at <= %(now)s
        ORDER BY r.due_at LIMIT %(most)s FOR UPDATE SKIP LOCKED
    ) AS mine
), turns AS (
    SELECT due.*, row_number() OVER (PARTITION BY due.team_id ORDER BY due.due_at) AS turn,
           m.from_address, m.subject, m.tag, m.domain_id, m.subaccount_id, m.key_id, m.track_opens, m.track_clicks,
           m.sandbox, m.size, m.scheduled_at
    FROM due JOIN transactional_message m ON m.id = due.message_id AND m.accepted_at = due.accepted_at
), chosen AS (
    SELECT turns.*, sum(size::bigint) OVER (ORDER BY turn, due_at, message_id, position) - size AS before
    FROM turns ORDER BY turn, due_at, message_id, position LIMIT %(most)s
)
UPDATE transactional_recipient r
SET state = 'sending', due_at = %(until)s, lease_until = %(until)s, worker = %(worker)s, fence = r.fence + 1,
    attempt = r.attempt + CASE WHEN chosen.state = 'sending' THEN 0 ELSE 1 END
FROM chosen LEFT JOIN delivery_suppression s ON s.team_id = chosen.team_id AND s.email = lower(chosen.email)
    AND (s.expires_at IS NULL OR s.expires_at > %(now)s) AND NOT s.marketing_only
WHERE r.message_id = chosen.message_id AND r.position = chosen.position AND r.accepted_at = chosen.accepted_at
  AND (chosen.before = 0 OR chosen.before + chosen.size <= %(room)s)
RETURNING r.message_id, r.position, r.accepted_at, r.team_id, r.email, r.attempt, r.fence, chosen.state AS was,
    chosen.pool_id, coalesce(s.reason, '') AS suppressed, chosen.from_address, chosen.subject, chosen.tag,
    chosen.domain_id, chosen.subaccount_id, chosen.key_id, chosen.track_opens, chosen.track_clicks, chosen.sandbox,
    chosen.size, chosen.scheduled_at
"""


async def claim(
    connection: Connection,
    *,
    worker: UUID,
    now: datetime,
    until: datetime,
    most: int,
    room: int,
    pools: Sequence[int] = (),
    relay: bool = True,
) -> list[ClaimedRecipient]:
    """Claims recipients that are due, or that have an expired lease. The claim is committed before this returns.

    Claims at most `most` recipients, whose messages have at most `room` bytes in total, unless the first alone is
    larger. Only teams whose pool can accept email now have a turn: those of `pools`, and those of the settings' relay
    if `relay` is true.
    """
    async with connection.cursor(row_factory=class_row(ClaimedRecipient)) as cursor:
        await cursor.execute(
            _CLAIM,
            {
                "worker": worker,
                "now": now,
                "until": until,
                "most": most,
                "room": room,
                "pools": list(pools),
                "relay": relay,
            },
        )
        return await cursor.fetchall()


async def listen(connection: Connection) -> None:
    await connection.execute("LISTEN transactional")


async def fetch_bodies(connection: Connection, wanted: Sequence[tuple[UUID, datetime]]) -> dict[UUID, bytes]:
    async with connection.cursor(binary=True) as cursor:
        await cursor.execute(
            "SELECT message_id, sealed FROM transactional_body"
            " WHERE message_id = ANY (%s::uuid[]) AND accepted_at = ANY (%s::timestamptz[])",
            ([message_id for message_id, _ in wanted], [accepted_at for _, accepted_at in wanted]),
        )
        return {message_id: bytes(sealed) for message_id, sealed in await cursor.fetchall()}


async def renew_leases(connection: Connection, held: Sequence[ClaimedRecipient], *, until: datetime) -> None:
    await connection.execute(
        "UPDATE transactional_recipient r SET due_at = %(until)s, lease_until = %(until)s"
        " FROM unnest(%(messages)s::uuid[], %(positions)s::int[], %(accepted)s::timestamptz[], %(fences)s::int[])"
        " AS h (message_id, position, accepted_at, fence)"
        " WHERE r.message_id = h.message_id AND r.position = h.position AND r.accepted_at = h.accepted_at"
        " AND r.fence = h.fence AND r.state = 'sending'",
        {
            "until": until,
            "messages": [row.message_id for row in held],
            "positions": [row.position for row in held],
            "accepted": [row.accepted_at for row in held],
            "fences": [row.fence for row in held],
        },
    )


async def store_links(connection: Connection, row: ClaimedRecipient, links: Sequence[str]) -> None:
    """Stores the targets of a message's links, numbered from 1. Idempotent."""
    await connection.execute(
        "INSERT INTO transactional_link (message_id, team_id, accepted_at, number, url)"
        " SELECT %s, %s, %s, l.number, l.url FROM unnest(%s::text[]) WITH ORDINALITY AS l (url, number)"
        " ON CONFLICT DO NOTHING",
        (row.message_id, row.team_id, row.accepted_at, [link.replace("\0", "") for link in links]),
    )


# Outcomes are written on Django's connection, in its transaction.

_LOCK = """
SELECT id FROM transactional_message WHERE id = ANY (%(messages)s::uuid[])
  AND accepted_at BETWEEN %(first)s AND %(last)s ORDER BY id FOR UPDATE
"""
# A late response resolves a recipient that was marked as in doubt after its lease had expired.
_WRITE_RESULTS = """
UPDATE transactional_recipient r
SET state = s.state, due_at = s.due_at, lease_until = NULL, worker = NULL,
    attempt = r.attempt - CASE WHEN s.state = 'queued' THEN 1 ELSE 0 END,
    code = s.code, enhanced = s.enhanced, reply = s.reply, bounce = s.bounce,
    delivered_at = CASE WHEN s.state = 'delivered' THEN s.at ELSE r.delivered_at END
FROM unnest(%(teams)s::uuid[], %(ids)s::uuid[], %(positions)s::int[], %(accepted)s::timestamptz[], %(fences)s::int[],
            %(states)s::text[], %(due)s::timestamptz[], %(codes)s::int[], %(enhanced)s::text[], %(replies)s::text[],
            %(bounces)s::text[], %(at)s::timestamptz[])
    AS s (team_id, message_id, position, accepted_at, fence, state, due_at, code, enhanced, reply, bounce, at)
WHERE r.message_id = s.message_id AND r.position = s.position AND r.accepted_at = s.accepted_at
  AND r.team_id = s.team_id AND r.accepted_at BETWEEN %(first)s AND %(last)s
  AND (r.state = 'sending' AND r.fence = s.fence
       OR r.state = 'inDoubt' AND r.fence IN (s.fence, s.fence + 1)
          AND s.state NOT IN ('queued', 'deferred', 'inDoubt'))
RETURNING r.message_id, r.position
"""
_FINISH = """
WITH changed AS (
    UPDATE transactional_message m SET state = CASE WHEN is_open.found THEN 'accepted' ELSE 'finished' END
    FROM (
        SELECT id, accepted_at, EXISTS (
            SELECT FROM transactional_recipient r WHERE r.message_id = w.id AND r.accepted_at = w.accepted_at
            AND r.state IN ('queued', 'deferred', 'scheduled', 'held', 'sending')) AS found
        FROM transactional_message w WHERE w.id = ANY (%(messages)s::uuid[])
        AND w.accepted_at BETWEEN %(first)s AND %(last)s
    ) AS is_open
    WHERE m.id = is_open.id AND m.accepted_at = is_open.accepted_at
      AND (m.state <> 'finished' AND NOT is_open.found OR m.state = 'scheduled' AND is_open.found)
    RETURNING m.id, m.accepted_at, m.state
)
DELETE FROM transactional_body b USING changed
WHERE b.message_id = changed.id AND b.accepted_at = changed.accepted_at AND changed.state = 'finished'
  AND b.expires_at IS NULL AND b.accepted_at BETWEEN %(first)s AND %(last)s
"""


@dataclass(slots=True)
class RecipientResult:
    """The outcome of one recipient. `due_at` is set for a retry; `mx` names the destination of the address."""

    row: ClaimedRecipient
    state: str
    at: datetime
    due_at: datetime | None = None
    code: int = 0
    enhanced: str = ""
    reply: str = ""
    bounce: str = ""
    mx: str = ""


def write_results(results: Sequence[RecipientResult]) -> set[tuple[UUID, int]]:
    """Writes outcomes. Returns the written ones; those with a lost lease are omitted.

    Finishes messages without open recipients, and deletes their bodies if the team stores none. Call it in a
    transaction.
    """
    rows = [result.row for result in results]
    span: dict[str, Any] = {
        "messages": sorted({row.message_id for row in rows}),
        "first": min(row.accepted_at for row in rows),
        "last": max(row.accepted_at for row in rows),
    }
    values: dict[str, Any] = {
        **span,
        "teams": [row.team_id for row in rows],
        "ids": [row.message_id for row in rows],
        "positions": [row.position for row in rows],
        "accepted": [row.accepted_at for row in rows],
        "fences": [row.fence for row in rows],
        "states": [result.state for result in results],
        "due": [result.due_at for result in results],
        "codes": [result.code for result in results],
        "enhanced": [result.enhanced[:11] for result in results],
        "replies": [result.reply.replace("\0", " ")[:300] for result in results],
        "bounces": [result.bounce for result in results],
        "at": [result.at for result in results],
    }
    with django_connection.cursor() as cursor:
        # First, and in order: of two processes that finish the last recipients of a message, one sees both.
        cursor.execute(_LOCK, span)
        cursor.execute(_WRITE_RESULTS, values)
        written = {(message_id, position) for message_id, position in cursor.fetchall()}
        cursor.execute(_FINISH, span)
    return written
