"""The delay after a flood."""

import pytest

from realtime import floods
from realtime.floods import (
    ADDRESS_BLOCK_SECONDS,
    FIRST_WAIT_SECONDS,
    MAX_ATTEMPTS,
    MAX_WAIT_SECONDS,
    RESET_SECONDS,
    FloodGuard,
)

HOME, OFFICE = "192.0.2.1", "198.51.100.7"


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_each_flood_waits_twice_as_long_up_to_a_bound() -> None:
    clock = Clock()
    known = FloodGuard(clock)
    waits = []
    for _ in range(8):
        known.flooded("mallory")
        began = clock.now
        while known.must_wait("mallory", HOME):
            clock.now += 1
        waits.append(clock.now - began)

    assert waits == [5, 10, 20, 40, 80, 160, MAX_WAIT_SECONDS, MAX_WAIT_SECONDS]
    assert not known.must_wait("alice", HOME)


def test_several_sockets_that_flood_at_once_are_one_flood() -> None:
    clock = Clock()
    known = FloodGuard(clock)
    for _ in range(10):
        known.flooded("mallory")

    clock.now += FIRST_WAIT_SECONDS
    assert not known.must_wait("mallory", HOME)


def test_who_behaves_begins_at_the_first_wait_again() -> None:
    clock = Clock()
    known = FloodGuard(clock)
    known.flooded("mallory")
    clock.now += FIRST_WAIT_SECONDS + RESET_SECONDS
    known.flooded("mallory")

    clock.now += FIRST_WAIT_SECONDS
    assert not known.must_wait("mallory", HOME)


def test_an_address_that_goes_on_coming_is_shut_out_and_let_in_again() -> None:
    clock = Clock()
    known = FloodGuard(clock)
    known.flooded("mallory")
    for _ in range(MAX_ATTEMPTS - 1):
        assert known.must_wait("mallory", HOME)
    assert not known.shuts_out(HOME)

    assert known.must_wait("mallory", HOME)
    assert (known.shuts_out(HOME), known.shuts_out(OFFICE)) == (True, False)

    clock.now += ADDRESS_BLOCK_SECONDS
    assert not known.shuts_out(HOME)


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floods, "MAX_ENTRIES", 3)
    known = FloodGuard(Clock())
    for number in range(5):
        known.flooded(number)

    assert [known.must_wait(number, HOME) for number in range(5)] == [False, False, True, True, True]
