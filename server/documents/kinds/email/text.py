"""Text: a heading or a short line."""

from functools import lru_cache
from typing import Literal

from server.documents.kinds import fields, markup
from server.documents.kinds.email.component import ComponentSettings, get_font
from server.documents.kinds.email.global_settings import LEVELS
from server.documents.kinds.registry import Kind
from server.documents.kinds.render_context import RenderContext
from server.documents.kinds.rich_text import RichText
from server.documents.kinds.settings import Align, Number, Rich

Level = Literal["h1", "h2", "h3", "paragraph"]


class TextSettings(ComponentSettings):
    """With `size` 0, the size of the level applies."""

    text: Rich = fields.rich("line")
    level: Level = fields.choice("h1", tab="settings")
    align: Align = fields.align()
    colour: str = fields.colour(inherits="textColour")
    size: Number = fields.pixels(0, 0, 96)
    weight: Literal["normal", "bold"] = fields.choice("bold")


def render(settings: TextSettings, drawing: RenderContext) -> str:
    size, height = LEVELS[settings.level]
    size = settings.size or size
    words = RichText(drawing, size).line(settings.text)
    if not words:
        return ""
    is_heading = settings.level != "paragraph"
    tag = settings.level if is_heading else "p"
    font = get_font(drawing.whole, heading=is_heading)
    colour = settings.colour or drawing.whole.text_colour
    look = _build_style(font, size, height, colour, settings.align, is_bold=settings.weight == "bold")
    return f"<{tag}{drawing.adapting('copy', settings.colour)}{look}>{words}</{tag}>"


@lru_cache(maxsize=256)
def _build_style(font: str, size: int, height: int, colour: str, align: Align, *, is_bold: bool) -> str:
    return markup.build_style(
        margin="0",
        font_family=font,
        font_size=f"{size}px",
        line_height=f"{height}%",
        font_weight=700 if is_bold else 400,
        color=colour,
        text_align=align,
    )


KIND = Kind("text", "component", "words", TextSettings, render)
