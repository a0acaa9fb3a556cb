"""Lanes: priorities, room at a destination, and its rate."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from server.delivery.relaying.destinations import Destinations, group_of
from server.delivery.relaying.lanes import Lanes
from server.delivery.relaying.pacing import FIRST_PAUSE, LONGEST_PAUSE, asks_for_less
from server.delivery.smtp.replies import Outcome, Result
from server.delivery.wire.leases import Entry


def entry(domain: str, n: int = 0) -> Entry:
    return Entry(cast(Any, SimpleNamespace()), cast(Any, SimpleNamespace(position=n)), domain)


def taken(lanes: Lanes[Entry], count: int) -> list[tuple[str, int]]:
    found = [lanes.take() for _ in range(count)]
    return [(e.domain, e.row.position) for e in found if e is not None]


def test_what_is_urgent_goes_first_and_a_full_destination_holds_up_no_other() -> None:
    lanes: Lanes[Entry] = Lanes(concurrency=2)
    for n in range(4):
        lanes.add(entry("google.com", n), 2)
    lanes.add(entry("kopi.example", 9), 2)
    lanes.add(entry("kopi.example", 1), 0)

    assert taken(lanes, 6) == [("kopi.example", 1), ("google.com", 0), ("google.com", 1), ("kopi.example", 9)]
    assert len(lanes) == 2


def test_a_rate_holds_for_each_destination(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("server.delivery.relaying.lanes.time.monotonic", lambda: now[0])
    lanes: Lanes[Entry] = Lanes(concurrency=1000, rate=10)
    for n in range(40):
        lanes.add(entry("google.com", n), 2)
    lanes.add(entry("kopi.example", 99), 2)

    at_once = taken(lanes, 41)
    now[0] += 0.5
    later = taken(lanes, 41)

    assert at_once == [*(("google.com", n) for n in range(11)), ("kopi.example", 99)]
    assert [n for _, n in later] == list(range(11, 16))


SENT = Outcome(Result.SENT, 250, "2.0.0")
TOO_FAST = Outcome(Result.RETRY, 421, "4.7.28", text="Too fast")


@pytest.mark.parametrize(
    ("outcome", "less"),
    [
        (TOO_FAST, True),
        (Outcome(Result.RETRY, 451, "4.7.500"), True),
        (Outcome(Result.RETRY, 421, ""), True),
        (Outcome(Result.RETRY, 421, "4.3.2"), False),
        (Outcome(Result.RETRY, 451, "4.3.0"), False),
        (Outcome(Result.RETRY, 452, "4.2.2"), False),
        (Outcome(Result.FAILED, 550, "5.7.1"), False),
        (Outcome(Result.UNTOUCHED), False),
        (SENT, False),
    ],
)
def test_what_asks_for_less(outcome: Outcome, less: bool) -> None:
    assert asks_for_less(outcome) is less


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock of lanes, to be moved by hand."""
    found = [100.0]
    monkeypatch.setattr("server.delivery.relaying.lanes.time.monotonic", lambda: found[0])
    return found


def full(concurrency: int = 8, rate: float = 0) -> Lanes[Entry]:
    lanes: Lanes[Entry] = Lanes(concurrency=concurrency, rate=rate)
    for n in range(100):
        lanes.add(entry("google.com", n), 2)
        lanes.add(entry("kopi.example", n), 2)
    return lanes


def at_once(lanes: Lanes[Entry], domain: str) -> int:
    """How many of a destination may leave now; what leaves comes back."""
    found = []
    while (each := lanes.take()) is not None:
        found.append(each)
    for each in reversed(found):
        lanes.give_back(each, 2)
    return sum(each.domain == domain for each in found)


def answer(lanes: Lanes[Entry], *outcomes: Outcome, domain: str = "google.com") -> None:
    for outcome in outcomes:
        lanes.answered(domain, outcome)


def test_a_destination_that_asks_for_less_gets_half_and_the_others_what_they_had(now: list[float]) -> None:
    lanes = full()
    answer(lanes, TOO_FAST, TOO_FAST)
    assert at_once(lanes, "google.com") == 8

    answer(lanes, TOO_FAST)

    assert (at_once(lanes, "google.com"), at_once(lanes, "kopi.example")) == (4, 8)
    answer(lanes, *[TOO_FAST] * 6)
    assert (at_once(lanes, "google.com"), at_once(lanes, "kopi.example")) == (1, 8)
    assert list(lanes.slowed()) == ["google.com"]


def test_a_destination_that_takes_what_it_gets_gets_more_again(now: list[float]) -> None:
    lanes = full()
    answer(lanes, *[TOO_FAST] * 9)
    seen = []
    for _ in range(40):
        seen.append(at_once(lanes, "google.com"))
        answer(lanes, SENT)

    assert seen == sorted(seen)
    assert (seen[0], seen[1], seen[-1]) == (1, 2, 8)
    assert lanes.slowed() == {}
    assert lanes._paces == {}


def test_one_at_a_time_is_followed_by_pauses_that_double(now: list[float]) -> None:
    lanes = full(concurrency=1)
    pauses = []
    answer(lanes, TOO_FAST, TOO_FAST)
    for _ in range(8):
        answer(lanes, TOO_FAST)
        assert at_once(lanes, "google.com") == 0
        pauses.append(lanes.slowed()["google.com"].pause)
        now[0] += pauses[-1]
        assert at_once(lanes, "google.com") == 1
        now[0] += pauses[-1]

    assert pauses == [1, 2, 4, 8, 16, 32, 60, LONGEST_PAUSE]
    answer(lanes, *[SENT] * 6)
    assert lanes.slowed()["google.com"].pause <= FIRST_PAUSE
    answer(lanes, SENT)
    assert lanes.slowed() == {}


def test_a_few_among_many_taken_slow_nothing(now: list[float]) -> None:
    lanes = full()

    for _ in range(50):
        answer(lanes, TOO_FAST, *[SENT] * 19)  # one in twenty

    assert at_once(lanes, "google.com") == 8
    assert lanes._paces == {}


def test_a_rate_is_halved_with_the_rest(now: list[float]) -> None:
    lanes = full(concurrency=1000, rate=8)
    answer(lanes, *[TOO_FAST] * 3)
    for _ in range(200):
        lanes.add(entry("google.com", 0), 1)
    first = len([each for each in taken(lanes, 500) if each[0] == "google.com"])
    now[0] += 1.0

    assert first == 5  # a second's worth, and one
    assert len([each for each in taken(lanes, 500) if each[0] == "google.com"]) == 4


@pytest.mark.parametrize(
    ("host", "group"),
    [
        ("aspmx.l.google.com", "google.com"),
        ("kopi-example.mail.protection.outlook.com.", "outlook.com"),
        ("mx.mail.co.id", "mail.co.id"),
        ("MX1.Kopi.Example", "kopi.example"),
        ("localhost", "localhost"),
    ],
)
def test_a_mail_host_belongs_to_who_registered_its_name(host: str, group: str) -> None:
    assert group_of(host) == group


async def test_domains_of_one_provider_are_one_destination_once_the_dns_has_said_so() -> None:
    asked: list[str] = []

    async def mail_host(domain: str) -> str | None:
        asked.append(domain)
        if domain == "down.example":
            raise OSError("timeout")
        return None if domain == "nomail.example" else "aspmx.l.google.com"

    destinations = Destinations(mail_host)
    domains = ["kopi.example", "teh.example", "nomail.example", "down.example"]
    before = [destinations.of(domain) for domain in domains]
    await destinations.settled()
    after = [destinations.of(domain) for domain in domains]

    assert before == domains
    assert after == ["google.com", "google.com", "nomail.example", "down.example"]
    assert asked == domains


async def test_without_a_dns_a_domain_is_its_own_destination() -> None:
    assert Destinations().of("kopi.example") == "kopi.example"
