"""Events about teams and their members."""

from typing import ClassVar, Literal
from uuid import UUID

from pydantic import Field

from server.core.events import Delivery, DomainEvent


class TeamSuspended(DomainEvent):
    """The team is suspended: its members can read and sign out, but can’t change anything until it is restored."""

    name: ClassVar[str] = "teams.team.suspended"
    delivery: ClassVar[Delivery] = "kept"

    team_id: UUID
    reason: str


class TeamRestored(DomainEvent):
    """The suspension of the team was lifted."""

    name: ClassVar[str] = "teams.team.restored"
    delivery: ClassVar[Delivery] = "kept"

    team_id: UUID


class SettingsChanged(DomainEvent):
    """The sign-in and presence settings of the team changed. Carries all of them."""

    name: ClassVar[str] = "teams.settings.changed"
    delivery: ClassVar[Delivery] = "kept"

    multi_login: Literal["allow", "ask", "deny"]
    show_presence: bool
    enable_2fa: bool = Field(serialization_alias="enable2FA")


class MemberChanged(DomainEvent):
    """The user’s role in the team changed. An empty role means that the user was removed."""

    name: ClassVar[str] = "teams.member.changed"
    delivery: ClassVar[Delivery] = "kept"

    team_id: UUID
    user_id: UUID
    role: str
    permissions: list[str]
