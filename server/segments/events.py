"""Events of segments."""

from datetime import datetime
from typing import ClassVar, Literal

from server.core.events import Delivery, DomainEvent

Action = Literal["created", "updated", "deleted"]


class SegmentChanged(DomainEvent):
    """A segment was created, renamed or deleted, or its rules changed."""

    name: ClassVar[str] = "segments.segment.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Action
    segment_id: int


class MembershipChanged(DomainEvent):
    """Contacts entered or left a followed segment. Published to clients that watch the segment.

    `entered` and `left` count since the segment got its first follower, which can be an automation instead of a user.
    """

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
