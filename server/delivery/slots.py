"""When the batches of a mailing are due: at once, at the local time of their recipients, or so many an hour.

A throttled mailing leaves in short steps, so that an hour's mail doesn't go in one burst, and in no hour does more of
it begin than was asked for. What became due while it was paused, or while no sender worked, keeps the same distance
(`models.MailingPace`, minded by the claim). What is refused for now and tried again comes on top.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from server.delivery.models import BATCH_SIZE

HOUR = timedelta(hours=1)
STEPS_AN_HOUR = 12


@dataclass(frozen=True, slots=True)
class Group:
    """So many recipients, next to each other in the frozen list, that are written to from one moment on."""

    due_at: datetime
    count: int


@dataclass(frozen=True, slots=True)
class Slot:
    """A batch to be: `size` recipients from the position `first`, not before `due_at`."""

    first: int
    size: int
    due_at: datetime


def size_of(per_hour: int | None) -> int:
    """How many recipients a batch has."""
    return min(BATCH_SIZE, max(1, per_hour // STEPS_AN_HOUR)) if per_hour else BATCH_SIZE


def gap_of(per_hour: int) -> timedelta:
    """The time between two batches of a throttled mailing; rounded up, so that no hour has one too many."""
    return -(-HOUR // (per_hour // size_of(per_hour)))


def cut(groups: Iterable[Group], *, now: datetime, per_hour: int | None) -> list[Slot]:
    """The batches of recipients in the order of their groups, which are ordered by their moment."""
    size, gap = size_of(per_hour), gap_of(per_hour) if per_hour else timedelta(0)
    slots: list[Slot] = []
    first, free = 0, now
    for group in groups:
        end = first + group.count
        while first < end:
            due_at = max(group.due_at, now, free)
            slots.append(Slot(first, min(size, end - first), due_at))
            first += slots[-1].size
            free = due_at + gap
    return slots
