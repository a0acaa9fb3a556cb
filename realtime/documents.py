"""Shared editing: distributes the deltas of documents from one socket to all that have the document open.

The server holds no document in memory. A delta is acknowledged once it is stored, and reaches the others by the channel
layer with its number. After a missing number, a full queue or an outage of the layer, affected clients get `doc:rejoin`
and synchronize again with their state vectors.
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
from server.core.deltas import DeltaSource, MissingState, build_delta_event, find_source
from server.core.errors import NotFound

AWARENESS_TYPE: Final = "doc.awareness"
AWARENESS_REMOVED_TYPE: Final = "doc.gone"

# Two processes can store and publish in either order. A number that is still missing after this time is lost.
LOSS_TIMEOUT_SECONDS: Final = 1.0
MAX_THREADS: Final = 4

logger = structlog.get_logger(__name__)

Result = TypeVar("Result")


class DocumentSocket(Protocol):
    """The interface of a socket with open documents."""

    owner: str

    def deliver_delta(self, room: str, messages: list[Message]) -> None:
        """Delivers a delta. No later message replaces it."""

    def deliver_awareness(self, messages: list[Message]) -> None:
        """Delivers messages that may be dropped if the socket is slow."""

    def rejoin(self, room: str) -> None:
        """Notifies the client that it might have missed deltas of the document."""


@dataclass(slots=True)
class DeltaSequence:
    """The numbers of a document's deltas that this process has received."""

    last: int | None = None
    # Skipped numbers, with the deadline for their arrival.
    missing: dict[int, float] = field(default_factory=dict)

    def start(self, number: int) -> None:
        """Sets the number at which a client loaded the document."""
        if self.last is None:
            self.last = number

    def accept(self, number: int, now: float) -> bool:
        """Records a delta's number. Returns whether the delta is new."""
        if self.last is None:
            self.last = number
            return True
        if number <= self.last:
            return self.missing.pop(number, None) is not None
        for jumped in range(self.last + 1, number):
            self.missing[jumped] = now + LOSS_TIMEOUT_SECONDS
        self.last = number
        return True

    def lost(self, now: float) -> bool:
        """Whether a delta is lost. Clears the lost numbers, since all clients join again."""
        gone = [number for number, due in self.missing.items() if due <= now]
        for number in gone:
            del self.missing[number]
        return bool(gone)


class OpenDocuments:
    """The open documents of one process, with their sockets and received numbers."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._writers: dict[str, dict[DocumentSocket, None]] = {}
        self._numbers: dict[str, DeltaSequence] = {}
        # A separate pool: a slow document must not occupy the threads of other work.
        self._threads = ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="documents")

    # --- called by sockets ---

    async def open(self, writer: DocumentSocket, room: str, state_vector: bytes, by: Caller) -> MissingState:
        """The state that the client lacks. Deltas flow to the socket before the read starts, so that none is missed."""
        source, document = _parse_document_room(room)
        self._writers.setdefault(room, {})[writer] = None
        missing = await self._run_in_thread(source.load, document, state_vector, by)
        if room in self._writers:
            self._numbers.setdefault(room, DeltaSequence()).start(missing.number)
        return missing

    def close(self, writer: DocumentSocket, room: str) -> None:
        writers = self._writers.get(room, {})
        writers.pop(writer, None)
        if not writers:
            self._writers.pop(room, None)
            self._numbers.pop(room, None)

    async def store(self, writer: DocumentSocket, room: str, update: bytes, by: Caller) -> int:
        """Stores a delta and publishes it to the others. Returns its number."""
        source, document = _parse_document_room(room)
        number = await self._run_in_thread(source.store, document, update, by)
        event = build_delta_event(room, owner=writer.owner, number=number, update=update)
        try:
            async with asyncio.timeout(stream.EPHEMERAL_TIMEOUT_SECONDS):
                await _send(event)
        except (RedisError, OSError, TimeoutError) as error:
            # It is stored anyway. Sockets of this process receive it now; all others join again when the layer is back.
            logger.warning("realtime.layer_unreachable", error=str(error))
            self.handle(event)
        return number

    async def relay(self, writer: DocumentSocket, room: str, state: bytes) -> None:
        await _send({"type": AWARENESS_TYPE, "room": room, "owner": writer.owner, "update": state})

    async def notify_cursor_gone(self, owner: str, room: str, client: int) -> None:
        await _send({"type": AWARENESS_REMOVED_TYPE, "room": room, "owner": owner, "client": client})

    # --- called by the channel layer ---

    def handle(self, event: dict[str, Any]) -> None:
        """Handles an event of the layer without waiting."""
        room = event["room"]
        writers = self._writers.get(room)
        if not writers:
            return
        others = [writer for writer in list(writers) if writer.owner != event["owner"]]
        match event["type"]:
            case "doc.delta":
                self._deliver_delta(room, event, others)
            case "doc.awareness":
                relayed = packets.build_binary_event("doc:awareness", {"room": room}, event["update"])
                for writer in others:
                    writer.deliver_awareness(relayed)
            case "doc.gone":
                told = [packets.build_message("doc:gone", {"room": room, "clients": [event["client"]]})]
                for writer in others:
                    writer.deliver_delta(room, told)

    def check_lost(self) -> None:
        """Makes sockets join again if a delta of their document was lost. Called periodically."""
        now = self._clock()
        for room, numbers in list(self._numbers.items()):
            if numbers.lost(now):
                self._rejoin([room])

    def interrupted(self) -> None:
        """Handles an interruption of the layer: any delta might have been missed."""
        self._numbers = {room: DeltaSequence() for room in self._writers}
        self._rejoin(list(self._writers))

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _deliver_delta(self, room: str, event: dict[str, Any], others: list[DocumentSocket]) -> None:
        numbers = self._numbers.setdefault(room, DeltaSequence())
        if not numbers.accept(event["number"], self._clock()):
            return
        told = packets.build_binary_event("doc:update", {"room": room, "number": event["number"]}, event["update"])
        for writer in others:
            writer.deliver_delta(room, told)

    def _rejoin(self, rooms: Iterable[str]) -> None:
        for room in rooms:
            for writer in list(self._writers.get(room, ())):
                writer.rejoin(room)

    async def _run_in_thread(self, work: Callable[..., Result], *arguments: Any) -> Result:
        def run() -> Result:
            close_old_connections()
            try:
                return work(*arguments)
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._threads, run)


def _parse_document_room(room: str) -> tuple[DeltaSource, UUID]:
    kind, _, thing = room.partition(":")
    source = find_source(kind)
    if source is None:
        raise NotFound
    return source, UUID(thing)


async def _send(event: dict[str, Any]) -> None:
    await get_channel_layer().group_send(stream.EVENT_GROUP, event)
