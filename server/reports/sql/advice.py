"""Finds teams that are due for an advice check."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

# Active teams send now or started a campaign within the last three days, when almost all opens happen.
_DUE = """
SELECT m.team_id FROM (
    SELECT team_id, bool_or(state = 'sending' OR started_at > %(moving)s - interval '3 days') AS is_moving
    FROM delivery_mailing WHERE origin = 'campaign' AND team_id IS NOT NULL AND started_at >= %(campaigns)s
    GROUP BY team_id
) AS m LEFT JOIN reports_advicecheck AS l ON l.team_id = m.team_id
WHERE l.at IS NULL OR l.at < CASE WHEN m.is_moving THEN %(moving)s ELSE %(resting)s END
ORDER BY l.at NULLS FIRST LIMIT %(most)s
"""


def list_due_teams(*, moving: datetime, resting: datetime, campaigns: datetime, limit: int) -> Sequence[UUID]:
    """Returns teams with recent campaigns and an outdated check, the oldest first. Across teams."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, {"moving": moving, "resting": resting, "campaigns": campaigns, "most": limit})
        return [team_id for (team_id,) in cursor.fetchall()]
