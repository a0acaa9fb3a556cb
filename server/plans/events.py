"""What is told of plans."""

from typing import ClassVar

from server.core.events import Delivery, Event


class QuotaChanged(Event):
    """One counter of the team as it stands; `revision` is greater in the newer of two. -1 is unlimited."""

    name: ClassVar[str] = "plans.quota.changed"
    delivery: ClassVar[Delivery] = "passing"

    feature: str
    subfeature: str
    limit: int
    used: int
    reserved: int
    revision: int

    def replaces(self) -> str:
        return f"{self.name}:{self.feature}.{self.subfeature}"
