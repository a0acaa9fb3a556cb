"""Events: what changed, told to those who may know, after commit.

An event is a pydantic class in its app's events.py, named `<app>.<noun>.<past participle>`. **Kept** events are rows
of the same transaction and reach every socket of their rooms in order, once, also after a lost connection.
**Passing** events carry the whole state and a revision; losing one is harmless and the newest replaces the older.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from django.db import transaction

from server.core import clock, outbox
from server.core.models import OutboxEvent
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
        """The payload as it goes over the wire."""
        return self.model_dump(mode="json", by_alias=True)


def classes() -> dict[str, type[Event]]:
    """All event classes by name."""
    return dict(sorted(_classes.items()))


def publish(event: Event, *, rooms: Sequence[str]) -> None:
    """Tells the rooms, once the running transaction has committed; never when it is rolled back."""
    if event.delivery == "kept":
        OutboxEvent.objects.create(name=event.name, rooms=list(rooms), payload=event.wire(), created_at=clock.now())
        transaction.on_commit(outbox.wake, robust=True)
        return
    passing = outbox.Passing(name=event.name, rooms=tuple(rooms), payload=event.wire(), key=event.replaces())
    transaction.on_commit(lambda: outbox.pass_on(passing), robust=True)
