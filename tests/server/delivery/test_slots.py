"""The schedule of batches: throttled, and by recipient times."""

from datetime import UTC, datetime, timedelta

import pytest

from server.delivery.send_schedule import RecipientGroup, ScheduledBatch, get_batch_size, schedule_batches

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)


def minutes(number: float) -> datetime:
    return NOW + timedelta(minutes=number)


def test_without_a_pace_every_batch_is_due_at_the_moment_of_its_recipients() -> None:
    slots = schedule_batches([RecipientGroup(NOW - HOUR, 700), RecipientGroup(minutes(60), 2)], now=NOW, per_hour=None)

    assert slots == [ScheduledBatch(0, 500, NOW), ScheduledBatch(500, 200, NOW), ScheduledBatch(700, 2, minutes(60))]


def test_a_pace_makes_small_batches_at_even_distances() -> None:
    slots = schedule_batches([RecipientGroup(NOW, 250)], now=NOW, per_hour=1_200)

    assert slots == [
        ScheduledBatch(0, 100, NOW),
        ScheduledBatch(100, 100, minutes(5)),
        ScheduledBatch(200, 50, minutes(10)),
    ]


def test_a_pace_waits_for_the_moment_of_its_recipients_and_goes_on_from_there() -> None:
    slots = schedule_batches(
        [RecipientGroup(NOW, 10), RecipientGroup(minutes(2), 10), RecipientGroup(minutes(30), 20)],
        now=NOW,
        per_hour=120,
    )

    assert [(slot.first, slot.due_at) for slot in slots] == [
        (0, NOW),
        (10, minutes(5)),
        (20, minutes(30)),
        (30, minutes(35)),
    ]


@pytest.mark.parametrize("per_hour", [10, 11, 23, 25, 100, 999, 6_000, 6_500, 100_000])
def test_no_hour_has_more_than_the_pace(per_hour: int) -> None:
    slots = schedule_batches([RecipientGroup(NOW, per_hour * 3)], now=NOW, per_hour=per_hour)

    for slot in slots:
        in_its_hour = [other.size for other in slots if slot.due_at <= other.due_at < slot.due_at + HOUR]
        assert sum(in_its_hour) <= per_hour
    assert sum(slot.size for slot in slots) == per_hour * 3
    assert max(slot.size for slot in slots) == get_batch_size(per_hour)
    assert slots[-1].due_at - NOW < HOUR * 4
