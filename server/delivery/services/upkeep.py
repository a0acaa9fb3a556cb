"""What has to be done by the calendar."""

from datetime import date

import structlog
from prometheus_client import Gauge

from server.core import clock
from server.delivery.models import IngestedBatch
from server.delivery.sql import partitions
from server.delivery.tracking.spool import REPLAY_TIME

MONTHS_AHEAD = 2
KEEP_MONTHS = 24

strays = Gauge("delivery_stray_rows", "Rows of the send log and of events that belong to no monthly partition")
log = structlog.get_logger(__name__)


def month_after(month: date, count: int) -> date:
    """The first day of the month `count` months later, or earlier when negative."""
    number = month.year * 12 + month.month - 1 + count
    return date(number // 12, number % 12 + 1, 1)


def keep_partitions() -> None:
    """Makes the months ahead, drops those past retention, and tells of rows that landed in no month."""
    this_month = clock.now().date().replace(day=1)
    found = partitions.strays()
    strays.set(found)
    if found:
        log.error("delivery.partitions.strays", rows=found)
    partitions.make([month_after(this_month, ahead) for ahead in range(MONTHS_AHEAD + 1)])
    dropped = partitions.drop_before(month_after(this_month, -KEEP_MONTHS))
    if dropped:
        log.info("delivery.partitions.dropped", names=dropped)
    IngestedBatch.objects.filter(at__lt=clock.now() - REPLAY_TIME).delete()


def make_months(first: date, last: date) -> None:
    """Makes the partitions from one month to another, as for history that is inserted."""
    month, months = first.replace(day=1), []
    while month <= last:
        months.append(month)
        month = month_after(month, 1)
    partitions.make(months)
