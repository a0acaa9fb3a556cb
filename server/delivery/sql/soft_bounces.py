"""Suppresses marketing email to addresses with too many soft bounces, until someone lifts it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection

# Existing suppressions do not change, except expired ones.
SUPPRESS = """
INSERT INTO delivery_suppression AS s (team_id, email, reason, marketing_only, mailing_id, created_at, is_told)
SELECT %(team)s, c.email, 'softBounce', true, %(mailing)s, %(now)s, true
FROM contacts_contact AS c
WHERE c.team_id = %(team)s AND c.id = ANY (%(contacts)s::bigint[]) AND (
    SELECT count(*) FROM delivery_event AS e
    WHERE e.contact_id = c.id AND e.team_id = c.team_id AND e.kind = 'bounce' AND e.why IN ('soft', 'full')
        AND NOT e.machine AND e.at > %(since)s
) >= %(most)s
ORDER BY c.email
ON CONFLICT (team_id, email) DO UPDATE SET
    reason = excluded.reason, marketing_only = true, mailing_id = excluded.mailing_id, created_at = excluded.created_at,
    expires_at = NULL, source = excluded.source
WHERE s.expires_at <= excluded.created_at
"""


def build_parameters(team_id: UUID, mailing_id: int, contact_ids: Sequence[int], now: datetime) -> dict[str, Any]:
    return {
        "team": team_id,
        "mailing": mailing_id,
        "contacts": list(contact_ids),
        "now": now,
        "since": now - timedelta(days=settings.SOFT_BOUNCE_DAYS),
        "most": settings.SOFT_BOUNCES,
    }


def suppress(team_id: UUID, *, mailing_id: int, contact_ids: Sequence[int], now: datetime) -> int:
    with connection.cursor() as cursor:
        cursor.execute(SUPPRESS, build_parameters(team_id, mailing_id, contact_ids, now))
        return int(cursor.rowcount)
