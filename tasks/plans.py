"""Upkeep of quotas."""

from typing import Any

from django.db import close_old_connections

from server.core.broker import celery
from server.plans import quota

MINUTE_SECONDS = 60
SCHEDULE: dict[str, float] = {"tasks.close_expired_holds": MINUTE_SECONDS}


@celery.task(name="tasks.close_expired_holds")
def close_expired_holds(**_: Any) -> None:
    """Gives back what a crash left held."""
    close_old_connections()
    quota.close_expired()
