"""Background jobs of segments. Each calls one service."""

from typing import Any
from uuid import UUID

from server.core import jobs, schedules
from server.segments.services import upkeep, watching


@jobs.handler(watching.CHECK_JOB)
def publish_membership_changes(*, team_id: str, **_: Any) -> None:
    watching.publish_team_changes(team_id=UUID(team_id))


schedules.add_schedule(5, "segments.refresh_columns", upkeep.refresh_teams)
schedules.add_schedule(5, "segments.find_changed", watching.enqueue_checks)
schedules.add_purge("segments.moves", watching.purge_changes)
