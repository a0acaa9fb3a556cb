"""What the checks of a submission need to know, by one statement."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

_FACTS = """
SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', s.name, 'state', s.state)), '[]')
          FROM senders_senderdomain s JOIN transactional_transactionaldomain t ON t.sender_domain_id = s.id
         WHERE s.team_id = %(team)s AND s.name = ANY(%(names)s))::text,
       (SELECT coalesce(jsonb_object_agg(s.email, s.reason), '{}')
          FROM delivery_suppression s
         WHERE s.team_id = %(team)s AND s.email = ANY(%(emails)s) AND NOT s.marketing_only
           AND (s.expires_at IS NULL OR s.expires_at > %(now)s))::text,
       (SELECT coalesce(jsonb_object_agg(k.key, jsonb_build_array(encode(k.fingerprint, 'hex'), k.answer)), '{}')
          FROM transactional_acceptedkey k
         WHERE k.team_id = %(team)s AND k.key = ANY(%(keys)s) AND k.created_at > %(stale)s)::text
"""


@dataclass(frozen=True, slots=True)
class Facts:
    """`domains`: id, name and state of each of the team's that was asked for. `suppressed`: address -> reason.

    `known`: idempotency key -> fingerprint as hex digits, and what was answered.
    """

    domains: Sequence[Mapping[str, str]]
    suppressed: Mapping[str, str]
    known: Mapping[str, tuple[str, dict[str, Any]]]


def facts(
    team_id: UUID,
    *,
    names: Sequence[str],
    emails: Sequence[str],
    keys: Sequence[str],
    now: datetime,
    stale: datetime,
) -> Facts:
    """Which of these domains are the team's, which addresses it writes to no more, which keys were used."""
    with connection.cursor() as cursor:
        cursor.execute(
            _FACTS,
            {
                "team": team_id,
                "names": list(names),
                "emails": list(emails),
                "keys": list(keys),
                "now": now,
                "stale": stale,
            },
        )
        [(domains, suppressed, known)] = cursor.fetchall()
    return Facts(json.loads(domains), json.loads(suppressed), json.loads(known))
