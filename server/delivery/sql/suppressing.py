"""The suppression list: many addresses with one statement."""

# ruff: noqa: S608 -- statements are joined of constants, values go by themselves

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

from server.delivery.states import SuppressionReason, SuppressionSource

# A recipient can undo its own unsubscribing. The team can remove all but complaints.
FROM_WEAKEST_TO_STRONGEST = (
    SuppressionReason.SOFT_BOUNCE,
    SuppressionReason.SUNSET,
    SuppressionReason.MANUAL,
    SuppressionReason.UNSUBSCRIBED,
    SuppressionReason.HARD_BOUNCE,
    SuppressionReason.COMPLAINT,
)


def _replace_if(condition: str) -> str:
    """SQL that replaces reason, source, email and time of an entry `s` together if the condition holds."""
    columns = ("reason", "source", "mailing_id", "created_at")
    chosen = ", ".join(f"CASE WHEN replaces THEN excluded.{name} ELSE s.{name} END" for name in columns)
    return f"({', '.join(columns)}) = (SELECT {chosen} FROM (SELECT {condition}) AS compared (replaces))"


# Existing entries are never weakened: the stronger reason, the wider scope and the later end apply. Expired entries are
# replaced.
_ADD = (
    """
WITH earlier AS (
    SELECT email FROM delivery_suppression
    WHERE team_id = %(team)s AND email = ANY (%(emails)s::text[]) AND (expires_at IS NULL OR expires_at > %(now)s)
), stored AS (
    INSERT INTO delivery_suppression AS s
        (team_id, email, reason, marketing_only, mailing_id, expires_at, created_at, is_told, source)
    SELECT %(team)s, email, %(reason)s, %(marketing)s, %(mailing)s, %(expires)s::timestamptz, %(now)s, %(told)s,
           %(source)s
    FROM unnest(%(emails)s::text[]) AS email ORDER BY email
    ON CONFLICT (team_id, email) DO UPDATE SET
        """
    + _replace_if("""s.expires_at <= excluded.created_at IS TRUE
                OR array_position(%(ranks)s::text[], excluded.reason::text)
                 > array_position(%(ranks)s::text[], s.reason::text)""")
    + """,
        marketing_only = excluded.marketing_only
            AND (s.expires_at <= excluded.created_at IS TRUE OR s.marketing_only),
        is_told = s.is_told AND excluded.is_told,
        expires_at = CASE
            WHEN s.expires_at <= excluded.created_at THEN excluded.expires_at
            WHEN s.expires_at IS NULL OR excluded.expires_at IS NULL THEN NULL
            ELSE greatest(s.expires_at, excluded.expires_at) END
    RETURNING s.email
)
SELECT count(*) FROM stored WHERE email NOT IN (SELECT email FROM earlier)
"""
)
# After a hard bounce neither the recipient nor the team's decision about a contact lifts the suppression.
HARD_BOUNCE = (
    """
INSERT INTO delivery_suppression AS s (team_id, email, reason, marketing_only, mailing_id, created_at, is_told)
SELECT %s, email, 'hardBounce', false, %s, %s, false FROM unnest(%s::text[]) AS email ORDER BY email
ON CONFLICT (team_id, email) DO UPDATE SET
    """
    + _replace_if("(s.reason = 'complaint' AND (s.expires_at <= excluded.created_at) IS NOT TRUE) IS NOT TRUE")
    + """,
    marketing_only = false, expires_at = NULL, is_told = false
"""
)
# An entry that ends would end the unsubscription with it, so it becomes permanent.
_UNSUBSCRIBE = (
    """
WITH earlier AS (
    SELECT email FROM delivery_suppression
    WHERE team_id = %(team)s AND email = ANY (%(emails)s::text[]) AND (expires_at IS NULL OR expires_at > %(now)s)
), stored AS (
    INSERT INTO delivery_suppression AS s (team_id, email, reason, marketing_only, mailing_id, created_at, is_told)
    SELECT %(team)s, email, 'unsubscribed', true, %(mailing)s, %(now)s, true
    FROM unnest(%(emails)s::text[]) AS email ORDER BY email
    ON CONFLICT (team_id, email) DO UPDATE SET
        """
    + _replace_if("s.expires_at <= excluded.created_at IS TRUE OR s.reason = ANY (%(replaced)s::text[])")
    + """,
        marketing_only = s.expires_at <= excluded.created_at IS TRUE OR s.marketing_only,
        expires_at = NULL
    RETURNING s.email
)
SELECT count(*) FROM stored WHERE email NOT IN (SELECT email FROM earlier)
"""
)


def add(
    team_id: UUID,
    *,
    emails: Sequence[str],
    reason: str,
    marketing_only: bool,
    expires_at: datetime | None,
    source: str,
    is_told: bool,
    now: datetime,
    mailing_id: int | None = None,
) -> int:
    """Expects unique addresses. Returns how many of them were not suppressed before."""
    with connection.cursor() as cursor:
        cursor.execute(
            _ADD,
            {
                "team": team_id,
                "reason": reason,
                "marketing": marketing_only,
                "mailing": mailing_id,
                "expires": expires_at,
                "now": now,
                "told": is_told,
                "source": source,
                "emails": list(emails),
                "ranks": list(FROM_WEAKEST_TO_STRONGEST),
            },
        )
        [(count,)] = cursor.fetchall()
        return int(count)


def unsubscribe(
    team_id: UUID,
    *,
    emails: Sequence[str],
    mailing_id: int | None,
    replaced: Sequence[SuppressionReason],
    now: datetime,
) -> int:
    """Suppresses marketing email to unique addresses permanently. Returns how many were not suppressed before.

    Existing entries become permanent. They keep their reason, unless they have expired or it is among `replaced`.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _UNSUBSCRIBE,
            {
                "team": team_id,
                "emails": list(emails),
                "mailing": mailing_id,
                "replaced": [SuppressionReason.UNSUBSCRIBED, *replaced],
                "now": now,
            },
        )
        [(count,)] = cursor.fetchall()
        return int(count)


def complain(team_id: UUID, *, email: str, mailing_id: int | None, now: datetime) -> None:
    """Suppresses marketing email to the address permanently, which the team can't undo.

    Whether system email can be sent does not change: a dead address stays dead.
    """
    add(
        team_id,
        emails=[email],
        reason=SuppressionReason.COMPLAINT,
        marketing_only=True,
        expires_at=None,
        source=SuppressionSource.MAIL,
        is_told=True,
        now=now,
        mailing_id=mailing_id,
    )


def get_reasons(team_id: UUID, *, emails: Sequence[str], now: datetime) -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT s.email, s.reason FROM unnest(%s::text[]) AS given (email)
            JOIN delivery_suppression AS s ON s.team_id = %s AND s.email = given.email
            WHERE s.expires_at IS NULL OR s.expires_at > %s
            """,
            [list(emails), team_id, now],
        )
        return dict(cursor.fetchall())
