"""Background jobs of segments. Each calls one service."""

from typing import Any
from uuid import UUID

from server.core import jobs, schedules
from server.segments.services import upkeep, watching


@jobs.handler(watching.LOOK)
def publish_moves(*, team_id: str, **_: Any) -> None:
    """Publishes which contacts entered and left the watched segments of a team."""
    watching.publish_team_changes(team_id=UUID(team_id))


schedules.every(5, "segments.refresh_columns", upkeep.refresh)
schedules.every(5, "segments.find_changed", watching.wake)
schedules.purge("segments.moves", watching.purge_changes)
