"""What is told of activity."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from server.core.events import Delivery, Event


class ActivityRecorded(Event):
    """Somebody of the team did something; what an item of the list says of it (ACT-01 to 05)."""

    name: ClassVar[str] = "activity.entry.recorded"
    delivery: ClassVar[Delivery] = "kept"

    reference: str
    action: str
    subject: str
    fullname: str
    created_at: datetime


class TeamMoved(Event):
    """Somebody of the team did something: told to the operators who look at the team, without what it was.

    The id of the newest entry is its revision.
    """

    name: ClassVar[str] = "activity.team.moved"
    delivery: ClassVar[Delivery] = "passing"

    team_id: UUID
    revision: int

    def replaces(self) -> str:
        return f"{self.name}:{self.team_id}"
