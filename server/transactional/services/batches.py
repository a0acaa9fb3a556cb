"""Detects finished batches."""

from datetime import timedelta
from typing import Final

from django.db import transaction

from server.core import clock, rooms
from server.core.events import publish_durable
from server.transactional.events import BatchFinished
from server.transactional.services import live
from server.transactional.sql import batches as sql

MAX_BATCHES_AT_ONCE: Final = 100
# A message can be scheduled this far ahead, and retried for days after.
MAX_BATCH_AGE: Final = timedelta(days=60)


def record_finished_batches() -> int:
    with transaction.atomic():
        finished_at = clock.now()
        ended = sql.record_finished(at=finished_at, since=finished_at - MAX_BATCH_AGE, most=MAX_BATCHES_AT_ONCE)
        publish_durable(
            [
                (BatchFinished(batch_id=batch, finished_at=finished_at), [rooms.team(team), live.get_room(team)])
                for batch, team in ended
            ]
        )
    return len(ended)
