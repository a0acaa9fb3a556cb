"""How many events of one recipient are stored, and what counting them takes."""

import time

import pytest

from server.delivery.tracking import allowance
from server.delivery.tracking.allowance import Allowance


def test_events_of_one_recipient_are_stored_up_to_the_bound_and_others_are_not_affected() -> None:
    counted = Allowance()

    opens = [counted.take(7, 0, "open") for _ in range(allowance.MAX_EVENTS_OF_RECIPIENT + 2)]

    assert opens == [True] * 500 + [False] * 2
    assert [counted.take(7, 0, "click"), counted.take(7, 1, "open"), counted.take(8, 0, "open")] == [True] * 3


def test_on_another_day_they_are_stored_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(allowance, "MAX_EVENTS_OF_RECIPIENT", 1)
    counted = Allowance()
    assert [counted.take(7, 0, "open") for _ in range(2)] == [True, False]

    now += allowance.DAY_SECONDS - 1
    assert not counted.take(7, 0, "open")

    now += 1
    assert counted.take(7, 0, "open")


def test_what_is_remembered_is_bounded_and_outlives_one_generation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "MAX_RECIPIENTS", 10)
    monkeypatch.setattr(allowance, "MAX_EVENTS_OF_RECIPIENT", 2)
    counted = Allowance()
    assert [counted.take(7, 0, "open") for _ in range(2)] == [True, True]

    for position in range(1, 15):
        counted.take(7, position, "open")

    assert len(counted._counts) + len(counted._older) <= 20
    assert not counted.take(7, 0, "open")
    for position in range(100, 130):
        counted.take(7, position, "open")
    assert len(counted._counts) + len(counted._older) <= 20
