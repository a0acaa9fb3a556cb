"""What a client is told when it comes back: everything it missed, or honestly that it must fetch."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import redis

from realtime.connecting import MOST_SINCE_MS, SINCE_MARGIN_MS
from realtime.limits import Limits
from realtime.log import Kept, Log, read_entry
from realtime.switchboard import Switchboard
from server.core import clock, outbox, rooms
from server.core.models import OutboxEvent
from server.teams.models import Role
from tests.cast import Person
from tests.realtime.events import ThingChanged
from tests.realtime.harness import Clients, Server
from tests.realtime.own_redis import OwnRedis
from tests.realtime.talk import Talk
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


def kept(milliseconds: int, number: int, room: str) -> Kept:
    """An event at that time of the log."""
    head = f"epoch {number + 1} {number + 1} 0 {ThingChanged.name} {room}"
    return read_entry(f"{milliseconds}-{number}", {"h": head, "d": f'{{"number":{number}}}'})


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


async def test_only_the_same_session_takes_over_a_connection(
    switchboard: Switchboard, alice: Person, mallory: Person
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
    switchboard: Switchboard, alice: Person, auth: dict[str, Any]
) -> None:
    left = await Talk(switchboard).connect(alice.token)

    begun = await Talk(switchboard).connect(alice.token, **auth)

    assert begun["pid"] not in (left["pid"], auth.get("pid"))


@pytest.mark.parametrize("offset", ["", "x", "1", "-1-0", "1-0-0", "9" * 50 + "-0"])
async def test_an_offset_that_is_none_begins_anew(switchboard: Switchboard, alice: Person, offset: str) -> None:
    left = await Talk(switchboard).connect(alice.token)

    begun = await Talk(switchboard).connect(alice.token, pid=left["pid"], offset=offset)

    assert begun["pid"] != left["pid"]


async def test_a_connection_to_an_earlier_log_begins_anew(switchboard: Switchboard, alice: Person) -> None:
    left = await Talk(switchboard).connect(alice.token)
    switchboard.hub.reset("another epoch", [])

    begun = await Talk(switchboard).connect(alice.token, pid=left["pid"])

    assert begun["pid"] != left["pid"]


async def heard(talk: Talk) -> list[int]:
    """The numbers of what a socket is told until there is no more."""
    told = []
    while not await talk.silent():
        name, body, *_ = json.loads((await talk.hear()).lstrip("42"))
        told.append(body["data"]["number"] if name == ThingChanged.name else name)
    return told


async def test_a_page_is_told_what_happened_while_it_connected(
    switchboard: Switchboard, alice: Person, mallory: Person, kopi: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now)
    await Talk(switchboard).connect(mallory.token)
    before = round(now.timestamp() * 1000) - SINCE_MARGIN_MS
    for number, (ago, room) in enumerate(
        [
            (1001, kopi),
            (999, kopi),
            (998, rooms.team(mallory.team.pk)),
            (997, "thing:x"),
            (1, rooms.user(alice.user.pk)),
        ]
    ):
        switchboard.hub.keep(kept(before - ago, number, room))

    new, late, plain = Talk(switchboard), Talk(switchboard), Talk(switchboard)
    await new.connect(alice.token, since=1000)
    await late.connect(alice.token, since=0)
    await plain.connect(alice.token)
    switchboard.hub.keep(kept(before + 5000, 5, kopi))

    assert await heard(new) == [1, 4, 5]
    assert await heard(late) == [5]
    assert await heard(plain) == [5]


@pytest.mark.parametrize("since", [-1, MOST_SINCE_MS + 1, 1.5, True, "1000", None, [1000]])
async def test_a_time_that_is_none_begins_now(
    switchboard: Switchboard, alice: Person, mallory: Person, kopi: str, since: object
) -> None:
    await Talk(switchboard).connect(mallory.token)
    switchboard.hub.keep(kept(round(clock.now().timestamp() * 1000), 1, kopi))
    talk = Talk(switchboard)

    await talk.connect(alice.token, since=since)

    assert await heard(talk) == []


async def test_a_page_that_can_not_be_told_all_is_told_so(
    switchboard: Switchboard, alice: Person, mallory: Person, kopi: str
) -> None:
    await Talk(switchboard).connect(mallory.token)
    at = round(clock.now().timestamp() * 1000)
    switchboard.limits = switchboard.heart._limits = Limits(most_behind=2)
    for number in range(3):
        switchboard.hub.keep(kept(at + number, number, kopi))
    talk, more = Talk(switchboard), Talk(switchboard)

    await talk.connect(alice.token, since=1000)
    switchboard.hub.log = forgetful = Log(most_entries=1)
    for number in range(3, 5):
        forgetful.append(kept(at + number, number, kopi))
    await more.connect(alice.token, since=1000)
    switchboard.hub.keep(kept(at + 5, 5, kopi))

    assert await heard(talk) == ["link:missed", 5]
    assert await heard(more) == ["link:missed", 5]


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
