"""Events on their way to a team's endpoints: one statement for all of them."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import connection

from server.transactional.naming import cleaned

if TYPE_CHECKING:
    from server.transactional.services.recording import NewEvent

CHANNEL = "webhooks"

# Whoever delivers is told the team, once a transaction.
_FAN_OUT = """
WITH put AS (
    INSERT INTO transactional_webhookdelivery
        (team_id, endpoint_id, event_id, type, message_id, recipient, body, state, is_test, tries, due_at, fence,
         outcome, created_at)
    SELECT e.team_id, e.id, n.id, n.type, n.message_id, n.recipient,
        json_build_object(
            'type', 'message.' || n.type,
            'timestamp', to_char(n.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'data', json_build_object(
                'eventId', n.id, 'messageId', n.message_id,
                'acceptedAt', to_char(n.accepted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                'position', n.position, 'recipient', n.recipient, 'subject', n.subject, 'tag', n.tag,
                'domain', n.domain, 'domainId', n.domain_id, 'subaccountId', n.subaccount_id, 'keyId', n.key_id,
                'sender', n.sender, 'detail', n.detail::json
            )
        )::text,
        CASE WHEN e.disabled_at IS NULL THEN 'waiting' ELSE 'held' END, false, 0, %(now)s, 0, '', %(now)s
    FROM transactional_webhookendpoint e
    JOIN unnest(
        %(id)s::uuid[], %(type)s::text[], %(at)s::timestamptz[], %(message_id)s::uuid[], %(accepted_at)s::timestamptz[],
        %(position)s::int[], %(recipient)s::text[], %(subject)s::text[], %(tag)s::text[], %(domain)s::text[],
        %(domain_id)s::uuid[], %(subaccount_id)s::uuid[], %(key_id)s::uuid[], %(sender)s::text[], %(detail)s::text[]
    ) AS n (id, type, at, message_id, accepted_at, position, recipient, subject, tag, domain, domain_id, subaccount_id,
            key_id, sender, detail)
      ON n.type = ANY (e.types) AND (e.domains = '{}' OR n.domain_id = ANY (e.domains))
    WHERE e.team_id = %(team)s AND (e.disabled_at IS NULL OR e.disabled_at > %(held_since)s)
    ON CONFLICT (event_id, endpoint_id) DO NOTHING RETURNING state
)
SELECT pg_notify(%(channel)s, %(team)s::text) FROM put WHERE state = 'waiting' LIMIT 1
"""
_COLUMNS = (
    "id",
    "type",
    "at",
    "message_id",
    "accepted_at",
    "position",
    "recipient",
    "subject",
    "tag",
    "domain",
    "domain_id",
    "subaccount_id",
    "key_id",
    "sender",
)
_WAKE = "SELECT pg_notify(%s, %s)"
_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('transactional.webhooks:' || %s, 0))"


def fan_out(team_id: UUID, events: "Sequence[NewEvent]", *, now: datetime, held_since: datetime) -> None:
    """A delivery of each event for each endpoint that wants it, but for one that was off before `held_since`."""
    arrays = {name: [cleaned(getattr(event, name)) for event in events] for name in _COLUMNS}
    details = [json.dumps(cleaned(event.detail), default=str) for event in events]
    with connection.cursor() as cursor:
        cursor.execute(
            _FAN_OUT,
            {**arrays, "detail": details, "team": team_id, "now": now, "held_since": held_since, "channel": CHANNEL},
        )


def wake(team_id: UUID) -> None:
    """Tells whoever delivers, after commit, that there is something for this team."""
    with connection.cursor() as cursor:
        cursor.execute(_WAKE, [CHANNEL, str(team_id)])


def lock(team_id: UUID) -> None:
    """Makes the transactions that add endpoints of a team wait for each other."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [str(team_id)])
