"""Upkeep of notifications, and those that come with the calendar."""

from typing import Any

from django.db import close_old_connections

from server.core.broker import celery
from server.notifications.services import expiries, reading

HOUR_SECONDS = 3600
SCHEDULE: dict[str, float] = {"tasks.tell_expiring_plans": HOUR_SECONDS, "tasks.forget_old_notifications": HOUR_SECONDS}


@celery.task(name="tasks.tell_expiring_plans")
def tell_expiring_plans(**_: Any) -> None:
    """Tells admins whose plan is about to end."""
    close_old_connections()
    expiries.tell()


@celery.task(name="tasks.forget_old_notifications")
def forget_old_notifications(**_: Any) -> None:
    """Drops notifications past their time."""
    close_old_connections()
    reading.forget_old()
