"""Events for operators with the console open."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from server.core.events import Delivery, DomainEvent


class AuditEntryRecorded(DomainEvent):
    """An operator did something. Published to operators who watch the same team, user or entry."""

    name: ClassVar[str] = "support.act.recorded"
    delivery: ClassVar[Delivery] = "kept"

    act_id: UUID
    kind: str
    team_id: UUID | None
    user_id: UUID | None
    at: datetime
