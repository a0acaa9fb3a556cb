"""Events about plans."""

from typing import ClassVar, Literal

from server.core.events import Delivery, DomainEvent


class QuotaChanged(DomainEvent):
    """The current value of one quota of the team. The higher `revision` is newer. A limit of -1 means unlimited."""

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


class QuotaReached(DomainEvent):
    """A quota just reached a threshold. `near`: at least 80% of the limit is used. `out`: all of it is used."""

    name: ClassVar[str] = "plans.quota.reached"
    delivery: ClassVar[Delivery] = "kept"

    feature: str
    subfeature: str
    mark: Literal["near", "out"]
    limit: int
    used: int
    reserved: int
