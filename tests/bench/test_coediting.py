"""A small seed of the proof: several clients edit one document while connections, a web process and Redis fail."""

from collections.abc import Iterator

import pytest

from bench.prove.coediting import prove
from tests.realtime.own_redis import OwnRedis


@pytest.fixture
def own_redis(monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnRedis]:
    """A Redis that the proof can kill."""
    own = OwnRedis()
    own.start()
    monkeypatch.setattr("django.conf.settings.REDIS_URL", own.url)
    yield own
    own.stop()


@pytest.mark.django_db(transaction=True)
def test_those_who_write_together_end_alike(own_redis: OwnRedis) -> None:
    verdict = prove(3, own_redis, editors=6, seconds=10, kills=1, sequences=0)

    assert verdict.failures == []
    assert (verdict.web_kills, verdict.redis_kills) == (1, 1)
    assert verdict.marks_acknowledged > 0
