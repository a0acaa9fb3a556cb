"""Exact counts of attempts."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import Any

import pytest
import time_machine
from django.db import connection

from server.core import attempts
from server.core.errors import TooManyRequests
from server.core.models import Attempt

START = datetime(2026, 3, 1, 10, tzinfo=UTC)
MINUTES = timedelta(minutes=15)
MONTH = timedelta(days=30)


@pytest.fixture
def frozen() -> Any:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def seconds_of(call: Callable[[], object]) -> int:
    """The seconds until the rejected call is allowed again."""
    with pytest.raises(TooManyRequests) as refused:
        call()
    assert refused.value.payload is not None
    seconds: int = refused.value.payload["retryAfterSeconds"]
    return seconds


def counts() -> dict[str, int]:
    return dict(Attempt.objects.values_list("key", "count"))


@pytest.mark.django_db
def test_a_count_starts_again_when_its_memory_has_passed(frozen: time_machine.Traveller) -> None:
    def attempt() -> None:
        attempts.require("a", limit=2, memory=MINUTES)

    attempt()
    frozen.shift(60)
    attempt()
    frozen.shift(60)

    assert seconds_of(attempt) == 840
    frozen.shift(840)
    attempt()
    assert counts() == {"a": 1}


@pytest.mark.django_db
def test_a_refused_attempt_does_not_prolong_the_wait(frozen: time_machine.Traveller) -> None:
    attempts.count("a", limit=1, memory=MINUTES)
    frozen.shift(899)

    assert not attempts.count("a", limit=1, memory=MINUTES)
    frozen.shift(1)
    assert attempts.count("a", limit=1, memory=MINUTES)


@pytest.mark.django_db
def test_a_network_that_is_full_counts_in_no_wider_one(frozen: time_machine.Traveller) -> None:
    def attempt(address: str) -> list[str]:
        return attempts.count_in_networks(ip_address(address), "in {}".format, limit=2, memory=MINUTES)

    assert attempt("203.0.113.7") == ["in 203.0.113.0/24", "in 203.0.0.0/16"]
    attempt("203.0.113.8")

    assert seconds_of(lambda: attempt("203.0.113.9")) == 900
    assert counts() == {"in 203.0.113.0/24": 2, "in 203.0.0.0/16": 2}
    assert attempt("2001:db8:7:1::1") == ["in 2001:db8:7:1::/64", "in 2001:db8:7::/48"]


@pytest.mark.django_db
@pytest.mark.parametrize("is_exempt", [True, False])
def test_a_wider_network_that_is_full_refuses_those_who_are_not_exempt(
    frozen: time_machine.Traveller, is_exempt: bool
) -> None:
    Attempt.objects.create(key="203.0.0.0/16", count=64, last_at=START, expires_at=START + MINUTES)

    def attempt() -> list[str]:
        return attempts.count_in_networks(
            ip_address("203.0.113.7"), str, limit=1, memory=MINUTES, is_exempt=lambda: is_exempt
        )

    if is_exempt:
        assert attempt() == ["203.0.113.0/24"]
        assert counts() == {"203.0.0.0/16": 64, "203.0.113.0/24": 1}
    else:
        assert seconds_of(attempt) == 900
        assert counts() == {"203.0.0.0/16": 64, "203.0.113.0/24": 0}


@pytest.mark.django_db
def test_the_wait_between_rounds_doubles_up_to_the_longest(frozen: time_machine.Traveller) -> None:
    def attempt() -> int:
        return attempts.count_in_round("a", size=2, first=MINUTES, longest=timedelta(hours=1), memory=MONTH)

    waits = []
    for number in range(1, 9, 2):
        assert [attempt(), attempt()] == [number, number + 1]
        waits.append(seconds_of(attempt))
        frozen.shift(waits[-1] - 1)
        assert seconds_of(attempt) == 1
        frozen.shift(1)

    assert waits == [900, 1800, 3600, 3600]


@pytest.mark.django_db
def test_no_wait_begins_with_an_attempt_that_was_taken_back(frozen: time_machine.Traveller) -> None:
    def attempt() -> int:
        return attempts.count_in_round("a", size=2, first=MINUTES, longest=timedelta(hours=1), memory=MONTH)

    for _ in range(3):
        assert attempt() == 1
        attempts.uncount("a")

    assert [attempt(), attempt()] == [1, 2]


@pytest.mark.django_db
def test_counts_are_taken_back_subtracted_and_cleared(frozen: time_machine.Traveller) -> None:
    for key, count in (("a", 3), ("b", 1), ("c", 5)):
        Attempt.objects.create(key=key, count=count, last_at=START, expires_at=START + MINUTES)

    attempts.uncount("a", "b")
    assert counts() == {"a": 2, "b": 0, "c": 5}
    attempts.uncount("b")
    attempts.subtract(["a", "b", "c"], 2)
    assert counts() == {"c": 3}
    assert (attempts.get_count("c"), attempts.get_count("a")) == (3, 0)
    assert (attempts.clear("c"), attempts.clear("c")) == (True, False)


@pytest.mark.django_db
def test_counts_whose_time_has_passed_are_purged(frozen: time_machine.Traveller) -> None:
    attempts.count("short", memory=MINUTES)
    attempts.count("long", memory=MONTH)
    frozen.shift(MINUTES)
    assert attempts.get_counts(["short", "long"]) == {"long": 1}
    frozen.shift(1)

    attempts.purge_expired()

    assert counts() == {"long": 1}


@pytest.mark.django_db(transaction=True)
def test_parallel_attempts_do_not_exceed_the_limit() -> None:
    def attempt(_: int) -> bool:
        try:
            return attempts.count("a", limit=10, memory=MINUTES)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(60))) == 10
    assert counts() == {"a": 10}
