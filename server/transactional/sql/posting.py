"""The statements of the process that posts to webhooks, over async psycopg connections. They go across teams: what is
due is claimed from whichever endpoint has it, and everything after that follows from the delivery."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import class_row, scalar_row

from server.transactional.sql.webhooks import CHANNEL

Connection = AsyncConnection[Any]


async def listen(connection: Connection) -> None:
    """Hears from now on for which teams something has come."""
    await connection.execute("LISTEN webhooks")


@dataclass(slots=True)
class Claimed:
    """A delivery in the hands of one process, with what is known of its endpoint. `fence` is what its end must find."""

    id: int
    team_id: UUID
    endpoint_id: UUID
    event_id: UUID
    body: str
    is_test: bool
    tries: int
    fence: int
    url: str
    secret: bytes
    former_secret: bytes | None
    former_until: datetime | None
    failures: int
    last_success_at: datetime | None
    last_test_at: datetime | None


@dataclass(slots=True)
class Ended:
    """What came of a try, and where that leaves the delivery."""

    id: int
    fence: int
    team_id: UUID
    endpoint_id: UUID
    state: str
    due_at: datetime | None
    at: datetime
    milliseconds: int
    outcome: str
    status: int | None
    response_body: str


@dataclass(slots=True)
class Health:
    """How an endpoint does after a batch of tries, in order: whether one came through, and what failed after it."""

    endpoint_id: UUID
    succeeded_at: datetime | None
    failures: int
    first_failure_at: datetime | None
    last_failure_at: datetime | None
    asked_until: datetime | None


@dataclass(slots=True)
class Tested:
    """Result of the newest test event of an endpoint, and the URL that it was posted to."""

    endpoint_id: UUID
    url: str
    at: datetime
    outcome: str
    status: int | None


# One look a distinct endpoint, whatever waits for it.
_WITH_WORK = """
WITH RECURSIVE waiting AS (
    (SELECT endpoint_id FROM transactional_webhookdelivery WHERE state = 'waiting' ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM transactional_webhookdelivery d
            WHERE d.state = 'waiting' AND d.endpoint_id > w.endpoint_id ORDER BY d.endpoint_id LIMIT 1)
    FROM waiting w WHERE w.endpoint_id IS NOT NULL
)
SELECT w.endpoint_id FROM waiting w
WHERE w.endpoint_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM transactional_webhookdelivery d
              WHERE d.endpoint_id = w.endpoint_id AND d.state = 'waiting' AND d.due_at <= %(now)s)
"""
# An endpoint that fails has one place, however many are free; the place of a test is beside.
_CLAIM = """
WITH picked AS (
    SELECT d.id FROM transactional_webhookendpoint e
    LEFT JOIN unnest(%(busy)s::uuid[], %(in_flight)s::int[]) AS b (endpoint_id, count) ON b.endpoint_id = e.id
    CROSS JOIN LATERAL (
        SELECT due.id, row_number() OVER (ORDER BY due.is_test DESC, due.due_at, due.id) AS place FROM (
            SELECT q.id, q.is_test, q.due_at FROM transactional_webhookdelivery q
            WHERE q.endpoint_id = e.id AND q.state = 'waiting' AND q.due_at <= %(now)s
              AND (q.is_test OR (e.disabled_at IS NULL AND (e.held_until IS NULL OR e.held_until <= %(now)s)))
            ORDER BY q.due_at LIMIT %(at_once)s FOR UPDATE SKIP LOCKED
        ) AS due
    ) AS d
    WHERE (e.id = ANY (%(endpoints)s::uuid[]) OR e.team_id = ANY (%(teams)s::uuid[]))
      AND d.place <= (CASE WHEN e.failures >= %(streak)s THEN 1 ELSE %(at_once)s END) - coalesce(b.count, 0)
    LIMIT %(most)s
)
UPDATE transactional_webhookdelivery d
SET state = 'sending', lease_until = %(until)s, fence = d.fence + 1, tries = d.tries + 1
FROM picked, transactional_webhookendpoint e
WHERE d.id = picked.id AND e.id = d.endpoint_id
RETURNING d.id, d.team_id, d.endpoint_id, d.event_id, d.body, d.is_test, d.tries, d.fence, e.url, e.secret,
          e.former_secret, e.former_until, e.failures, e.last_success_at, e.last_test_at
"""
# What was tried was tried, also by a process that has lost the delivery since: the attempt is kept in any case.
_SETTLE = """
WITH ended AS (
    SELECT * FROM unnest(
        %(id)s::bigint[], %(fence)s::int[], %(team_id)s::uuid[], %(state)s::text[], %(due_at)s::timestamptz[],
        %(at)s::timestamptz[], %(milliseconds)s::int[], %(outcome)s::text[], %(status)s::int[],
        %(response_body)s::text[]
    ) AS t (id, fence, team_id, state, due_at, at, milliseconds, outcome, status, response_body)
), moved AS (
    UPDATE transactional_webhookdelivery d
    SET state = CASE WHEN t.state = 'waiting' AND e.disabled_at IS NOT NULL THEN 'held' ELSE t.state END,
        due_at = coalesce(t.due_at, d.due_at), lease_until = NULL, status = t.status, outcome = t.outcome,
        finished_at = CASE WHEN t.state = 'waiting' THEN NULL ELSE t.at END
    FROM ended t, transactional_webhookendpoint e
    WHERE d.id = t.id AND d.fence = t.fence AND d.state = 'sending' AND e.id = d.endpoint_id
)
INSERT INTO transactional_webhookattempt
    (team_id, delivery_id, at, milliseconds, outcome, status, response_body)
SELECT t.team_id, t.id, t.at, t.milliseconds, t.outcome, t.status, t.response_body FROM ended t
WHERE EXISTS (SELECT 1 FROM transactional_webhookdelivery d WHERE d.id = t.id)
"""
_HEALTH = """
UPDATE transactional_webhookendpoint e SET
    failures = h.run,
    failing_since = CASE WHEN h.run = 0 THEN NULL
        WHEN h.succeeded_at IS NOT NULL THEN h.first_failure_at
        ELSE coalesce(e.failing_since, h.first_failure_at) END,
    held_until = CASE WHEN h.run = 0 THEN NULL ELSE greatest(
        CASE WHEN h.run >= %(streak)s THEN %(now)s + make_interval(secs =>
            least(%(first)s * 2.0 ^ least(h.run - %(streak)s, 10), %(longest)s) * (0.9 + 0.2 * random())) END,
        h.asked_until) END,
    last_success_at = coalesce(h.succeeded_at, e.last_success_at),
    last_failure_at = coalesce(h.last_failure_at, e.last_failure_at)
FROM (
    SELECT t.*, CASE WHEN t.succeeded_at IS NOT NULL THEN t.failures ELSE f.failures + t.failures END AS run
    FROM unnest(%(endpoint_id)s::uuid[], %(succeeded_at)s::timestamptz[], %(failures)s::int[],
                %(first_failure_at)s::timestamptz[], %(last_failure_at)s::timestamptz[], %(asked_until)s::timestamptz[])
        AS t (endpoint_id, succeeded_at, failures, first_failure_at, last_failure_at, asked_until)
    JOIN transactional_webhookendpoint f ON f.id = t.endpoint_id
    ORDER BY f.id FOR UPDATE OF f
) AS h
WHERE e.id = h.endpoint_id
RETURNING e.id, e.failing_since
"""
# Tests and healths of one batch are two statements: locked in one order, batches of two processes wait for each other.
_LOCK = "SELECT 1 FROM transactional_webhookendpoint WHERE id = ANY (%s::uuid[]) ORDER BY id FOR UPDATE"
# A test that was posted to an address that the endpoint no longer has says nothing of it.
_TESTED = """
UPDATE transactional_webhookendpoint e
SET last_test_at = t.at, last_test_outcome = t.outcome, last_test_status = t.status
FROM unnest(%(endpoint_id)s::uuid[], %(url)s::text[], %(at)s::timestamptz[], %(outcome)s::text[], %(status)s::int[])
    AS t (endpoint_id, url, at, outcome, status)
WHERE e.id = t.endpoint_id AND e.url = t.url AND (e.last_test_at IS NULL OR e.last_test_at <= t.at)
"""
_RECOVER = """
UPDATE transactional_webhookdelivery
SET state = 'waiting', lease_until = NULL WHERE state = 'sending' AND lease_until < %s
"""


async def with_work(connection: Connection, now: datetime) -> list[UUID]:
    """The endpoints for which something is due, whether or not they may be asked now."""
    async with connection.cursor(row_factory=scalar_row) as cursor:
        await cursor.execute(_WITH_WORK, {"now": now})
        return await cursor.fetchall()


async def claim(
    connection: Connection,
    *,
    endpoints: Sequence[UUID],
    teams: Sequence[UUID],
    busy: Mapping[UUID, int],
    at_once: int,
    streak: int,
    most: int,
    now: datetime,
    lease: timedelta,
) -> list[Claimed]:
    """Takes what is due for these endpoints and those of these teams, no more of each than it has places free."""
    async with connection.cursor(row_factory=class_row(Claimed)) as cursor:
        await cursor.execute(
            _CLAIM,
            {
                "endpoints": list(endpoints),
                "teams": list(teams),
                "busy": list(busy),
                "in_flight": list(busy.values()),
                "at_once": at_once,
                "streak": streak,
                "most": most,
                "now": now,
                "until": now + lease,
            },
        )
        return await cursor.fetchall()


async def settle(
    connection: Connection,
    ended: Sequence[Ended],
    healths: Sequence[Health],
    tests: Sequence[Tested],
    *,
    streak: int,
    first: float,
    longest: float,
    now: datetime,
) -> list[tuple[UUID, datetime | None]]:
    """Writes what came of tries, in one transaction; endpoints whose health was written, with since when they fail."""
    tries = {
        name: [getattr(each, name) for each in ended]
        for name in (
            "id",
            "fence",
            "team_id",
            "state",
            "due_at",
            "at",
            "milliseconds",
            "outcome",
            "status",
            "response_body",
        )
    }
    states = {
        name: [getattr(each, name) for each in healths]
        for name in (
            "endpoint_id",
            "succeeded_at",
            "failures",
            "first_failure_at",
            "last_failure_at",
            "asked_until",
        )
    }
    async with connection.transaction(), connection.cursor() as cursor:
        await cursor.execute(_SETTLE, tries)
        if tests:
            await cursor.execute(
                _LOCK, [[*(each.endpoint_id for each in tests), *(each.endpoint_id for each in healths)]]
            )
            names = ("endpoint_id", "url", "at", "outcome", "status")
            await cursor.execute(_TESTED, {name: [getattr(each, name) for each in tests] for name in names})
        if not healths:
            return []
        await cursor.execute(_HEALTH, {**states, "streak": streak, "first": first, "longest": longest, "now": now})
        return await cursor.fetchall()


async def told(connection: Connection) -> AsyncIterator[UUID]:
    """The teams for which something was put in line, as it happens."""
    await connection.execute(f"LISTEN {CHANNEL}")
    async for notify in connection.notifies():
        with suppress(ValueError):
            yield UUID(notify.payload)


async def recover(connection: Connection, now: datetime) -> int:
    """Gives back what a process that is no more had in hand; answers for how many."""
    cursor = await connection.execute(_RECOVER, [now])
    return cursor.rowcount
