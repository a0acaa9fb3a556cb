"""What is told of sessions and users."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from server.core.events import Delivery, Event


class SessionOpened(Event):
    """The user signed in somewhere; told to all of the user's browsers."""

    name: ClassVar[str] = "identity.session.opened"
    delivery: ClassVar[Delivery] = "kept"

    session_id: UUID
    device: str
    at: datetime


class SessionEnded(Event):
    """The session that hears it opens nothing from now on; `reason` is `signed-out` or `forced-out` (SESS-60).

    It names no session, so that one event tells any number of them.
    """

    name: ClassVar[str] = "identity.session.ended"
    delivery: ClassVar[Delivery] = "kept"

    reason: str


class SessionsChanged(Event):
    """One or more of the user's sessions have ended: the list of devices is another one."""

    name: ClassVar[str] = "identity.sessions.changed"
    delivery: ClassVar[Delivery] = "kept"

    user_id: UUID


class SessionsMoved(Event):
    """Sessions of a team were opened or ended; told to the operators who look at the team or at one of the people.

    `user_id` is null where sessions of several people ended at once.
    """

    name: ClassVar[str] = "identity.sessions.moved"
    delivery: ClassVar[Delivery] = "kept"

    team_id: UUID
    user_id: UUID | None


class UserValidated(Event):
    """The user's address is known to be theirs."""

    name: ClassVar[str] = "identity.user.validated"
    delivery: ClassVar[Delivery] = "kept"

    user_id: UUID


class UserChanged(Event):
    """What `me` tells of the user is another: the profile, the address, or the second factor."""

    name: ClassVar[str] = "identity.user.changed"
    delivery: ClassVar[Delivery] = "kept"

    user_id: UUID


class UserWasLocked(Event):
    """An operator locked the user: all sessions have ended."""

    name: ClassVar[str] = "identity.user.locked"
    delivery: ClassVar[Delivery] = "kept"

    user_id: UUID


class UserWasUnlocked(Event):
    """The user may sign in again."""

    name: ClassVar[str] = "identity.user.unlocked"
    delivery: ClassVar[Delivery] = "kept"

    user_id: UUID
