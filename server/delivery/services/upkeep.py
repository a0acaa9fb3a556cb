"""Purges data that event ingestion and standing mailings no longer need."""

from datetime import UTC, datetime, time, timedelta

from server.core import clock, partitions
from server.delivery.models import IngestedBatch
from server.delivery.services import destinations
from server.delivery.sql import expiring
from server.delivery.tracking.spool import REPLAY_TIME

DONE_BATCHES_KEPT = timedelta(days=destinations.MOVING_DAYS + 1)  # they limit how old recent sends can be
RECIPIENTS_AT_ONCE = 10_000


def purge_ingested_batches() -> None:
    IngestedBatch.objects.filter(at__lt=clock.now() - REPLAY_TIME).delete()


def purge_standing_batches() -> None:
    expiring.delete_batches(None, before=clock.now() - DONE_BATCHES_KEPT)
    expiring.delete_claims(None)


def purge_standing_recipients() -> None:
    """Deletes recipients and minute statistics of standing mailings together with the months of the send log."""
    months = partitions.PARENTS["delivery_send_log"].keep_months
    month = partitions.month_after(clock.now().date().replace(day=1), -months)
    before = datetime.combine(month, time(), UTC)
    expiring.delete_minutes(None, before=before)
    expiring.delete_recipients(None, before=before, at_once=RECIPIENTS_AT_ONCE)
