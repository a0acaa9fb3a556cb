"""Jobs of transactional email: each is one call of a service."""

from typing import Any
from uuid import UUID

from server.core import jobs, schedules
from server.core.schedules import HOUR_SECONDS
from server.transactional.intake import rejections
from server.transactional.services import batches, counter_folding, exports, live, purging, sandbox_copies, settings


@jobs.handler(settings.SHORTEN_JOB)
def shorten_bodies(*, team_id: str, **_: Any) -> None:
    settings.shorten_bodies(team_id=UUID(team_id))


@jobs.handler(sandbox_copies.JOB)
def copy_sandbox_message(*, team_id: str, message_id: str, position: int, **_: Any) -> None:
    sandbox_copies.send(team_id=UUID(team_id), message_id=UUID(message_id), position=position)


exports.EXPORTS.handle_jobs(exports.run)
schedules.add_schedule(1, "transactional.publish_late_activity", live.publish_late)
schedules.add_schedule(5, "transactional.finish_batches", batches.record_finished_batches)
schedules.add_schedule(15, "transactional.publish_more_rejections", rejections.publish_more)
schedules.add_schedule(HOUR_SECONDS, "transactional.fold_figures", counter_folding.fold)
schedules.add_purge("transactional.files", exports.EXPORTS.purge_expired)
schedules.add_purge("transactional.messages", purging.purge)
