"""The one authentication query (session, user, team, role, plan and features in a single read), and exact counts."""

from datetime import datetime
from uuid import UUID

from django.db import connection

AUTHENTICATE = """
SELECT session.id AS session_id,
       session.kind,
       session.end_reason,
       session.ended_at,
       session.last_seen_at,
       session.expires_at,
       account.id AS user_id,
       account.email,
       account.firstname,
       account.lastname,
       account.language,
       account.is_operator,
       account.locked_at,
       account.validated_at,
       team.id AS team_id,
       team.name AS team_name,
       team.suspended_at,
       team.locked_at AS team_locked_at,
       member.role,
       member.active AS member_active,
       role.permissions,
       subscription.expires_at AS plan_expires_at,
       plan.features,
       (SELECT coalesce(array_agg(name), '{}') FROM plans_featureswitch WHERE NOT enabled) AS switched_off,
       now() AS at
  FROM accounts_session session
  JOIN accounts_user account ON account.id = session.user_id
  JOIN teams_team team ON team.id = session.team_id
  LEFT JOIN teams_member member ON member.team_id = team.id AND member.user_id = account.id
  LEFT JOIN teams_role role ON role.id = member.custom_role_id
  LEFT JOIN plans_subscription subscription ON subscription.team_id = team.id
  LEFT JOIN plans_plan plan ON plan.id = subscription.plan_id
 WHERE session.token_hash = %(token_hash)s
"""

TAKE_ATTEMPT = """
INSERT INTO identity_attempt AS attempt (key, count, last_at) VALUES (%(key)s, 1, %(now)s)
ON CONFLICT (key) DO UPDATE
   SET count = CASE WHEN attempt.last_at <= %(stale)s THEN 1 ELSE attempt.count + 1 END, last_at = %(now)s
 WHERE attempt.count < %(most)s OR attempt.last_at <= %(stale)s
RETURNING count
"""

SPEND_CHALLENGE = """
INSERT INTO identity_spentchallenge (nonce, expires_at) VALUES (%(nonce)s, %(expires_at)s) ON CONFLICT DO NOTHING
"""

TOUCH_SESSION = "UPDATE accounts_session SET last_seen_at = %(now)s WHERE id = %(id)s AND last_seen_at < %(before)s"


def take_attempt(key: str, *, most: int, now: datetime, stale: datetime) -> bool:
    """Counts an attempt unless `most` are counted since `stale`: one statement, so that no two share the last one."""
    with connection.cursor() as cursor:
        cursor.execute(TAKE_ATTEMPT, {"key": key, "most": most, "now": now, "stale": stale})
        return cursor.fetchone() is not None


def spend_challenge(nonce: str, *, expires_at: datetime) -> bool:
    """Marks a challenge as used; false when it was used before."""
    with connection.cursor() as cursor:
        cursor.execute(SPEND_CHALLENGE, {"nonce": nonce, "expires_at": expires_at})
        return bool(cursor.rowcount)


def touch_session(session_id: UUID, *, now: datetime, before: datetime) -> None:
    """Moves last_seen_at to now where it is older than `before`."""
    with connection.cursor() as cursor:
        cursor.execute(TOUCH_SESSION, {"id": session_id, "now": now, "before": before})
