"""Events about activity."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from server.core.events import Delivery, DomainEvent


class ActivityRecorded(DomainEvent):
    """A member of the team did something. Carries the fields of an activity entry."""

    # ACT-01 to 05.

    name: ClassVar[str] = "activity.entry.recorded"
    delivery: ClassVar[Delivery] = "kept"

    reference: str
    action: str
    subject: str
    fullname: str
    created_at: datetime


class TeamActivityChanged(DomainEvent):
    """A team member performed an action. Published to operators who watch the team.

    Carries no details; `revision` is the ID of the newest entry.
    """

    name: ClassVar[str] = "activity.team.moved"
    delivery: ClassVar[Delivery] = "passing"

    team_id: UUID
    revision: int

    def replaces(self) -> str:
        return f"{self.name}:{self.team_id}"
