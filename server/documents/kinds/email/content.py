"""Content: a body of paragraphs, headings, lists and quotes."""

from functools import lru_cache

from server.documents.kinds import fields, markup
from server.documents.kinds.drawing import Drawing
from server.documents.kinds.email.component import ComponentSettings, font_of
from server.documents.kinds.registry import Kind
from server.documents.kinds.rich import RichText
from server.documents.kinds.settings import Align, Number, Rich


class ContentSettings(ComponentSettings):
    """`spacing` is the height of a line in percent of the size."""

    body: Rich = fields.rich("blocks")
    align: Align = fields.align()
    colour: str = fields.colour(inherits="textColour")
    size: Number = fields.pixels(16, 10, 32)
    spacing: Number = fields.slider(160, 110, 220, unit="percent")


def draw(settings: ContentSettings, drawing: Drawing) -> str:
    blocks = RichText(drawing, settings.size).blocks(settings.body)
    if not blocks:
        return ""
    look = _style_of(
        font_of(drawing.whole),
        settings.size,
        settings.spacing,
        settings.colour or drawing.whole.text_colour,
        settings.align,
    )
    return f"<div{drawing.adapting('copy', settings.colour)}{look}>{blocks}</div>"


@lru_cache(maxsize=256)
def _style_of(font: str, size: int, spacing: int, colour: str, align: Align) -> str:
    return markup.style(
        font_family=font, font_size=f"{size}px", line_height=f"{spacing}%", color=colour, text_align=align
    )


KIND = Kind("content", "component", "words", ContentSettings, draw)
