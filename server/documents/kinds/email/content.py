"""Content: a body of paragraphs, headings, lists and quotes."""

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
    look = markup.style(
        font_family=font_of(drawing.whole),
        font_size=f"{settings.size}px",
        line_height=f"{settings.spacing}%",
        color=settings.colour or drawing.whole.text_colour,
        text_align=settings.align,
    )
    return f"<div{drawing.adapting('copy', settings.colour)}{look}>{blocks}</div>"


KIND = Kind("content", "component", "words", ContentSettings, draw)
