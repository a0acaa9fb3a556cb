"""The document-wide settings of an email, and the fonts and sizes that its kinds share."""

from typing import Final, Literal

from server.documents.kinds import fields
from server.documents.kinds.settings import (
    Align,
    KindSettings,
    Number,
)

Font = Literal["system", "arial", "verdana", "tahoma", "trebuchet", "georgia", "times", "courier"]
HeadingFont = Literal["same", "system", "arial", "verdana", "tahoma", "trebuchet", "georgia", "times", "courier"]

# Stacks of installed fonts.
FONTS: Final[dict[Font, str]] = {
    "system": "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
    "arial": "Arial, Helvetica, sans-serif",
    "verdana": "Verdana, Geneva, sans-serif",
    "tahoma": "Tahoma, Verdana, Segoe, sans-serif",
    "trebuchet": "'Trebuchet MS', Tahoma, sans-serif",
    "georgia": "Georgia, 'Times New Roman', serif",
    "times": "'Times New Roman', Times, serif",
    "courier": "'Courier New', Courier, monospace",
}

# Pixels and line height in percent of each level of text.
LEVELS: Final = {"h1": (32, 120), "h2": (24, 125), "h3": (19, 135), "paragraph": (16, 160)}


class EmailGlobals(KindSettings):
    """Document-wide settings. `background` is around the content, `canvas` behind it."""

    width: Number = fields.pixels(600, 320, 800)
    background: str = fields.colour("#f3f3f5", part="colours")
    canvas: str = fields.colour("#ffffff", part="colours")
    text_colour: str = fields.colour("#232326", part="colours")
    link_colour: str = fields.colour("#2f5bd7", part="colours")
    accent: str = fields.colour("#2f5bd7", part="colours")
    dark: Literal["adapts", "keeps"] = fields.choice("adapts", part="colours")
    font: Font = fields.choice("system", part="fonts")
    heading_font: HeadingFont = fields.choice("same", part="fonts")
    show_view_browser_link: bool = fields.switch(True)
    footer_align: Align = fields.align("center", tab="settings", part="footer")
    footer_background: str = fields.colour("", inherits="background", tab="settings", part="footer")
    footer_colour: str = fields.colour("#6b6b74", tab="settings", part="footer")
    footer_words: str = fields.lines(part="footer")
    footer_preferences: bool = fields.switch(True, part="footer")
    footer_forward: bool = fields.switch(False, part="footer")
    footer_reply: bool = fields.switch(False, part="footer")
