"""Text: a heading or a short line."""

from typing import Literal

from server.documents.kinds import fields
from server.documents.kinds.email.component import ComponentSettings
from server.documents.kinds.registry import Kind
from server.documents.kinds.settings import Align, Number, Rich

Level = Literal["h1", "h2", "h3", "paragraph"]


class TextSettings(ComponentSettings):
    """`size` 0 is that of the level."""

    text: Rich = fields.rich("line")
    level: Level = fields.choice("h1", tab="settings")
    align: Align = fields.align()
    colour: str = fields.colour(inherits="textColour")
    size: Number = fields.pixels(0, 0, 96)
    weight: Literal["normal", "bold"] = fields.choice("bold")


KIND = Kind("text", "component", "words", TextSettings)
