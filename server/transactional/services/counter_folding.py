"""Maintenance of counters."""

from datetime import timedelta
from typing import Final

from server.core import clock
from server.transactional.sql import recounting

# Transactions of an hour can commit some time after its end.
COMMIT_DELAY: Final = timedelta(hours=2)
FOLDED_PERIOD: Final = timedelta(days=3)


def fold() -> int:
    until = (clock.now() - COMMIT_DELAY).replace(minute=0, second=0, microsecond=0)
    return recounting.fold(start=until - FOLDED_PERIOD, end=until)
