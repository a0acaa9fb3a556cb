"""Deltas: the third way in which a change travels, for documents that several people write at once.

A delta is a row of its document with a number that counts from 1 without a gap. Nothing is replaced and nothing is in
the log: who misses one joins again and says by a state vector what it has. The app that owns the documents registers a
source; the wire calls it from threads, so it may use the ORM.
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
class Missing:
    """What a client lacks: one update, the state vector of the whole, and the number of the newest delta in it.

    `read_bytes`: of stored updates that had to be read and merged to find it.
    """

    update: bytes
    state_vector: bytes
    number: int
    read_bytes: int = 0


@dataclass(frozen=True, slots=True)
class DeltaSource:
    """Documents of one kind. `kind` is also a room kind (core.rooms), which says who may read.

    `load(document, state_vector, by)` answers what is missing; `store(document, update, by)` writes one delta and
    answers its number once it is committed; several threads store into one document at once, and the source lines them
    up. Both raise an ApiError for bytes that are none, and for whom the document is not there.
    """

    kind: str
    # What the caller needs to write, where it is the same for all; a read permission stands with the room kind.
    permission: str | None
    load: Callable[[UUID, bytes, Caller], Missing]
    store: Callable[[UUID, bytes, Caller], int]


SOURCES = Registry[str, DeltaSource]("source of deltas")


def register(source: DeltaSource) -> None:
    """Lets sockets write documents of this kind together."""
    SOURCES.add(source.kind, source)


def source_of(kind: str) -> DeltaSource | None:
    """The registered source of this kind."""
    return SOURCES.get(kind)


def delta_event(room: str, *, owner: str, number: int, update: bytes) -> dict[str, Any]:
    """A stored delta as a message of the channel layer. `owner` is the socket that sent it, which does not get it."""
    return {"type": DELTA_TYPE, "room": room, "owner": owner, "number": number, "update": update}


def publish(kind: str, document: UUID, *, number: int, update: bytes) -> None:
    """Sends a delta that the server made to all sockets that have the document open; call it after the commit.

    A failure is logged and harmless: clients compare their state with the server's now and then.
    """
    outbox.broadcast(delta_event(rooms.watching(kind, document), owner="", number=number, update=update))
