"""Where the hub's events come from: the log in Redis for the kept ones, the channel layer for the passing ones."""

import asyncio
import json
import time
from collections.abc import Awaitable
from typing import Any, Final, cast
from uuid import uuid4

import structlog
from channels.layers import get_channel_layer
from django.conf import settings
from redis import asyncio as redis
from redis.exceptions import RedisError

from realtime import metrics
from realtime.hub import Hub
from realtime.log import Kept, read_entry
from realtime.packets import event_text, text_message
from server.core import stream

logger = structlog.get_logger(__name__)

# Under the client's socket timeout, or a quiet log would look like a dead Redis.
BLOCK_MS: Final = 1_000
MOST_AT_ONCE: Final = 500
RETRY_SECONDS: Final = 0.5
# Of passing events between two turns of the loop; each key counts once, so this many different things changed at once.
MOST_PASSING: Final = 10_000

Raw = tuple[str, dict[str, str]]  # an entry as Redis gives it: its id and its fields


def connect(most_connections: int) -> "redis.Redis":
    """A client of our Redis for the event loop. Who finds all connections busy waits its turn."""
    pool = redis.BlockingConnectionPool.from_url(
        settings.REDIS_URL,
        max_connections=most_connections,
        timeout=stream.REDIS_SECONDS,
        socket_timeout=stream.REDIS_SECONDS,
        socket_connect_timeout=stream.REDIS_SECONDS,
        decode_responses=True,
    )
    return redis.Redis.from_pool(pool)


class KeptFeed:
    """Reads the log to its end, for ever. A log that began anew, or was cut before it was read, resets the hub."""

    def __init__(self, hub: Hub, client: "redis.Redis") -> None:
        self._hub = hub
        self._client = client
        self._last_id = "0-0"
        self._sequence = 0

    async def open(self) -> None:
        """Takes up the log where it ends now. Raises RedisError."""
        info = await self._client.info("server")
        keys = [stream.LOG_KEY, stream.EPOCH_KEY, stream.RUN_KEY, stream.SEQUENCE_KEY]
        opened = self._client.eval(stream.OPEN, len(keys), *keys, uuid4().hex, info["run_id"])
        epoch = await cast(Awaitable[str], opened)
        if epoch == self._hub.epoch:
            return
        raw = cast(list[Raw], await self._client.xrevrange(stream.LOG_KEY, count=stream.LOG_LENGTH))
        found = [entry for entry in map(_read, reversed(raw)) if entry is not None]
        entries = [entry for entry in found if entry.head.epoch == epoch]
        self._last_id = raw[0][0] if raw else "0-0"
        self._sequence = entries[-1].head.sequence if entries else 0
        self._hub.reset(epoch, entries)

    async def run(self) -> None:
        """Reads until cancelled; an outage of Redis is waited out."""
        while True:
            try:
                await self._read_on()
            except (RedisError, OSError) as error:
                logger.warning("realtime.log_unreachable", error=str(error))
            except Exception:
                # Without this feed every socket of the process would be deaf and not know it.
                logger.exception("realtime.log_failed")
            await asyncio.sleep(RETRY_SECONDS)
            await self._reopen()

    async def _reopen(self) -> None:
        try:
            await self.open()
        except (RedisError, OSError):
            return  # the next read fails, too, and comes back here

    async def _read_on(self) -> None:
        while True:
            found = await self._client.xread({stream.LOG_KEY: self._last_id}, count=MOST_AT_ONCE, block=BLOCK_MS)
            if not found:
                if await self._client.get(stream.EPOCH_KEY) != self._hub.epoch:
                    await self.open()
                continue
            for raw in cast(list[tuple[str, list[Raw]]], found)[0][1]:
                entry = _read(raw)
                if entry is None:
                    continue  # the next one shows the gap
                if entry.head.epoch != self._hub.epoch or entry.head.sequence != self._sequence + 1:
                    await self._begin_anew()
                    break
                self._last_id = raw[0]
                self._sequence = entry.head.sequence
                self._hub.keep(entry)
                metrics.mover_lag.observe(max(0.0, time.time() - entry.head.created_ms / 1000))
            # One large batch must not keep pongs and connects waiting.
            await asyncio.sleep(0)

    async def _begin_anew(self) -> None:
        self._hub.epoch = ""
        await self.open()


class PassingFeed:
    """Reads the channel layer. Between two turns of the loop the newest of a key replaces the older ones."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._waiting: dict[tuple[str, tuple[str, ...]], dict[str, Any]] = {}
        self._arrived = asyncio.Event()
        self._channel: str | None = None

    async def run(self) -> None:
        """Reads until cancelled; an outage of Redis is waited out."""
        handing_out = asyncio.create_task(self._hand_out())
        try:
            while True:
                try:
                    await self._receive()
                except (RedisError, OSError) as error:
                    logger.warning("realtime.layer_unreachable", error=str(error))
                except Exception:
                    # Something that is no event of ours was published on the group; what follows must still arrive.
                    logger.exception("realtime.layer_failed")
                await asyncio.sleep(RETRY_SECONDS)
        finally:
            handing_out.cancel()

    async def _receive(self) -> None:
        layer = get_channel_layer()
        if self._channel is None:
            self._channel = await layer.new_channel()
        await layer.group_add(stream.PASSING_GROUP, self._channel)
        while True:
            self.take(await layer.receive(self._channel))

    def take(self, event: dict[str, Any]) -> None:
        """Puts an event in the bounded queue."""
        rooms = tuple(event["rooms"])
        if self._waiting.pop((event["key"], rooms), None) is not None:
            metrics.passing_replaced.inc()
        elif len(self._waiting) >= MOST_PASSING:
            del self._waiting[next(iter(self._waiting))]
            metrics.passing_dropped.inc()
        self._waiting[event["key"], rooms] = event
        self._arrived.set()

    async def _hand_out(self) -> None:
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            waiting, self._waiting = self._waiting, {}
            for (key, rooms), event in waiting.items():
                payload = json.dumps({"data": event["payload"]}, separators=(",", ":"), ensure_ascii=False)
                self._hub.pass_on(rooms, f"{key} {' '.join(rooms)}", text_message(event_text(event["name"], payload)))
                await asyncio.sleep(0)


def _read(raw: Raw) -> Kept | None:
    """The entry; None for one that nobody of us wrote."""
    try:
        return read_entry(raw[0], raw[1])
    except (ValueError, KeyError):
        logger.exception("realtime.log_entry_unreadable", entry_id=raw[0])
        return None
