"""The retention period of a team's sent email, by its plan (PLAN-119, PLAN-120)."""

from datetime import datetime, timedelta
from uuid import UUID

from server.core import clock
from server.plans import quota
from server.plans.features import REPORT_DAYS, UNLIMITED

DEFAULT_DAYS = 30  # if the plan sets no limit


def get_retention_days(team_id: UUID) -> int | None:
    """None if unlimited; DEFAULT_DAYS if the plan sets no limit."""
    limit = quota.get_limit(team_id=team_id, limit=REPORT_DAYS)
    return None if limit == UNLIMITED else limit or DEFAULT_DAYS


def get_retained_since(team_id: UUID) -> datetime | None:
    """None if unlimited."""
    kept = get_retention_days(team_id)
    return None if kept is None else clock.now() - timedelta(days=kept)
