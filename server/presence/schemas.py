"""Schemas of presence."""

from datetime import datetime
from uuid import UUID

from server.core.schemas import Schema


class PresentPerson(Schema):
    """A member who has the team open in one or more tabs. `things` are the records shown there."""

    user_id: UUID
    fullname: str
    initials: str
    things: list[str]


class PresentSession(Schema):
    """A signed-in browser and the screen it showed last."""

    session_id: UUID
    user_id: UUID
    screen: str
    thing: str | None
    since: datetime
    last_seen_at: datetime
