"""Purges data that event ingestion and continuous mailings no longer need."""

from datetime import UTC, datetime, time, timedelta

from server.core import clock, partitions
from server.delivery.models import IngestedBatch
from server.delivery.services import destinations
from server.delivery.sql import expiring
from server.delivery.tracking.spool import REPLAY_TIME

# Recounts of recent days read these batches to find the oldest partition of the log (sql/health.py).
DONE_BATCH_RETENTION = timedelta(days=destinations.RECOMPUTED_DAYS + 1)
RECIPIENTS_PER_DELETE = 10_000


def purge_ingested_batches() -> None:
    IngestedBatch.objects.filter(at__lt=clock.now() - REPLAY_TIME).delete()


def purge_continuous_batches() -> None:
    expiring.delete_batches(None, before=clock.now() - DONE_BATCH_RETENTION)
    expiring.delete_claims(None)


def purge_continuous_recipients() -> None:
    """Deletes recipients and minute statistics after the retention of the send log."""
    months = partitions.PARTITIONED_TABLES["delivery_send_log"].keep_months
    month = partitions.add_months(clock.now().date().replace(day=1), -months)
    before = datetime.combine(month, time(), UTC)
    expiring.delete_minutes(None, before=before)
    expiring.delete_recipients(None, before=before, at_once=RECIPIENTS_PER_DELETE)
