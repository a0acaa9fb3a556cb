"""The support console over sockets: a force-out closes every tab, and only operators can watch."""

import json
from http.client import HTTPConnection
from typing import Any

import pytest

from server.support.sql import AUDIT_LOG_ID
from tests.cast import Person, make_operator, make_person, make_team, sign_in
from tests.realtime.harness import Clients, Server
from tests.realtime.test_clients import join

REASON = {"reason": "The owner asked for it by phone."}


@pytest.fixture
def putri(tables: None) -> Person:
    """An operator with her own team."""
    person = make_person("Putri", make_team("Desk"))
    make_operator(person.user)
    return person


def call(server: Server, person: Person, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """A call over HTTP to the process with the sockets."""
    connection = HTTPConnection("localhost", server.port, timeout=15)
    headers = {"Authorization": f"Bearer {person.token}", "Content-Type": "application/json"}
    connection.request(method, f"/api/{path}", None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    told = answer.status, json.loads(answer.read())
    connection.close()
    return told


@pytest.fixture
def product(tables: None) -> Any:
    """The product's own application: HTTP and sockets."""
    served = Server("realtime.asgi:application")
    served.start()
    yield served
    served.stop()


def test_a_team_that_is_forced_out_hears_it_in_every_tab_and_is_let_in_no_more(
    product: Server, clients: Clients, alice: Person, mallory: Person, putri: Person
) -> None:
    bob = make_person("Bob", alice.team)
    for tab, person in (("alice 1", alice), ("alice 2", alice), ("bob", bob), ("mallory", mallory)):
        join(clients, product, person, tab)

    answer = call(product, putri, "POST", f"admin/teams/{alice.team.pk}/end-sessions", REASON)
    refused = [call(product, person, "GET", "me") for person in (alice, bob)]

    assert answer == (200, {"sessions": 2})
    assert [(status, body["code"]) for status, body in refused] == [(401, "forceOutException")] * 2
    for tab in ("alice 1", "alice 2", "bob"):
        assert clients.wait(tab, "disconnect")["reason"] == "io server disconnect"
        [(name, _, data)] = clients.list_events(tab)
        assert (name, data) == ("identity.session.ended", {"reason": "forced-out"})
    assert clients.list_events("mallory") == []
    assert call(product, mallory, "GET", "ping")[0] == 200


def test_an_operator_watches_sessions_come_and_go(
    product: Server, clients: Clients, alice: Person, putri: Person
) -> None:
    phone = sign_in(alice.user, alice.team)
    join(clients, product, putri, "putri")
    room = f"support-team:{alice.team.pk}"
    assert clients.ask("putri", "room:join", room) == {"room": room}

    call(product, putri, "POST", f"admin/sessions/{phone.session.pk}/end", REASON)

    for name in ("identity.sessions.moved", "support.act.recorded"):
        clients.wait("putri", "event", name=name)
    assert "identity.session.ended" not in {name for name, _, _ in clients.list_events("putri")}


def test_only_operators_watch(product: Server, clients: Clients, alice: Person, mallory: Person, putri: Person) -> None:
    watched = [f"support-team:{alice.team.pk}", f"support-user:{alice.user.pk}", f"support-desk:{AUDIT_LOG_ID}"]
    join(clients, product, putri, "putri")
    join(clients, product, mallory, "mallory")

    assert [clients.ask("putri", "room:join", room) for room in watched] == [{"room": room} for room in watched]
    assert {clients.ask("mallory", "room:join", room)["code"] for room in watched} == {"notAuthorized"}
    nobody = "01a1fc3d-0000-7000-8000-00000000c0b1"
    unknown = [f"support-team:{nobody}", f"support-user:{nobody}", f"support-desk:{nobody}"]
    assert {clients.ask("putri", "room:join", room)["code"] for room in unknown} == {"noEntity"}


def test_who_loses_the_role_hears_no_more(product: Server, clients: Clients, alice: Person, putri: Person) -> None:
    galih = make_person("Galih", make_team("Desk2"))
    make_operator(galih.user)
    join(clients, product, galih, "galih")
    room = f"support-team:{alice.team.pk}"
    assert clients.ask("galih", "room:join", room) == {"room": room}

    call(product, putri, "POST", f"admin/users/{galih.user.pk}/take-operator", REASON)

    assert clients.wait("galih", "event", name="room:left")["envelope"] == {"room": room, "code": "notAuthorized"}
    assert clients.ask("galih", "room:join", room)["code"] == "notAuthorized"
