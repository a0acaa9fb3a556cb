"""What is told of sessions."""

from typing import ClassVar
from uuid import UUID

from server.core.events import Delivery, Event


class SessionEnded(Event):
    """The session opens nothing from now on; `reason` is `signed-out` or `forced-out` (SESS-60)."""

    name: ClassVar[str] = "identity.session.ended"
    delivery: ClassVar[Delivery] = "kept"

    session_id: UUID
    reason: str


class UserValidated(Event):
    """The user's address is known to be theirs."""

    name: ClassVar[str] = "identity.user.validated"
    delivery: ClassVar[Delivery] = "kept"

    user_id: UUID
