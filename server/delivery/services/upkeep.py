"""Deletion of what the landing of events no longer needs."""

from server.core import clock
from server.delivery.models import IngestedBatch
from server.delivery.tracking.spool import REPLAY_TIME


def purge_ingested_batches() -> None:
    """Forgets batches that can no longer be replayed."""
    IngestedBatch.objects.filter(at__lt=clock.now() - REPLAY_TIME).delete()
