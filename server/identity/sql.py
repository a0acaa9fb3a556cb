"""The one authentication query (session, user, team, role, plan and features in a single read), and spent tokens."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

AUTHENTICATE = """
SELECT session.token_hash,
       session.id AS session_id,
       session.kind,
       session.end_reason,
       session.ended_at,
       greatest(session.last_seen_at, parent.last_seen_at) AS last_seen_at,
       session.payment_only,
       session.passed_at,
       session.expires_at,
       account.id AS user_id,
       account.email,
       account.firstname,
       account.lastname,
       account.language,
       account.is_operator,
       account.locked_at,
       account.validated_at,
       EXISTS (SELECT FROM identity_authenticator app
                WHERE app.user_id = account.id AND app.confirmed_at IS NOT NULL) AS has_app,
       team.id AS team_id,
       team.name AS team_name,
       team.vendor,
       team.suspended_at,
       team.locked_at AS team_locked_at,
       member.role,
       member.active AS member_active,
       role.permissions,
       subscription.expires_at AS plan_expires_at,
       plan.features,
       (SELECT coalesce(array_agg(name), '{}') FROM plans_featureswitch WHERE NOT enabled) AS switched_off,
       now() AS at
  FROM unnest(%(token_hashes)s::bytea[]) AS asked (token_hash)
  JOIN accounts_session session ON session.token_hash = asked.token_hash
  LEFT JOIN accounts_session parent ON parent.id = session.parent_id AND session.kind = 'trx'
  JOIN accounts_user account ON account.id = session.user_id
  JOIN teams_team team ON team.id = session.team_id
  LEFT JOIN teams_member member ON member.team_id = team.id AND member.user_id = account.id
  LEFT JOIN teams_role role ON role.id = member.custom_role_id
  LEFT JOIN plans_subscription subscription ON subscription.team_id = team.id
  LEFT JOIN plans_plan plan ON plan.id = subscription.plan_id
"""

SPEND_ASSERTION = """
INSERT INTO identity_spentassertion (jti_hash, expires_at) VALUES (%(hash)s, %(expires_at)s) ON CONFLICT DO NOTHING
"""

SPEND_CHALLENGE = """
INSERT INTO identity_spentchallenge (nonce, expires_at) VALUES (%(nonce)s, %(expires_at)s) ON CONFLICT DO NOTHING
"""

# A trx session slides together with its parent session.
TOUCH_SESSION = """
UPDATE accounts_session SET last_seen_at = %(now)s
 WHERE last_seen_at < %(before)s
   AND (id = %(id)s OR id = (SELECT parent_id FROM accounts_session WHERE id = %(id)s AND kind = 'trx'))
"""

END_SESSIONS = "UPDATE accounts_session SET ended_at = %(now)s, end_reason = %(reason)s WHERE id = ANY(%(ids)s)"

DELETE_PUSH_TOKENS = "DELETE FROM accounts_pushtoken WHERE session_id = ANY(%(ids)s)"

LIST_SIGNED_IN = """
SELECT DISTINCT user_id FROM accounts_session
 WHERE user_id = ANY(%(users)s) AND kind = 'normal' AND NOT payment_only AND ended_at IS NULL
   AND expires_at > %(now)s AND last_seen_at > %(seen_after)s
"""


def spend_assertion(jti_hash: bytes, *, expires_at: datetime) -> bool:
    """Returns False if it was used before."""
    with connection.cursor() as cursor:
        cursor.execute(SPEND_ASSERTION, {"hash": jti_hash, "expires_at": expires_at})
        return bool(cursor.rowcount)


def spend_challenge(nonce: str, *, expires_at: datetime) -> bool:
    """Returns False if it was used before."""
    with connection.cursor() as cursor:
        cursor.execute(SPEND_CHALLENGE, {"nonce": nonce, "expires_at": expires_at})
        return bool(cursor.rowcount)


def touch_session(session_id: UUID, *, now: datetime, before: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute(TOUCH_SESSION, {"id": session_id, "now": now, "before": before})


def end_sessions(ids: Sequence[UUID], *, now: datetime, reason: str) -> None:
    """Uses two statements for any number of sessions, and deletes their push tokens. The caller has locked the rows."""
    with connection.cursor() as cursor:
        cursor.execute(END_SESSIONS, {"ids": list(ids), "now": now, "reason": reason})
        cursor.execute(DELETE_PUSH_TOKENS, {"ids": list(ids)})


def list_signed_in(users: Collection[UUID], *, now: datetime, seen_after: datetime) -> list[UUID]:
    """The users with a session that can list their devices, as `selectors.query_live_sessions` finds it."""
    with connection.cursor() as cursor:
        cursor.execute(LIST_SIGNED_IN, {"users": list(users), "now": now, "seen_after": seen_after})
        return [user_id for (user_id,) in cursor.fetchall()]
