"""What is told of plans."""

from typing import ClassVar, Literal

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


class QuotaReached(Event):
    """A counter has just passed a mark: `near` is most of the limit, `out` all of it."""

    name: ClassVar[str] = "plans.quota.reached"
    delivery: ClassVar[Delivery] = "kept"

    feature: str
    subfeature: str
    mark: Literal["near", "out"]
    limit: int
    used: int
    reserved: int
