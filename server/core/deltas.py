"""Deltas: the delivery of changes to documents that several people edit at the same time.

A delta is a row of its document, numbered from 1 without gaps. Deltas are neither coalesced nor logged. A client that
misses one rejoins with its state vector. The app that owns the documents registers a source. The realtime server calls
the source from threads, so it can use the ORM.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from server.core import outbox, rooms
from server.core.callers import Caller
from server.core.registry import Registry

DELTA_TYPE: Final = "doc.delta"


@dataclass(frozen=True, slots=True)
class MissingState:
    """The state that a client lacks: one update, the full state vector, and the number of the newest delta.

    `read_bytes` is the size of the stored updates that were read and merged to build it.
    """

    update: bytes
    state_vector: bytes
    number: int
    read_bytes: int = 0


@dataclass(frozen=True, slots=True)
class DeltaSource:
    """Documents of one kind. `kind` is also a room kind (core.rooms), which decides who can read.

    `load(document, state_vector, by)` returns the missing state. `store(document, update, by)` writes one delta and
    returns its number after the commit. Several threads can store into one document; the source serializes them. Both
    raise an ApiError for malformed bytes and for a document that the caller cannot reach.
    """

    kind: str
    # The permission to write, if all documents share one. The room kind declares the read permission.
    permission: str | None
    load: Callable[[UUID, bytes, Caller], MissingState]
    store: Callable[[UUID, bytes, Caller], int]


SOURCES = Registry[str, DeltaSource]("source of deltas")


def register(source: DeltaSource) -> None:
    SOURCES.add(source.kind, source)


def find_source(kind: str) -> DeltaSource | None:
    return SOURCES.get(kind)


def build_delta_event(room: str, *, owner: str, number: int, update: bytes) -> dict[str, Any]:
    """A stored delta as a message of the channel layer. `owner` is the socket that sent it, which does not get it."""
    return {"type": DELTA_TYPE, "room": room, "owner": owner, "number": number, "update": update}


def publish(kind: str, document: UUID, *, number: int, update: bytes) -> None:
    """Sends a delta that the server made to all sockets that have the document open; call it after the commit.

    A failure is logged and harmless: clients compare their state with the server's now and then.
    """
    outbox.broadcast(build_delta_event(rooms.build_room(kind, document), owner="", number=number, update=update))
