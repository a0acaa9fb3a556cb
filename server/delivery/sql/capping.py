"""Counts the contacts who have reached the team's frequency cap."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet

from server.core.statement_timeouts import StatementTimedOut, limit_statements
from server.delivery import origins

MAX_QUERY_MILLISECONDS = 2_000
# The same rule as for sending a window (sql/sending.py), without emails that are being sent at this moment.
_COUNT = """
WITH lately AS (
    SELECT m.id, m.started_at FROM delivery_mailing m
    WHERE m.team_id = %s AND m.origin = ANY(%s) AND m.started_at IS NOT NULL
      AND (m.finished_at IS NULL OR m.finished_at > %s::timestamptz - make_interval(days => %s))
), chosen (id) AS ({query})
SELECT count(*) FROM (
    SELECT had.contact_id FROM lately
    JOIN delivery_recipient had ON had.mailing_id = lately.id
    JOIN delivery_send_log l ON l.mailing_id = had.mailing_id AND l.position = had.position
        AND l.mailed_at = coalesce(had.mailed_at, lately.started_at)
    WHERE had.contact_id IN (SELECT id FROM chosen) AND l.state IN ('sent', 'inDoubt')
      AND l.at > %s::timestamptz - make_interval(days => %s)
    GROUP BY had.contact_id HAVING count(*) >= %s
) AS reached
"""


def count(team_id: UUID, *, contacts: QuerySet[Any, Any], mails: int, days: int, now: datetime) -> int | None:
    """Counts contacts with at least `mails` marketing emails in `days` days. Returns None after a timeout."""
    try:
        query, parameters = contacts.order_by().values("pk").query.sql_with_params()
    except EmptyResultSet:  # a new campaign has no recipients yet
        return 0
    try:
        with limit_statements(MAX_QUERY_MILLISECONDS), connection.cursor() as cursor:
            cursor.execute(
                _COUNT.format(query=query),
                [team_id, origins.list_marketing_origins(), now, days, *parameters, now, days, mails],
            )
            return int(cursor.fetchone()[0])
    except StatementTimedOut:
        return None
