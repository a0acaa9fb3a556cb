from ipaddress import ip_address
from typing import Any

import pytest
import redis
from django.conf import settings

from server.core import rates
from server.core.errors import TooManyRequests

HOME, NEXT_DOOR, ELSEWHERE = (ip_address(text) for text in ("203.0.113.7", "203.0.113.8", "198.51.100.1"))


@pytest.fixture(autouse=True)
def _still(redis_client: redis.Redis, time_machine: Any) -> None:
    time_machine.move_to("2026-03-01T10:00:15Z", tick=False)


def test_a_network_has_so_many_calls_a_minute(time_machine: Any) -> None:
    for address in (HOME, NEXT_DOOR, HOME):
        rates.check("signin", address, per_minute=3)

    with pytest.raises(TooManyRequests) as refused:
        rates.check("signin", NEXT_DOOR, per_minute=3)

    assert refused.value.payload == {"retryAfterSeconds": 45}
    rates.check("signin", ELSEWHERE, per_minute=3)
    rates.check("register", HOME, per_minute=3)
    time_machine.shift(45)
    rates.check("signin", HOME, per_minute=3)


def test_the_counts_go_away_by_themselves(redis_client: redis.Redis) -> None:
    rates.check("signin", HOME, per_minute=3)

    assert [redis_client.ttl(key) for key in redis_client.scan_iter()] == [60]


def test_without_redis_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1/0")

    for _ in range(3):
        rates.check("signin", HOME, per_minute=1)
