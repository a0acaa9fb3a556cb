"""Upkeep of the send log, the health of sending, and who asked for mail."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import close_old_connections

from server.core import jobs
from server.core.broker import celery
from server.delivery.services import asking_imported, destinations, health, signing_up, system, upkeep

HOUR_SECONDS = 3600
SCHEDULE: dict[str, float] = {
    "tasks.keep_delivery_partitions": HOUR_SECONDS,
    "tasks.purge_system_emails": HOUR_SECONDS,
    "tasks.judge_sending": 15,
    "tasks.count_destinations": 30,
}


@celery.task(name="tasks.keep_delivery_partitions")
def keep_delivery_partitions(**_: Any) -> None:
    """Makes the months ahead and drops those past retention."""
    close_old_connections()
    upkeep.keep_partitions()


@celery.task(name="tasks.purge_system_emails")
def purge_system_emails(**_: Any) -> None:
    """Deletes the product's own emails some days after they were sent."""
    close_old_connections()
    system.purge_finished()


@celery.task(name="tasks.judge_sending")
def judge_sending(**_: Any) -> None:
    """Stops teams whose mail bounces, or is reported, too often."""
    close_old_connections()
    health.judge_all()


@celery.task(name="tasks.count_destinations")
def count_destinations(**_: Any) -> None:
    """Brings the figures by destination up to date."""
    close_old_connections()
    destinations.keep_up()


@jobs.handler(health.JOB)
def judge_team(*, team_id: str, **_: Any) -> None:
    """Judges a team after something came back."""
    health.judge(UUID(team_id))


@jobs.handler(signing_up.JOB)
def sign_up(*, team_id: str, wish: Mapping[str, Any], language: str, **_: Any) -> None:
    """Does what somebody asked for on a team's page."""
    signing_up.take(team_id=UUID(team_id), wish=wish, language=language)


@jobs.handler(asking_imported.JOB)
def ask_imported(*, team_id: str, import_id: str, **_: Any) -> None:
    """Asks whom an import has brought to confirm."""
    asking_imported.ask(team_id=UUID(team_id), import_id=UUID(import_id))
