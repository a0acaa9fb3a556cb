"""The one authentication query: session, user, team, role, plan and features in a single read."""

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
