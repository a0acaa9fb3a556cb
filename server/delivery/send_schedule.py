"""The schedule of a mailing's batches: immediate, at the recipients' local time, or a number per hour.

A throttled mailing is sent in short steps, so that the emails of an hour don't go out in one burst. In no hour more
start than the limit. Batches that became due during a pause or an outage keep the same distance
(`models.MailingThrottle`, enforced by the claim). Retries after a temporary rejection are additional.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from server.delivery.models import BATCH_SIZE

HOUR = timedelta(hours=1)
BATCHES_PER_HOUR = 12


@dataclass(frozen=True, slots=True)
class RecipientGroup:
    """Adjacent recipients of the frozen list with the same earliest time."""

    due_at: datetime
    count: int


@dataclass(frozen=True, slots=True)
class ScheduledBatch:
    """A planned batch: `size` recipients from the position `first`, not before `due_at`."""

    first: int
    size: int
    due_at: datetime


def get_batch_size(per_hour: int | None) -> int:
    return min(BATCH_SIZE, max(1, per_hour // BATCHES_PER_HOUR)) if per_hour else BATCH_SIZE


def get_batch_gap(per_hour: int) -> timedelta:
    """The time between two batches of a throttled mailing; rounded up, so that no hour exceeds the limit."""
    return -(-HOUR // (per_hour // get_batch_size(per_hour)))


def schedule_batches(groups: Iterable[RecipientGroup], *, now: datetime, per_hour: int | None) -> list[ScheduledBatch]:
    size, gap = get_batch_size(per_hour), get_batch_gap(per_hour) if per_hour else timedelta(0)
    slots: list[ScheduledBatch] = []
    first, free = 0, now
    for group in groups:
        end = first + group.count
        while first < end:
            due_at = max(group.due_at, now, free)
            slots.append(ScheduledBatch(first, min(size, end - first), due_at))
            first += slots[-1].size
            free = due_at + gap
    return slots
