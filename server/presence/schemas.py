"""Who is here, as it goes over the wire."""

from datetime import datetime
from uuid import UUID

from server.core.schemas import Schema


class PersonPresent(Schema):
    """Somebody who has the team open, in however many tabs; `things` are what is on those screens."""

    user_id: UUID
    fullname: str
    initials: str
    things: list[str]


class SessionPresent(Schema):
    """A signed-in browser and the screen that it showed last."""

    session_id: UUID
    user_id: UUID
    screen: str
    thing: str | None
    since: datetime
    last_seen_at: datetime
