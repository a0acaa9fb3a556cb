"""What operators are told while they look."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from server.core.events import Delivery, Event


class ActRecorded(Event):
    """An operator did something: whoever looks at the same team, person or record sees it."""

    name: ClassVar[str] = "support.act.recorded"
    delivery: ClassVar[Delivery] = "kept"

    act_id: UUID
    kind: str
    team_id: UUID | None
    user_id: UUID | None
    at: datetime
