"""Events about presence. Both carry the whole state: a newer revision replaces an older one."""

from typing import ClassVar

from server.core.events import Delivery, DomainEvent
from server.presence.schemas import PresentPerson, PresentSession


class TeamPresenceChanged(DomainEvent):
    """Members who have the team open, and the records they view. Empty if the team has turned presence off."""

    name: ClassVar[str] = "presence.team.changed"
    delivery: ClassVar[Delivery] = "passing"

    revision: int
    people: list[PresentPerson]


class SessionsPresenceChanged(DomainEvent):
    """Open sessions of a team with their screens. For operators only."""

    name: ClassVar[str] = "presence.sessions.changed"
    delivery: ClassVar[Delivery] = "passing"

    revision: int
    sessions: list[PresentSession]
