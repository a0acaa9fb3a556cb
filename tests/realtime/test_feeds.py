"""The sources of the hub's events."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
import redis
from channels.layers import get_channel_layer

from realtime import feeds
from realtime.batch_loader import BatchLoader
from realtime.feeds import MAX_EPHEMERAL_EVENTS, DurableFeed, EphemeralFeed, connect
from realtime.hub import Hub
from realtime.log import LoggedEvent
from realtime.packets import Message
from server.core import stream
from server.core.patches.websockets.writer import AsgiWriter
from server.core.rate_limits.token_buckets import TokenBucket
from tests.realtime.aside import until


class Listener:
    """A fake socket in one room."""

    def __init__(self) -> None:
        self.kept: list[int] = []
        self.passing: list[str] = []
        self.restarts = 0

    def deliver_kept(self, entry: LoggedEvent) -> None:
        self.kept.append(entry.head.outbox_id)

    def deliver_passing(self, key: str, message: Message, size_bytes: int) -> None:
        self.passing.append(f"{key}: {message['text']}")

    def restart(self) -> None:
        self.restarts += 1


def listening(*rooms: str) -> tuple[Hub, Any]:
    hub, listener = Hub(), Listener()
    hub.add(listener)  # type: ignore[arg-type]
    for room in rooms:
        hub.join(listener, room)  # type: ignore[arg-type]
    return hub, listener


def entry(number: int, *rooms: str) -> stream.StreamEntry:
    return stream.StreamEntry(number, "wired.thing.changed", rooms or ("team:a",), '{"number":1}', 0)


def append(*numbers: int) -> None:
    with stream.connect() as client:
        stream.append(client, [entry(number) for number in numbers], new_epoch="first")


@pytest.mark.usefixtures("redis_client")
class TestKept:
    async def test_a_log_is_taken_up_at_its_end_and_read_on(self) -> None:
        hub, listener = listening("team:a")
        feed = DurableFeed(hub, connect(1))
        append(1, 2)
        await feed.open()
        assert (listener.kept, listener.restarts, hub.log.end) == ([], 1, 2)

        reading = asyncio.create_task(feed.run())
        append(3, 3, 4)
        await until(lambda: listener.kept == [3, 4])

        reading.cancel()

    async def test_a_gap_in_the_sequence_restarts_every_socket(self) -> None:
        hub, listener = listening("team:a")
        feed = DurableFeed(hub, connect(1))
        append(1)
        await feed.open()
        append(2, 3, 4)
        with stream.connect() as client:
            client.xtrim(stream.LOG_KEY, maxlen=1, approximate=False)

        reading = asyncio.create_task(feed.run())
        await until(lambda: listener.restarts == 2)
        append(5)
        await until(lambda: listener.kept == [5])

        reading.cancel()

    async def test_a_wiped_log_restarts_every_socket_even_when_nothing_is_written(self) -> None:
        hub, listener = listening("team:a")
        feed = DurableFeed(hub, connect(1))
        append(1)
        await feed.open()
        before = hub.epoch

        reading = asyncio.create_task(feed.run())
        with stream.connect() as client:
            client.flushdb()
        await until(lambda: listener.restarts == 2)

        assert hub.epoch not in ("", before)
        reading.cancel()


def passing(key: str, revision: int, *rooms: str) -> dict[str, Any]:
    return {"name": "a.b.c", "rooms": list(rooms or ("team:a",)), "payload": {"revision": revision}, "key": key}


async def test_of_passing_events_that_arrive_together_the_newest_of_a_key_and_room_is_handed_out() -> None:
    hub, listener = listening("team:a", "team:b")
    feed = EphemeralFeed(hub)
    for event in (passing("k", 1), passing("k", 7, "team:b"), passing("other", 1), passing("k", 2)):
        feed.add(event)

    handing_out = asyncio.create_task(feed._hand_out())
    await until(lambda: len(listener.passing) == 3)

    assert listener.passing == [
        'k team:b: 42["a.b.c",{"data":{"revision":7}}]',
        'other team:a: 42["a.b.c",{"data":{"revision":1}}]',
        'k team:a: 42["a.b.c",{"data":{"revision":2}}]',
    ]
    handing_out.cancel()


def test_the_queue_of_passing_events_is_bounded() -> None:
    feed = EphemeralFeed(Hub())

    for number in range(MAX_EPHEMERAL_EVENTS + 10):
        feed.add(passing(str(number), 1))

    assert len(feed._waiting) == MAX_EPHEMERAL_EVENTS


def test_an_event_of_several_rooms_is_handed_to_each_socket_once() -> None:
    hub, listener = listening("team:a", "user:a", "session:a")

    hub.pass_on(("team:a", "user:a", "nobody:here"), "k", {"text": "x"})

    assert listener.passing == ["k: x"]


def test_a_room_that_everybody_left_is_forgotten() -> None:
    hub, listener = listening("team:a", "user:a")

    hub.remove(listener, ["team:a", "user:a"])

    assert hub._rooms == {}


async def test_questions_asked_meanwhile_become_one_query() -> None:
    asked: list[list[int]] = []
    free = asyncio.Event()

    async def answer(questions: Sequence[int]) -> dict[int, str]:
        asked.append(list(questions))
        await free.wait()
        return {question: f"answer {question}" for question in questions if question != 3}

    batches: BatchLoader[int, str] = BatchLoader(answer)
    first = asyncio.create_task(batches.ask(1))
    await until(lambda: asked)
    rest = [asyncio.create_task(batches.ask(number)) for number in (2, 3, 2)]
    await asyncio.sleep(0)
    free.set()

    assert await first == "answer 1"
    assert [await task for task in rest] == ["answer 2", None, "answer 2"]
    assert asked == [[1], [2, 3]]


async def test_a_failed_query_fails_its_questions_and_no_later_one() -> None:
    failing = True

    async def answer(questions: Sequence[int]) -> dict[int, str]:
        if failing:
            raise OSError("away")
        return dict.fromkeys(questions, "here")

    batches: BatchLoader[int, str] = BatchLoader(answer)
    with pytest.raises(OSError, match="away"):
        await batches.ask(1)
    failing = False

    assert await batches.ask(1) == "here"


def test_an_allowance_fills_again_at_its_rate() -> None:
    now = 0.0
    allowance = TokenBucket(2, 3, clock=lambda: now)

    first = [allowance.consume() for _ in range(4)]
    now = 1.0
    later = [allowance.consume() for _ in range(3)]

    assert first == [True, True, True, False]
    assert later == [True, True, False]


async def test_a_send_that_waits_makes_the_writer_full_until_it_is_done() -> None:
    sent: list[str] = []
    drained = asyncio.Event()
    ready: list[bool] = []

    async def send(message: Message) -> None:
        if message["text"] == "slow":
            await drained.wait()
        sent.append(message["text"])

    writer = AsgiWriter(send, lambda: ready.append(True))
    writer.write({"text": "fast"})
    assert (sent, writer.full) == (["fast"], False)

    writer.write({"text": "slow"})
    assert (sent, writer.full) == (["fast"], True)
    drained.set()
    await until(lambda: ready)

    assert (sent, writer.full) == (["fast", "slow"], False)


class TestDeafness:
    """The layer's connection can fail silently; this test removes its reading task."""

    @pytest.fixture(autouse=True)
    def _quick(self, redis_client: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(feeds, "SELF_MESSAGE_SECONDS", 0.03)
        monkeypatch.setattr(feeds, "SILENCE_TIMEOUT_SECONDS", 1)
        monkeypatch.setattr(feeds, "RETRY_SECONDS", 0.01)

    async def test_a_deaf_feed_notices_it_and_hears_again(self) -> None:
        hub, listener = listening("team:a")
        interruptions: list[int] = []
        feed = EphemeralFeed(hub, on_interrupted=lambda: interruptions.append(1))
        reading = asyncio.create_task(feed.run())
        layer = get_channel_layer()
        await until(lambda: feed._heard)
        assert interruptions == [1]

        [shard] = layer._get_layer()._shards
        shard._receive_task.cancel()
        await until(lambda: len(interruptions) > 1)
        said = feed._said
        await until(lambda: (feed._heard or 0) > said)
        await layer.group_send(stream.EVENT_GROUP, {"type": stream.EPHEMERAL_TYPE, **passing("k", 1)})

        await until(lambda: listener.passing)
        # Messages between the two connections are lost, too, and are noticed before the next timeout.
        assert len(interruptions) >= 3
        reading.cancel()

    async def test_what_was_told_before_it_hears_may_have_been_anything(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(feeds, "SELF_MESSAGE_SECONDS", 3_600)  # the first message does not wait
        hub, listener = listening("team:a")
        telling: list[asyncio.Future[None]] = []

        def publish_again() -> None:
            event = {"type": stream.EPHEMERAL_TYPE, **passing("k", 1)}
            telling.append(asyncio.ensure_future(get_channel_layer().group_send(stream.EVENT_GROUP, event)))

        feed = EphemeralFeed(hub, on_interrupted=publish_again)
        reading = asyncio.create_task(feed.run())

        await until(lambda: listener.passing)
        assert listener.passing == ['k team:a: 42["a.b.c",{"data":{"revision":1}}]']
        reading.cancel()

    async def test_what_it_said_and_did_not_hear_may_have_been_anything(self) -> None:
        interruptions: list[int] = []
        feed = EphemeralFeed(Hub(), on_interrupted=lambda: interruptions.append(1))
        own = {"type": feeds.SELF_TYPE, "process": feed._process}

        for number in (1, 2, 4, 5):
            feed.hear(own | {"number": number})
        feed.hear({"type": feeds.SELF_TYPE, "process": "another", "number": 99})

        assert interruptions == [1, 1]  # for the first message, and for the third

    async def test_what_is_no_event_stops_nothing(self) -> None:
        hub, listener = listening("team:a")
        feed = EphemeralFeed(hub)
        reading = asyncio.create_task(feed.run())
        layer = get_channel_layer()
        await until(lambda: feed._heard)

        await layer.group_send(stream.EVENT_GROUP, {"type": stream.EPHEMERAL_TYPE, "rooms": 7})
        await layer.group_send(stream.EVENT_GROUP, {"odd": True})
        await layer.group_send(
            stream.EVENT_GROUP, {"type": stream.EPHEMERAL_TYPE, "rooms": ["team:a"], "key": "without a name"}
        )
        await layer.group_send(stream.EVENT_GROUP, {"type": stream.EPHEMERAL_TYPE, **passing("k", 1)})

        await until(lambda: listener.passing)
        reading.cancel()
