"""One small seed of the realtime proof: connections drop, the web process and Redis are killed, events are counted."""

from collections.abc import Iterator

import pytest

from bench.prove.realtime import prove
from tests.realtime import harness
from tests.realtime.own_redis import OwnRedis


@pytest.fixture
def own_redis(monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnRedis]:
    """A Redis that the proof can kill. Restarts beside busy clients can take a while."""
    monkeypatch.setattr(harness, "DEADLINE_SECONDS", 60)
    own = OwnRedis()
    own.start()
    monkeypatch.setattr("django.conf.settings.REDIS_URL", own.url)
    yield own
    own.stop()


@pytest.mark.django_db(transaction=True)
def test_lost_lines_and_killed_servers_leave_neither_gaps_nor_repeats(own_redis: OwnRedis) -> None:
    verdict = prove(3, own_redis, clients=20, reconnects=300, kills=1, crowd=False)

    assert verdict.failures == []
    assert (verdict.reconnects, verdict.web_kills, verdict.redis_kills) == (300, 1, 1)
    assert verdict.gaps == verdict.repeats == 0
    assert verdict.recovered > 150
