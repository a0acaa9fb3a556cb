"""Content: a body of paragraphs, headings, lists and quotes."""

from server.documents.kinds import fields
from server.documents.kinds.email.component import ComponentSettings
from server.documents.kinds.registry import Kind
from server.documents.kinds.settings import Align, Number, Rich


class ContentSettings(ComponentSettings):
    """`spacing` is the height of a line in percent of the size."""

    body: Rich = fields.rich("blocks")
    align: Align = fields.align()
    colour: str = fields.colour(inherits="textColour")
    size: Number = fields.pixels(16, 10, 32)
    spacing: Number = fields.slider(160, 110, 220, unit="percent")


KIND = Kind("content", "component", "words", ContentSettings)
