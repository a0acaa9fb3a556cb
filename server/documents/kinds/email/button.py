"""Button: words that lead somewhere."""

from typing import Literal

from server.documents.kinds import fields
from server.documents.kinds.email.component import ComponentSettings
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


KIND = Kind("button", "component", "words", ButtonSettings)
