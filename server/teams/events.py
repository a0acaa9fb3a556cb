"""What is told of teams and their members."""

from typing import ClassVar, Literal
from uuid import UUID

from pydantic import Field

from server.core.events import Delivery, Event


class TeamSuspended(Event):
    """The team may look and leave, nothing else, until it is restored."""

    name: ClassVar[str] = "teams.team.suspended"
    delivery: ClassVar[Delivery] = "kept"

    team_id: UUID
    reason: str


class TeamRestored(Event):
    """The team may work again."""

    name: ClassVar[str] = "teams.team.restored"
    delivery: ClassVar[Delivery] = "kept"

    team_id: UUID


class SettingsChanged(Event):
    """How the team signs in and who sees whom; all of it as it is now."""

    name: ClassVar[str] = "teams.settings.changed"
    delivery: ClassVar[Delivery] = "kept"

    multi_login: Literal["allow", "ask", "deny"]
    show_presence: bool
    enable_2fa: bool = Field(serialization_alias="enable2FA")


class MemberChanged(Event):
    """The user's role in the team is another; an empty one: the user is out of the team."""

    name: ClassVar[str] = "teams.member.changed"
    delivery: ClassVar[Delivery] = "kept"

    team_id: UUID
    user_id: UUID
    role: str
    permissions: list[str]
