"""Transactional outbox: moves durable events to the Redis stream and sends ephemeral events to the channel layer.

Durable events are rows until they are in the stream. A thread of the committing process moves them after commit, so
that no request waits for Redis. The sweep finds rows that a crash or an outage left. Rows are claimed and never read as
`id > last`, because ids commit out of order. One mover at a time has the lock, so the stream has the rows in order.
"""

import atexit
import json
import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import redis
import structlog
from channels.layers import get_channel_layer
from django.db import Error as DatabaseError
from django.db import connection, transaction

from server.core import clock, redis_clients, stream
from server.core.models import OutboxEvent
from server.core.patches import channel_groups

logger = structlog.get_logger(__name__)

# One script call: a few milliseconds of Redis, and a claim so short that a crash leaves little.
BATCH_ROWS: Final = 500
# Advisory lock of the mover. The number only has to be unique here.
PUBLISHER_LOCK: Final = 0x6D6F7665
RETRY_SECONDS: Final = 0.5
# After its work the thread keeps its connection this long, so that a busy process does not reconnect all the time.
LINGER_SECONDS: Final = 20
STOP_SECONDS: Final = 5
SILENT_SECONDS: Final = 1
# Clients discard their record of seen events sooner. The full day helps to investigate lost events.
RETENTION: Final = timedelta(days=1)
PURGE_BATCH_ROWS: Final = 5_000


@dataclass(frozen=True, slots=True)
class EphemeralEvent:
    """An ephemeral event in transit. A newer one with the same key for the same room replaces it."""

    name: str
    rooms: tuple[str, ...]
    payload: dict[str, Any]
    key: str


# Plain SQL: a thousand rows as model instances cost more than everything else that ends a thousand sessions.
INSERT_EVENTS = """
INSERT INTO core_outboxevent (name, rooms, payload, created_at)
SELECT name, string_to_array(rooms, ' '), payload, %(now)s
  FROM unnest(%(names)s::text[], %(rooms)s::text[], %(payloads)s::jsonb[]) WITH ORDINALITY
    AS told(name, rooms, payload, number)
 ORDER BY number
"""


def store(told: Sequence[tuple[str, Sequence[str], dict[str, Any]]]) -> None:
    """Writes one row per (name, rooms, payload) in the running transaction, in this order, with one statement."""
    if not told:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            INSERT_EVENTS,
            {
                "now": clock.now(),
                "names": [name for name, _, _ in told],
                # A room's name has no spaces: it is a kind and an id.
                "rooms": [" ".join(rooms) for _, rooms, _ in told],
                "payloads": [_to_json(payload) for _, _, payload in told],
            },
        )
    transaction.on_commit(wake, robust=True)


def wake() -> None:
    """Call it after the commit. A failure is harmless: the sweep finds the rows."""
    _publisher.wake()


def publish_all() -> int:
    moved = 0
    with stream.connect() as client:
        while True:
            count = publish_batch(client)
            moved += count
            if count < BATCH_ROWS:
                return moved


def publish_batch(client: "redis.Redis") -> int:
    """Moves one batch in order of ids. Returns the number of rows.

    A crash after the script and before the commit leaves the rows waiting. The stream knows their ids and accepts each
    once.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [PUBLISHER_LOCK])
        rows = list(
            OutboxEvent.objects.select_for_update(skip_locked=True)
            .filter(moved_at__isnull=True)
            .order_by("id")
            .values_list("id", "name", "rooms", "payload", "created_at")[:BATCH_ROWS]
        )
        if rows:
            entries = [
                stream.StreamEntry(row_id, name, tuple(rooms), _to_json(payload), round(created_at.timestamp() * 1000))
                for row_id, name, rooms, payload, created_at in rows
            ]
            stream.append(client, entries, new_epoch=uuid4().hex)
            OutboxEvent.objects.filter(id__in=[entry.outbox_id for entry in entries]).update(moved_at=clock.now())
    return len(rows)


def sweep() -> None:
    try:
        publish_all()
    except redis.RedisError as error:
        logger.warning("outbox.redis_unreachable", error=str(error))
    purge_published()


def purge_published() -> int:
    old = OutboxEvent.objects.filter(moved_at__lt=clock.now() - RETENTION).order_by("moved_at").values("id")
    forgotten = 0
    while True:
        count, _ = OutboxEvent.objects.filter(id__in=list(old[:PURGE_BATCH_ROWS].values_list("id", flat=True))).delete()
        forgotten += count
        if count < PURGE_BATCH_ROWS:
            return forgotten


def send_ephemeral(event: EphemeralEvent) -> None:
    """A failure is logged and harmless."""
    broadcast(build_ephemeral_message(event)[1])


def broadcast(message: dict[str, Any]) -> None:
    """Sends a message to the processes with sockets. A failure is logged."""
    _ephemeral_sender.send(message)


def build_ephemeral_message(event: EphemeralEvent) -> tuple[str, dict[str, Any]]:
    return stream.EVENT_GROUP, {
        "type": stream.EPHEMERAL_TYPE,
        "name": event.name,
        "rooms": list(event.rooms),
        "payload": event.payload,
        "key": event.key,
    }


def stop() -> None:
    """Waits until the publisher thread has finished and closed its connection. For tests and shutdown."""
    _publisher.rest()


def _to_json(payload: Any) -> str:
    return json.dumps(payload, separators=(",", ":"), ensure_ascii=False)


class _OutboxPublisher:
    """The thread that moves rows. The first wake starts it, and it ends after a while without work."""

    def __init__(self, work: Callable[[], int]) -> None:
        self._work = work
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._wanted = False
        self._is_stopping = False

    def wake(self) -> None:
        with self._changed:
            self._wanted = True
            if self._thread is None:
                thread = threading.Thread(target=self._run, name="outbox", daemon=True)
                thread.start()  # raises RuntimeError without memory for a thread; the next wake tries again
                self._thread = thread
            self._changed.notify_all()

    def rest(self) -> None:
        with self._changed:
            thread = self._thread
            self._is_stopping = thread is not None
            self._changed.notify_all()
        if thread is not None:
            thread.join(STOP_SECONDS)

    def _run(self) -> None:
        try:
            while self._wait_for_work():
                self._publish()
        finally:
            with self._changed:
                if self._thread is threading.current_thread():  # after an unexpected error
                    self._thread = None
                    self._is_stopping = False
            connection.close()

    def _wait_for_work(self) -> bool:
        """Whether rows wait; otherwise the thread should end. No wake is lost: the lock also guards `_thread`."""
        with self._changed:
            if not self._wanted and not self._is_stopping:
                self._changed.wait(LINGER_SECONDS)
            if self._wanted:
                self._wanted = False
                return True
            self._thread = None
            self._is_stopping = False
            return False

    def _publish(self) -> None:
        try:
            self._work()
        except (DatabaseError, redis.RedisError, OSError) as error:
            # The rows remain; this thread and the sweep try them again.
            logger.warning("outbox.not_moved", error=str(error))
            connection.close()
            with self._changed:
                if not self._is_stopping:
                    self._wanted = True
                    self._changed.wait(RETRY_SECONDS)


class _EphemeralSender:
    """Publishes to the channel layer's group as its own `group_send` does, from any thread and without a loop."""

    def __init__(self) -> None:
        self._silent_until = 0.0

    def send(self, message: dict[str, Any]) -> None:
        layer = get_channel_layer()
        if time.monotonic() < self._silent_until:
            return
        try:
            client = redis_clients.get_shared_client(stream.EPHEMERAL_TIMEOUT_SECONDS)
            channel_groups.publish(client, layer, stream.EVENT_GROUP, message)
        except (redis.RedisError, OSError) as error:
            logger.warning("outbox.passing_lost", event_name=message.get("name", message["type"]), error=str(error))
            # Requests must not each wait for an unresponsive Redis.
            self._silent_until = time.monotonic() + SILENT_SECONDS

    def reset(self) -> None:
        self._silent_until = 0.0


def _after_fork() -> None:
    """A child process has no publisher thread."""
    global _publisher  # noqa: PLW0603 -- the locks in the old one may be held by threads that do not exist here
    _publisher = _OutboxPublisher(publish_all)
    _ephemeral_sender.reset()


_publisher = _OutboxPublisher(publish_all)
_ephemeral_sender = _EphemeralSender()
os.register_at_fork(after_in_child=_after_fork)
atexit.register(stop)
