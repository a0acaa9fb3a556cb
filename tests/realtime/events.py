"""Two events that only the realtime tests publish."""

from typing import ClassVar

from server.core.events import Delivery, DomainEvent


class ThingChanged(DomainEvent):
    name: ClassVar[str] = "wired.thing.changed"
    delivery: ClassVar[Delivery] = "kept"

    number: int


class ThingProgressed(DomainEvent):
    name: ClassVar[str] = "wired.thing.progressed"
    delivery: ClassVar[Delivery] = "passing"

    revision: int
    padding: str = ""
