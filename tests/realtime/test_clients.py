"""The real socket.io client against a server."""

from django.db import transaction

from server.core import events, rooms
from tests.cast import Person
from tests.realtime.events import ThingChanged, ThingProgressed
from tests.realtime.harness import Clients, Server, eventually
from tests.realtime.wired import new_thing


def join(clients: Clients, server: Server, person: Person, client: str, **more: object) -> None:
    """Opens a client for the user and waits until it is connected."""
    clients.do("open", client, url=server.url, origin=server.url, token=person.token, **more)
    assert clients.wait(client, "connect")["recovered"] is False


def publish_changes(room: str, *numbers: int) -> None:
    """Publishes durable events to a room, each in its own transaction."""
    for number in numbers:
        with transaction.atomic():
            events.publish(ThingChanged(number=number), rooms=[room])


def hear(clients: Clients, client: str, count: int) -> None:
    """Waits until the client has received this many events."""
    eventually(lambda: clients.count(client) == count, f"{client}'s event {count}")


def numbers(clients: Clients, client: str) -> list[int]:
    return [data["number"] for _, _, data in clients.list_events(client)]


def test_kept_events_reach_the_team_in_order_and_no_other(
    server: Server, clients: Clients, alice: Person, bob: Person, mallory: Person
) -> None:
    for name, person in {"alice": alice, "bob": bob, "mallory": mallory}.items():
        join(clients, server, person, name)

    publish_changes(rooms.team(alice.team.pk), *range(200))

    for name in ("alice", "bob"):
        hear(clients, name, 200)
        assert numbers(clients, name) == list(range(200))
    assert clients.count("mallory") == 0


def test_an_unknown_token_is_refused_with_our_error(server: Server, clients: Clients, alice: Person) -> None:
    clients.do("open", "alice", url=server.url, origin=server.url, token="never given out")

    refusal = clients.wait("alice", "connect_error")

    assert refusal["message"] == "Session expired, please login again"
    assert refusal["data"] == {"code": "tokenException", "message": refusal["message"], "payload": None}


def test_a_room_is_joined_by_its_team_only(server: Server, clients: Clients, alice: Person, mallory: Person) -> None:
    thing = new_thing(alice.team.pk)
    join(clients, server, alice, "alice")
    join(clients, server, mallory, "mallory")

    joined = clients.ask("alice", "room:join", thing)
    refused = clients.ask("mallory", "room:join", thing)
    events.publish(ThingProgressed(revision=1), rooms=[thing])

    assert joined == {"room": thing}
    assert refused["code"] == "noEntity"
    told = clients.wait("alice", "event")
    assert told["name"] == "wired.thing.progressed"
    assert told["envelope"] == {"data": {"revision": 1, "padding": ""}}
    assert clients.count("mallory") == 0


def test_a_dropped_client_recovers_what_it_missed(server: Server, clients: Clients, alice: Person, kopi: str) -> None:
    join(clients, server, alice, "alice")
    publish_changes(kopi, 0, 1)
    hear(clients, "alice", 2)

    clients.do("drop", "alice")
    clients.wait("alice", "disconnect")
    publish_changes(kopi, 2, 3, 4)

    assert clients.wait("alice", "connect")["recovered"] is True
    hear(clients, "alice", 5)
    assert numbers(clients, "alice") == [0, 1, 2, 3, 4]


def test_a_killed_server_loses_nothing(server: Server, clients: Clients, alice: Person, kopi: str) -> None:
    join(clients, server, alice, "alice")
    publish_changes(kopi, 0)
    hear(clients, "alice", 1)

    server.kill()
    clients.wait("alice", "disconnect")
    publish_changes(kopi, *range(1, 51))
    server.start()

    assert clients.wait("alice", "connect")["recovered"] is True
    hear(clients, "alice", 51)
    assert numbers(clients, "alice") == list(range(51))


def test_two_processes_tell_their_clients_the_same(server: Server, clients: Clients, alice: Person, kopi: str) -> None:
    other = Server()
    other.start()
    try:
        join(clients, server, alice, "here")
        join(clients, other, alice, "there")
        publish_changes(kopi, *range(20))
        events.publish(ThingProgressed(revision=1), rooms=[kopi])

        for name in ("here", "there"):
            hear(clients, name, 21)
            kept = [data["number"] for name, _, data in clients.list_events(name) if name == ThingChanged.name]
            assert kept == list(range(20))
    finally:
        other.stop()


def test_a_client_that_moves_to_another_process_recovers_there(
    server: Server, clients: Clients, alice: Person, kopi: str
) -> None:
    join(clients, server, alice, "alice")
    publish_changes(kopi, 0)
    hear(clients, "alice", 1)
    server.kill()
    clients.wait("alice", "disconnect")
    publish_changes(kopi, 1, 2)

    other = Server()
    other.port, other.url = server.port, server.url
    other.start()
    try:
        assert clients.wait("alice", "connect")["recovered"] is True
        hear(clients, "alice", 3)
    finally:
        other.stop()

    assert numbers(clients, "alice") == [0, 1, 2]


def test_five_drops_during_a_burst_lose_and_double_nothing(
    server: Server, clients: Clients, alice: Person, kopi: str
) -> None:
    join(clients, server, alice, "alice", quiet=True)

    for start in range(0, 2_500, 500):
        publish_changes(kopi, *range(start, start + 250))
        clients.do("drop", "alice")
        clients.wait("alice", "disconnect")
        publish_changes(kopi, *range(start + 250, start + 500))
        assert clients.wait("alice", "connect")["recovered"] is True

    hear(clients, "alice", 2_500)
    assert numbers(clients, "alice") == list(range(2_500))
