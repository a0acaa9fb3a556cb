"""What the world is told about the hygiene of lists."""

from typing import ClassVar
from uuid import UUID

from server.core.events import Delivery, Event
from server.hygiene.states import RunState


class SunsetChanged(Event):
    """The sunset rule was set (then no run is named), or one of its runs has another state."""

    name: ClassVar[str] = "hygiene.sunset.changed"
    delivery: ClassVar[Delivery] = "kept"

    run_id: UUID | None
    state: RunState | None
