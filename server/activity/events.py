"""What is told of activity."""

from datetime import datetime
from typing import ClassVar

from server.core.events import Delivery, Event


class ActivityRecorded(Event):
    """Somebody of the team did something; the same fields as an item of the list (ACT-01 to 05)."""

    name: ClassVar[str] = "activity.entry.recorded"
    delivery: ClassVar[Delivery] = "kept"

    reference: str
    action: str
    subject: str
    fullname: str
    created_at: datetime
