"""Jobs of segments: each is one call of a service."""

from typing import Any

from django.db import close_old_connections

from server.core.broker import celery
from server.segments.services import upkeep

SCHEDULE: dict[str, float] = {"tasks.refresh_columns": 5}


@celery.task(name="tasks.refresh_columns")
def refresh_columns(**_: Any) -> None:
    """Works changed contacts and what happened to them into the columns of their teams."""
    close_old_connections()
    upkeep.refresh()
