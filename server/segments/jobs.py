"""Jobs of segments: each is one call of a service."""

from typing import Any
from uuid import UUID

from server.core import jobs, schedules
from server.segments.services import upkeep, watching


@jobs.handler(watching.LOOK)
def publish_moves(*, team_id: str, **_: Any) -> None:
    """Tells who entered the watched segments of a team and who left them."""
    watching.look_at(team_id=UUID(team_id))


schedules.every(5, "segments.refresh_columns", upkeep.refresh)
schedules.every(5, "segments.watch", watching.wake)
schedules.purge("segments.moves", watching.forget_old)
