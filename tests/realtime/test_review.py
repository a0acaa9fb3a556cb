"""A lost permission applies immediately: in joined rooms, during a join, and even if the event was lost."""

import asyncio
import json
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, transaction

from realtime.limits import SocketLimits
from realtime.review import SessionReview
from realtime.server import RealtimeServer
from server.accounts.models import User
from server.core import clock, events, rooms, sockets
from server.core.models import OutboxEvent
from server.teams.models import Member, MemberRole, Role, Team
from tests.cast import Person, make_operator, make_person
from tests.realtime import wired
from tests.realtime.aside import aside
from tests.realtime.events import ThingChanged
from tests.realtime.talk import Talk
from tests.realtime.wired import new_thing

POLICY = 4008


def give_role(person: Person, *permissions: str) -> None:
    """A custom role with these permissions."""
    role, _ = Role.objects.update_or_create(team=person.team, name="Wired", defaults={"permissions": list(permissions)})
    Member.objects.filter(user=person.user).update(role=MemberRole.CUSTOM, custom_role=role)


def suspend(person: Person) -> None:
    Team.objects.filter(pk=person.team.pk).update(suspended_at=clock.now())


def restore(person: Person) -> None:
    Team.objects.filter(pk=person.team.pk).update(suspended_at=None)


def lock_team(person: Person) -> None:
    Team.objects.filter(pk=person.team.pk).update(locked_at=clock.now())


def lock_user(person: Person) -> None:
    User.objects.filter(pk=person.user.pk).update(locked_at=clock.now())


def put_out(person: Person) -> None:
    Member.objects.filter(user=person.user).update(active=False)


def end_operator(person: Person) -> None:
    User.objects.filter(pk=person.user.pk).update(is_operator=False)


def delete_things(person: Person) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM wired_thing WHERE team_id = %s", [person.team.pk])


def publish_change(room: str, number: int) -> None:
    events.publish(ThingChanged(number=number), rooms=[room])


async def ask(talk: Talk, number: int, *event: Any) -> Any:
    await talk.say(f"42{number}{json.dumps(event)}")
    text = await talk.hear()
    assert text.startswith(f"43{number}"), text
    return json.loads(text.removeprefix(f"43{number}"))[0]


async def watching(switchboard: RealtimeServer, person: Person, *watched: str) -> Talk:
    """A socket of the user in these rooms."""
    talk = Talk(switchboard)
    await talk.connect(person.token)
    for number, room in enumerate(watched):
        assert await ask(talk, number, "room:join", room) == {"room": room}
    return talk


async def word(talk: Talk) -> tuple[str, Any]:
    """The next protocol message: its name and body."""
    name, body, *_ = json.loads((await talk.hear())[2:])
    return name, body


def review_of(person: Person, *, of_team: bool) -> None:
    if of_team:
        sockets.review_team(team_id=person.team.pk)
    else:
        sockets.review_user(user_id=person.user.pk)


@pytest.mark.parametrize("of_team", [False, True])
@pytest.mark.parametrize(
    ("change", "code"),
    [(give_role, "notAuthorized"), (suspend, "userSuspended"), (delete_things, "noEntity")],
)
async def test_who_lost_the_right_leaves_the_room_and_is_told(
    switchboard: RealtimeServer, bob: Person, change: Callable[[Person], None], code: str, of_team: bool
) -> None:
    thing = await aside(lambda: new_thing(bob.team.pk))
    talk = await watching(switchboard, bob, thing)

    await aside(lambda: change(bob), lambda: review_of(bob, of_team=of_team))

    assert await word(talk) == ("room:left", {"room": thing, "code": code})
    assert await word(talk) == ("room:reviewed", {})
    [socket] = switchboard.hub.sockets
    assert list(socket.rooms) == [rooms.session(bob.session.pk), rooms.user(bob.user.pk), rooms.team(bob.team.pk)]
    await aside(lambda: publish_change(thing, 1), lambda: publish_change(rooms.team(bob.team.pk), 2))
    assert (await word(talk))[1]["data"] == {"number": 2}


@pytest.mark.parametrize("of_team", [False, True])
@pytest.mark.parametrize("change", [lock_user, put_out])
async def test_who_may_not_be_connected_any_more_is_closed(
    switchboard: RealtimeServer, bob: Person, change: Callable[[Person], None], of_team: bool
) -> None:
    talk = await watching(switchboard, bob)

    await aside(lambda: change(bob), lambda: review_of(bob, of_team=of_team))

    assert await talk.hear() == "41"
    assert await talk.hear_close() == POLICY
    assert list(switchboard.hub.sockets) == []


async def test_who_keeps_the_right_stays(
    switchboard: RealtimeServer, alice: Person, bob: Person, mallory: Person
) -> None:
    thing, foreign = await aside(lambda: [new_thing(alice.team.pk), new_thing(mallory.team.pk)])
    admin, other = await watching(switchboard, alice, thing), await watching(switchboard, mallory, foreign)
    member = await watching(switchboard, bob, thing)

    await aside(lambda: give_role(bob), lambda: lock_team(alice), lambda: review_of(alice, of_team=True))

    assert await word(member) == ("room:left", {"room": thing, "code": "notAuthorized"})
    assert await word(admin) == ("room:reviewed", {})
    await aside(lambda: publish_change(thing, 1), lambda: publish_change(foreign, 2))
    assert (await word(admin))[1]["data"] == {"number": 1}
    assert (await word(other))[1]["data"] == {"number": 2}


async def test_an_operators_room_is_left_with_the_office(
    switchboard: RealtimeServer, mallory: Person, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = rooms.RoomKind(
        name="desk",
        permission=None,
        query="SELECT asked.team_id, asked.id FROM asked JOIN teams_team AS t ON t.id = asked.id::uuid",
        operator=True,
    )
    monkeypatch.setitem(rooms.KINDS.entries, desk.name, desk)
    room = f"desk:{alice.team.pk}"
    await aside(lambda: make_operator(mallory.user))
    member = await watching(switchboard, alice)
    assert (await ask(member, 1, "room:join", room))["code"] == "notAuthorized"
    operator = await watching(switchboard, mallory, room)

    await aside(lambda: end_operator(mallory), lambda: review_of(mallory, of_team=False))

    assert await word(operator) == ("room:left", {"room": room, "code": "notAuthorized"})


async def test_a_room_may_be_asked_for_again_after_the_team_was_restored(
    switchboard: RealtimeServer, bob: Person
) -> None:
    thing = await aside(lambda: new_thing(bob.team.pk))
    talk = await watching(switchboard, bob, thing)
    await aside(lambda: suspend(bob), lambda: review_of(bob, of_team=True))
    assert [(await word(talk))[0] for _ in range(2)] == ["room:left", "room:reviewed"]
    assert (await ask(talk, 1, "room:join", thing))["code"] == "userSuspended"

    await aside(lambda: restore(bob), lambda: review_of(bob, of_team=True))

    assert await word(talk) == ("room:reviewed", {})
    assert await ask(talk, 2, "room:join", thing) == {"room": thing}


async def test_what_was_left_is_not_recovered(switchboard: RealtimeServer, bob: Person) -> None:
    thing = await aside(lambda: new_thing(bob.team.pk))
    talk = Talk(switchboard)
    begun = await talk.connect(bob.token)
    await ask(talk, 1, "room:join", thing)
    await aside(lambda: give_role(bob), lambda: review_of(bob, of_team=False))
    assert (await word(talk))[0] == "room:left"
    await word(talk)
    await talk.leave()
    await aside(lambda: give_role(bob, wired.THING.permission or ""), lambda: publish_change(thing, 1))

    again = Talk(switchboard)
    resumed = await again.connect(bob.token, pid=begun["pid"])

    assert resumed["pid"] == begun["pid"]
    [socket] = switchboard.hub.sockets
    assert thing not in socket.rooms


def test_a_review_is_taken_back_with_its_transaction(tables: None, bob: Person) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        sockets.review_user(user_id=bob.user.pk)
        sockets.review_team(team_id=bob.team.pk)
        raise RuntimeError

    assert OutboxEvent.objects.count() == 0


@pytest.mark.parametrize("change", [give_role, suspend, delete_things, put_out, lock_user])
async def test_without_a_word_the_next_look_finds_it(
    switchboard: RealtimeServer, bob: Person, change: Callable[[Person], None]
) -> None:
    thing = await aside(lambda: new_thing(bob.team.pk))
    await watching(switchboard, bob, thing)
    [socket] = switchboard.hub.sockets

    await aside(lambda: change(bob))
    await switchboard.review.check([socket])

    assert socket.closed or thing not in socket.rooms


async def test_a_join_that_a_review_overtook_asks_again(
    switchboard: RealtimeServer, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    thing = await aside(lambda: new_thing(bob.team.pk))
    talk = await watching(switchboard, bob)
    [socket] = switchboard.hub.sockets
    allowed = switchboard.gate.authorise

    async def slowly(token_hash: bytes, room: str) -> None:
        await allowed(token_hash, room)
        if socket.reviews == 0:
            await aside(lambda: give_role(bob))
            switchboard.review.ask([socket])

    monkeypatch.setattr(switchboard.gate, "authorise", slowly)
    await talk.say(f'427["room:join","{thing}"]')

    heard = sorted([await talk.hear(), await talk.hear()])
    assert heard[0] == '42["room:reviewed",{}]'
    assert json.loads(heard[1].removeprefix("437"))[0]["code"] == "notAuthorized"
    assert thing not in socket.rooms


@pytest.mark.parametrize("end", [sockets.close_session, sockets.review_user])
async def test_a_word_that_came_while_a_socket_was_admitted_is_not_lost(
    switchboard: RealtimeServer, bob: Person, end: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    await watching(switchboard, bob)  # the feeds are running
    admit = switchboard.gate.admit
    session = bob.session

    async def slowly(token: str) -> Any:
        admitted = await admit(token)
        name = "session_id" if end is sockets.close_session else "user_id"
        about = session.pk if end is sockets.close_session else bob.user.pk
        before = switchboard.hub.controls
        await aside(lambda: put_out(bob), lambda: end(**{name: about}))
        while switchboard.hub.controls == before:  # noqa: ASYNC110 -- the hub tells nobody
            await asyncio.sleep(0.005)
        return admitted

    monkeypatch.setattr(switchboard.gate, "admit", slowly)
    late = Talk(switchboard)
    await late.open()
    await late.say("40" + json.dumps({"token": bob.token}))

    assert await late.hear_close() == POLICY
    assert list(switchboard.hub.sockets) == []


async def test_a_whole_team_is_looked_at_with_few_queries(
    switchboard: RealtimeServer, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await aside(lambda: [make_person(f"P{number}", alice.team) for number in range(12)])
    things = await aside(lambda: [new_thing(alice.team.pk) for _ in range(5)])
    talks = [await watching(switchboard, person, *things) for person in people]
    asked: list[int] = []
    for name in ("callers", "watchable"):
        monkeypatch.setattr(switchboard.gate, name, counting(getattr(switchboard.gate, name), asked))

    await aside(lambda: delete_things(alice), lambda: sockets.review_team(team_id=alice.team.pk))

    for talk in talks:
        lost = [(await word(talk))[1].get("room") for _ in range(6)]
        assert lost == [*things, None]
    assert asked == [12, 5]


def counting(query: Callable[..., Any], asked: list[int]) -> Callable[..., Any]:
    async def counted(questions: Sequence[Any]) -> Any:
        asked.append(len(questions))
        return await query(questions)

    return counted


async def test_a_review_reads_no_plan(
    switchboard: RealtimeServer, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await watching(switchboard, bob)
    [socket] = switchboard.hub.sockets

    def never(*_: object) -> None:
        raise AssertionError("the features of a plan were read")

    monkeypatch.setattr("server.identity.resolver.json", SimpleNamespace(dumps=never, loads=never))

    [caller] = (await switchboard.gate.callers([socket.token_hash])).values()

    assert caller.session_id == bob.session.pk


async def test_a_review_outlives_an_outage_of_the_database(
    switchboard: RealtimeServer, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = await watching(switchboard, bob)
    callers, failures = switchboard.gate.callers, [OSError("away"), OSError("away")]

    async def sometimes(hashes: Sequence[bytes]) -> Any:
        if failures:
            raise failures.pop()
        return await callers(hashes)

    monkeypatch.setattr("realtime.review.RETRY_SECONDS", 0.01)
    monkeypatch.setattr(switchboard.gate, "callers", sometimes)
    await aside(lambda: put_out(bob), lambda: review_of(bob, of_team=False))

    assert await talk.hear_close() == POLICY
    assert failures == []


async def test_all_sockets_are_looked_at_now_and_then(
    switchboard: RealtimeServer, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    thing = await aside(lambda: new_thing(bob.team.pk))
    talk = await watching(switchboard, bob, thing)
    await aside(lambda: give_role(bob))

    looking = asyncio.create_task(
        SessionReview(switchboard.hub, switchboard.gate, SocketLimits(review_seconds=0.01)).run()
    )

    assert await word(talk) == ("room:left", {"room": thing, "code": "notAuthorized"})
    looking.cancel()
