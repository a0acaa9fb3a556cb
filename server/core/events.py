"""Events: what changed, told to those who may know, after commit.

An event is a pydantic class in its app's events.py, named `<app>.<noun>.<past participle>`. **Kept** events are rows
of the same transaction and reach every socket of their rooms in order, once, also after a lost connection.
**Passing** events carry the whole state and a revision; losing one is harmless and the newest replaces the older.
**Deltas** of documents are bytes, not events of this module: core.deltas.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal

from django.db import transaction

from server.core import outbox
from server.core.registry import Listeners
from server.core.rooms import MOST_ROOMS
from server.core.schemas import Schema

Delivery = Literal["kept", "passing"]

_classes: dict[str, type["Event"]] = {}


class Event(Schema):
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
        """The key under which a newer passing event stands in for this one; the class and its room by default."""
        return self.name

    def wire(self) -> dict[str, Any]:
        """The payload as it goes over the wire, each value worded as the API words it (core.rendering)."""
        return self.model_dump(mode="json", by_alias=True)


# What an upper app does about an event of a lower one: (event, the rooms that are told).
Reaction = Callable[[Any, Sequence[str]], None]
REACTIONS = Listeners[str, Reaction]("reaction")


def on(name: str, reaction: Reaction) -> None:
    """Runs `reaction` with every event of this name, in the transaction that publishes it: it is committed with the
    change or not at all, and what it raises undoes the change. Once is enough: a second registration does nothing.
    """
    REACTIONS.add(name, reaction)


def classes() -> dict[str, type[Event]]:
    """All event classes by name."""
    return dict(sorted(_classes.items()))


def publish_kept(told: Sequence[tuple[Event, Sequence[str]]]) -> None:
    """Tells many kept events, each its rooms, in their order, by one statement. Raises ValueError for a passing one."""
    if any(event.delivery != "kept" for event, _ in told):
        raise ValueError("Only durable events can be stored")
    outbox.keep([(event.name, rooms, event.wire()) for event, rooms in told])
    for event, rooms in told:
        _react(event, rooms)


def publish(event: Event, *, rooms: Sequence[str]) -> None:
    """Tells the rooms, once the running transaction has committed; never when it is rolled back."""
    if event.delivery == "kept":
        outbox.keep([(event.name, rooms, event.wire())])
    else:
        passing = outbox.Passing(name=event.name, rooms=tuple(rooms), payload=event.wire(), key=event.replaces())
        transaction.on_commit(lambda: outbox.pass_on(passing), robust=True)
    _react(event, rooms)


def in_parts(event: Event, rooms: Sequence[str]) -> list[tuple[Event, Sequence[str]]]:
    """The event for any number of rooms, as `publish_kept` takes it: in as few rows as their names fit in."""
    return [(event, rooms[start : start + MOST_ROOMS]) for start in range(0, len(rooms), MOST_ROOMS)]


def _react(event: Event, rooms: Sequence[str]) -> None:
    for reaction in REACTIONS.of(event.name):
        reaction(event, rooms)
