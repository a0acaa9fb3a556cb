"""Shared editing: every delta reaches every client, or the client is notified to join again."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pycrdt
import pytest
from django.conf import settings
from django.db import connection, transaction
from redis.exceptions import RedisError

from realtime.documents import LOSS_TIMEOUT_SECONDS, DeltaSequence
from realtime.limits import SocketLimits
from realtime.log import EventLog
from realtime.outgoing_queue import OutgoingQueue
from realtime.packets import build_binary_event
from realtime.server import RealtimeServer
from server.core import deltas, sockets, stream
from server.core.callers import Caller
from server.core.deltas import DeltaSource, MissingState
from server.core.errors import BadRequest
from server.core.rate_limits.token_buckets import TokenBucket
from server.documents.limits import MAX_AWARENESS_BYTES, MAX_STATE_VECTOR_BYTES
from tests.cast import Person
from tests.realtime import wired
from tests.realtime.aside import aside
from tests.realtime.harness import database_url
from tests.realtime.talk import Talk
from tests.realtime.test_outflow import Writer
from tests.realtime.test_review import give_role
from tests.realtime.wired import new_thing

CREATE = (
    "CREATE TABLE IF NOT EXISTS wired_delta (document uuid, number int, body bytea, PRIMARY KEY (document, number))"
)
DROP = "DROP TABLE wired_delta"
NEXT = """
INSERT INTO wired_delta SELECT %(document)s, 1 + coalesce(max(number), 0), %(body)s
  FROM wired_delta WHERE document = %(document)s RETURNING number
"""
EMPTY = b"\x00"  # the state vector of an empty document


def load(document: UUID, state_vector: bytes, by: Caller | None = None) -> MissingState:
    with connection.cursor() as cursor:
        cursor.execute("SELECT number, body FROM wired_delta WHERE document = %s ORDER BY number", [document])
        rows = cursor.fetchall()
    whole = pycrdt.merge_updates(*[bytes(body) for _, body in rows]) if rows else b"\x00\x00"
    return MissingState(
        update=pycrdt.get_update(whole, state_vector),
        state_vector=pycrdt.get_state(whole),
        number=rows[-1][0] if rows else 0,
        read_bytes=sum(len(body) for _, body in rows),
    )


def store(document: UUID, update: bytes, by: Caller) -> int:
    try:
        pycrdt.get_state(update)
    except ValueError as error:
        raise BadRequest from error
    with transaction.atomic(), connection.cursor() as cursor:
        # One writer of a document at a time: each number is given once.
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [str(document)])
        cursor.execute(NEXT, {"document": document, "body": update})
        return int(cursor.fetchone()[0])


@pytest.fixture(autouse=True)
def _source(tables: None) -> Iterator[None]:
    """Records of the realtime tests are documents, in a separate table."""
    with connection.cursor() as cursor:
        cursor.execute(CREATE)
    deltas.register(DeltaSource(wired.THING.name, wired.THING.permission, load, store))
    yield
    del deltas.SOURCES.entries[wired.THING.name]
    with connection.cursor() as cursor:
        cursor.execute(DROP)


def cursor_of(client: int, state: str = '{"name":"Alice"}') -> bytes:
    """An awareness state of y-protocols, of a client under 128."""
    text = state.encode()
    length = bytes([len(text)]) if len(text) < 128 else bytes([len(text) & 127 | 128, len(text) >> 7])
    return bytes([1, client, 1]) + length + text


class Author:
    """A client with its own document."""

    def __init__(self, talk: Talk, room: str) -> None:
        self.talk = talk
        self.room = room
        self.document: pycrdt.Doc[Any] = pycrdt.Doc()
        self.text = self.document.get("text", type=pycrdt.Text)
        self.words: list[tuple[str, Any]] = []
        self._asked = 0

    @classmethod
    async def open(cls, board: RealtimeServer, person: Person, room: str, client: int = 1) -> "Author":
        author = cls(Talk(board), room)
        await author.talk.connect(person.token)
        await author.join(client)
        return author

    async def join(self, client: int = 1) -> None:
        body, missing, state = await self.ask(
            "doc:join", {"room": self.room, "client": client}, self.document.get_state()
        )
        assert body["room"] == self.room
        self.document.apply_update(missing)
        assert pycrdt.get_state(self.document.get_update()) == state

    async def write(self, words: str) -> int:
        """Writes at the end and sends it. Returns the number of the delta."""
        before = self.document.get_state()
        self.text += words
        [body] = await self.ask("doc:update", self.room, self.document.get_update(before))
        return int(body["number"])

    async def ask(self, name: str, *arguments: Any) -> list[Any]:
        """Sends a request. Returns the ack with its attachments in place."""
        self._asked += 1
        places: list[Any] = []
        data: list[bytes] = []
        for argument in arguments:
            if isinstance(argument, bytes):
                places.append({"_placeholder": True, "num": len(data)})
                data.append(argument)
            else:
                places.append(argument)
        head = f"5{len(data)}-" if data else "2"
        await self.talk.say(f"4{head}{self._asked}{json.dumps([name, *places])}")
        for one in data:
            await self.talk.say(one)
        while True:
            kind, number, body = await self._packet()
            if kind == "ack" and number == self._asked:
                return body
            self._apply_event(body)

    async def until(self, text: str) -> None:
        """Reads messages until the document has the content."""
        async with asyncio.timeout(5):
            while str(self.text) != text:
                self._apply_event((await self._packet())[2])

    async def word(self) -> tuple[str, Any]:
        """The next event other than a delta."""
        while not self.words:
            self._apply_event((await self._packet())[2])
        return self.words.pop(0)

    async def word_with_bytes(self) -> tuple[str, list[Any]]:
        """The next event, including deltas."""
        event = (await self._packet())[2]
        return event[0], event[1:]

    def _apply_event(self, event: list[Any]) -> None:
        if event[0] == "doc:update":
            self.document.apply_update(event[2])
        else:
            self.words.append((event[0], event[1:]))

    async def _packet(self) -> tuple[str, int, list[Any]]:
        text = await self.talk.hear()
        assert text[0] == "4", text
        count, rest = 0, text[2:]
        if text[1] in "56":
            number, _, rest = rest.partition("-")
            count = int(number)
        ack = rest[: rest.index("[")]
        body = json.loads(rest[len(ack) :])
        data = [await self.talk.hear_bytes() for _ in range(count)]
        filled = [data[one["num"]] if isinstance(one, dict) and "_placeholder" in one else one for one in body]
        return ("ack" if text[1] in "36" else "event"), int(ack or 0), filled


async def test_what_one_writes_the_others_read_and_who_comes_later_too(
    switchboard: RealtimeServer, alice: Person, bob: Person
) -> None:
    room = await aside(lambda: new_thing(alice.team.pk))
    first, second = await Author.open(switchboard, alice, room), await Author.open(switchboard, bob, room, 2)

    assert [await first.write("Kopi "), await first.write("tubruk")] == [1, 2]
    await second.until("Kopi tubruk")
    assert await second.write(", panas") == 3
    await first.until("Kopi tubruk, panas")
    late = await Author.open(switchboard, bob, room, 3)

    assert str(late.text) == "Kopi tubruk, panas"


async def test_edits_at_the_same_time_end_alike_everywhere(
    switchboard: RealtimeServer, alice: Person, bob: Person
) -> None:
    room = await aside(lambda: new_thing(alice.team.pk))
    authors = [
        await Author.open(switchboard, person, room, number) for number, person in enumerate((alice, bob, alice))
    ]

    for turn in range(5):
        await asyncio.gather(*(author.write(f"{number}{turn};") for number, author in enumerate(authors)))
    for author in authors:
        await author.join()

    texts = {str(author.text) for author in authors}
    assert len(texts) == 1
    assert sorted(texts.pop().rstrip(";").split(";")) == sorted(f"{n}{t}" for n in range(3) for t in range(5))


async def test_cursors_are_relayed_and_gone_with_their_socket(
    switchboard: RealtimeServer, alice: Person, bob: Person
) -> None:
    room = await aside(lambda: new_thing(alice.team.pk))
    first, second = await Author.open(switchboard, alice, room, 11), await Author.open(switchboard, bob, room, 22)

    await second.ask("doc:awareness", room, cursor_of(22))
    assert await first.word() == ("doc:awareness", [{"room": room}, cursor_of(22)])
    await second.talk.leave()

    assert await first.word() == ("doc:gone", [{"room": room, "clients": [22]}])


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("doc:join", [{"room": "{room}", "client": 1}], "badRequest"),
        ("doc:join", ["{room}", EMPTY], "badRequest"),
        ("doc:join", [{"room": "{room}", "client": -1}, EMPTY], "badRequest"),
        ("doc:join", [{"room": "nothing", "client": 1}, EMPTY], "noEntity"),
        ("doc:join", [{"room": "import:{thing}", "client": 1}, EMPTY], "noEntity"),
        ("doc:update", ["{room}", b"\xff\xff\xff"], "badRequest"),
        ("doc:update", ["{room}", "text"], "badRequest"),
        ("doc:update", ["thing:other", b"\x00\x00"], "noEntity"),
        ("doc:awareness", ["thing:other", b"\x00"], "noEntity"),
        ("doc:awareness", ["{room}", b"cursor"], "badRequest"),
        ("doc:awareness", ["{room}", b"\x00"], "badRequest"),
    ],
)
async def test_what_is_no_document_is_refused_and_nothing_is_stored(
    switchboard: RealtimeServer, alice: Person, name: str, arguments: list[Any], code: str
) -> None:
    room = await aside(lambda: new_thing(alice.team.pk))
    author = await Author.open(switchboard, alice, room)
    text = json.dumps([one if not isinstance(one, bytes) else None for one in arguments])
    named = json.loads(text.replace("{room}", room).replace("{thing}", room.partition(":")[2]))
    filled = [one if isinstance(one, bytes) else named[at] for at, one in enumerate(arguments)]

    [refused] = await author.ask(name, *filled)

    assert refused["code"] == code
    assert (await aside(lambda: load(UUID(room.partition(":")[2]), EMPTY))).number == 0


async def test_a_cursor_is_relayed_for_the_client_that_opened_the_document_only(
    switchboard: RealtimeServer, alice: Person, bob: Person
) -> None:
    room = await aside(lambda: new_thing(alice.team.pk))
    first, second = await Author.open(switchboard, alice, room, 11), await Author.open(switchboard, bob, room, 22)

    large = cursor_of(22, json.dumps("x" * MAX_AWARENESS_BYTES))
    for state in (cursor_of(11), cursor_of(22) + cursor_of(11)[1:], large, cursor_of(22, "invalid JSON")):
        [refused] = await second.ask("doc:awareness", room, state)
        assert refused["code"] == "badRequest"
    await second.ask("doc:awareness", room, cursor_of(22))

    assert await first.word() == ("doc:awareness", [{"room": room}, cursor_of(22)])


async def test_a_session_sends_so_many_bytes_of_updates_and_refused_ones_count_several_times(
    tables: None, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "DATABASE_URL", database_url())
    limits = SocketLimits(
        document_bytes_per_second=0.001,
        document_burst_bytes=1_000,
        refused_update_factor=4,
        join_response_divisor=1,
    )
    board = RealtimeServer(limits)
    room = await aside(lambda: new_thing(alice.team.pk))
    thing = UUID(room.partition(":")[2])
    first, second = await Author.open(board, alice, room), await Author.open(board, alice, room, 2)

    first.text += "a" * 300
    whole = first.document.get_update()
    [stored] = await first.ask("doc:update", room, whole)
    assert stored == {"room": room, "number": 1}
    [malformed] = await second.ask("doc:update", room, b"\xff" * 100)
    assert malformed["code"] == "badRequest"
    # Each join sent a vector of one byte and got a response of three.
    left = 1_000 - 2 * 4 - len(whole) - 5 * 100
    [late] = await second.ask("doc:update", room, b"\xff" * (left + 1))
    assert (late["code"], late["payload"]) == ("tooManyRequests", {"retryAfterSeconds": 1_000})
    # Input within the allowance is read again.
    [malformed] = await first.ask("doc:update", room, b"\xff" * left)
    assert malformed["code"] == "badRequest"
    [late] = await first.ask("doc:update", room, whole)

    assert late["code"] == "tooManyRequests"
    assert (await aside(lambda: load(thing, EMPTY))).number == 1
    for author in (first, second):
        await author.talk.leave()
    await board.stop()


async def test_join_charges_its_state_vector_its_response_and_what_was_read(
    tables: None, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "DATABASE_URL", database_url())
    limits = SocketLimits(document_bytes_per_second=0.001, document_burst_bytes=1_000, join_response_divisor=2)
    board = RealtimeServer(limits)
    room = await aside(lambda: new_thing(alice.team.pk))
    first, second = await Author.open(board, alice, room), Author(Talk(board), room)
    first.text += "a" * 300
    whole = first.document.get_update()
    [stored] = await first.ask("doc:update", room, whole)
    assert stored["number"] == 1
    await second.talk.connect(alice.token)
    allowance = shared_allowance(board)
    before = allowance._left

    _, missing, state = await second.ask("doc:join", {"room": room, "client": 2}, EMPTY)

    cost = 1 + (len(whole) + len(missing) + len(state)) / 2
    assert before - allowance._left == pytest.approx(cost, abs=0.1)
    joins = 1 + int((allowance._left - 1) / cost)
    # Once the allowance is used up, joins are rejected, however small their vectors are.
    bodies = [(await second.ask("doc:join", {"room": room, "client": 2}, EMPTY))[0] for _ in range(joins + 2)]
    assert [body.get("code", "joined") for body in bodies] == ["joined"] * joins + ["tooManyRequests"] * 2
    assert bodies[-1]["payload"]["retryAfterSeconds"] > 0
    for author in (first, second):
        await author.talk.leave()
    await board.stop()


def shared_allowance(board: RealtimeServer) -> TokenBucket:
    """The allowance of the only session."""
    [allowance] = board._document_allowances.values()
    return allowance


async def test_rejected_join_charges_several_times_its_bytes(
    tables: None, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "DATABASE_URL", database_url())
    burst = 7 * MAX_STATE_VECTOR_BYTES + 1
    limits = SocketLimits(
        document_bytes_per_second=0.001,
        document_burst_bytes=burst,
        refused_update_factor=4,
        min_rejected_join_bytes=MAX_STATE_VECTOR_BYTES,
    )
    board = RealtimeServer(limits)
    room, reads = await aside(lambda: new_thing(alice.team.pk)), 0

    def refuse(document: UUID, state_vector: bytes, by: Caller) -> MissingState:
        nonlocal reads
        reads += 1
        raise BadRequest

    refusing = DeltaSource(wired.THING.name, wired.THING.permission, refuse, store)
    monkeypatch.setitem(deltas.SOURCES.entries, wired.THING.name, refusing)
    author = Author(Talk(board), room)
    await author.talk.connect(alice.token)

    async def join(state_vector: bytes) -> str:
        [refused] = await author.ask("doc:join", {"room": room, "client": 1}, state_vector)
        return str(refused["code"])

    assert await join(b"x" * MAX_STATE_VECTOR_BYTES) == "badRequest"
    assert await join(b"x") == "badRequest"  # counts as a larger one
    assert await join(b"x" * MAX_STATE_VECTOR_BYTES) == "badRequest"  # uses the rest, and is charged four times as much
    assert await join(b"x") == "tooManyRequests"

    assert reads == 3
    assert shared_allowance(board)._left == pytest.approx(burst - 11 * MAX_STATE_VECTOR_BYTES - 1, abs=1)
    await author.talk.leave()
    await board.stop()


async def test_a_session_runs_one_join_at_a_time(
    switchboard: RealtimeServer, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await aside(lambda: new_thing(alice.team.pk))
    authors = [Author(Talk(switchboard), room) for _ in range(2)]
    for author in authors:
        await author.talk.connect(alice.token)
    at_once: list[int] = []
    inside = 0

    async def count(writer: Any, room: str, state_vector: bytes, by: Caller) -> MissingState:
        nonlocal inside
        inside += 1
        at_once.append(inside)
        await asyncio.sleep(0)
        inside -= 1
        return MissingState(b"\x00\x00", EMPTY, 0)

    monkeypatch.setattr(switchboard.documents, "open", count)
    for number in range(6):
        head = json.dumps(["doc:join", {"room": room, "client": 1}, {"_placeholder": True, "num": 0}])
        await authors[number % 2].talk.say(f"451-{100 + number}{head}")
        await authors[number % 2].talk.say(EMPTY)
    acks = [(await authors[number % 2]._packet())[1] for number in range(6)]

    assert at_once == [1] * 6
    assert acks == [100 + number for number in range(6)]


async def test_a_socket_has_one_update_at_a_time_stored(
    switchboard: RealtimeServer, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await aside(lambda: new_thing(alice.team.pk))
    author = await Author.open(switchboard, alice, room)
    at_once: list[int] = []
    stored: list[bytes] = []
    inside = 0

    async def count(writer: Any, room: str, update: bytes, by: Caller) -> int:
        nonlocal inside
        inside += 1
        at_once.append(inside)
        await asyncio.sleep(0)
        inside -= 1
        stored.append(update)
        return len(stored)

    monkeypatch.setattr(switchboard.documents, "store", count)
    for number in range(5):
        head = json.dumps(["doc:update", room, {"_placeholder": True, "num": 0}])
        await author.talk.say(f"451-{100 + number}{head}")
        await author.talk.say(bytes([number]))
    acks = [(await author._packet())[1:] for _ in range(5)]

    assert at_once == [1] * 5
    assert stored == [bytes([number]) for number in range(5)]
    assert acks == [(100 + number, [{"room": room, "number": number + 1}]) for number in range(5)]


async def test_another_team_opens_nothing(switchboard: RealtimeServer, alice: Person, mallory: Person) -> None:
    room = await aside(lambda: new_thing(alice.team.pk))
    stranger = Author(Talk(switchboard), room)
    await stranger.talk.connect(mallory.token)

    [refused] = await stranger.ask("doc:join", {"room": room, "client": 1}, EMPTY)

    assert refused["code"] == "noEntity"
    assert switchboard.documents._writers == {}


async def test_who_lost_the_right_is_out_of_the_document(
    switchboard: RealtimeServer, alice: Person, bob: Person
) -> None:
    room = await aside(lambda: new_thing(alice.team.pk))
    writer, reader = await Author.open(switchboard, alice, room), await Author.open(switchboard, bob, room, 2)

    await aside(lambda: give_role(bob), lambda: sockets.review_user(user_id=bob.user.pk))

    assert await reader.word() == ("room:left", [{"room": room, "code": "notAuthorized"}])
    await reader.word()
    assert (await reader.ask("doc:update", room, b"\x00\x00"))[0]["code"] == "noEntity"
    await writer.write("after")
    [still] = switchboard.documents._writers[room]
    assert still.owner == next(
        getattr(socket, "owner", "")
        for socket in switchboard.hub.sockets
        if socket.caller is not None and socket.caller.user_id == alice.user.pk
    )


async def test_a_delta_that_is_lost_makes_everybody_join_again(
    switchboard: RealtimeServer, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("realtime.documents.LOSS_TIMEOUT_SECONDS", 0.05)
    monkeypatch.setattr("realtime.server.CHECK_INTERVAL_SECONDS", 0.02)
    room = await aside(lambda: new_thing(alice.team.pk))
    first, second = await Author.open(switchboard, alice, room), await Author.open(switchboard, alice, room, 2)
    heard, lost = switchboard.documents.handle, [1]

    def lossy(event: dict[str, Any]) -> None:
        if event.get("number") not in lost:
            heard(event)

    switchboard._passing._on_other = lossy
    await first.write("one ")
    await first.write("two")

    assert await second.word() == ("doc:rejoin", [{"room": room}])
    assert str(second.text) == ""
    await second.join()
    assert str(second.text) == "one two"


@pytest.mark.parametrize("hangs", [False, True])
async def test_what_is_stored_while_the_layer_is_away_is_said_to_be(
    switchboard: RealtimeServer, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch, hangs: bool
) -> None:
    room = await aside(lambda: new_thing(alice.team.pk))
    first, second = await Author.open(switchboard, alice, room), await Author.open(switchboard, bob, room, 2)

    async def away(event: dict[str, Any]) -> None:
        if hangs:
            await asyncio.Event().wait()
        raise RedisError

    monkeypatch.setattr(stream, "EPHEMERAL_TIMEOUT_SECONDS", 0.05)
    monkeypatch.setattr("realtime.documents._send", away)

    assert await first.write("Kopi") == 1
    assert (await aside(lambda: load(UUID(room.partition(":")[2]), EMPTY))).number == 1
    await second.until("Kopi")
    assert first.words == []


async def test_an_outage_of_the_layer_makes_everybody_join_again(switchboard: RealtimeServer, alice: Person) -> None:
    room = await aside(lambda: new_thing(alice.team.pk))
    author = await Author.open(switchboard, alice, room)

    switchboard._interrupted()

    assert await author.word() == ("doc:rejoin", [{"room": room}])


@pytest.mark.parametrize(
    ("begun", "numbers", "new", "lost"),
    [
        (0, [1, 2, 3], [True, True, True], False),
        (5, [5, 6], [False, True], False),
        (0, [2, 1, 3], [True, True, True], False),
        (0, [2, 2, 1, 1], [True, False, True, False], False),
        (0, [3], [True], True),
        (None, [7, 8], [True, True], False),
        (None, [7, 9], [True, True], True),
    ],
)
def test_numbers_tell_what_is_new_and_what_is_lost(
    begun: int | None, numbers: list[int], new: list[bool], lost: bool
) -> None:
    seen = DeltaSequence()
    if begun is not None:
        seen.start(begun)

    assert [seen.accept(number, 0) for number in numbers] == new
    assert seen.lost(LOSS_TIMEOUT_SECONDS / 2) is False
    assert seen.lost(LOSS_TIMEOUT_SECONDS) is lost
    assert seen.lost(LOSS_TIMEOUT_SECONDS) is False


class TestSlowReader:
    def wire(self, **limits: Any) -> tuple[OutgoingQueue, Writer]:
        out, writer = OutgoingQueue(EventLog(), SocketLimits(**limits), lambda: None), Writer()
        out.writer = writer
        out.start(0)
        out.open()
        return out, writer

    def sent(self, writer: Writer) -> list[Any]:
        return [message.get("text") or message["bytes"] for message in writer.written]

    def test_bytes_stay_behind_their_text_however_it_reads(self) -> None:
        out, writer = self.wire()
        writer.takes(1)
        out.deliver_delta("a", build_binary_event("doc:update", {"n": 1}, b"one"))
        out.answer({"type": "websocket.send", "text": "2"})
        out.deliver_delta("a", build_binary_event("doc:update", {"n": 2}, b"two"))
        for _ in range(6):
            writer.takes(1)
            out.ready()

        head = '451-["doc:update",{"n":%d},{"_placeholder":true,"num":0}]'
        assert self.sent(writer) == [head % 1, b"one", "2", head % 2, b"two"]

    def test_over_its_bounds_a_document_is_given_up_and_another_is_not(self) -> None:
        out, writer = self.wire(most_deltas=3)
        writer.takes(0)
        for room, number in (("a", 1), ("b", 1), ("a", 2), ("a", 3)):
            out.deliver_delta(room, build_binary_event("doc:update", {"room": room, "n": number}, b"x"))
        writer.takes(100)
        out.ready()

        assert self.sent(writer) == [
            '42["doc:rejoin",{"room":"a"}]',
            '451-["doc:update",{"room":"b","n":1},{"_placeholder":true,"num":0}]',
            b"x",
        ]
        assert out._deltas_bytes == 0

    def test_a_slow_reader_hears_no_cursors(self) -> None:
        out, writer = self.wire()
        writer.takes(0)
        out.deliver_awareness(build_binary_event("doc:awareness", {}, b"x"))
        writer.takes(9)
        out.ready()

        assert self.sent(writer) == []

    def test_cursors_do_not_overtake_a_delta(self) -> None:
        out, writer = self.wire()
        writer.takes(0)
        out.deliver_delta("a", build_binary_event("doc:update", {"n": 1}, b"one"))
        writer.takes(9)
        out.deliver_awareness(build_binary_event("doc:awareness", {}, b"x"))
        out.ready()

        assert self.sent(writer) == ['451-["doc:update",{"n":1},{"_placeholder":true,"num":0}]', b"one"]

    def test_nothing_empty_is_ever_attached(self) -> None:
        with pytest.raises(ValueError, match="empty"):
            build_binary_event("doc:update", {"room": str(uuid4())}, b"")
