"""The readiness of a process."""

from typing import Any

import pytest
import redis
from django.test import Client

from server.core import health, redis_clients
from server.core.health import CHECK_INTERVAL_SECONDS, Readiness


def test_the_services_are_checked_once_a_second_however_often_it_is_asked() -> None:
    checks: list[int] = []
    now = [100.0]

    def check() -> dict[str, bool]:
        checks.append(len(checks))
        return {"postgres": True, "redis": len(checks) == 1}

    readiness = Readiness(check, clock=lambda: now[0])
    first = [readiness.parts() for _ in range(100)]
    now[0] += CHECK_INTERVAL_SECONDS
    second = [readiness.parts() for _ in range(100)]

    assert len(checks) == 2
    assert first == [{"postgres": True, "redis": True}] * 100
    assert second == [{"postgres": True, "redis": False}] * 100


@pytest.mark.django_db
def test_readiness_opens_no_connection_to_redis_for_each_call(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(headers={"host": "localhost:8000"})
    # Only connections of this process: Redis would count those of other processes, too.
    opened: list[redis.connection.ConnectionInterface] = []
    make = redis.ConnectionPool.make_connection

    def counted(pool: redis.ConnectionPool) -> redis.connection.ConnectionInterface:
        opened.append(made := make(pool))
        return made

    monkeypatch.setattr(redis.ConnectionPool, "make_connection", counted)
    redis_clients._get_shared_client.cache_clear()

    def ask() -> tuple[int, dict[str, bool]]:
        monkeypatch.setattr(health, "readiness", Readiness(health.check))
        response = client.get("/readyz")
        return response.status_code, response.json()

    assert ask() == (200, {"postgres": True, "redis": True})
    assert [ask() for _ in range(5)] == [(200, {"postgres": True, "redis": True})] * 5
    assert len(opened) == 1


@pytest.mark.django_db
def test_a_redis_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(health, "readiness", Readiness(health.check))

    response = Client(headers={"host": "localhost:8000"}).get("/readyz")

    assert (response.status_code, response.json()) == (503, {"postgres": True, "redis": False})
