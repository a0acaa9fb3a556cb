"""Events of list hygiene."""

from typing import ClassVar
from uuid import UUID

from server.core.events import Delivery, DomainEvent
from server.hygiene.states import SunsetRunState


class SunsetChanged(DomainEvent):
    """The sunset rule changed (`runId` is null), or the state of one of its runs changed."""

    name: ClassVar[str] = "hygiene.sunset.changed"
    delivery: ClassVar[Delivery] = "kept"

    run_id: UUID | None
    state: SunsetRunState | None
