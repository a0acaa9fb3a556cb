"""The messages for a returning client: everything it missed, or the notice that it must reload."""

from collections.abc import Iterator
from typing import Any

import pytest
import redis

from realtime.server import RealtimeServer
from server.core import outbox, rooms
from server.core.models import OutboxEvent
from server.teams.models import Role
from tests.cast import Person
from tests.realtime.harness import Clients, Server
from tests.realtime.own_redis import OwnRedis
from tests.realtime.talk import Talk
from tests.realtime.test_clients import hear, join, numbers, publish_changes
from tests.realtime.wired import new_thing


@pytest.fixture
def own_redis(monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnRedis]:
    """A Redis that the test can kill and empty."""
    own = OwnRedis()
    own.start()
    monkeypatch.setattr("django.conf.settings.REDIS_URL", own.url)
    yield own
    own.stop()


def last_event() -> int:
    """The id of the newest durable event."""
    return OutboxEvent.objects.latest("id").pk


def test_a_watched_room_is_recovered_too(server: Server, clients: Clients, alice: Person) -> None:
    thing = new_thing(alice.team.pk)
    join(clients, server, alice, "alice")
    clients.ask("alice", "room:join", thing)

    clients.do("drop", "alice")
    clients.wait("alice", "disconnect")
    publish_changes(thing, 7)

    assert clients.wait("alice", "connect")["recovered"] is True
    hear(clients, "alice", 1)
    assert numbers(clients, "alice") == [7]


def test_what_happened_in_a_room_before_it_was_joined_is_not_replayed(
    server: Server, clients: Clients, alice: Person, kopi: str
) -> None:
    thing = new_thing(alice.team.pk)
    join(clients, server, alice, "alice")
    publish_changes(thing, 1)
    publish_changes(kopi, 2)
    hear(clients, "alice", 1)
    clients.ask("alice", "room:join", thing)

    clients.do("drop", "alice")
    clients.wait("alice", "disconnect")
    publish_changes(thing, 3)

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
    publish_changes(thing, 1)
    publish_changes(kopi, 2)
    server.start()

    assert clients.wait("bob", "connect")["recovered"] is True
    hear(clients, "bob", 1)
    assert numbers(clients, "bob") == [2]


async def test_only_the_same_session_takes_over_a_connection(
    switchboard: RealtimeServer, alice: Person, mallory: Person
) -> None:
    left = await Talk(switchboard).connect(alice.token)

    foreign = await Talk(switchboard).connect(mallory.token, pid=left["pid"])
    own = await Talk(switchboard).connect(alice.token, pid=left["pid"])

    assert left["pid"] != foreign["pid"]
    assert left["sid"] != foreign["sid"]
    assert own == left


@pytest.mark.parametrize(
    "auth", [{"pid": "0" * 32}, {"pid": 7}, {"pid": None}, {"pid": "../" * 20}, {"offset": "1-0"}, {}]
)
async def test_a_connection_that_nobody_knows_begins_anew(
    switchboard: RealtimeServer, alice: Person, auth: dict[str, Any]
) -> None:
    left = await Talk(switchboard).connect(alice.token)

    begun = await Talk(switchboard).connect(alice.token, **auth)

    assert begun["pid"] not in (left["pid"], auth.get("pid"))


@pytest.mark.parametrize("offset", ["", "x", "1", "-1-0", "1-0-0", "9" * 50 + "-0"])
async def test_an_offset_that_is_none_begins_anew(switchboard: RealtimeServer, alice: Person, offset: str) -> None:
    left = await Talk(switchboard).connect(alice.token)

    begun = await Talk(switchboard).connect(alice.token, pid=left["pid"], offset=offset)

    assert begun["pid"] != left["pid"]


async def test_a_connection_to_an_earlier_log_begins_anew(switchboard: RealtimeServer, alice: Person) -> None:
    left = await Talk(switchboard).connect(alice.token)
    switchboard.hub.reset("another epoch", [])

    begun = await Talk(switchboard).connect(alice.token, pid=left["pid"])

    assert begun["pid"] != left["pid"]


def test_an_emptied_redis_means_a_refetch(
    server: Server, clients: Clients, alice: Person, redis_client: redis.Redis, kopi: str
) -> None:
    join(clients, server, alice, "alice")
    publish_changes(kopi, 1)
    hear(clients, "alice", 1)

    redis_client.flushdb()

    clients.wait("alice", "disconnect")
    assert clients.wait("alice", "connect")["recovered"] is False
    publish_changes(kopi, 2)
    hear(clients, "alice", 2)
    assert numbers(clients, "alice") == [1, 2]


def test_an_emptied_redis_with_new_events_means_a_refetch(
    server: Server, clients: Clients, alice: Person, redis_client: redis.Redis, kopi: str
) -> None:
    join(clients, server, alice, "alice")
    publish_changes(kopi, 1)
    hear(clients, "alice", 1)

    server.kill()
    clients.wait("alice", "disconnect")
    publish_changes(kopi, 2)
    outbox.stop()
    redis_client.flushdb()
    publish_changes(kopi, 3)
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
        publish_changes(kopi, 1)
        own_redis.start()

        clients.wait("alice", "disconnect")
        assert clients.wait("alice", "connect")["recovered"] is False
        outbox.stop()
        outbox.sweep()
        publish_changes(kopi, 2)
        told = clients.wait("alice", "event", envelope={"eventId": last_event(), "data": {"number": 2}})
    finally:
        server.stop()

    assert told["name"] == "wired.thing.changed"
