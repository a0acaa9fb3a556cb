"""Events about sessions and users."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from server.core.events import Delivery, DomainEvent


class SessionOpened(DomainEvent):
    """The user signed in on a device. Published to all of the user’s sessions."""

    name: ClassVar[str] = "identity.session.opened"
    delivery: ClassVar[Delivery] = "kept"

    session_id: UUID
    device: str
    at: datetime


class SessionEnded(DomainEvent):
    """The receiving session has ended. `reason` is `signed-out` or `forced-out`.

    Carries no session ID because one event is sent to any number of sessions.
    """

    # SESS-60

    name: ClassVar[str] = "identity.session.ended"
    delivery: ClassVar[Delivery] = "kept"

    reason: str


class SessionsChanged(DomainEvent):
    """One or more of the user’s sessions ended. Reload the list of devices."""

    name: ClassVar[str] = "identity.sessions.changed"
    delivery: ClassVar[Delivery] = "kept"

    user_id: UUID


class TeamSessionsChanged(DomainEvent):
    """Sessions of a team started or ended. Published to operators who watch the team or one of its members.

    `userId` is null if sessions of several users ended at the same time.
    """

    name: ClassVar[str] = "identity.sessions.moved"
    delivery: ClassVar[Delivery] = "kept"

    team_id: UUID
    user_id: UUID | None


class UserValidated(DomainEvent):
    """The user’s email address was verified."""

    name: ClassVar[str] = "identity.user.validated"
    delivery: ClassVar[Delivery] = "kept"

    user_id: UUID


class UserChanged(DomainEvent):
    """The user’s profile, email address or two-factor settings changed. Reload `me`."""

    name: ClassVar[str] = "identity.user.changed"
    delivery: ClassVar[Delivery] = "kept"

    user_id: UUID


class UserLockedByOperator(DomainEvent):
    """An operator locked the user. All sessions have ended."""

    name: ClassVar[str] = "identity.user.locked"
    delivery: ClassVar[Delivery] = "kept"

    user_id: UUID


class UserUnlockedByOperator(DomainEvent):
    """The user can sign in again."""

    name: ClassVar[str] = "identity.user.unlocked"
    delivery: ClassVar[Delivery] = "kept"

    user_id: UUID
