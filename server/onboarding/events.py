"""Events about the onboarding checklist."""

from typing import ClassVar
from uuid import UUID

from server.core.events import Delivery, DomainEvent


class MissionDismissed(DomainEvent):
    """The user dismissed or restored the onboarding checklist of a team, in any browser."""

    name: ClassVar[str] = "onboarding.mission.dismissed"
    delivery: ClassVar[Delivery] = "passing"

    company_id: UUID
    dismissed: bool
    revision: int
