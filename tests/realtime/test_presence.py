"""Presence, from the first tab to the last, in one process and in several."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any
from uuid import UUID

import pytest
import redis
from django.conf import settings

from realtime import presence_store
from realtime.presence import Presence
from realtime.server import RealtimeServer
from server.accounts.models import User
from server.core import clock, rooms, sockets
from server.presence import entries
from server.teams.models import Member, Team
from server.teams.services import settings as settings_of_team
from tests.cast import Person, make_operator, make_person, sign_in
from tests.realtime.aside import aside, until
from tests.realtime.harness import database_url
from tests.realtime.talk import Talk

SECONDS = 30  # before a hanging test is ended


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens the collection interval, so that tests need not wait for unrelated changes.

    Also disables the periodic refresh, which would hide a lost event.
    """
    monkeypatch.setattr("realtime.presence.GATHER_SECONDS", 0.02)
    monkeypatch.setattr("realtime.presence.HEARTBEATS_PER_REFRESH", 10_000)
    monkeypatch.setattr(presence_store, "PUBLISH_INTERVAL_MS", 20)


@pytest.fixture
async def other_board(tables: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RealtimeServer]:
    """A second process of the same product."""
    monkeypatch.setattr(settings, "DATABASE_URL", database_url())
    board = RealtimeServer()
    yield board
    await board.stop()


class Tab:
    """A tab of the client: it shows screens and receives presence events."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.number = 0
        self.team: dict[str, Any] = {"revision": 0, "people": []}
        self.told: list[list[str]] = []
        self.sessions: list[dict[str, Any]] = []

    @classmethod
    async def open(
        cls, board: RealtimeServer, person: Person, screen: str = "analytics", thing: str | None = None
    ) -> Any:
        tab = cls(Talk(board))
        await tab.talk.connect(person.token)
        await tab.show(screen, thing)
        return tab

    async def show(self, screen: str, thing: str | None = None) -> Any:
        return await self.ask("presence:show", {"screen": screen, "thing": thing})

    async def ask(self, *event: Any) -> Any:
        self.number += 1
        await self.talk.say(f"42{self.number}{json.dumps(event)}")
        while True:
            text = await self.talk.hear()
            if text.startswith(f"43{self.number}"):
                return json.loads(text.removeprefix(f"43{self.number}"))[0]
            self._handle_message(text)

    async def until(self, right: Callable[["Tab"], bool]) -> None:
        """Receives events until the condition is true."""
        async with asyncio.timeout(SECONDS):
            while not right(self):
                self._handle_message(await self.talk.hear())

    async def sees(self, **things: list[str]) -> None:
        """Receives events until exactly these people are present, with these records."""
        try:
            await self.until(lambda tab: tab.people == things)
        except TimeoutError:
            raise AssertionError(f"expected {things}, told {self.told}") from None

    @property
    def people(self) -> dict[str, list[str]]:
        return {person["fullname"]: person["things"] for person in self.team["people"]}

    def _handle_message(self, text: str) -> None:
        if text == "2":
            return
        assert text.startswith("42"), text
        name, body, *_ = json.loads(text[2:])
        if name == "presence.team.changed":
            assert body["data"]["revision"] > self.team["revision"]
            self.team = body["data"]
            self.told.append(sorted(self.people))
        elif name == "presence.sessions.changed":
            self.sessions = body["data"]["sessions"]


async def test_people_come_look_and_go(
    switchboard: RealtimeServer, alice: Person, bob: Person, mallory: Person
) -> None:
    first, foreign = await Tab.open(switchboard, alice), await Tab.open(switchboard, mallory)
    await first.sees(Alice=[])

    second = await Tab.open(switchboard, bob, "campaign-edit", "campaign:1")
    await first.sees(Alice=[], Bob=["campaign:1"])
    await second.show("contact", "contact:7")
    await first.sees(Alice=[], Bob=["contact:7"])
    await second.talk.leave()

    await first.sees(Alice=[])
    assert first.told[-1] == ["Alice"]
    assert all(told == ["Mallory"] for told in foreign.told)


async def test_who_comes_later_is_told_who_is_here_with_the_answer(
    switchboard: RealtimeServer, alice: Person, bob: Person
) -> None:
    first = await Tab.open(switchboard, alice, "report", "campaign:1")
    await first.sees(Alice=["campaign:1"])
    second = Tab(Talk(switchboard))
    await second.talk.connect(bob.token)

    answer = await second.show("analytics")

    assert [(one["fullname"], one["things"]) for one in answer["people"]] == [("Alice", ["campaign:1"])]
    assert answer["people"][0] == {
        "userId": str(alice.user.pk),
        "fullname": "Alice",
        "initials": "A",
        "things": ["campaign:1"],
    }
    assert answer["revision"] >= first.team["revision"]


async def test_a_person_stays_until_the_last_tab_is_closed(
    switchboard: RealtimeServer, other_board: RealtimeServer, alice: Person, bob: Person
) -> None:
    watcher = await Tab.open(switchboard, alice)
    here = await Tab.open(switchboard, bob, "report", "campaign:1")
    there = await Tab.open(other_board, bob, "contact", "contact:7")
    phone = await aside(lambda: sign_in(bob.user, bob.team))
    elsewhere = await Tab.open(other_board, phone, "report", "campaign:1")
    await watcher.sees(Alice=[], Bob=["campaign:1", "contact:7"])

    await here.talk.leave()
    await there.talk.leave()
    await watcher.sees(Alice=[], Bob=["campaign:1"])
    await elsewhere.talk.leave()

    await watcher.sees(Alice=[])


async def test_two_processes_tell_the_same(
    switchboard: RealtimeServer, other_board: RealtimeServer, alice: Person, bob: Person
) -> None:
    here = await Tab.open(switchboard, alice, "report", "campaign:1")
    there = await Tab.open(other_board, bob, "report", "campaign:1")

    for tab in (here, there):
        await tab.sees(Alice=["campaign:1"], Bob=["campaign:1"])


async def test_a_killed_process_takes_its_people_with_it(
    switchboard: RealtimeServer,
    other_board: RealtimeServer,
    alice: Person,
    bob: Person,
    redis_client: redis.Redis,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("realtime.presence.HEARTBEAT_SECONDS", 0.05)
    watcher = await Tab.open(switchboard, alice)
    held = await Tab.open(other_board, bob)
    await watcher.sees(Alice=[], Bob=[])

    # A process stays alive for several heartbeats of the others (PROCESS_TTL_SECONDS), so they know it before it dies.
    async with asyncio.timeout(SECONDS):
        while other_board.presence._process not in switchboard.presence._living:  # noqa: ASYNC110 -- nobody tells of a beat
            await asyncio.sleep(0.01)
    # As after SIGKILL: it sends nothing more, and its registration expires.
    running = {task for task in other_board._tasks if " Presence." in repr(task.get_coro())}
    assert len(running) == 2
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=0.1)
    redis_client.zadd(presence_store.PROCESSES_KEY, {other_board.presence._process: 1})

    await watcher.sees(Alice=[])
    assert not held.talk.has_ended


async def test_an_emptied_redis_is_filled_again(
    switchboard: RealtimeServer, alice: Person, bob: Person, redis_client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("realtime.presence.HEARTBEAT_SECONDS", 0.05)
    watcher = await Tab.open(switchboard, alice)
    held = await Tab.open(switchboard, bob)
    await watcher.sees(Alice=[], Bob=[])
    before = watcher.team["revision"]

    for key in redis_client.keys("presence:*"):
        redis_client.delete(key)

    await watcher.until(lambda tab: tab.team["revision"] > before and len(tab.people) == 2)
    assert not held.talk.has_ended
    assert len(redis_client.hgetall(f"presence:team:{alice.team.pk}")) == 2


async def test_a_burst_is_told_in_few_words(
    switchboard: RealtimeServer, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("realtime.presence.GATHER_SECONDS", 0.3)
    watcher, walker = await Tab.open(switchboard, alice), await Tab.open(switchboard, bob)
    await watcher.sees(Alice=[], Bob=[])
    told = len(watcher.told)
    begun = asyncio.get_running_loop().time()

    for number in range(60):
        await walker.show("contact", f"contact:{number}")
    await watcher.sees(Alice=[], Bob=["contact:59"])

    gatherings = (asyncio.get_running_loop().time() - begun) / 0.3
    assert len(watcher.told) - told <= min(gatherings + 2, 59)


async def test_who_comes_while_the_others_are_being_told_of_is_told_of_next(
    switchboard: RealtimeServer, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = await Tab.open(switchboard, alice)
    await watcher.sees(Alice=[])
    caller = await aside(lambda: bob.caller)
    presence, late = switchboard.presence, ["bob's socket"]
    turns = presence._store.turns

    async def meanwhile(teams: Sequence[UUID]) -> list[UUID]:
        # All known changes are written by now, and not published yet.
        if late:
            presence.show(late.pop(), caller, "report", "campaign:1")
        return await turns(teams)

    monkeypatch.setattr(presence._store, "turns", meanwhile)
    await watcher.show("contact", "contact:7")

    await watcher.sees(Alice=["contact:7"], Bob=["campaign:1"])


async def test_who_goes_while_the_others_are_being_told_of_is_gone_next(
    switchboard: RealtimeServer, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = await Tab.open(switchboard, alice)
    caller = await aside(lambda: bob.caller)
    presence, late = switchboard.presence, ["bob's socket"]
    presence.show(late[0], caller, "report", None)
    await watcher.sees(Alice=[], Bob=[])
    turns = presence._store.turns

    async def meanwhile(teams: Sequence[UUID]) -> list[UUID]:
        if late:
            presence.leave(late.pop(), caller)
        return await turns(teams)

    monkeypatch.setattr(presence._store, "turns", meanwhile)
    await watcher.show("contact", "contact:7")

    await watcher.sees(Alice=["contact:7"])


async def test_a_beat_whose_answer_was_lost_is_taken_for_the_first(
    switchboard: RealtimeServer, alice: Person, redis_client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis was emptied, and the response that would have shown it did not arrive."""
    monkeypatch.setattr("realtime.presence.HEARTBEAT_SECONDS", 0.05)
    watcher = await Tab.open(switchboard, alice)
    await watcher.sees(Alice=[])
    store, failures = switchboard.presence._store, [redis.TimeoutError("no answer")]
    beat = store.beat

    async def unanswered() -> Any:
        if not failures:
            return await beat()
        for key in redis_client.keys("presence:*"):
            redis_client.delete(key)
        await beat()
        raise failures.pop()

    monkeypatch.setattr(store, "beat", unanswered)

    await until(lambda: redis_client.hlen(f"presence:team:{alice.team.pk}") == 1 and not failures)


async def test_a_team_that_shows_nobody_is_told_nothing(
    switchboard: RealtimeServer, alice: Person, bob: Person
) -> None:
    watcher, second = await Tab.open(switchboard, alice), await Tab.open(switchboard, bob)
    await watcher.sees(Alice=[], Bob=[])

    def switch_off() -> None:
        settings_of_team.change(changes={"show_presence": False}, by=alice.caller)

    await aside(switch_off)

    await watcher.until(lambda tab: tab.team["people"] == [])
    assert (await second.show("contact", "contact:7"))["people"] == []


async def test_operators_see_the_sessions_of_a_team_even_when_it_shows_nobody(
    switchboard: RealtimeServer, alice: Person, mallory: Person
) -> None:
    room = rooms.build_room("support-team", alice.team.pk)
    await aside(
        lambda: Team.objects.filter(pk=alice.team.pk).update(show_presence=False),
        lambda: make_operator(mallory.user),
    )
    tab = await Tab.open(switchboard, alice, "report", "campaign:1")
    operator = await Tab.open(switchboard, mallory)
    assert (await tab.ask("room:join", room))["code"] == "notAuthorized"

    assert await operator.ask("room:join", room) == {"room": room}

    await operator.until(lambda desk: [one["screen"] for one in desk.sessions] == ["report"])
    [session] = operator.sessions
    assert (session["sessionId"], session["userId"], session["thing"]) == (
        str(alice.session.pk),
        str(alice.user.pk),
        "campaign:1",
    )
    await tab.show("analytics")
    await operator.until(lambda desk: [one["screen"] for one in desk.sessions] == ["analytics"])
    assert tab.sessions == []


@pytest.mark.parametrize(
    "body",
    [
        None,
        {},
        "analytics",
        {"screen": "analytics"},
        {"thing": None},
        {"screen": "", "thing": None},
        {"screen": "a b", "thing": None},
        {"screen": 7, "thing": None},
        {"screen": "analytics", "thing": 7},
        {"screen": "analytics", "thing": "campaign"},
        {"screen": "analytics", "thing": "<b>:1"},
        {"screen": "analytics", "thing": None, "userId": "somebody else"},
        {"screen": "a" * 61, "thing": None},
    ],
)
async def test_what_is_no_screen_is_refused_and_nobody_is_told(
    switchboard: RealtimeServer, alice: Person, body: Any, redis_client: redis.Redis
) -> None:
    talk = Talk(switchboard)
    await talk.connect(alice.token)

    await talk.say(f"421{json.dumps(['presence:show', body])}")

    assert json.loads((await talk.hear()).removeprefix("431"))[0]["code"] == "badRequest"
    assert switchboard.presence._entries == {}
    assert redis_client.hlen(f"presence:team:{alice.team.pk}") == 0


@pytest.mark.parametrize("change", ["locked", "put out"])
async def test_who_lost_access_is_gone(switchboard: RealtimeServer, alice: Person, bob: Person, change: str) -> None:
    watcher = await Tab.open(switchboard, alice)
    held = await Tab.open(switchboard, bob)
    await watcher.sees(Alice=[], Bob=[])

    def lose() -> None:
        if change == "locked":
            User.objects.filter(pk=bob.user.pk).update(locked_at=clock.now())
        else:
            Member.objects.filter(user=bob.user).update(active=False)
        sockets.review_user(user_id=bob.user.pk)

    await aside(lose)

    await watcher.sees(Alice=[])
    assert await held.talk.hear_close() == 4008


async def test_a_team_has_a_bounded_number_of_sockets_and_people(
    switchboard: RealtimeServer, alice: Person, redis_client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence_store, "MAX_SOCKETS", 4)
    monkeypatch.setattr(entries, "MAX_PEOPLE", 2)
    people = await aside(lambda: [make_person(f"P{number}", alice.team) for number in range(5)])
    watcher = await Tab.open(switchboard, alice)
    await watcher.sees(Alice=[])

    tabs = [await Tab.open(switchboard, person) for person in people]

    await watcher.until(lambda tab: len(tab.people) == 2)
    await tabs[0].until(lambda tab: len(tab.people) == 2)
    await until(lambda: not switchboard.presence._puts)  # all six are written or rejected
    assert redis_client.hlen(f"presence:team:{alice.team.pk}") == 4


async def test_without_redis_a_screen_is_still_shown_and_told_later(
    switchboard: RealtimeServer, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("realtime.presence.RETRY_SECONDS", 0.01)
    watcher = await Tab.open(switchboard, alice)
    await watcher.sees(Alice=[])
    write, failures = switchboard.presence._store.write, [redis.ConnectionError("away")] * 3

    async def sometimes(*arguments: Any) -> None:
        if failures:
            raise failures.pop()
        await write(*arguments)

    monkeypatch.setattr(switchboard.presence._store, "write", sometimes)
    await watcher.show("contact", "contact:7")

    await watcher.sees(Alice=["contact:7"])
    assert failures == []


async def test_a_closed_socket_costs_nothing_more(switchboard: RealtimeServer, alice: Person) -> None:
    tab = await Tab.open(switchboard, alice)
    await tab.sees(Alice=[])

    await tab.talk.leave()

    presence: Presence = switchboard.presence
    async with asyncio.timeout(SECONDS):
        while presence._news or presence._drops:  # noqa: ASYNC110 -- nothing tells of it
            await asyncio.sleep(0.01)
    assert (presence._entries, presence._puts) == ({}, {})
