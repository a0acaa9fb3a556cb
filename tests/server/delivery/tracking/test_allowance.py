"""The limit of stored events of one recipient."""

from server.delivery.tracking import allowance
from server.delivery.tracking.allowance import Allowance


def test_events_of_one_recipient_are_stored_up_to_the_bound_and_others_are_not_affected() -> None:
    counted = Allowance()

    opens = [counted.allow(7, 0, "open") for _ in range(allowance.MAX_EVENTS_PER_RECIPIENT + 2)]

    assert opens == [True] * 500 + [False] * 2
    assert [counted.allow(7, 0, "click"), counted.allow(7, 1, "open"), counted.allow(8, 0, "open")] == [True] * 3
