"""Advice: which teams are looked at, and the look."""

from typing import Any
from uuid import UUID

from django.db import close_old_connections

from server.core import jobs
from server.core.broker import celery
from server.reports.advice import services

SCHEDULE: dict[str, float] = {"tasks.look_for_advice": 60}


@celery.task(name="tasks.look_for_advice")
def look_for_advice(**_: Any) -> None:
    """Has the teams looked at whose time it is."""
    close_old_connections()
    services.enqueue_due()


@jobs.handler(services.JOB)
def look(*, team_id: str, **_: Any) -> None:
    """Looks at the figures of one team."""
    services.look(team_id=UUID(team_id))
