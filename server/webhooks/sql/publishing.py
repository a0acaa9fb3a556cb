"""Queues events for the endpoints of a team, with one statement for all of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

CHANNEL: Final = "webhooks"
# The teams among `teams` that might have an endpoint for their events: one that is on, or was disabled after
# `held_since`. A publisher can append it to its own statement, which saves a round trip for every other team.
SUBSCRIBED_TEAMS: Final = """
SELECT DISTINCT team_id FROM webhooks_webhookendpoint
WHERE team_id = ANY (%(teams)s) AND (disabled_at IS NULL OR disabled_at > %(held_since)s)
ORDER BY team_id
"""
# The locks order changes of an endpoint and transactions that publish to it. If an endpoint is disabled in between, its
# events are held; if it is deleted, none are queued. The foreign key takes the same locks at the end of the
# transaction. The posting processes are notified of the team once per transaction.
_PUBLISH: Final = """
WITH endpoint AS (
    SELECT id, team_id, kinds, scope_ids, disabled_at FROM webhooks_webhookendpoint
    WHERE team_id = %(team)s AND (disabled_at IS NULL OR disabled_at > %(held_since)s)
      AND kinds && %(kind)s::varchar[]
    ORDER BY id FOR KEY SHARE
), queued AS (
    INSERT INTO webhooks_webhookdelivery
        (team_id, endpoint_id, event_id, kind, record_id, record_label, body, state, is_test, attempt_count, due_at,
         fence, outcome, created_at)
    SELECT e.team_id, e.id, n.id, n.kind, n.record_id, n.record_label, n.body,
        CASE WHEN e.disabled_at IS NULL THEN 'waiting' ELSE 'held' END, false, 0, %(now)s, 0, '', %(now)s
    FROM endpoint e
    JOIN unnest(
        %(id)s::uuid[], %(kind)s::text[], %(has_scope)s::bool[], %(scope_id)s::uuid[], %(record_id)s::uuid[],
        %(record_label)s::text[], %(body)s::text[]
    ) WITH ORDINALITY AS n (id, kind, has_scope, scope_id, record_id, record_label, body, number)
      ON n.kind = ANY (e.kinds)
     AND (e.scope_ids = '{}' OR NOT n.has_scope OR n.scope_id = ANY (e.scope_ids))
    ORDER BY n.number, e.id
    ON CONFLICT (event_id, endpoint_id) DO NOTHING RETURNING state
)
SELECT pg_notify(%(channel)s, %(team)s::text) FROM queued WHERE state = 'waiting' LIMIT 1
"""
_WAKE: Final = "SELECT pg_notify(%s, %s)"
_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended('webhooks:' || %s, 0))"


class EventRow(NamedTuple):
    """An event with the body that is posted."""

    id: UUID
    kind: str
    has_scope: bool
    scope_id: UUID | None
    record_id: UUID | None
    record_label: str
    body: str


def publish(team_id: UUID, rows: Sequence[EventRow], *, now: datetime, held_since: datetime) -> None:
    """Adds a delivery of each event for each subscribed endpoint, in order. Skips endpoints disabled before
    `held_since`."""
    values: dict[str, Any] = {name: [getattr(row, name) for row in rows] for name in EventRow._fields}
    values |= {"team": team_id, "now": now, "held_since": held_since, "channel": CHANNEL}
    with connection.cursor() as cursor:
        cursor.execute(_PUBLISH, values)


def wake(team_id: UUID) -> None:
    """Notifies the posting processes, after commit, that deliveries are due for this team."""
    with connection.cursor() as cursor:
        cursor.execute(_WAKE, [CHANNEL, str(team_id)])


def lock(team_id: UUID) -> None:
    """Serializes the transactions that add endpoints of a team."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [str(team_id)])
