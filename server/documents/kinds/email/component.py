"""What every component of an email can set, and what several draw with."""

from typing import Final

from server.documents.kinds import fields
from server.documents.kinds.email.whole import FONTS, EmailGlobals
from server.documents.kinds.settings import KindSettings, Sides

# A table that is there for its layout.
TABLE: Final = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'


class ComponentSettings(KindSettings):
    """The space around a component and what lies under it."""

    padding: Sides = fields.sides((8, 24, 8, 24), part="around")
    background: str = fields.colour(part="around")


def font_of(whole: EmailGlobals, *, heading: bool = False) -> str:
    """The stack of fonts of the whole, or that of its headings."""
    return FONTS[whole.heading_font if heading and whole.heading_font != "same" else whole.font]
