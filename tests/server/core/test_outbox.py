"""From the transaction to the log: no loss, no duplicates, and the order of the rows."""

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, ClassVar

import pytest
import redis
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection, transaction

from server.core import clock, events, outbox, stream
from server.core.models import OutboxEvent

pytestmark = pytest.mark.django_db(transaction=True)


class Noted(events.DomainEvent):
    name: ClassVar[str] = "test.note.noted"
    delivery: ClassVar[events.Delivery] = "kept"

    number: int


class Crash(BaseException):
    """The process ends here."""


@pytest.fixture
def log() -> Iterator[redis.Redis]:
    """The worker's Redis, without a log before and after."""
    with stream.connect() as client:
        client.flushdb()
        yield client
        client.flushdb()


@pytest.fixture
def _asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the test moves rows."""
    monkeypatch.setattr(outbox, "wake", lambda: None)


def note(*numbers: int) -> None:
    for number in numbers:
        events.publish(Noted(number=number), rooms=["team:a"])


def logged(log: redis.Redis) -> list[int]:
    """The numbers in the log, in order."""
    return [json.loads(fields["d"])["number"] for fields in entries(log)]


def entries(log: redis.Redis) -> list[dict[str, str]]:
    """The fields of all entries."""
    found: Any = log.xrange(stream.LOG_KEY)
    return [fields for _, fields in found]


def waiting() -> int:
    return OutboxEvent.objects.filter(moved_at__isnull=True).count()


def test_what_commits_is_moved_by_the_process_that_committed(log: redis.Redis) -> None:
    with transaction.atomic():
        note(1, 2)
    outbox.stop()

    assert logged(log) == [1, 2]
    assert waiting() == 0


def test_what_is_rolled_back_is_not(log: redis.Redis) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        note(1)
        raise RuntimeError
    outbox.sweep()

    assert logged(log) == []


@pytest.mark.usefixtures("_asleep")
def test_ten_thousand_rows_are_moved_in_order_and_counted_without_a_gap(log: redis.Redis) -> None:
    now = clock.now()
    OutboxEvent.objects.bulk_create(
        OutboxEvent(name=Noted.name, rooms=["team:a"], payload={"number": number}, created_at=now)
        for number in range(10_000)
    )

    moved = outbox.publish_all()

    assert moved == 10_000
    assert logged(log) == list(range(10_000))
    assert [stream.parse_head(fields["h"]).sequence for fields in entries(log)] == list(range(1, 10_001))
    assert waiting() == 0


@pytest.mark.usefixtures("_asleep")
def test_an_entry_says_what_the_row_said(log: redis.Redis) -> None:
    events.publish(Noted(number=7), rooms=["team:a", "user:b"])
    row = OutboxEvent.objects.get()

    outbox.publish_all()

    [fields] = entries(log)
    head = stream.parse_head(fields["h"])
    assert head == stream.EntryHead(
        epoch=str(log.get(stream.EPOCH_KEY)),
        sequence=1,
        outbox_id=row.pk,
        created_ms=round(row.created_at.timestamp() * 1000),
        name="test.note.noted",
        rooms=("team:a", "user:b"),
    )
    assert fields["d"] == '{"number":7}'


@pytest.mark.usefixtures("_asleep")
def test_a_crash_between_the_script_and_the_row_loses_nothing_and_doubles_nothing(
    log: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    note(1, 2, 3)
    append = stream.append

    def append_and_crash(*arguments: Any, **named: Any) -> int:
        append(*arguments, **named)
        raise Crash

    with monkeypatch.context() as crashing, pytest.raises(Crash):
        crashing.setattr(stream, "append", append_and_crash)
        outbox.publish_all()
    assert (logged(log), waiting()) == ([1, 2, 3], 3)

    note(4)
    outbox.sweep()

    assert (logged(log), waiting()) == ([1, 2, 3, 4], 0)


@pytest.mark.usefixtures("_asleep")
def test_a_crash_before_the_script_loses_nothing(log: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    note(1, 2)

    def crash(*arguments: Any, **named: Any) -> int:
        raise Crash

    with monkeypatch.context() as crashing, pytest.raises(Crash):
        crashing.setattr(stream, "append", crash)
        outbox.publish_all()
    assert (logged(log), waiting()) == ([], 2)

    outbox.sweep()

    assert (logged(log), waiting()) == ([1, 2], 0)


@pytest.mark.usefixtures("_asleep")
def test_a_row_that_commits_late_is_still_moved(log: redis.Redis) -> None:
    began, commit = threading.Event(), threading.Event()

    def commit_late() -> None:
        with transaction.atomic():
            note(1)
            began.set()
            commit.wait(10)
        connection.close()

    slow = threading.Thread(target=commit_late)
    slow.start()
    began.wait(10)
    note(2)
    outbox.publish_all()
    assert logged(log) == [2]

    commit.set()
    slow.join()
    outbox.publish_all()

    assert logged(log) == [2, 1]
    assert waiting() == 0


@pytest.mark.usefixtures("_asleep")
def test_movers_at_the_same_time_keep_the_order(log: redis.Redis) -> None:
    note(*range(2_000))

    def move() -> None:
        outbox.publish_all()
        connection.close()

    movers = [threading.Thread(target=move) for _ in range(4)]
    for mover in movers:
        mover.start()
    for mover in movers:
        mover.join()

    assert logged(log) == list(range(2_000))


def test_redis_away_is_no_failure_of_the_transaction_and_the_sweep_finds_the_row(
    log: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = settings.REDIS_URL
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1/0")
    with transaction.atomic():
        note(1)
    outbox.stop()
    outbox.sweep()
    assert waiting() == 1

    monkeypatch.setattr(settings, "REDIS_URL", there)
    outbox.sweep()

    assert (logged(log), waiting()) == ([1], 0)


@pytest.mark.usefixtures("_asleep")
def test_after_an_unexpected_error_the_next_wake_starts_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    ended, moved, failures = threading.Event(), threading.Event(), [ZeroDivisionError()]
    monkeypatch.setattr(threading, "excepthook", lambda _: ended.set())

    def move() -> int:
        if failures:
            raise failures.pop()
        moved.set()
        return 0

    publisher = outbox._OutboxPublisher(move)

    publisher.wake()
    has_ended = ended.wait(10)
    publisher.wake()
    has_moved = moved.wait(10)
    publisher.rest()

    assert has_ended
    assert has_moved


def test_a_process_without_memory_for_a_thread_starts_one_later(monkeypatch: pytest.MonkeyPatch) -> None:
    moved = threading.Event()

    def move() -> int:
        moved.set()
        return 0

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    publisher = outbox._OutboxPublisher(move)
    with monkeypatch.context() as patched, pytest.raises(RuntimeError):
        patched.setattr(threading.Thread, "start", refuse)
        publisher.wake()
    publisher.wake()
    has_moved = moved.wait(10)
    publisher.rest()

    assert has_moved


def test_a_wiped_log_begins_anew_in_another_epoch(log: redis.Redis) -> None:
    note(1)
    outbox.publish_all()
    before = log.get(stream.EPOCH_KEY)

    log.flushdb()
    note(2)
    outbox.publish_all()

    assert logged(log) == [2]
    assert log.get(stream.SEQUENCE_KEY) == "1"
    assert log.get(stream.EPOCH_KEY) not in (None, before)


@pytest.mark.usefixtures("_asleep")
def test_rows_past_their_time_are_dropped_and_waiting_ones_never(log: redis.Redis) -> None:
    note(1, 2)
    outbox.publish_all()
    note(3)
    newest = OutboxEvent.objects.filter(moved_at__isnull=False).latest("id")
    OutboxEvent.objects.exclude(pk=newest.pk).update(created_at=clock.now() - timedelta(days=9))
    OutboxEvent.objects.filter(moved_at__isnull=False).exclude(pk=newest.pk).update(
        moved_at=clock.now() - timedelta(days=1, seconds=1)
    )

    forgotten = outbox.purge_published()

    assert forgotten == 1
    assert [row["payload"]["number"] for row in OutboxEvent.objects.order_by("id").values("payload")] == [2, 3]


def test_a_passing_event_reaches_the_channel_layers_group() -> None:
    async def receive_event() -> dict[str, Any]:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(stream.EVENT_GROUP, channel)
        passing = outbox.EphemeralEvent(
            name="test.thing.moved", rooms=("team:alone",), payload={"revision": 3}, key="k"
        )
        outbox.send_ephemeral(passing)
        while True:
            message: dict[str, Any] = await layer.receive(channel)
            if message["rooms"] == ["team:alone"]:
                return message

    assert async_to_sync(receive_event)() == {
        "type": "room.event",
        "name": "test.thing.moved",
        "rooms": ["team:alone"],
        "payload": {"revision": 3},
        "key": "k",
    }


def test_a_passing_event_without_redis_is_lost_and_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1/0")

    outbox.send_ephemeral(outbox.EphemeralEvent(name="test.thing.moved", rooms=("team:a",), payload={}, key="k"))
    outbox._ephemeral_sender.reset()
