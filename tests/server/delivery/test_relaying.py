"""The queue of a relay pool: priorities, capacity and rate of a destination, outcomes."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from server.delivery.errors import DocumentTooLarge
from server.delivery.relaying.delivery_queue import BAD_ADDRESS, MAX_ATTEMPTS, TOO_LARGE, UNREADABLE, DeliveryQueue
from server.delivery.relaying.destination_throttle import (
    FIRST_PAUSE_SECONDS,
    MAX_PAUSE_SECONDS,
    DestinationThrottle,
    is_slowdown_request,
)
from server.delivery.relaying.destinations import DestinationGroups, get_group
from server.delivery.relaying.priority_queue import PriorityQueue
from server.delivery.smtp.envelopes import Envelope
from server.delivery.smtp.replies import UNTOUCHED, ReplyOutcome, SendResult
from server.delivery.wire.leases import BatchEntry


def entry(domain: str, n: int = 0, priority: int = 2) -> BatchEntry:
    return BatchEntry(cast(Any, SimpleNamespace(priority=priority)), cast(Any, SimpleNamespace(position=n)), domain)


def make_queue(concurrency: int, rate: float = 0) -> PriorityQueue[BatchEntry]:
    return PriorityQueue(DestinationThrottle(concurrency, rate))


def pop_entries(queue: PriorityQueue[BatchEntry], count: int) -> list[tuple[str, int]]:
    found = [queue.next() for _ in range(count)]
    return [(e.domain, e.row.position) for e in found if e is not None]


def test_what_is_urgent_goes_first_and_a_full_destination_holds_up_no_other() -> None:
    queue = make_queue(2)
    for n in range(4):
        queue.offer(entry("google.com", n))
    queue.offer(entry("kopi.example", 9))
    queue.offer(entry("kopi.example", 1, 0))

    assert pop_entries(queue, 6) == [("kopi.example", 1), ("google.com", 0), ("google.com", 1), ("kopi.example", 9)]
    assert len(queue) == 2


def test_a_rate_holds_for_each_destination(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("server.delivery.relaying.destination_throttle.time.monotonic", lambda: now[0])
    queue = make_queue(1000, 10)
    for n in range(40):
        queue.offer(entry("google.com", n))
    queue.offer(entry("kopi.example", 99))

    at_once = pop_entries(queue, 41)
    now[0] += 0.5
    later = pop_entries(queue, 41)

    assert at_once == [*(("google.com", n) for n in range(11)), ("kopi.example", 99)]
    assert [n for _, n in later] == list(range(11, 16))


SENT = ReplyOutcome(SendResult.SENT, 250, "2.0.0")
TOO_FAST = ReplyOutcome(SendResult.RETRY, 421, "4.7.28", text="Too fast")


@pytest.mark.parametrize(
    ("outcome", "less"),
    [
        (TOO_FAST, True),
        (ReplyOutcome(SendResult.RETRY, 451, "4.7.500"), True),
        (ReplyOutcome(SendResult.RETRY, 421, ""), True),
        (ReplyOutcome(SendResult.RETRY, 421, "4.3.2"), False),
        (ReplyOutcome(SendResult.RETRY, 451, "4.3.0"), False),
        (ReplyOutcome(SendResult.RETRY, 452, "4.2.2"), False),
        (ReplyOutcome(SendResult.FAILED, 550, "5.7.1"), False),
        (ReplyOutcome(SendResult.UNTOUCHED), False),
        (SENT, False),
    ],
)
def test_what_asks_for_less(outcome: ReplyOutcome, less: bool) -> None:
    assert is_slowdown_request(outcome) is less


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock of the throttle, set by tests."""
    found = [100.0]
    monkeypatch.setattr("server.delivery.relaying.destination_throttle.time.monotonic", lambda: found[0])
    return found


def full(concurrency: int = 8, rate: float = 0) -> PriorityQueue[BatchEntry]:
    queue = make_queue(concurrency, rate)
    for n in range(100):
        queue.offer(entry("google.com", n))
        queue.offer(entry("kopi.example", n))
    return queue


def at_once(queue: PriorityQueue[BatchEntry], domain: str) -> int:
    """The number of messages for a destination that can be sent now; puts them back."""
    found = []
    while (each := queue.next()) is not None:
        found.append(each)
    for each in reversed(found):
        queue.offer_again(each)
    return sum(each.domain == domain for each in found)


def answer(queue: PriorityQueue[BatchEntry], *outcomes: ReplyOutcome, domain: str = "google.com") -> None:
    for outcome in outcomes:
        queue.throttle.record(domain, outcome)


def test_a_destination_that_asks_for_less_gets_half_and_the_others_what_they_had(now: list[float]) -> None:
    queue = full()
    answer(queue, TOO_FAST, TOO_FAST)
    assert at_once(queue, "google.com") == 8

    answer(queue, TOO_FAST)

    assert (at_once(queue, "google.com"), at_once(queue, "kopi.example")) == (4, 8)
    answer(queue, *[TOO_FAST] * 6)
    assert (at_once(queue, "google.com"), at_once(queue, "kopi.example")) == (1, 8)
    assert list(queue.throttle.list_slowed()) == ["google.com"]


def test_a_destination_that_takes_what_it_gets_gets_more_again(now: list[float]) -> None:
    queue = full()
    answer(queue, *[TOO_FAST] * 9)
    seen = []
    for _ in range(40):
        seen.append(at_once(queue, "google.com"))
        answer(queue, SENT)

    assert seen == sorted(seen)
    assert (seen[0], seen[1], seen[-1]) == (1, 2, 8)
    assert queue.throttle.list_slowed() == {}
    assert queue.throttle._paces == {}


def test_one_at_a_time_is_followed_by_pauses_that_double(now: list[float]) -> None:
    queue = full(concurrency=1)
    pauses = []
    answer(queue, TOO_FAST, TOO_FAST)
    for _ in range(8):
        answer(queue, TOO_FAST)
        assert at_once(queue, "google.com") == 0
        pauses.append(queue.throttle.list_slowed()["google.com"].pause)
        now[0] += pauses[-1]
        assert at_once(queue, "google.com") == 1
        now[0] += pauses[-1]

    assert pauses == [1, 2, 4, 8, 16, 32, 60, MAX_PAUSE_SECONDS]
    answer(queue, *[SENT] * 6)
    assert queue.throttle.list_slowed()["google.com"].pause <= FIRST_PAUSE_SECONDS
    answer(queue, SENT)
    assert queue.throttle.list_slowed() == {}


def test_a_few_among_many_taken_slow_nothing(now: list[float]) -> None:
    queue = full()

    for _ in range(50):
        answer(queue, TOO_FAST, *[SENT] * 19)  # one in twenty

    assert at_once(queue, "google.com") == 8
    assert queue.throttle._paces == {}


def test_a_rate_is_halved_with_the_rest(now: list[float]) -> None:
    queue = full(concurrency=1000, rate=8)
    answer(queue, *[TOO_FAST] * 3)
    for _ in range(200):
        queue.offer(entry("google.com", 0, 1))
    first = len([each for each in pop_entries(queue, 500) if each[0] == "google.com"])
    now[0] += 1.0

    assert first == 5  # one second's worth, and one more
    assert len([each for each in pop_entries(queue, 500) if each[0] == "google.com"]) == 4


class Owner:
    """A process whose entries have their domain as address; it records the outcomes."""

    def __init__(self, started: ReplyOutcome | Exception | None = None, *, offers_again: bool = True) -> None:
        self.outcomes: list[tuple[int, str, int]] = []
        self._started, self._offers_again = started, offers_again

    def start(self, entry: BatchEntry) -> Envelope[BatchEntry] | ReplyOutcome:
        if isinstance(self._started, Exception):
            raise self._started
        return self._started or Envelope(entry, "s@kopi.example", f"r@{entry.domain}", b"")

    def may_offer_again(self, entry: BatchEntry) -> bool:
        return self._offers_again

    def complete(self, entry: BatchEntry, outcome: ReplyOutcome) -> None:
        self.outcomes.append((entry.row.position, outcome.result, outcome.code))


def make_delivery_queue(owner: Owner, *, entries: int = 2, concurrency: int = 1) -> DeliveryQueue[BatchEntry]:
    queue = DeliveryQueue[BatchEntry](owner, DestinationThrottle(concurrency))
    for n in range(entries):
        queue.offer(entry("google.com", n))
    return queue


def test_an_envelope_is_under_way_until_it_is_completed_once() -> None:
    owner = Owner()
    queue = make_delivery_queue(owner)
    first = queue.next()
    assert first is not None
    assert queue.next() is None

    queue.complete(first, SENT)
    second = queue.next()

    assert second is not None
    queue.complete(second, TOO_FAST)
    assert owner.outcomes == [(0, "sent", 250), (1, "retry", 421)]
    assert (queue.sent, len(queue), queue.throttle._under_way) == (1, 0, {})


def test_an_envelope_of_which_nothing_was_sent_goes_to_the_front_again_four_times() -> None:
    owner = Owner()
    queue = make_delivery_queue(owner)
    tried = []
    for _ in range(MAX_ATTEMPTS):
        envelope = queue.next()
        assert envelope is not None
        tried.append(envelope.entry.row.position)
        queue.complete(envelope, UNTOUCHED)

    assert tried == [0] * MAX_ATTEMPTS
    assert owner.outcomes == [(0, "retry", 421)]
    assert (len(queue), queue.throttle._under_way) == (1, {})


def test_an_owner_that_takes_nothing_back_is_told_that_nothing_was_sent() -> None:
    owner = Owner(offers_again=False)
    queue = make_delivery_queue(owner, entries=1)
    envelope = queue.next()
    assert envelope is not None

    queue.complete(envelope, UNTOUCHED)

    assert owner.outcomes == [(0, "untouched", 0)]
    assert (len(queue), queue.throttle._under_way) == (0, {})


@pytest.mark.parametrize(
    ("started", "code"), [(BAD_ADDRESS, 553), (UNREADABLE, 554), (DocumentTooLarge(), TOO_LARGE.code)]
)
def test_what_cannot_be_sent_is_completed_on_the_way_to_the_next(started: ReplyOutcome | Exception, code: int) -> None:
    owner = Owner(started)
    queue = make_delivery_queue(owner)

    assert queue.next() is None

    assert owner.outcomes == [(0, "failed", code), (1, "failed", code)]
    assert queue.throttle._under_way == {}


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
    assert get_group(host) == group


async def test_domains_of_one_provider_are_one_destination_once_the_dns_has_said_so() -> None:
    asked: list[str] = []

    async def mail_host(domain: str) -> str | None:
        asked.append(domain)
        if domain == "down.example":
            raise OSError("timeout")
        return None if domain == "nomail.example" else "aspmx.l.google.com"

    destinations = DestinationGroups(mail_host)
    domains = ["kopi.example", "teh.example", "nomail.example", "down.example"]
    before = [destinations.of(domain) for domain in domains]
    await destinations.settled()
    after = [destinations.of(domain) for domain in domains]

    assert before == domains
    assert after == ["google.com", "google.com", "nomail.example", "down.example"]
    assert asked == domains


async def test_without_a_dns_a_domain_is_its_own_destination() -> None:
    assert DestinationGroups().of("kopi.example") == "kopi.example"
