"""Fixtures of the realtime tests: a server, real clients, and the cast in committed rows."""

from collections.abc import AsyncIterator, Iterator

import pytest
import redis
from django.conf import settings
from django.db import connection

from realtime.server import RealtimeServer
from server.core import rooms
from tests.cast import Person, make_person, make_team
from tests.realtime import wired
from tests.realtime.harness import Clients, Server, database_url


@pytest.fixture
def tables(transactional_db: None, redis_client: redis.Redis) -> Iterator[None]:
    """Committed rows, the watched record's table, and a Redis without a log."""
    with connection.cursor() as cursor:
        cursor.execute(wired.CREATE)
    yield
    with connection.cursor() as cursor:
        cursor.execute(wired.DROP)


@pytest.fixture
def server(tables: None) -> Iterator[Server]:
    served = Server()
    served.start()
    yield served
    served.stop()


@pytest.fixture
async def switchboard(tables: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RealtimeServer]:
    """The shared state of this process's sockets, on the test's database."""
    monkeypatch.setattr(settings, "DATABASE_URL", database_url())
    board = RealtimeServer()
    yield board
    await board.stop()


@pytest.fixture
def clients() -> Iterator[Clients]:
    several = Clients()
    yield several
    several.close()


@pytest.fixture
def alice(tables: None) -> Person:
    """Owner and admin of Kopi."""
    return make_person("Alice", make_team("Kopi"), role="admin")


@pytest.fixture
def mallory(tables: None) -> Person:
    """Admin of another team."""
    return make_person("Mallory", make_team("Teh"), role="admin")


@pytest.fixture
def kopi(alice: Person) -> str:
    """The room of Alice's team."""
    return rooms.team(alice.team.pk)
