"""The statements of the process that posts to webhooks, over async psycopg connections.

They go across teams: deliveries are claimed from every endpoint that has due ones.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import class_row, scalar_row

from server.webhooks.sql.publishing import CHANNEL

Connection = AsyncConnection[Any]


@dataclass(slots=True)
class ClaimedDelivery:
    """A delivery that one process has leased, with its endpoint. Its result counts only while `fence` is the same."""

    id: int
    team_id: UUID
    endpoint_id: UUID
    owner: str
    event_id: UUID
    body: str
    is_test: bool
    attempt_count: int
    fence: int
    url: str
    secret: bytes
    previous_secret: bytes | None
    previous_secret_until: datetime | None
    failures: int
    last_success_at: datetime | None
    last_test_at: datetime | None


@dataclass(slots=True)
class EndedAttempt:
    """The result of an attempt, and the state of the delivery after it."""

    id: int
    fence: int
    team_id: UUID
    endpoint_id: UUID
    state: str
    due_at: datetime | None
    attempted_at: datetime
    duration_ms: int
    outcome: str
    status: int | None
    response_body: str


@dataclass(slots=True)
class EndpointHealth:
    """An endpoint after a batch of attempts: the last success, and the failures after it."""

    endpoint_id: UUID
    succeeded_at: datetime | None
    failures: int
    first_failure_at: datetime | None
    last_failure_at: datetime | None
    retry_after: datetime | None


@dataclass(slots=True)
class LatestTest:
    """Result of the newest test event of an endpoint, and the URL that it was posted to."""

    endpoint_id: UUID
    url: str
    at: datetime
    outcome: str
    status: int | None


# One index lookup per distinct endpoint, however many deliveries wait for it.
_DUE_ENDPOINTS = """
WITH RECURSIVE waiting AS (
    (SELECT endpoint_id FROM webhooks_webhookdelivery WHERE state = 'waiting' ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM webhooks_webhookdelivery d
            WHERE d.state = 'waiting' AND d.endpoint_id > w.endpoint_id ORDER BY d.endpoint_id LIMIT 1)
    FROM waiting w WHERE w.endpoint_id IS NOT NULL
)
SELECT w.endpoint_id FROM waiting w
WHERE w.endpoint_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM webhooks_webhookdelivery d
              WHERE d.endpoint_id = w.endpoint_id AND d.state = 'waiting' AND d.due_at <= %(now)s)
"""
# A failing endpoint gets one delivery at a time. A test precedes all other due deliveries.
_CLAIM = """
WITH picked AS (
    SELECT d.id FROM webhooks_webhookendpoint e
    LEFT JOIN unnest(%(busy)s::uuid[], %(in_flight)s::int[]) AS b (endpoint_id, count) ON b.endpoint_id = e.id
    CROSS JOIN LATERAL (
        SELECT due.id, row_number() OVER (ORDER BY due.is_test DESC, due.due_at, due.id) AS place FROM (
            SELECT * FROM (
                SELECT q.id, q.is_test, q.due_at FROM webhooks_webhookdelivery q
                WHERE q.endpoint_id = e.id AND q.state = 'waiting' AND q.is_test AND q.due_at <= %(now)s
                FOR UPDATE SKIP LOCKED
            ) AS tests
            UNION ALL
            SELECT * FROM (
                SELECT q.id, q.is_test, q.due_at FROM webhooks_webhookdelivery q
                WHERE q.endpoint_id = e.id AND q.state = 'waiting' AND NOT q.is_test AND q.due_at <= %(now)s
                  AND e.disabled_at IS NULL AND (e.paused_until IS NULL OR e.paused_until <= %(now)s)
                ORDER BY q.due_at, q.id LIMIT %(at_once)s FOR UPDATE SKIP LOCKED
            ) AS events
        ) AS due
    ) AS d
    WHERE (e.id = ANY (%(endpoints)s::uuid[]) OR e.team_id = ANY (%(teams)s::uuid[]))
      AND d.place <= (CASE WHEN e.failures >= %(paused_from)s THEN 1 ELSE %(at_once)s END) - coalesce(b.count, 0)
    LIMIT %(limit)s
)
UPDATE webhooks_webhookdelivery d
SET state = 'sending', lease_until = %(until)s, fence = d.fence + 1, attempt_count = d.attempt_count + 1
FROM picked, webhooks_webhookendpoint e
WHERE d.id = picked.id AND e.id = d.endpoint_id
RETURNING d.id, d.team_id, d.endpoint_id, e.owner, d.event_id, d.body, d.is_test, d.attempt_count, d.fence, e.url,
          e.secret, e.previous_secret, e.previous_secret_until, e.failures, e.last_success_at, e.last_test_at
"""
# An attempt is recorded even if its process has since lost the lease: it was posted.
_RECORD = """
WITH ended AS (
    SELECT * FROM unnest(
        %(id)s::bigint[], %(fence)s::int[], %(team_id)s::uuid[], %(state)s::text[], %(due_at)s::timestamptz[],
        %(attempted_at)s::timestamptz[], %(duration_ms)s::int[], %(outcome)s::text[], %(status)s::int[],
        %(response_body)s::text[]
    ) AS t (id, fence, team_id, state, due_at, attempted_at, duration_ms, outcome, status, response_body)
), moved AS (
    UPDATE webhooks_webhookdelivery d
    SET state = CASE WHEN t.state = 'waiting' AND e.disabled_at IS NOT NULL THEN 'held' ELSE t.state END,
        due_at = coalesce(t.due_at, d.due_at), lease_until = NULL, status = t.status, outcome = t.outcome,
        finished_at = CASE WHEN t.state = 'waiting' THEN NULL ELSE t.attempted_at END
    FROM ended t, webhooks_webhookendpoint e
    WHERE d.id = t.id AND d.fence = t.fence AND d.state = 'sending' AND e.id = d.endpoint_id
)
INSERT INTO webhooks_webhookattempt
    (team_id, delivery_id, attempted_at, duration_ms, outcome, status, response_body)
SELECT t.team_id, t.id, t.attempted_at, t.duration_ms, t.outcome, t.status, t.response_body FROM ended t
WHERE EXISTS (SELECT 1 FROM webhooks_webhookdelivery d WHERE d.id = t.id)
"""
_HEALTH = """
UPDATE webhooks_webhookendpoint e SET
    failures = h.streak,
    failing_since = CASE WHEN h.streak = 0 THEN NULL
        WHEN h.succeeded_at IS NOT NULL THEN h.first_failure_at
        ELSE coalesce(e.failing_since, h.first_failure_at) END,
    paused_until = CASE WHEN h.streak = 0 THEN NULL ELSE greatest(
        CASE WHEN h.streak >= %(paused_from)s THEN %(now)s + make_interval(secs =>
            least(%(first_pause)s * 2.0 ^ least(h.streak - %(paused_from)s, 10), %(max_pause)s)
            * (0.9 + 0.2 * random())) END,
        h.retry_after) END,
    last_success_at = coalesce(h.succeeded_at, e.last_success_at),
    last_failure_at = coalesce(h.last_failure_at, e.last_failure_at)
FROM (
    SELECT t.*, CASE WHEN t.succeeded_at IS NOT NULL THEN t.failures ELSE f.failures + t.failures END AS streak
    FROM unnest(%(endpoint_id)s::uuid[], %(succeeded_at)s::timestamptz[], %(failures)s::int[],
                %(first_failure_at)s::timestamptz[], %(last_failure_at)s::timestamptz[], %(retry_after)s::timestamptz[])
        AS t (endpoint_id, succeeded_at, failures, first_failure_at, last_failure_at, retry_after)
    JOIN webhooks_webhookendpoint f ON f.id = t.endpoint_id
    ORDER BY f.id FOR NO KEY UPDATE OF f
) AS h
WHERE e.id = h.endpoint_id
RETURNING e.id, e.failing_since
"""
# Two statements update endpoints of one batch. Locking them all in one order prevents deadlocks between processes.
# Neither lock delays a publishing transaction.
_LOCK = "SELECT 1 FROM webhooks_webhookendpoint WHERE id = ANY (%s::uuid[]) ORDER BY id FOR NO KEY UPDATE"
# A test of a previous URL says nothing about the current one.
_TESTED = """
UPDATE webhooks_webhookendpoint e
SET last_test_at = t.at, last_test_outcome = t.outcome, last_test_status = t.status
FROM unnest(%(endpoint_id)s::uuid[], %(url)s::text[], %(at)s::timestamptz[], %(outcome)s::text[], %(status)s::int[])
    AS t (endpoint_id, url, at, outcome, status)
WHERE e.id = t.endpoint_id AND e.url = t.url AND (e.last_test_at IS NULL OR e.last_test_at <= t.at)
"""
_RELEASE_EXPIRED = """
UPDATE webhooks_webhookdelivery
SET state = 'waiting', lease_until = NULL WHERE state = 'sending' AND lease_until < %s
"""
# The result or an expired lease can queue a delivery again that was being posted when its endpoint was disabled.
# Endpoints that are being changed are skipped until the next run.
_RETAIN_DISABLED = """
UPDATE webhooks_webhookdelivery d SET state = 'held'
FROM (
    SELECT id FROM webhooks_webhookendpoint WHERE disabled_at IS NOT NULL ORDER BY id FOR KEY SHARE SKIP LOCKED
) AS e
WHERE d.endpoint_id = e.id AND d.state = 'waiting' AND NOT d.is_test
"""


async def list_due_endpoints(connection: Connection, now: datetime) -> list[UUID]:
    """Includes paused and disabled endpoints."""
    async with connection.cursor(row_factory=scalar_row) as cursor:
        await cursor.execute(_DUE_ENDPOINTS, {"now": now})
        return await cursor.fetchall()


async def claim(
    connection: Connection,
    *,
    endpoints: Sequence[UUID],
    teams: Sequence[UUID],
    busy: Mapping[UUID, int],
    at_once: int,
    paused_from: int,
    limit: int,
    now: datetime,
    lease: timedelta,
) -> list[ClaimedDelivery]:
    """Leases due deliveries of these endpoints and of these teams’ endpoints.

    An endpoint has at most `at_once` in flight, or one from `paused_from` consecutive failures on. `busy` counts its
    current ones.
    """
    async with connection.cursor(row_factory=class_row(ClaimedDelivery)) as cursor:
        await cursor.execute(
            _CLAIM,
            {
                "endpoints": list(endpoints),
                "teams": list(teams),
                "busy": list(busy),
                "in_flight": list(busy.values()),
                "at_once": at_once,
                "paused_from": paused_from,
                "limit": limit,
                "now": now,
                "until": now + lease,
            },
        )
        return await cursor.fetchall()


async def record_results(
    connection: Connection,
    ended: Sequence[EndedAttempt],
    healths: Sequence[EndpointHealth],
    tests: Sequence[LatestTest],
    *,
    paused_from: int,
    first_pause: float,
    max_pause: float,
    now: datetime,
) -> list[tuple[UUID, datetime | None]]:
    """Records attempts in one transaction. Returns endpoints with new health, and the start of their failures."""
    tries = {
        name: [getattr(each, name) for each in ended]
        for name in (
            "id",
            "fence",
            "team_id",
            "state",
            "due_at",
            "attempted_at",
            "duration_ms",
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
            "retry_after",
        )
    }
    async with connection.transaction(), connection.cursor() as cursor:
        await cursor.execute(_RECORD, tries)
        if tests:
            await cursor.execute(
                _LOCK, [[*(each.endpoint_id for each in tests), *(each.endpoint_id for each in healths)]]
            )
            names = ("endpoint_id", "url", "at", "outcome", "status")
            await cursor.execute(_TESTED, {name: [getattr(each, name) for each in tests] for name in names})
        if not healths:
            return []
        pauses = {"paused_from": paused_from, "first_pause": first_pause, "max_pause": max_pause}
        await cursor.execute(_HEALTH, {**states, **pauses, "now": now})
        return await cursor.fetchall()


async def listen(connection: Connection) -> AsyncIterator[UUID]:
    await connection.execute(f"LISTEN {CHANNEL}")
    async for notify in connection.notifies():
        with suppress(ValueError):
            yield UUID(notify.payload)


async def release_expired(connection: Connection, now: datetime) -> int:
    cursor = await connection.execute(_RELEASE_EXPIRED, [now])
    return cursor.rowcount


async def retain_disabled(connection: Connection) -> int:
    cursor = await connection.execute(_RETAIN_DISABLED)
    return cursor.rowcount
