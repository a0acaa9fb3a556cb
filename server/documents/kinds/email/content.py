"""Content: a body of paragraphs, headings, lists and quotes."""

from functools import lru_cache

from server.documents.kinds import fields, markup
from server.documents.kinds.email.component import ComponentSettings, get_font
from server.documents.kinds.registry import Kind
from server.documents.kinds.render_context import RenderContext
from server.documents.kinds.rich_text import RichText
from server.documents.kinds.settings import Align, Number, Rich


class ContentSettings(ComponentSettings):
    """`spacing` is the height of a line in percent of the size."""

    body: Rich = fields.rich("blocks")
    align: Align = fields.align()
    colour: str = fields.colour(inherits="textColour")
    size: Number = fields.pixels(16, 10, 32)
    spacing: Number = fields.slider(160, 110, 220, unit="percent")


def render(settings: ContentSettings, drawing: RenderContext) -> str:
    blocks = RichText(drawing, settings.size).blocks(settings.body)
    if not blocks:
        return ""
    look = _build_style(
        get_font(drawing.whole),
        settings.size,
        settings.spacing,
        settings.colour or drawing.whole.text_colour,
        settings.align,
    )
    return f"<div{drawing.adapting('copy', settings.colour)}{look}>{blocks}</div>"


@lru_cache(maxsize=256)
def _build_style(font: str, size: int, spacing: int, colour: str, align: Align) -> str:
    return markup.build_style(
        font_family=font, font_size=f"{size}px", line_height=f"{spacing}%", color=colour, text_align=align
    )


KIND = Kind("content", "component", "words", ContentSettings, render)
