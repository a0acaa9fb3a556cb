"""Button: a text with a link."""

from functools import lru_cache
from typing import Literal

from server.documents.kinds import fields, markup
from server.documents.kinds.email.component import TABLE, ComponentSettings, get_font
from server.documents.kinds.registry import Kind
from server.documents.kinds.render_context import RenderContext
from server.documents.kinds.settings import Align, Number, Sides


class ButtonSettings(ComponentSettings):
    """Without a `text_colour`, its text is black or white by contrast. `inside` is the padding around the text."""

    words: str = fields.line()
    address: str = fields.address()
    button_colour: str = fields.colour(inherits="accent")
    text_colour: str = fields.colour()
    width: Literal["fits", "full"] = fields.choice("fits")
    align: Align = fields.visible_when(fields.align("center"), width=("fits",))
    corner: Number = fields.slider(6, 0, 40)
    inside: Sides = fields.sides((12, 24, 12, 24))
    size: Number = fields.pixels(16, 10, 32)


def render(settings: ButtonSettings, drawing: RenderContext) -> str:
    words = drawing.text(settings.words.strip())
    if not words:
        return ""
    around, look = _build_style(
        get_font(drawing.whole),
        settings.size,
        (settings.button_colour or drawing.whole.accent, settings.text_colour),
        settings.corner,
        markup.format_sides(settings.inside),
        is_full=settings.width == "full",
    )
    address = drawing.link(settings.address)
    label = f'<a href="{address}"{look}>{words}</a>' if address else f"<span{look}>{words}</span>"
    return f"{around}{label}</td></tr></table>"


@lru_cache(maxsize=256)
def _build_style(
    font: str, size: int, colours: tuple[str, str], corner: int, inside: str, *, is_full: bool
) -> tuple[str, str]:
    """The HTML before the text, and the style of the text. `colours` are those of the background and the text."""
    ground, ink = colours
    look = markup.build_style(
        display="block" if is_full else "inline-block",
        padding=inside,
        font_family=font,
        font_size=f"{size}px",
        line_height="125%",
        font_weight=600,
        color=ink or markup.choose_text_colour(ground),
        text_align="center",
        text_decoration="none",
        border_radius=f"{corner}px",
        mso_padding_alt="0",
    )
    # Outlook’s rendering engine, Word, supports padding on cells but not on links.
    cell = markup.build_style(background_color=ground, border_radius=f"{corner}px", mso_padding_alt=inside)
    table = markup.build_style(border_collapse="separate", line_height="100%", width="100%" if is_full else "")
    whole_width = ' width="100%"' if is_full else ""
    return f'<table {TABLE}{whole_width}{table}><tr><td align="center" bgcolor="{ground}"{cell}>', look


KIND = Kind("button", "component", "words", ButtonSettings, render)
