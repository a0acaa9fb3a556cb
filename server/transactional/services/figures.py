"""Upkeep of figures."""

from datetime import timedelta
from typing import Final

from server.core import clock
from server.transactional.sql import recounting

# An hour is over for writers some time after its end: what belongs to it may be in a transaction still.
SETTLED: Final = timedelta(hours=2)
BACK: Final = timedelta(days=3)


def fold() -> int:
    """Brings together what writers have kept apart in the hours that are over; how many rows that were."""
    until = (clock.now() - SETTLED).replace(minute=0, second=0, microsecond=0)
    return recounting.fold(start=until - BACK, end=until)
