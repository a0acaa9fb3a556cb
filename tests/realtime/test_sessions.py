"""Sockets and their sessions: several tabs, the end of a session, and a lost event about it."""

import json
from collections.abc import Iterator

import pytest
from django.db import transaction

from server.accounts.models import Session
from server.accounts.states import EndReason
from server.core import clock, events, rooms, sockets
from server.core.models import OutboxEvent
from tests.cast import Person, sign_in
from tests.realtime.events import ThingChanged
from tests.realtime.harness import Clients, Server
from tests.realtime.test_clients import hear, join, numbers, publish_changes


@pytest.fixture
def watchful(tables: None) -> Iterator[Server]:
    """A server that reviews its sessions ten times a second."""
    served = Server(WIRED_LIMITS=json.dumps({"review_seconds": 0.1}))
    served.start()
    yield served
    served.stop()


def end(session: Session) -> None:
    Session.objects.filter(pk=session.pk).update(ended_at=clock.now(), end_reason=EndReason.FORCED_OUT)


def test_two_tabs_of_one_session_hear_the_same(server: Server, clients: Clients, alice: Person, kopi: str) -> None:
    join(clients, server, alice, "first tab")
    join(clients, server, alice, "second tab")

    publish_changes(kopi, 1, 2, 3)

    for tab in ("first tab", "second tab"):
        hear(clients, tab, 3)
        assert numbers(clients, tab) == [1, 2, 3]


def test_the_end_of_a_session_comes_after_its_word_and_closes_its_sockets_only(
    server: Server, clients: Clients, alice: Person
) -> None:
    elsewhere = sign_in(alice.user, alice.team)
    join(clients, server, alice, "first tab")
    join(clients, server, alice, "second tab")
    join(clients, server, elsewhere, "elsewhere")

    with transaction.atomic():
        end(alice.session)
        events.publish(ThingChanged(number=1), rooms=[rooms.session(alice.session.pk)])
        sockets.close_session(session_id=alice.session.pk)

    for tab in ("first tab", "second tab"):
        assert clients.wait(tab, "disconnect")["reason"] == "io server disconnect"
        assert numbers(clients, tab) == [1]
    publish_changes(rooms.user(alice.user.pk), 2)
    hear(clients, "elsewhere", 1)


def test_closing_a_session_is_taken_back_with_its_transaction(tables: None, alice: Person) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        sockets.close_session(session_id=alice.session.pk)
        raise RuntimeError

    assert OutboxEvent.objects.count() == 0


def test_all_sessions_of_a_user_are_closed_at_once(server: Server, clients: Clients, alice: Person) -> None:
    elsewhere = sign_in(alice.user, alice.team)
    join(clients, server, alice, "here")
    join(clients, server, elsewhere, "elsewhere")

    with transaction.atomic():
        sockets.close_user(user_id=alice.user.pk)

    assert clients.wait("here", "disconnect")["reason"] == "io server disconnect"
    assert clients.wait("elsewhere", "disconnect")["reason"] == "io server disconnect"


def test_an_ended_session_can_not_come_back(server: Server, clients: Clients, alice: Person) -> None:
    join(clients, server, alice, "alice")
    server.kill()
    clients.wait("alice", "disconnect")

    end(alice.session)
    server.start()

    assert clients.wait("alice", "connect_error", message="Your session was ended from another device")["data"][
        "code"
    ] == ("forceOutException")


def test_a_session_that_ended_without_a_word_loses_its_sockets(
    watchful: Server, clients: Clients, alice: Person, bob: Person
) -> None:
    join(clients, watchful, alice, "alice")
    join(clients, watchful, bob, "bob")

    end(alice.session)

    assert clients.wait("alice", "disconnect")["reason"] == "io server disconnect"
    publish_changes(rooms.user(bob.user.pk), 1)
    hear(clients, "bob", 1)


def test_a_member_who_was_put_out_of_the_team_loses_the_socket(watchful: Server, clients: Clients, bob: Person) -> None:
    join(clients, watchful, bob, "bob")

    bob.team.members.filter(user=bob.user).update(active=False)

    assert clients.wait("bob", "disconnect")["reason"] == "io server disconnect"
