"""What a client is told when it comes back: everything it missed, or honestly that it must fetch."""

from collections.abc import Iterator

import pytest
import redis

from server.core import outbox, rooms
from server.core.models import OutboxEvent
from server.teams.models import Role
from tests.cast import Person
from tests.realtime.harness import Clients, Server
from tests.realtime.own_redis import OwnRedis
from tests.realtime.test_clients import hear, join, numbers, tell
from tests.realtime.wired import new_thing


@pytest.fixture
def own_redis(monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnRedis]:
    """A Redis that the test may kill and empty."""
    own = OwnRedis()
    own.start()
    monkeypatch.setattr("django.conf.settings.REDIS_URL", own.url)
    yield own
    own.stop()


def last_event() -> int:
    """The id of the newest kept event."""
    return OutboxEvent.objects.latest("id").pk


def test_a_watched_room_is_recovered_too(server: Server, clients: Clients, alice: Person) -> None:
    thing = new_thing(alice.team.pk)
    join(clients, server, alice, "alice")
    clients.ask("alice", "room:join", thing)

    clients.do("drop", "alice")
    clients.wait("alice", "disconnect")
    tell(thing, 7)

    assert clients.wait("alice", "connect")["recovered"] is True
    hear(clients, "alice", 1)
    assert numbers(clients, "alice") == [7]


def test_what_happened_in_a_room_before_it_was_joined_is_not_replayed(
    server: Server, clients: Clients, alice: Person, kopi: str
) -> None:
    thing = new_thing(alice.team.pk)
    join(clients, server, alice, "alice")
    tell(thing, 1)
    tell(kopi, 2)
    hear(clients, "alice", 1)
    clients.ask("alice", "room:join", thing)

    clients.do("drop", "alice")
    clients.wait("alice", "disconnect")
    tell(thing, 3)

    assert clients.wait("alice", "connect")["recovered"] is True
    hear(clients, "alice", 2)
    assert numbers(clients, "alice") == [2, 3]


def test_a_room_that_may_not_be_watched_any_more_is_not_recovered(
    server: Server, clients: Clients, bob: Person, kopi: str
) -> None:
    thing = new_thing(bob.team.pk)
    join(clients, server, bob, "bob")
    clients.ask("bob", "room:join", thing)

    server.kill()
    clients.wait("bob", "disconnect")
    role = Role.objects.create(team=bob.team, name="Sees nothing", permissions=[])
    bob.team.members.filter(user=bob.user).update(role="custom", custom_role=role)
    tell(thing, 1)
    tell(kopi, 2)
    server.start()

    assert clients.wait("bob", "connect")["recovered"] is True
    hear(clients, "bob", 1)
    assert numbers(clients, "bob") == [2]


def test_another_session_does_not_get_what_this_one_missed(
    server: Server, clients: Clients, alice: Person, mallory: Person, redis_client: redis.Redis
) -> None:
    join(clients, server, alice, "alice")
    [key] = redis_client.scan_iter("realtime:socket:*")
    pid = str(key).rpartition(":")[2].removesuffix("'")
    server.kill()
    tell(rooms.team(alice.team.pk), 1)
    server.start()

    clients.do("open", "mallory", url=server.url, origin=server.url, token=mallory.token, auth={"pid": pid})

    assert clients.wait("mallory", "connect")["recovered"] is False
    assert clients.count("mallory") == 0


def test_an_emptied_redis_means_a_refetch(
    server: Server, clients: Clients, alice: Person, redis_client: redis.Redis, kopi: str
) -> None:
    join(clients, server, alice, "alice")
    tell(kopi, 1)
    hear(clients, "alice", 1)

    redis_client.flushdb()

    clients.wait("alice", "disconnect")
    assert clients.wait("alice", "connect")["recovered"] is False
    tell(kopi, 2)
    hear(clients, "alice", 2)
    assert numbers(clients, "alice") == [1, 2]


def test_an_emptied_redis_with_new_events_means_a_refetch(
    server: Server, clients: Clients, alice: Person, redis_client: redis.Redis, kopi: str
) -> None:
    join(clients, server, alice, "alice")
    tell(kopi, 1)
    hear(clients, "alice", 1)

    server.kill()
    clients.wait("alice", "disconnect")
    tell(kopi, 2)
    outbox.rest()
    redis_client.flushdb()
    tell(kopi, 3)
    server.start()

    assert clients.wait("alice", "connect")["recovered"] is False


def test_a_restarted_redis_means_a_refetch_and_then_all_goes_on(
    tables: None, own_redis: OwnRedis, clients: Clients, alice: Person
) -> None:
    server, kopi = Server(), rooms.team(alice.team.pk)
    server.start()
    try:
        join(clients, server, alice, "alice")
        own_redis.kill()
        tell(kopi, 1)
        own_redis.start()

        clients.wait("alice", "disconnect")
        assert clients.wait("alice", "connect")["recovered"] is False
        outbox.rest()
        outbox.sweep()
        tell(kopi, 2)
        told = clients.wait("alice", "event", envelope={"eventId": last_event(), "data": {"number": 2}})
    finally:
        server.stop()

    assert told["name"] == "wired.thing.changed"
