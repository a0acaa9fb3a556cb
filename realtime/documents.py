"""Writing together: the deltas of documents, from the socket that made one to all that have the document open.

The server holds no document. A delta is acknowledged once it is stored, and goes to the others by the channel layer
with its number. A number that doesn't come, a queue that ran over or an outage of the layer: whoever may have missed
something is told `doc:rejoin` and asks again by its state vector.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar
from uuid import UUID

import structlog
from channels.layers import get_channel_layer
from django.db import close_old_connections
from redis.exceptions import RedisError

from realtime import packets
from realtime.packets import Message
from server.core import stream
from server.core.callers import Caller
from server.core.deltas import DeltaSource, Missing, delta_event, source_of
from server.core.errors import NotFound

AWARENESS_TYPE: Final = "doc.awareness"
GONE_TYPE: Final = "doc.gone"

# Two processes store and tell in either order; a number that is still missing after this is lost.
PATIENCE_SECONDS: Final = 1.0
MOST_THREADS: Final = 4

logger = structlog.get_logger(__name__)

Result = TypeVar("Result")


class Writing(Protocol):
    """A socket, as those who write together see it."""

    owner: str

    def deliver_delta(self, room: str, messages: list[Message]) -> None:
        """Takes a delta; nothing may take its place."""

    def deliver_awareness(self, messages: list[Message]) -> None:
        """Takes what may be dropped when the socket is slow."""

    def rejoin(self, room: str) -> None:
        """Tells the client that it may have missed deltas of the document."""


@dataclass(slots=True)
class Numbers:
    """Which deltas of a document this process has seen."""

    last: int | None = None
    # Numbers that were jumped over, with the moment by which they must have come.
    missing: dict[int, float] = field(default_factory=dict)

    def begin(self, number: int) -> None:
        """Somebody loaded the document up to here."""
        if self.last is None:
            self.last = number

    def take(self, number: int, now: float) -> bool:
        """Whether this delta is new."""
        if self.last is None:
            self.last = number
            return True
        if number <= self.last:
            return self.missing.pop(number, None) is not None
        for jumped in range(self.last + 1, number):
            self.missing[jumped] = now + PATIENCE_SECONDS
        self.last = number
        return True

    def lost(self, now: float) -> bool:
        """Whether a delta will not come any more; it is forgotten, since all join again."""
        gone = [number for number, due in self.missing.items() if due <= now]
        for number in gone:
            del self.missing[number]
        return bool(gone)


class Documents:
    """Of one process: who has which document open here, and what was heard of it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._writers: dict[str, dict[Writing, None]] = {}
        self._numbers: dict[str, Numbers] = {}
        # Of its own: a slow document must not take the threads of anything else.
        self._threads = ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="documents")

    # --- asked by sockets ---

    async def open(self, writer: Writing, room: str, state_vector: bytes, by: Caller) -> Missing:
        """What the client lacks; from before it is read on, deltas flow to the socket, so that none falls between."""
        source, document = _document(room)
        self._writers.setdefault(room, {})[writer] = None
        missing = await self._in_thread(source.load, document, state_vector, by)
        if room in self._writers:
            self._numbers.setdefault(room, Numbers()).begin(missing.number)
        return missing

    def close(self, writer: Writing, room: str) -> None:
        """The socket has the document open no more."""
        writers = self._writers.get(room, {})
        writers.pop(writer, None)
        if not writers:
            self._writers.pop(room, None)
            self._numbers.pop(room, None)

    async def store(self, writer: Writing, room: str, update: bytes, by: Caller) -> int:
        """Stores a delta and tells the others; answers its number."""
        source, document = _document(room)
        number = await self._in_thread(source.store, document, update, by)
        event = delta_event(room, owner=writer.owner, number=number, update=update)
        try:
            async with asyncio.timeout(stream.PASSING_SECONDS):
                await _send(event)
        except (RedisError, OSError, TimeoutError) as error:
            # It is stored all the same. Who writes in this process hears of it; when the layer is back, all join again.
            logger.warning("realtime.layer_unreachable", error=str(error))
            self.take(event)
        return number

    async def relay(self, writer: Writing, room: str, state: bytes) -> None:
        """Hands on where somebody's cursor is."""
        await _send({"type": AWARENESS_TYPE, "room": room, "owner": writer.owner, "update": state})

    async def gone(self, owner: str, room: str, client: int) -> None:
        """Tells the others that a client's cursor is gone."""
        await _send({"type": GONE_TYPE, "room": room, "owner": owner, "client": client})

    # --- told by the layer ---

    def take(self, event: dict[str, Any]) -> None:
        """An event of the layer. Nothing in it waits."""
        room = event["room"]
        writers = self._writers.get(room)
        if not writers:
            return
        others = [writer for writer in list(writers) if writer.owner != event["owner"]]
        match event["type"]:
            case "doc.delta":
                self._delta(room, event, others)
            case "doc.awareness":
                relayed = packets.binary_event("doc:awareness", {"room": room}, event["update"])
                for writer in others:
                    writer.deliver_awareness(relayed)
            case "doc.gone":
                told = [packets.told("doc:gone", {"room": room, "clients": [event["client"]]})]
                for writer in others:
                    writer.deliver_delta(room, told)

    def look(self) -> None:
        """Whoever has a document open of which a delta was lost joins again. Called now and then."""
        now = self._clock()
        for room, numbers in list(self._numbers.items()):
            if numbers.lost(now):
                self._rejoin([room])

    def interrupted(self) -> None:
        """The layer was away: anything may have been missed."""
        self._numbers = {room: Numbers() for room in self._writers}
        self._rejoin(list(self._writers))

    def stop(self) -> None:
        """Lets go of the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _delta(self, room: str, event: dict[str, Any], others: list[Writing]) -> None:
        numbers = self._numbers.setdefault(room, Numbers())
        if not numbers.take(event["number"], self._clock()):
            return
        told = packets.binary_event("doc:update", {"room": room, "number": event["number"]}, event["update"])
        for writer in others:
            writer.deliver_delta(room, told)

    def _rejoin(self, rooms: Iterable[str]) -> None:
        for room in rooms:
            for writer in list(self._writers.get(room, ())):
                writer.rejoin(room)

    async def _in_thread(self, work: Callable[..., Result], *arguments: Any) -> Result:
        def run() -> Result:
            close_old_connections()
            try:
                return work(*arguments)
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._threads, run)


def _document(room: str) -> tuple[DeltaSource, UUID]:
    kind, _, thing = room.partition(":")
    source = source_of(kind)
    if source is None:
        raise NotFound
    return source, UUID(thing)


async def _send(event: dict[str, Any]) -> None:
    await get_channel_layer().group_send(stream.PASSING_GROUP, event)
