"""Events: changes that subscribed clients are notified of after commit.

An event is a pydantic class in its app's events.py, named `<app>.<noun>.<past participle>`. **Kept** (durable) events
are rows of the same transaction. They reach every socket of their rooms in order, once, even after a lost connection.
**Passing** (ephemeral) events carry the whole state and a revision: losing one is harmless, and the newest replaces the
older ones. **Deltas** of documents are bytes and not events of this module: see core.deltas.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal

from django.db import transaction

from server.core import outbox
from server.core.registry import Listeners
from server.core.rooms import MAX_ROOMS_PER_EVENT
from server.core.schemas import Schema

Delivery = Literal["kept", "passing"]

_classes: dict[str, type["DomainEvent"]] = {}


class DomainEvent(Schema):
    """The base of all events. A subclass names itself and how it is delivered."""

    name: ClassVar[str]
    delivery: ClassVar[Delivery]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not cls.__dict__.get("name"):
            return
        if cls.name in _classes and _classes[cls.name].__qualname__ != cls.__qualname__:
            raise TypeError(f"Two events are named {cls.name}")
        _classes[cls.name] = cls

    def replaces(self) -> str:
        """The coalescing key: a newer passing event replaces an older one with the same key and room."""
        return self.name

    def wire(self) -> dict[str, Any]:
        """The payload as sent to the client, with values formatted as in the API (core.rendering)."""
        return self.model_dump(mode="json", by_alias=True)


# The reaction of a higher app to an event of a lower one: (event, rooms).
Reaction = Callable[[Any, Sequence[str]], None]
REACTIONS = Listeners[str, Reaction]("reaction")


def add_reaction(name: str, reaction: Reaction) -> None:
    """Runs `reaction` with every event of this name, in the publishing transaction. It commits with the change, and an
    exception rolls the change back. A second registration of the same reaction does nothing."""
    REACTIONS.add(name, reaction)


def list_classes() -> dict[str, type[DomainEvent]]:
    return dict(sorted(_classes.items()))


def publish_durable(told: Sequence[tuple[DomainEvent, Sequence[str]]]) -> None:
    """Stores all events with one statement, in order, each for its rooms. Raises ValueError for an ephemeral event."""
    if any(event.delivery != "kept" for event, _ in told):
        raise ValueError("Only durable events can be stored")
    outbox.store([(event.name, rooms, event.wire()) for event, rooms in told])
    for event, rooms in told:
        _react(event, rooms)


def publish(event: DomainEvent, *, rooms: Sequence[str]) -> None:
    """Notifies the rooms after the running transaction has committed, and never after a rollback."""
    if event.delivery == "kept":
        outbox.store([(event.name, rooms, event.wire())])
    else:
        passing = outbox.EphemeralEvent(name=event.name, rooms=tuple(rooms), payload=event.wire(), key=event.replaces())
        transaction.on_commit(lambda: outbox.send_ephemeral(passing), robust=True)
    _react(event, rooms)


def split_rooms(event: DomainEvent, rooms: Sequence[str]) -> list[tuple[DomainEvent, Sequence[str]]]:
    """Splits any number of rooms into as few (event, rooms) pairs for `publish_durable` as the room limit allows."""
    return [(event, rooms[start : start + MAX_ROOMS_PER_EVENT]) for start in range(0, len(rooms), MAX_ROOMS_PER_EVENT)]


def _react(event: DomainEvent, rooms: Sequence[str]) -> None:
    for reaction in REACTIONS.of(event.name):
        reaction(event, rooms)
