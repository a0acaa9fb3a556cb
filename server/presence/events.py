"""What is told of who is here. Both carry the whole state: a newer revision replaces an older one."""

from typing import ClassVar

from server.core.events import Delivery, Event
from server.presence.schemas import PersonPresent, SessionPresent


class TeamPresenceChanged(Event):
    """Who of the team is here and looks at what; nobody when the team doesn't show it."""

    name: ClassVar[str] = "presence.team.changed"
    delivery: ClassVar[Delivery] = "passing"

    revision: int
    people: list[PersonPresent]


class SessionsPresenceChanged(Event):
    """The open sessions of a team with their screens, for operators only."""

    name: ClassVar[str] = "presence.sessions.changed"
    delivery: ClassVar[Delivery] = "passing"

    revision: int
    sessions: list[SessionPresent]
