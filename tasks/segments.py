"""Jobs of segments: each is one call of a service."""

from typing import Any
from uuid import UUID

from django.db import close_old_connections

from server.core import jobs
from server.core.broker import celery
from server.segments.services import upkeep, watching

HOUR_SECONDS = 3600
SCHEDULE: dict[str, float] = {
    "tasks.refresh_columns": 5,
    "tasks.watch_segments": 5,
    "tasks.forget_segment_moves": HOUR_SECONDS,
}


@celery.task(name="tasks.refresh_columns")
def refresh_columns(**_: Any) -> None:
    """Works changed contacts and what happened to them into the columns of their teams."""
    close_old_connections()
    upkeep.refresh()


@celery.task(name="tasks.watch_segments")
def watch_segments(**_: Any) -> None:
    """Has watched segments looked at where something has changed that decides who is in."""
    close_old_connections()
    watching.wake()


@celery.task(name="tasks.forget_segment_moves")
def forget_segment_moves(**_: Any) -> None:
    """Drops who entered and left segments longer ago than timelines show."""
    close_old_connections()
    watching.forget_old()


@jobs.handler(watching.LOOK)
def look_at_segments(*, team_id: str, **_: Any) -> None:
    """Tells who entered the watched segments of a team and who left them."""
    watching.look_at(team_id=UUID(team_id))
