"""What every component of an email can set."""

from server.documents.kinds import fields
from server.documents.kinds.settings import KindSettings, Sides


class ComponentSettings(KindSettings):
    """The space around a component and what lies under it."""

    padding: Sides = fields.sides((8, 24, 8, 24), part="around")
    background: str = fields.colour(part="around")
