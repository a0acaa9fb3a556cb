"""The messages sent to one socket, whether or not it reads."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from realtime.hub import MAX_RECENT_EPHEMERAL, Hub
from realtime.limits import SocketLimits
from realtime.log import EventLog, LoggedEvent, now_ms, parse_position, read_entry
from realtime.outgoing_queue import OutgoingQueue
from realtime.packets import Message

ROOM = "team:a"


@dataclass
class Writer:
    """A peer that reads as much as the test allows."""

    full: bool = False
    written: list[Message] = field(default_factory=list)
    _room_for: int = 1_000_000

    def takes(self, count: int) -> None:
        """From now on it reads this many messages and no more."""
        self._room_for = count
        self.full = count == 0

    def write(self, message: Message) -> None:
        assert not self.full
        self.written.append(message)
        self._room_for -= 1
        self.full = self._room_for == 0

    def stop_reading(self) -> None: ...

    def release(self) -> None: ...


class Wire:
    """A log, and one socket at its end that is in ROOM."""

    def __init__(self, **limits: Any) -> None:
        self.log = EventLog(most_entries=limits.pop("most_entries", 20_000))
        self.closed = 0
        self.writer = Writer()
        self.out = OutgoingQueue(self.log, SocketLimits(**limits), self._close)
        self.out.writer = self.writer
        self.out.rooms[ROOM] = (0, 0)
        self.out.start(self.log.end)

    def keep(self, number: int, room: str = ROOM) -> None:
        """Publishes a durable event."""
        entry = make_entry(number, room)
        self.log.append(entry)
        if room in self.out.rooms:
            self.out.deliver_kept(entry)

    def pass_on(self, key: str, revision: int) -> None:
        """Publishes an ephemeral event."""
        text = f"{key}={revision}"
        self.out.deliver_passing(key, {"type": "websocket.send", "text": text}, len(text))

    @property
    def event_summaries(self) -> list[str]:
        """The durable events by number, the others by their text."""
        return [text.partition('"number":')[2].partition("}")[0] or text for text in self.texts]

    @property
    def texts(self) -> list[str]:
        return [message["text"] for message in self.writer.written]

    def _close(self) -> None:
        self.closed += 1


def make_entry(number: int, room: str = ROOM) -> LoggedEvent:
    head = f"epoch {number} {number} 0 wired.thing.changed {room}"
    return read_entry(f"{number}-0", {"h": head, "d": f'{{"number":{number}}}'})


@pytest.fixture
def wire() -> Wire:
    one = Wire()
    one.out.open()
    return one


def test_an_event_carries_its_id_and_last_its_offset() -> None:
    entry = make_entry(7)

    assert entry.message == {
        "type": "websocket.send",
        "text": '42["wired.thing.changed",{"eventId":7,"data":{"number":7}},"7-0"]',
    }


def test_nothing_overtakes_the_answer_to_the_connect() -> None:
    wire = Wire()
    wire.keep(1)
    wire.pass_on("import", 1)
    wire.out.answer({"type": "websocket.send", "text": "40{}"})

    wire.out.open()

    assert wire.event_summaries == ["40{}", "1", "import=1"]


def test_a_slow_reader_gets_every_kept_event_in_order_and_only_the_newest_passing(wire: Wire) -> None:
    wire.writer.takes(2)
    for number in range(1, 101):
        wire.keep(number)
        wire.pass_on("import", number)

    while len(wire.writer.written) < 101:
        wire.writer.takes(7)
        wire.out.ready()

    assert wire.event_summaries == ["1", "import=1", *[str(number) for number in range(2, 101)], "import=100"]
    assert wire.closed == 0


def test_the_newest_of_each_key_waits(wire: Wire) -> None:
    wire.writer.takes(0)
    for key, revision in [("import", 1), ("report", 1), ("import", 2), ("report", 2)]:
        wire.pass_on(key, revision)

    wire.writer.takes(10)
    wire.out.ready()

    assert wire.event_summaries == ["import=2", "report=2"]


def test_too_many_passing_events_drop_the_oldest() -> None:
    wire = Wire(most_passing=3)
    for number in range(5):
        wire.pass_on(f"key {number}", 1)

    wire.out.open()

    assert wire.event_summaries == ["key 2=1", "key 3=1", "key 4=1"]


def test_too_many_bytes_of_passing_events_drop_the_oldest() -> None:
    wire = Wire(most_passing_bytes=20)
    for number in range(5):
        wire.pass_on(f"key {number}", 1)

    wire.out.open()

    assert wire.event_summaries == ["key 3=1", "key 4=1"]


def test_a_reader_too_far_behind_is_closed() -> None:
    wire = Wire(most_behind=10)
    wire.out.open()
    wire.writer.takes(0)

    for number in range(1, 11):
        wire.keep(number)
    assert wire.closed == 0
    wire.keep(11)

    assert wire.closed == 1


def test_a_reader_whose_place_is_forgotten_is_closed_and_told_nothing_more() -> None:
    wire = Wire(most_entries=5)
    wire.out.open()
    wire.writer.takes(0)
    for number in range(1, 11):
        wire.keep(number)

    wire.writer.takes(100)
    wire.out.ready()

    assert wire.closed == 1
    assert wire.event_summaries == []


def test_too_many_waiting_answers_close() -> None:
    wire = Wire(most_answers=2)
    wire.writer.takes(0)

    for number in range(3):
        wire.out.answer({"type": "websocket.send", "text": str(number)})

    assert wire.closed == 1


def test_a_room_is_heard_from_the_join_on_and_no_further_back(wire: Wire) -> None:
    wire.writer.takes(0)
    wire.keep(1)
    wire.keep(2, room="thing:b")
    wire.out.rooms["thing:b"] = wire.log.position
    wire.keep(3, room="thing:b")

    wire.writer.takes(10)
    wire.out.ready()

    assert wire.event_summaries == ["1", "3"]


def test_a_client_that_is_ahead_of_this_process_hears_nothing_twice() -> None:
    wire = Wire()
    wire.keep(1)
    wire.out.start(wire.log.end, (3, 0))
    wire.out.open()

    for number in (2, 3, 4, 5):
        wire.keep(number)

    assert wire.event_summaries == ["4", "5"]


def test_the_log_knows_what_it_has_forgotten() -> None:
    log = EventLog(most_entries=3)
    for number in range(1, 6):
        log.append(make_entry(number))

    assert [log.after((number, 0)) for number in range(7)] == [None, None, 2, 3, 4, 5, 5]


def test_the_log_is_bounded_in_bytes() -> None:
    log = EventLog(most_bytes=1_000)
    for number in range(1, 101):
        log.append(make_entry(number))

    assert log.end - log.first == 4
    assert log.after((95, 0)) is None
    assert log.after((96, 0)) == 96


def test_a_log_taken_up_in_the_middle_vouches_for_its_own_entries_only() -> None:
    whole, cut = EventLog(), EventLog()
    whole.fill([make_entry(number) for number in (1, 2, 3)])
    cut.fill([make_entry(number) for number in (2, 3)])

    assert whole.after((0, 0)) == 0
    assert cut.after((1, 0)) is None
    assert cut.after((2, 0)) == 1


def test_a_log_counts_what_it_may_have_forgotten_as_told() -> None:
    log = EventLog(most_entries=2)
    log.fill([make_entry(10, "team:b")])
    for number in (20, 30, 40):
        log.append(make_entry(number, "team:a"))

    # Only events after 20 are in the log.
    assert [log.has_since(moment, {"team:b"}) for moment in (9, 20, 21, 41)] == [True, True, False, False]
    assert [log.has_since(moment, {"team:a"}) for moment in (21, 40, 41)] == [True, True, False]


def test_an_empty_log_knows_nothing_of_the_time_before_it() -> None:
    before = now_ms() - 1
    log = EventLog()
    log.fill([make_entry(10)])
    log.clear()

    assert log.has_since(before, {ROOM})
    assert not log.has_since(now_ms() + 1, {ROOM})


def test_passing_events_are_remembered_up_to_a_number() -> None:
    hub, since = Hub(), now_ms()
    hub.log.fill([make_entry(1)])
    message: Message = {"type": "websocket.send", "text": ""}
    hub.pass_on(("team:a",), "k", message)

    assert (hub.has_told(since, {"team:a"}), hub.has_told(since, {"team:b"})) == (True, False)
    assert not hub.has_told(now_ms() + 1, {"team:a"})

    for _ in range(MAX_RECENT_EPHEMERAL):
        hub.pass_on(("team:c",), "k", message)
    assert hub.has_told(since, {"team:b"})


@pytest.mark.parametrize(
    "text", ["", "1", "-", "1-", "-1", "a-1", "1-a", "1.5-0", "+1-0", " 1-0", "1-0 ", "١-0", "9" * 40 + "-0"]
)
def test_an_offset_that_is_none_is_not_read(text: str) -> None:
    assert parse_position(text) is None


def test_an_offset_is_compared_by_number() -> None:
    low, high = parse_position("9-2"), parse_position("10-1")

    assert low is not None
    assert high is not None
    assert low < high
