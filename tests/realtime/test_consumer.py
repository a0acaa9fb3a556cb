"""One socket, frame by frame."""

import asyncio
import json
import time
from typing import Any

import pytest
from django.db import transaction

from realtime import admission, floods, handlers
from realtime.floods import FIRST_WAIT_SECONDS, FloodGuard
from realtime.limits import SocketLimits
from realtime.server import RealtimeServer
from realtime.socket import Socket
from server.accounts.models import Session
from server.core import events, rooms
from server.core.callers import Caller, TokenKind, hash_token
from tests.cast import Person, sign_in
from tests.realtime.aside import aside
from tests.realtime.events import ThingProgressed
from tests.realtime.talk import Talk
from tests.realtime.test_clients import publish_changes
from tests.realtime.test_review import word
from tests.realtime.wired import new_thing

POLICY, TOO_BIG, GOING_AWAY, TRY_AGAIN = 4008, 4009, 4001, 4013


def narrow(switchboard: RealtimeServer, **limits: Any) -> RealtimeServer:
    """The same with other limits, before anything is started."""
    switchboard.limits = switchboard.heart._limits = SocketLimits(**limits)
    return switchboard


class Clock:
    now = 1000.0


def standing_clock(switchboard: RealtimeServer) -> Clock:
    """A frozen clock for the flood delays, which the test moves."""
    clock = Clock()
    switchboard.floods = FloodGuard(lambda: clock.now)
    return clock


async def ask(talk: Talk, number: int, *event: Any) -> Any:
    """Emits an event with an ack id. Returns the ack's body."""
    await talk.say(f"42{number}{json.dumps(event)}")
    text = await talk.hear()
    head = f"43{number}"
    assert text.startswith(head), text
    return json.loads(text[len(head) :])[0]


async def test_the_handshake_names_no_upgrade(switchboard: RealtimeServer) -> None:
    handshake = await Talk(switchboard).open()

    assert handshake["upgrades"] == []
    assert (handshake["pingInterval"], handshake["pingTimeout"]) == (25_000, 20_000)
    assert handshake["maxPayload"] == 320 * 1024
    assert len(handshake["sid"]) == 32


async def test_a_socket_is_in_its_own_rooms_and_can_not_leave_them(switchboard: RealtimeServer, alice: Person) -> None:
    talk = Talk(switchboard)
    await talk.connect(alice.token)
    own = [rooms.session(alice.session.pk), rooms.user(alice.user.pk), rooms.team(alice.team.pk)]

    left = await ask(talk, 1, "room:leave", own[2])

    [socket] = switchboard.hub.sockets
    assert left == {"room": own[2]}
    assert list(socket.rooms) == own


@pytest.mark.parametrize(
    ("auth", "code"),
    [
        (None, "sessionExpired"),
        ({}, "sessionExpired"),
        ({"token": ""}, "sessionExpired"),
        ({"token": 7}, "sessionExpired"),
        ({"token": "x" * 300}, "sessionExpired"),
        ({"token": "unknown"}, "tokenException"),
    ],
)
async def test_a_connect_without_a_good_token_gets_our_error(
    switchboard: RealtimeServer, auth: dict[str, Any] | None, code: str
) -> None:
    talk = Talk(switchboard)
    await talk.open()

    await talk.say("40" + ("" if auth is None else json.dumps(auth)))

    refused = await talk.hear()
    assert refused[:2] == "44"
    assert json.loads(refused[2:])["data"]["code"] == code
    assert list(switchboard.hub.sockets) == []


AGE_MS = 5_000


def fetch_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The data are fetched now. Whatever the real clock says, the server learns of the page `AGE_MS` later."""
    fetched_at_ms = int(time.time() * 1000)
    monkeypatch.setattr(admission, "now_ms", lambda: fetched_at_ms + AGE_MS)


async def test_a_first_connect_is_told_when_something_was_published_since_its_page_has_data(
    switchboard: RealtimeServer, alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    early, late, other, young, silent = (Talk(switchboard) for _ in range(5))
    await early.connect(alice.token)
    # The process knows nothing of the time before the first connect; the page's data are newer.
    fetch_page(monkeypatch)
    await aside(lambda: publish_changes(rooms.team(alice.team.pk), 1))
    assert (await word(early))[0] == "wired.thing.changed"

    await late.connect(alice.token, ageMs=AGE_MS)
    assert await word(late) == ("link:missed", {})
    # No message for another team, for newer data, and for a client without an age.
    await other.connect(mallory.token, ageMs=AGE_MS)
    await young.connect(alice.token, ageMs=0)
    await silent.connect(alice.token)
    await aside(lambda: publish_changes(rooms.team(alice.team.pk), 2))
    await aside(lambda: publish_changes(rooms.team(mallory.team.pk), 3))
    for talk in (other, young, silent):
        assert (await word(talk))[0] == "wired.thing.changed"

    very_old = Talk(switchboard)
    await very_old.connect(mallory.token, ageMs=admission.MAX_AGE_MS + 1)
    assert await word(very_old) == ("link:missed", {})


async def test_the_time_that_admitting_takes_makes_the_data_no_younger(
    switchboard: RealtimeServer, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    early, late = Talk(switchboard), Talk(switchboard)
    await early.connect(alice.token)
    fetch_page(monkeypatch)
    admit = switchboard.gate.admit

    async def slowly(token: str) -> tuple[bytes, Caller]:
        await aside(lambda: publish_changes(rooms.team(alice.team.pk), 1))
        assert (await word(early))[0] == "wired.thing.changed"
        monkeypatch.setattr(admission, "now_ms", lambda: time.time() * 1000 + 2 * AGE_MS)
        return await admit(token)

    monkeypatch.setattr(switchboard.gate, "admit", slowly)
    await late.connect(alice.token, ageMs=AGE_MS)

    assert await word(late) == ("link:missed", {})


async def test_a_first_connect_is_told_of_passing_events_too(
    switchboard: RealtimeServer, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def progress() -> None:
        with transaction.atomic():
            events.publish(ThingProgressed(revision=1), rooms=[rooms.team(alice.team.pk)])

    early, late = Talk(switchboard), Talk(switchboard)
    await early.connect(alice.token)
    fetch_page(monkeypatch)
    await aside(progress)
    assert (await word(early))[0] == "wired.thing.progressed"

    await late.connect(alice.token, ageMs=AGE_MS)

    assert await word(late) == ("link:missed", {})


@pytest.mark.parametrize("kind", [kind for kind in TokenKind if kind is not TokenKind.NORMAL])
async def test_a_token_of_another_kind_opens_no_socket(
    switchboard: RealtimeServer, alice: Person, kind: TokenKind
) -> None:
    token = await asyncio.to_thread(sign_in_and_close, alice, kind)
    talk = Talk(switchboard)
    await talk.open()

    await talk.say("40" + json.dumps({"token": token}))

    assert json.loads((await talk.hear())[2:])["data"]["code"] == "notAuthorized"


async def test_a_session_that_may_only_pay_hears_of_itself_only(switchboard: RealtimeServer, alice: Person) -> None:
    thing = await asyncio.to_thread(new_thing_and_close, alice)
    await aside(lambda: Session.objects.filter(pk=alice.session.pk).update(payment_only=True))
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    refused = [
        (await ask(talk, 1, "room:join", thing))["code"],
        (await ask(talk, 2, "presence:show", {"screen": "analytics", "thing": None}))["code"],
    ]

    [socket] = switchboard.hub.sockets
    assert refused == ["notAuthorized", "notAuthorized"]
    assert list(socket.rooms) == [rooms.session(alice.session.pk), rooms.user(alice.user.pk)]


async def test_another_namespace_is_refused(switchboard: RealtimeServer) -> None:
    talk = Talk(switchboard)
    await talk.open()

    await talk.say('40/admin,{"token":"x"}')

    assert await talk.hear() == '44/admin,{"message":"Invalid namespace"}'


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "2",
        "2probe",
        "5",
        "6",
        "9",
        "x",
        "4",
        "47",
        "48[]",
        "4x",
        "40[]",
        '40"token"',
        "42",
        "42{}",
        "42[]",
        "42[7]",
        "42[null]",
        '42["disconnect"]',
        '42["connect"]',
        '42["connect_error"]',
        "42[",
        '42["a",' + "[" * 100_000,
        "42" + "9" * 200 + '["a"]',
        "43[]",
        "431{}",
        '451-["a"]',
        '45["a"]',
        "45999999999999-[]",
        '459-["a",{"_placeholder":true,"num":0}]',
        '451-["a",{"_placeholder":true,"num":1}]',
        '451-["a",{"_placeholder":true,"num":-1}]',
        '451-["a",{"_placeholder":true,"num":"0"}]',
        '451-["a",{"_placeholder":true,"num":true}]',
        '421-["a"]',
        b"\x00",
        b"",
    ],
)
async def test_a_malformed_frame_closes_only_its_own_socket(
    switchboard: RealtimeServer, alice: Person, frame: str | bytes
) -> None:
    other, talk = Talk(switchboard), Talk(switchboard)
    await other.connect(alice.token)
    await talk.connect(alice.token)

    await talk.say(frame)

    assert await talk.hear_close() == POLICY
    assert len(switchboard.hub.sockets) == 1
    assert await ask(other, 1, "room:join", "nothing") == {
        "code": "noEntity",
        "message": "Data not found.",
        "payload": None,
    }


async def test_an_event_before_the_connect_closes(switchboard: RealtimeServer) -> None:
    talk = Talk(switchboard)
    await talk.open()

    await talk.say('42["room:join","team:x"]')

    assert await talk.hear_close() == POLICY


async def test_a_second_connect_closes(switchboard: RealtimeServer, alice: Person) -> None:
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    await talk.say("40" + json.dumps({"token": alice.token}))

    assert await talk.hear_close() == POLICY


async def test_a_binary_event_is_put_together(
    switchboard: RealtimeServer, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def weigh(socket: Socket, arguments: list[Any]) -> dict[str, Any]:
        return {"sizes": [len(argument) for argument in arguments]}

    monkeypatch.setitem(handlers.HANDLERS, "weigh", weigh)
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    await talk.say('452-5["weigh",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]')
    await talk.say(b"abc")
    await talk.say(b"d")

    assert await talk.hear() == '435[{"sizes":[3,1]}]'


async def test_a_text_where_an_attachment_is_due_closes(switchboard: RealtimeServer, alice: Person) -> None:
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    await talk.say('451-["a",{"_placeholder":true,"num":0}]')
    await talk.say('42["a"]')

    assert await talk.hear_close() == POLICY


async def test_a_frame_over_the_limit_closes(switchboard: RealtimeServer, alice: Person) -> None:
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    await talk.say('42["a","' + "x" * (320 * 1024) + '"]')

    assert await talk.hear_close() == TOO_BIG


async def test_a_handler_that_fails_is_an_answer_and_no_close(
    switchboard: RealtimeServer, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(socket: Socket, arguments: list[Any]) -> dict[str, Any]:
        raise RuntimeError("a secret of the server")

    monkeypatch.setitem(handlers.HANDLERS, "fail", fail)
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    failed = await ask(talk, 1, "fail")
    unknown = await ask(talk, 2, "no such event")

    assert failed == {"code": "serverException", "message": "Failed to process your request...", "payload": None}
    assert unknown["code"] == "noEntity"


@pytest.mark.parametrize("arguments", [[], [7], [None], ["x" * 101], ["a", "b"], [{}]])
async def test_a_join_of_no_room_is_a_bad_request(
    switchboard: RealtimeServer, alice: Person, arguments: list[Any]
) -> None:
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    assert (await ask(talk, 1, "room:join", *arguments))["code"] == "badRequest"


@pytest.mark.parametrize("room", ["thing:1", "thing:", "thing", "thing:\u0000", "team:{team}", "session:x", "x:{team}"])
async def test_a_room_that_nobody_watches_is_not_found(switchboard: RealtimeServer, alice: Person, room: str) -> None:
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    refused = await ask(talk, 1, "room:join", room.format(team=alice.team.pk).replace("team:", "user:"))

    [socket] = switchboard.hub.sockets
    assert refused["code"] == "noEntity"
    assert len(socket.rooms) == 3


async def test_too_many_events_are_refused_and_a_flood_closes(switchboard: RealtimeServer, alice: Person) -> None:
    narrow(switchboard, events_per_second=0.001, burst=3, most_refusals=3)  # the connect is the first of the three
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    answers = [(await ask(talk, number, "room:join", "x"))["code"] for number in range(5)]
    await talk.say('42["room:join","x"]')

    assert answers == ["noEntity", "noEntity", "tooManyRequests", "tooManyRequests", "tooManyRequests"]
    assert await talk.hear_close() == POLICY


async def test_who_flooded_waits_and_the_others_do_not(
    switchboard: RealtimeServer, alice: Person, mallory: Person
) -> None:
    narrow(switchboard, events_per_second=0.001, burst=2, most_refusals=0)
    clock = standing_clock(switchboard)
    flood = Talk(switchboard)
    await flood.connect(alice.token)
    for _ in range(2):
        await flood.say('42["link:probe"]')
    assert await flood.hear_close() == POLICY

    early = Talk(switchboard)
    await early.open()
    await early.say("40" + json.dumps({"token": alice.token}))
    assert await early.hear_close() == TRY_AGAIN
    assert (await Talk(switchboard).connect(mallory.token))["sid"]

    clock.now += FIRST_WAIT_SECONDS
    assert (await Talk(switchboard).connect(alice.token))["sid"]


async def test_an_address_that_goes_on_coming_is_not_let_through_the_handshake(
    switchboard: RealtimeServer, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floods, "MAX_ATTEMPTS", 2)
    clock = standing_clock(switchboard)
    switchboard.floods.flooded(hash_token(alice.token))
    for _ in range(2):
        early = Talk(switchboard)
        await early.open()
        await early.say("40" + json.dumps({"token": alice.token}))
        assert await early.hear_close() == TRY_AGAIN

    assert await Talk(switchboard).is_refused()

    clock.now += floods.ADDRESS_BLOCK_SECONDS
    assert (await Talk(switchboard).connect(alice.token))["sid"]


async def test_the_tabs_of_a_session_share_an_allowance(
    switchboard: RealtimeServer, alice: Person, mallory: Person
) -> None:
    narrow(switchboard, session_events_per_second=0.001, session_burst=2)
    first, second, other = (Talk(switchboard) for _ in range(3))
    for talk, person in ((first, alice), (second, alice), (other, mallory)):
        await talk.connect(person.token)

    answers = [await ask(talk, 1, "link:probe") for talk in (first, second, first, second, other)]

    assert [answer.get("code") for answer in answers] == [None, None, "tooManyRequests", "tooManyRequests", None]


async def test_a_socket_watches_a_bounded_number_of_things(switchboard: RealtimeServer, alice: Person) -> None:
    narrow(switchboard, most_rooms=4)
    first, second = [await asyncio.to_thread(new_thing_and_close, alice) for _ in range(2)]
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    joined, refused = await ask(talk, 1, "room:join", first), await ask(talk, 2, "room:join", second)

    assert joined == {"room": first}
    assert refused["code"] == "tooManyRequests"


async def test_a_silent_peer_is_pinged_and_then_dropped(switchboard: RealtimeServer) -> None:
    narrow(switchboard, ping_interval_seconds=0.05, ping_timeout_seconds=0.1)
    talk = Talk(switchboard)
    await talk.open()  # and no further: a token with a slow check would get its response after the drop

    assert await talk.hear() == "2"
    assert await talk.hear_close() == GOING_AWAY


async def test_a_peer_that_never_connects_is_dropped(switchboard: RealtimeServer) -> None:
    narrow(switchboard, ping_interval_seconds=0.2, connect_seconds=0.05)
    talk = Talk(switchboard)
    await talk.open()

    assert await talk.hear_close() == GOING_AWAY


async def test_a_peer_that_leaves_leaves_nothing_behind(switchboard: RealtimeServer, alice: Person) -> None:
    talk = Talk(switchboard)
    session = await talk.connect(alice.token)

    await talk.say("41")

    assert await talk.hear_close() == GOING_AWAY
    await talk.leave()
    assert await switchboard.claim_record(session["pid"], "anybody") is None
    assert list(switchboard.hub.sockets) == []


def sign_in_and_close(person: Person, kind: TokenKind) -> str:
    """Runs in a thread, so it must close the thread's connection."""
    try:
        return sign_in(person.user, person.team, kind=kind).token
    finally:
        close()


def new_thing_and_close(person: Person) -> str:
    try:
        return new_thing(person.team.pk)
    finally:
        close()


def close() -> None:
    from django.db import connection

    connection.close()
