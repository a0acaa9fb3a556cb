from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import Any, cast

import pytest
import redis
from django.conf import settings
from django.http import HttpRequest
from django.test import RequestFactory
from django.urls import ResolverMatch

from server.core.errors import TooManyRequests
from server.core.models import Attempt
from server.core.rate_limits import counters, row_limits
from server.core.rate_limits.limits import HOUR, RateLimit
from server.core.rate_limits.process_counters import ProcessCounter
from server.core.rate_limits.token_buckets import TokenBucket

HOME, NEXT_DOOR, ELSEWHERE = (ip_address(text) for text in ("203.0.113.7", "203.0.113.8", "198.51.100.1"))


@pytest.fixture(autouse=True)
def _still(redis_client: redis.Redis, time_machine: Any) -> None:
    time_machine.move_to("2026-03-01T10:00:15Z", tick=False)


def test_a_network_has_so_many_calls_a_minute(time_machine: Any) -> None:
    for address in (HOME, NEXT_DOOR, HOME):
        counters.check("signin", address, per_minute=3)

    with pytest.raises(TooManyRequests) as refused:
        counters.check("signin", NEXT_DOOR, per_minute=3)

    assert refused.value.payload == {"retryAfterSeconds": 45}
    counters.check("signin", ELSEWHERE, per_minute=3)
    counters.check("register", HOME, per_minute=3)
    time_machine.shift(45)
    counters.check("signin", HOME, per_minute=3)


def test_a_site_has_sixteen_times_the_calls_of_one_of_its_networks() -> None:
    def address(number: int, site: str = "2001:db8:7") -> Any:
        return ip_address(f"{site}:{number:x}::1")

    for _ in range(50):  # rejected calls of one network don't count for the others
        with suppress(TooManyRequests):
            counters.check("signin", address(0), per_minute=1)
    for number in range(1, 16):
        counters.check("signin", address(number), per_minute=1)

    with pytest.raises(TooManyRequests):
        counters.check("signin", address(16), per_minute=1)
    counters.check("signin", address(16, "2001:db8:8"), per_minute=1)


def test_the_counts_go_away_by_themselves(redis_client: redis.Redis) -> None:
    counters.check("signin", HOME, per_minute=3)

    assert [redis_client.ttl(key) for key in redis_client.scan_iter()] == [60, 60]


def test_what_one_limit_refuses_counts_under_none(redis_client: redis.Redis, time_machine: Any) -> None:
    at = int(datetime(2026, 3, 1, 10, 0, 15, tzinfo=UTC).timestamp())
    limits = [RateLimit("key", 3), RateLimit("key", 5, HOUR), RateLimit("network", 4)]

    def consume(amount: int, at: int = at) -> list[tuple[int, int, bool]]:
        found = counters.consume(limits, amount=amount, at=at)
        return [(each.remaining, each.seconds_left, each.is_exceeded) for each in found]

    assert consume(2) == [(1, 45, False), (3, 3585, False), (2, 45, False)]
    assert consume(2) == [(0, 45, True), (1, 3585, False), (0, 45, False)]
    assert consume(1) == [(0, 45, False), (2, 3585, False), (1, 45, False)]
    assert consume(2, at + 45) == [(1, 60, False), (0, 3540, False), (2, 60, False)]
    assert consume(1, at + 46) == [(0, 59, False), (0, 3539, True), (1, 59, False)]
    assert consume(0, at + 46) == [(1, 59, False), (0, 3539, False), (2, 59, False)]
    assert sorted({redis_client.ttl(key) for key in redis_client.scan_iter()}) == [60, 3600]


def test_of_several_each_is_counted_after_the_one_before(redis_client: redis.Redis, time_machine: Any) -> None:
    at = int(datetime(2026, 3, 1, 10, 0, 15, tzinfo=UTC).timestamp())
    network = RateLimit("network", 4)
    one, other = [RateLimit("one", 3), network], [RateLimit("other", 5, HOUR), network]

    found = counters.consume_each([(one, 2), (other, 3), (one, 1), (other, 1)], at=at)

    assert [[(each.count, each.is_exceeded) for each in usages] for usages in found] == [
        [(2, False), (2, False)],
        [(3, False), (5, True)],
        [(3, False), (3, False)],
        [(1, False), (4, False)],
    ]
    counted = {key.decode().split(":")[1]: int(cast(bytes, redis_client.get(key))) for key in redis_client.scan_iter()}
    assert counted == {"one": 3, "other": 1, "network": 4}
    assert counters.consume_each([([], 1)], at=at) == [[]]


def test_without_redis_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1/0")

    for _ in range(3):
        counters.check("signin", HOME, per_minute=1)
    [[usage]] = counters.consume_each([([RateLimit("key", 1)], 2)], at=0)
    assert not usage.is_exceeded


def test_an_operation_is_counted_by_its_route_whatever_its_path_holds(redis_client: redis.Redis) -> None:
    def request(token: str) -> HttpRequest:
        made = RequestFactory().get(f"/api/reset-password/{token}", REMOTE_ADDR=str(HOME))
        made.resolver_match = ResolverMatch(lambda: None, (), {}, route="api/reset-password/<token>")
        return made

    for token in ("a", "b" * 8_000):
        counters.check_operation(request(token), per_minute=2)
    with pytest.raises(TooManyRequests):
        counters.check_operation(request("c"), per_minute=2)

    at = int(datetime(2026, 3, 1, 10, 0, 15, tzinfo=UTC).timestamp())
    names = [
        f"rate:api/reset-password/<token>:{network}:60:{at // 60}" for network in ("203.0.0.0/16", "203.0.113.0/24")
    ]
    assert sorted(key.decode() for key in redis_client.scan_iter()) == names


@pytest.mark.django_db
def test_rows_are_limited_in_the_time_before_now(time_machine: Any) -> None:
    start = datetime(2026, 3, 1, 10, tzinfo=UTC)

    def require() -> None:
        row_limits.require(Attempt.objects.exclude(key="other"), "last_at", limit=2, period=timedelta(hours=1))

    for key, seconds in (("other", 1), ("a", 0), ("b", 900.5), ("c", 1_800)):
        at = start + timedelta(seconds=seconds)
        Attempt.objects.create(key=key, count=1, last_at=at, expires_at=at)
    time_machine.move_to(start + timedelta(hours=1), tick=False)

    with pytest.raises(TooManyRequests) as refused:
        require()
    assert refused.value.payload == {"retryAfterSeconds": 901}
    time_machine.shift(900)
    with pytest.raises(TooManyRequests) as refused:
        require()
    assert refused.value.payload == {"retryAfterSeconds": 1}
    time_machine.shift(1)
    require()


def test_a_token_bucket_fills_at_a_steady_rate() -> None:
    now = [0.0]
    bucket = TokenBucket(2, 10, clock=lambda: now[0])

    assert [bucket.consume(6), bucket.consume(5), bucket.consume(4)] == [True, False, True]
    assert bucket.seconds_until(5) == 3
    now[0] = 2.5
    assert [bucket.consume(5), bucket.consume()] == [True, False]
    now[0] = 100.0
    assert [bucket.consume(10), bucket.consume(0.5)] == [True, False]


def test_a_token_bucket_owes_at_most_its_burst() -> None:
    now = [0.0]
    bucket = TokenBucket(2, 10, clock=lambda: now[0])

    bucket.charge(1_000)

    assert bucket.seconds_until(1) == 6
    now[0] = 5.5
    assert bucket.consume()


def test_a_process_counts_each_key_within_a_period() -> None:
    now = 1_000.0
    counter = ProcessCounter[str](max_keys=10, seconds=60, clock=lambda: now)

    assert [counter.consume("ayu", most=2) for _ in range(3)] == [True, True, False]
    assert [counter.consume("ayu", most=3), counter.consume("budi", most=1)] == [True, True]
    now += 59
    assert not counter.consume("ayu", most=3)
    now += 1
    assert [counter.consume("ayu", most=2) for _ in range(3)] == [True, True, False]


def test_a_process_forgets_the_oldest_counts() -> None:
    counter = ProcessCounter[int](max_keys=10, seconds=60)
    assert [counter.consume(0, most=2) for _ in range(2)] == [True, True]

    for key in range(1, 15):
        assert counter.consume(key, most=2)
    # The key is in the older generation.
    assert not counter.consume(0, most=2)
    for key in range(15, 35):
        assert counter.consume(key, most=2)
        assert len(counter) <= 20

    assert counter.consume(0, most=2)
