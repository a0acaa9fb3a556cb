"""What the world is told about segments."""

from typing import ClassVar, Literal

from server.core.events import Delivery, Event

Action = Literal["created", "updated", "deleted"]


class SegmentChanged(Event):
    """A segment came, changed its name or its rules, or went."""

    name: ClassVar[str] = "segments.segment.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    segment_id: int
