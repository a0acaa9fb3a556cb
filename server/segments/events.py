"""What the world is told about segments."""

from datetime import datetime
from typing import ClassVar, Literal

from server.core.events import Delivery, Event

Action = Literal["created", "updated", "deleted"]


class SegmentChanged(Event):
    """A segment came, changed its name or its rules, or went."""

    name: ClassVar[str] = "segments.segment.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    segment_id: int


class SegmentMoved(Event):
    """To who looks at a watched segment: contacts entered it or left it. The figures count since it is watched."""

    name: ClassVar[str] = "segments.segment.moved"
    delivery: ClassVar[Delivery] = "passing"

    segment_id: int
    members: int
    entered: int
    left: int
    at: datetime
    revision: int

    def replaces(self) -> str:
        return f"{self.name}:{self.segment_id}"
