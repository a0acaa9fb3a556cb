"""Maintenance of the send log, sending health, and requests of subscribers."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from server.core import jobs, schedules
from server.delivery.services import confirmation_mailings, destinations, health, mailings, purging, signing_up, system


@jobs.handler(health.JOB)
def evaluate_team(*, team_id: str, **_: Any) -> None:
    health.evaluate(UUID(team_id))


@jobs.handler(signing_up.JOB)
def sign_up(*, team_id: str, wish: Mapping[str, Any], language: str, **_: Any) -> None:
    signing_up.sign_up(team_id=UUID(team_id), wish=wish, language=language)


@jobs.handler(confirmation_mailings.JOB)
def send_import_confirmations(*, team_id: str, import_id: str, **_: Any) -> None:
    confirmation_mailings.send_confirmations(team_id=UUID(team_id), import_id=UUID(import_id))


schedules.add_schedule(15, "delivery.evaluate_sending", health.evaluate_all)
schedules.add_schedule(30, "delivery.count_destinations", destinations.refresh_stale_mailings)
schedules.add_schedule(60, "delivery.find_without_origin", mailings.report_mailings_without_origin)
schedules.add_purge("delivery.ingested_batches", purging.purge_ingested_batches)
schedules.add_purge("delivery.continuous_batches", purging.purge_continuous_batches)
schedules.add_purge("delivery.continuous_recipients", purging.purge_continuous_recipients)
schedules.add_purge("delivery.system_emails", system.purge_finished)
