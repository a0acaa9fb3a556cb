"""The sources of the hub's events: the Redis stream for durable ones, the channel layer for ephemeral ones."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast
from uuid import uuid4

import structlog
from channels.layers import get_channel_layer
from django.conf import settings
from redis import asyncio as redis
from redis.exceptions import RedisError

from realtime import metrics
from realtime.hub import Hub
from realtime.log import LoggedEvent, read_entry
from realtime.packets import build_text_message, encode_event
from server.core import stream

logger = structlog.get_logger(__name__)

# Below the client's socket timeout, or a quiet log would look like a dead Redis.
BLOCK_MS: Final = 1_000
MAX_BATCH_SIZE: Final = 500
RETRY_SECONDS: Final = 0.5
# Ephemeral events between two turns of the loop. Events with equal keys count once.
MAX_EPHEMERAL_EVENTS: Final = 10_000

# The feed publishes to itself at this interval, and reconnects after this long without any message.
SELF_MESSAGE_SECONDS: Final = 3
SILENCE_TIMEOUT_SECONDS: Final = 10
SELF_TYPE: Final = "layer.self"
FLUSH_SECONDS: Final = 1
MAX_FLUSHES: Final = 5

RawEntry = tuple[str, dict[str, str]]  # an entry as Redis returns it: its id and its fields


def connect(most_connections: int) -> "redis.Redis":
    """A client of our Redis for the event loop. If all connections are busy, calls wait for one."""
    pool = redis.BlockingConnectionPool.from_url(
        settings.REDIS_URL,
        max_connections=most_connections,
        timeout=stream.REDIS_SECONDS,
        socket_timeout=stream.REDIS_SECONDS,
        socket_connect_timeout=stream.REDIS_SECONDS,
        decode_responses=True,
    )
    return redis.Redis.from_pool(pool)


class DurableFeed:
    """Reads the log indefinitely. A log that restarted, or was cut before it was read, resets the hub."""

    def __init__(self, hub: Hub, client: "redis.Redis") -> None:
        self._hub = hub
        self._client = client
        self._last_id = "0-0"
        self._sequence = 0

    async def open(self) -> None:
        """Starts at the current end of the log. Raises RedisError."""
        info = await self._client.info("server")
        keys = [stream.LOG_KEY, stream.EPOCH_KEY, stream.RUN_KEY, stream.SEQUENCE_KEY]
        opened = self._client.eval(stream.OPEN, len(keys), *keys, uuid4().hex, info["run_id"])
        epoch = await cast(Awaitable[str], opened)
        if epoch == self._hub.epoch:
            return
        raw = cast(list[RawEntry], await self._client.xrevrange(stream.LOG_KEY, count=stream.LOG_LENGTH))
        found = [entry for entry in map(_parse_entry, reversed(raw)) if entry is not None]
        entries = [entry for entry in found if entry.head.epoch == epoch]
        self._last_id = raw[0][0] if raw else "0-0"
        self._sequence = entries[-1].head.sequence if entries else 0
        self._hub.reset(epoch, entries)

    async def run(self) -> None:
        """Reads until cancelled, and waits through outages of Redis."""
        while True:
            try:
                await self._read_entries()
            except (RedisError, OSError) as error:
                logger.warning("realtime.log_unreachable", error=str(error))
            except Exception:
                # Without this feed no socket of the process would get events, without any sign of it.
                logger.exception("realtime.log_failed")
            await asyncio.sleep(RETRY_SECONDS)
            await self._reopen()

    async def _reopen(self) -> None:
        try:
            await self.open()
        except (RedisError, OSError):
            return  # the next read fails, too, and retries this

    async def _read_entries(self) -> None:
        while True:
            found = await self._client.xread({stream.LOG_KEY: self._last_id}, count=MAX_BATCH_SIZE, block=BLOCK_MS)
            if not found:
                if await self._client.get(stream.EPOCH_KEY) != self._hub.epoch:
                    await self.open()
                continue
            for raw in cast(list[tuple[str, list[RawEntry]]], found)[0][1]:
                entry = _parse_entry(raw)
                if entry is None:
                    continue  # the next one shows the gap
                if entry.head.epoch != self._hub.epoch or entry.head.sequence != self._sequence + 1:
                    await self._restart()
                    break
                self._last_id = raw[0]
                self._sequence = entry.head.sequence
                self._hub.keep(entry)
                metrics.outbox_lag.observe(max(0.0, time.time() - entry.head.created_ms / 1000))
            # A large batch must not delay pongs and connects.
            await asyncio.sleep(0)

    async def _restart(self) -> None:
        self._hub.epoch = ""
        await self.open()


def _ignore(event: dict[str, Any]) -> None:
    """Default without a handler."""


def _do_nothing() -> None:
    """Default without a listener."""


class EphemeralFeed:
    """Reads the channel layer. Between two turns of the loop the newest event of a key replaces the older ones.

    A connection to Redis can fail silently, and the layer's reading task can end without notice. So the feed publishes
    to itself. A missing message counts as a loss; after a while without any message the feed reconnects. The first
    message that returns marks the time since when the feed is complete. `on_interrupted` is called whenever an event
    might have been missed, including then. `on_other` handles everything else on the layer.
    """

    def __init__(
        self,
        hub: Hub,
        on_other: Callable[[dict[str, Any]], None] = _ignore,
        on_interrupted: Callable[[], None] = _do_nothing,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._hub = hub
        self._on_other = on_other
        self._on_interrupted = on_interrupted
        self._clock = clock
        self._waiting: dict[tuple[str, tuple[str, ...]], dict[str, Any]] = {}
        self._arrived = asyncio.Event()
        self._process = uuid4().hex
        self._said = 0
        # The number of the last self-message that returned; None until the first one after subscribing.
        self._heard: int | None = None
        self._received_at = clock()
        # Set when the first self-message has returned.
        self.hears = asyncio.Event()

    async def run(self) -> None:
        handing_out = asyncio.create_task(self._hand_out())
        try:
            while True:
                self._received_at = self._clock()
                self._heard = None
                work = [asyncio.create_task(self._receive()), asyncio.create_task(self._watch_for_silence())]
                try:
                    await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
                    _log_ends(work)
                finally:
                    await self._reset_layer(work)
                self._on_interrupted()
                await asyncio.sleep(RETRY_SECONDS)
        finally:
            handing_out.cancel()

    async def _receive(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(stream.EVENT_GROUP, channel)
        await self._send_self_message()
        while True:
            event = await layer.receive(channel)
            try:
                self.hear(event)
            except Exception:
                # Foreign messages on the group must not prevent the delivery of later events.
                logger.exception("realtime.layer_failed")

    async def _watch_for_silence(self) -> None:
        """Returns after too long without any message, including those of this process."""
        while self._clock() - self._received_at < SILENCE_TIMEOUT_SECONDS:
            await asyncio.sleep(SELF_MESSAGE_SECONDS)
            await self._send_self_message()

    async def _send_self_message(self) -> None:
        self._said += 1
        word = {"type": SELF_TYPE, "process": self._process, "number": self._said}
        try:
            async with asyncio.timeout(stream.EPHEMERAL_TIMEOUT_SECONDS):
                await get_channel_layer().group_send(stream.EVENT_GROUP, word)
        except (RedisError, OSError, TimeoutError):
            pass  # its absence is noticed as a gap

    async def _reset_layer(self, work: list[asyncio.Task[None]]) -> None:
        """Resets the layer's connections. The old ones might never respond, so nothing waits for them."""
        for task in work:
            task.cancel()
        layer = get_channel_layer()
        flushing = asyncio.ensure_future(layer.flush())
        for _ in range(MAX_FLUSHES):
            # Repeated: redis-py 8.1 loses a cancellation during connecting, and the flush waits for one.
            done, _rest = await asyncio.wait([flushing], timeout=FLUSH_SECONDS)
            if done:
                break
            flushing.cancel()
        if flushing.done() and not flushing.cancelled() and flushing.exception() is not None:
            logger.warning("realtime.layer_not_flushed", error=str(flushing.exception()))

    def hear(self, event: dict[str, Any]) -> None:
        self._received_at = self._clock()
        kind = event["type"]
        if kind == stream.EPHEMERAL_TYPE:
            self.add(event)
        elif kind == SELF_TYPE:
            if event["process"] == self._process:
                self._handle_self_message(event["number"])
        else:
            self._on_other(event)

    def _handle_self_message(self, number: int) -> None:
        before, self._heard = self._heard, number
        self.hears.set()
        if before is None:
            self._on_interrupted()
        elif number > before + 1:
            metrics.layer_gaps.inc()
            self._on_interrupted()

    def add(self, event: dict[str, Any]) -> None:
        rooms = tuple(event["rooms"])
        if self._waiting.pop((event["key"], rooms), None) is not None:
            metrics.ephemeral_replaced.inc()
        elif len(self._waiting) >= MAX_EPHEMERAL_EVENTS:
            del self._waiting[next(iter(self._waiting))]
            metrics.ephemeral_dropped.inc()
        self._waiting[event["key"], rooms] = event
        self._arrived.set()

    async def _hand_out(self) -> None:
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            waiting, self._waiting = self._waiting, {}
            for (key, rooms), event in waiting.items():
                try:
                    self._deliver(key, rooms, event)
                except Exception:
                    # This is the only delivery loop: a failing event must not stop those after it.
                    logger.exception("realtime.layer_failed")
                await asyncio.sleep(0)

    def _deliver(self, key: str, rooms: tuple[str, ...], event: dict[str, Any]) -> None:
        payload = json.dumps({"data": event["payload"]}, separators=(",", ":"), ensure_ascii=False)
        self._hub.pass_on(rooms, f"{key} {' '.join(rooms)}", build_text_message(encode_event(event["name"], payload)))


def _log_ends(work: list[asyncio.Task[None]]) -> None:
    for task in work:
        if task.done() and not task.cancelled():
            error = task.exception()
            logger.warning("realtime.layer_unreachable", error=str(error) if error else "deaf")


def _parse_entry(raw: RawEntry) -> LoggedEvent | None:
    """None for an entry in an unknown format."""
    try:
        return read_entry(raw[0], raw[1])
    except (ValueError, KeyError):
        logger.exception("realtime.log_entry_unreadable", entry_id=raw[0])
        return None
