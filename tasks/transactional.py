"""Jobs of transactional mail: each is one call of a service."""

from typing import Any
from uuid import UUID

from django.db import close_old_connections

from server.core import jobs
from server.core.broker import celery
from server.transactional.services import (
    batches,
    exports,
    figures,
    live,
    refusals,
    sandbox_copies,
    settings,
    upkeep,
    webhooks,
)
from tasks.last_try import giving_up

HOUR_SECONDS = 3600
SCHEDULE: dict[str, float] = {
    "tasks.tell_late_activity": 1,
    "tasks.note_ended_batches": 5,
    "tasks.tell_more_refusals": 15,
    "tasks.fold_transactional_figures": HOUR_SECONDS,
    "tasks.forget_old_transactional_files": HOUR_SECONDS,
    "tasks.forget_old_webhook_deliveries": HOUR_SECONDS,
    "tasks.forget_old_messages": HOUR_SECONDS,
}


@jobs.handler(exports.JOB, is_long=True)
def make_file(*, team_id: str, file_id: str, claim: jobs.Claim, **_: Any) -> None:
    """Makes a file of events or recipients; after the last try it has failed."""
    ids = {"team_id": UUID(team_id), "file_id": UUID(file_id)}
    with giving_up(claim, lambda reason: exports.fail(**ids, reason=reason)):
        exports.run(**ids, claim=claim)


@jobs.handler(settings.SHORTEN_JOB)
def shorten_bodies(*, team_id: str, **_: Any) -> None:
    """Has bodies go as soon as their team now wants them to."""
    settings.shorten_bodies(team_id=UUID(team_id))


@jobs.handler(sandbox_copies.JOB)
def copy_sandbox_message(*, team_id: str, message_id: str, position: int, **_: Any) -> None:
    """Writes to a member of the team what a sandbox message to the member says."""
    sandbox_copies.send(team_id=UUID(team_id), message_id=UUID(message_id), position=position)


@celery.task(name="tasks.tell_late_activity")
def tell_late_activity(**_: Any) -> None:
    """Tells open screens what the last ones of a rush could not."""
    live.tell_late()


@celery.task(name="tasks.tell_more_refusals")
def tell_more_refusals(**_: Any) -> None:
    """Tells how many more were refused than are told one by one."""
    close_old_connections()
    refusals.tell_more()


@celery.task(name="tasks.note_ended_batches")
def note_ended_batches(**_: Any) -> None:
    """Notes the batches that have come to their end."""
    close_old_connections()
    batches.note_ended()


@celery.task(name="tasks.fold_transactional_figures")
def fold_figures(**_: Any) -> None:
    """Brings together what writers have kept apart."""
    close_old_connections()
    figures.fold()


@celery.task(name="tasks.forget_old_transactional_files")
def forget_old_files(**_: Any) -> None:
    """Drops the files of events and recipients past their time."""
    close_old_connections()
    exports.forget_old()


@celery.task(name="tasks.forget_old_webhook_deliveries")
def forget_old_webhook_deliveries(**_: Any) -> None:
    """Drops what was posted to webhooks more than 30 days ago."""
    close_old_connections()
    webhooks.forget_old()


@celery.task(name="tasks.forget_old_messages")
def forget_old_messages(**_: Any) -> None:
    """Drops what messages said past the days that their teams chose, and keys past their time."""
    close_old_connections()
    upkeep.forget_old()
