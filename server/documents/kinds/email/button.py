"""Button: words that lead somewhere."""

from typing import Literal

from server.documents.kinds import fields, markup
from server.documents.kinds.drawing import Drawing
from server.documents.kinds.email.component import TABLE, ComponentSettings, font_of
from server.documents.kinds.registry import Kind
from server.documents.kinds.settings import Align, Number, Sides


class ButtonSettings(ComponentSettings):
    """Without a `text_colour` its words are black or white, whichever is read better. `inside` is around the words."""

    words: str = fields.line()
    address: str = fields.address()
    button_colour: str = fields.colour(inherits="accent")
    text_colour: str = fields.colour()
    width: Literal["fits", "full"] = fields.choice("fits")
    align: Align = fields.align("center")
    corner: Number = fields.slider(6, 0, 40)
    inside: Sides = fields.sides((12, 24, 12, 24))
    size: Number = fields.pixels(16, 10, 32)


def draw(settings: ButtonSettings, drawing: Drawing) -> str:
    words = drawing.text(settings.words.strip())
    if not words:
        return ""
    ground = settings.button_colour or drawing.whole.accent
    inside = markup.sides(settings.inside)
    corner = f"{settings.corner}px"
    full = settings.width == "full"
    look = markup.style(
        display="block" if full else "inline-block",
        padding=inside,
        font_family=font_of(drawing.whole),
        font_size=f"{settings.size}px",
        line_height="125%",
        font_weight=600,
        color=settings.text_colour or markup.ink_on(ground),
        text_align="center",
        text_decoration="none",
        border_radius=corner,
        mso_padding_alt="0",
    )
    address = drawing.link(settings.address)
    label = f'<a href="{address}"{look}>{words}</a>' if address else f"<span{look}>{words}</span>"
    # Word, which Outlook draws with, pads a cell but no link.
    cell = markup.style(background_color=ground, border_radius=corner, mso_padding_alt=inside)
    table = markup.style(border_collapse="separate", line_height="100%", width="100%" if full else "")
    whole_width = ' width="100%"' if full else ""
    return (
        f'<table {TABLE}{whole_width}{table}><tr><td align="center" bgcolor="{ground}"{cell}>{label}</td></tr></table>'
    )


KIND = Kind("button", "component", "words", ButtonSettings, draw)
