"""The statement that creates a notification for all recipients."""

import json
from datetime import datetime
from uuid import UUID

from django.db import connection

INSERT_NOTIFICATIONS = """
WITH added AS (
    INSERT INTO notifications_notification
           (notice_id, team_id, user_id, kind, subject, params, level, link, created_at)
    SELECT %(notice)s, member.team_id, member.user_id, %(kind)s::text, %(subject)s::text, %(params)s, %(level)s,
           %(link)s, %(now)s
      FROM teams_member member
      LEFT JOIN teams_role role ON role.id = member.custom_role_id
     WHERE member.team_id = %(team)s
       AND member.active
       AND (%(user)s::uuid IS NULL OR member.user_id = %(user)s)
       AND (member.role = 'admin'
            OR NOT %(only_admins)s
               AND (%(permission)s::text IS NULL
                    OR member.role = 'member' AND %(members_may)s
                    OR %(permission)s = ANY(role.permissions)))
       AND NOT EXISTS (
           SELECT FROM notifications_notification former
            WHERE former.team_id = member.team_id
              AND former.user_id = member.user_id
              AND former.kind = %(kind)s::text
              AND former.subject = %(subject)s::text
              AND former.created_at > %(since)s)
    RETURNING user_id)
SELECT account.language, array_agg(account.id ORDER BY account.id)
  FROM added
  JOIN accounts_user account ON account.id = added.user_id
 GROUP BY account.language
"""


def insert(
    team_id: UUID,
    *,
    notice_id: UUID,
    user_id: UUID | None,
    only_admins: bool,
    permission: str | None,
    members_may: bool,
    kind: str,
    subject: str,
    params: dict[str, str | int],
    level: str,
    link: str,
    now: datetime,
    since: datetime,
) -> dict[str, list[UUID]]:
    """Writes a row for every recipient. Returns their user ids by language."""
    values = {
        "team": team_id,
        "notice": notice_id,
        "user": user_id,
        "only_admins": only_admins,
        "permission": permission,
        "members_may": members_may,
        "kind": kind,
        "subject": subject,
        "params": json.dumps(params),
        "level": level,
        "link": link,
        "now": now,
        "since": since,
    }
    with connection.cursor() as cursor:
        cursor.execute(INSERT_NOTIFICATIONS, values)
        return dict(cursor.fetchall())
