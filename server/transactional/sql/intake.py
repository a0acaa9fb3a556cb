"""Stores accepted messages by few statements, however many they are."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction

# Of bodies in one statement. A connection that has sent more is not used again.
MAX_BYTES_BEFORE_RECONNECT = 2 << 20

_CLAIM_KEYS = """
INSERT INTO transactional_acceptedkey AS k (team_id, key, fingerprint, answer, created_at)
SELECT given.team_id, given.key, given.fingerprint, given.answer::jsonb, %(now)s
  FROM unnest(%(teams)s::uuid[], %(keys)s::text[], %(fingerprints)s::bytea[], %(answers)s::text[])
    AS given (team_id, key, fingerprint, answer)
 ORDER BY given.team_id, given.key
ON CONFLICT (team_id, key) DO UPDATE
   SET fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
 WHERE k.created_at <= %(stale)s
RETURNING team_id, key
"""

_STORE = """
WITH stored AS (
    INSERT INTO transactional_message
        (team_id, id, accepted_at, key_id, subaccount_id, domain_id, batch_id, template_id, resent_from, scheduled_at,
         size, template_version, recipients, sandbox, track_opens, track_clicks, via, state, hold_reason,
         from_address, from_name, subject, tag, rfc_id, metadata, headers)
    SELECT team_id, id, accepted_at, key_id, subaccount_id, domain_id, batch_id, template_id, resent_from,
           scheduled_at, size, template_version, recipients, sandbox, track_opens, track_clicks, via, state,
           hold_reason, from_address, from_name, subject, tag, rfc_id, metadata::jsonb, headers::jsonb
      FROM unnest(
        %(team_id)s::uuid[], %(id)s::uuid[], %(accepted_at)s::timestamptz[], %(key_id)s::uuid[],
        %(subaccount_id)s::uuid[], %(domain_id)s::uuid[], %(batch_id)s::uuid[], %(template_id)s::uuid[],
        %(resent_from)s::uuid[], %(scheduled_at)s::timestamptz[], %(size)s::int[], %(template_version)s::int[],
        %(recipients)s::int[], %(sandbox)s::bool[], %(track_opens)s::bool[], %(track_clicks)s::bool[], %(via)s::text[],
        %(state)s::text[], %(hold_reason)s::text[], %(from_address)s::text[], %(from_name)s::text[],
        %(subject)s::text[], %(tag)s::text[], %(rfc_id)s::text[], %(metadata)s::text[], %(headers)s::text[])
      AS m (team_id, id, accepted_at, key_id, subaccount_id, domain_id, batch_id, template_id, resent_from,
            scheduled_at, size, template_version, recipients, sandbox, track_opens, track_clicks, via, state,
            hold_reason, from_address, from_name, subject, tag, rfc_id, metadata, headers)
), kept AS (
    INSERT INTO transactional_body (team_id, message_id, accepted_at, expires_at, sealed)
    SELECT * FROM unnest(
        %(team_id)s::uuid[], %(id)s::uuid[], %(accepted_at)s::timestamptz[], %(body_expires_at)s::timestamptz[],
        %(sealed)b::bytea[])
), addressed AS (
    INSERT INTO transactional_recipient
        (team_id, message_id, accepted_at, position, email, kind, state, due_at,
         fence, attempt, code, bounce, enhanced, reply)
    SELECT r.*, 0, 0, 0, '', '', '' FROM unnest(
        %(r_team)s::uuid[], %(r_message)s::uuid[], %(r_accepted_at)s::timestamptz[], %(r_position)s::int[],
        %(r_email)s::text[], %(r_kind)s::text[], %(r_state)s::text[], %(r_due_at)s::timestamptz[]) AS r
)
SELECT pg_notify('transactional', team::text) FROM unnest(%(waking)s::uuid[]) AS team
"""

_CONSUME_SUBACCOUNT_UNITS = """
UPDATE transactional_subaccount
   SET used = CASE WHEN period = %(period)s THEN used ELSE 0 END + %(amount)s, period = %(period)s
 WHERE team_id = %(team)s AND id = %(id)s AND (
    monthly_limit IS NULL
    OR CASE WHEN period = %(period)s THEN used ELSE 0 END + %(amount)s <= monthly_limit)
RETURNING used
"""

_RETURN_SUBACCOUNT_UNITS = """
UPDATE transactional_subaccount SET used = greatest(0, used - %(amount)s)
 WHERE team_id = %(team)s AND id = %(id)s AND period = %(period)s
"""


@dataclass(frozen=True, slots=True)
class Columns:
    """The rows of some messages, by column; names as in _STORE."""

    messages: Mapping[str, Sequence[Any]]
    recipients: Mapping[str, Sequence[Any]]


@dataclass(frozen=True, slots=True)
class NewKey:
    """An idempotency key that a message is accepted under, and the result to return for the next call with it."""

    team_id: UUID
    key: str
    fingerprint: bytes
    answer: Mapping[str, Any]


def claim_keys(given: Sequence[NewKey], *, now: datetime, stale: datetime) -> set[tuple[UUID, str]]:
    """Claims idempotency keys and returns those that were free. Waits for another transaction's claim.

    `given` has each key of a team once.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _CLAIM_KEYS,
            {
                "teams": [each.team_id for each in given],
                "keys": [each.key for each in given],
                "fingerprints": [each.fingerprint for each in given],
                "answers": [json.dumps(each.answer) for each in given],
                "now": now,
                "stale": stale,
            },
        )
        return {(team_id, key) for team_id, key in cursor.fetchall()}


def store(columns: Columns, *, waking: Sequence[UUID]) -> None:
    """Writes messages, bodies and recipients of several teams; at commit, wakes the sender for the teams in `waking`.

    Call it in a transaction. After a commit of large bodies the connection is closed.
    """
    values: dict[str, Any] = {"waking": list(waking), **columns.messages}
    values |= {f"r_{name}": column for name, column in columns.recipients.items()}
    with connection.cursor() as cursor:
        cursor.execute(_STORE, values)
    if sum(map(len, columns.messages["sealed"])) > MAX_BYTES_BEFORE_RECONNECT:
        # libpq retains the largest buffer of a connection until it is closed.
        transaction.on_commit(connection.close)


def consume_subaccount_units(team_id: UUID, *, subaccount_id: UUID, amount: int, period: date) -> bool:
    """Counts recipients of a subaccount; False, without counting, above its monthly limit."""
    with connection.cursor() as cursor:
        cursor.execute(
            _CONSUME_SUBACCOUNT_UNITS, {"team": team_id, "id": subaccount_id, "amount": amount, "period": period}
        )
        return cursor.fetchone() is not None


def return_subaccount_units(team_id: UUID, *, subaccount_id: UUID, amount: int, period: date) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            _RETURN_SUBACCOUNT_UNITS, {"team": team_id, "id": subaccount_id, "amount": amount, "period": period}
        )
