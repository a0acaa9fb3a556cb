"""Upkeep of the send log."""

from typing import Any

from django.db import close_old_connections

from server.core.broker import celery
from server.delivery.services import upkeep

HOUR_SECONDS = 3600
SCHEDULE: dict[str, float] = {"tasks.keep_delivery_partitions": HOUR_SECONDS}


@celery.task(name="tasks.keep_delivery_partitions")
def keep_delivery_partitions(**_: Any) -> None:
    """Makes the months ahead and drops those past retention."""
    close_old_connections()
    upkeep.keep_partitions()
