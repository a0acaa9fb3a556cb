"""HTML: custom code, sanitized for email."""

from server.documents.kinds import fields, markup
from server.documents.kinds.email.component import ComponentSettings, get_font
from server.documents.kinds.registry import Kind
from server.documents.kinds.render_context import RenderContext
from server.documents.kinds.settings import Sides


class HtmlSettings(ComponentSettings):
    """The default has no padding, so that the code alone decides."""

    code: str = fields.code()
    padding: Sides = fields.sides((0, 0, 0, 0), part="around")


def render(settings: HtmlSettings, drawing: RenderContext) -> str:
    code = drawing.tags.code(settings.code) if settings.code.strip() else ""
    look = markup.build_style(
        font_family=get_font(drawing.whole), font_size="16px", line_height="160%", color=drawing.whole.text_colour
    )
    return f"<div{drawing.adapting('copy')}{look}>{code}</div>" if code.strip() else ""


KIND = Kind("html", "component", "words", HtmlSettings, render)
