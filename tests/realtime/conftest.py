"""Fixtures of the wire: tables of callers, a served entry, real clients, the cast."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
import redis
from django.db import connection

from server.core import outbox
from tests.realtime import wired
from tests.realtime.harness import Clients, Server
from tests.realtime.people import Person


@pytest.fixture
def tables(transactional_db: None, redis_client: redis.Redis) -> Iterator[None]:
    """The tables of `wired`, and a Redis without a log."""
    wired.wire()
    with connection.cursor() as cursor:
        cursor.execute(wired.TABLES)
    yield
    outbox.rest()
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE wired_caller, wired_thing")


@pytest.fixture
def server(tables: None) -> Iterator[Server]:
    served = Server()
    served.start()
    yield served
    served.stop()


@pytest.fixture
def clients() -> Iterator[Clients]:
    several = Clients()
    yield several
    several.close()


@pytest.fixture
def alice(tables: None) -> Person:
    return Person("Alice", team_id=uuid4()).sign_in()


@pytest.fixture
def bob(alice: Person) -> Person:
    return Person("Bob", team_id=alice.team_id, role="member").sign_in()


@pytest.fixture
def mallory(tables: None) -> Person:
    return Person("Mallory", team_id=uuid4()).sign_in()
