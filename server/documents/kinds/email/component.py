"""Settings and helpers that components of emails share."""

from typing import Final

from server.documents.kinds import fields
from server.documents.kinds.email.global_settings import FONTS, EmailGlobals
from server.documents.kinds.settings import KindSettings, Sides

# Attributes of a layout table.
TABLE: Final = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'


class ComponentSettings(KindSettings):
    """The padding around a component, and its background."""

    padding: Sides = fields.sides((8, 24, 8, 24), part="around")
    background: str = fields.colour(part="around")


def get_font(whole: EmailGlobals, *, heading: bool = False) -> str:
    return FONTS[whole.heading_font if heading and whole.heading_font != "same" else whole.font]
