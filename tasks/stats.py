"""Upkeep of what teams' mail comes to by day."""

from typing import Any

from django.db import close_old_connections

from server.core.broker import celery
from server.stats.services import closing

SCHEDULE: dict[str, float] = {"tasks.close_days": 5}


@celery.task(name="tasks.close_days")
def close_days(**_: Any) -> None:
    """Closes days that are over, and makes those anew in which something was counted since."""
    close_old_connections()
    closing.keep_up()
