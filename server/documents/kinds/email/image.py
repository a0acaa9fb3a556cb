"""Image: a picture, which can be a link."""

from server.documents.kinds import fields
from server.documents.kinds.email.component import ComponentSettings
from server.documents.kinds.registry import Kind
from server.documents.kinds.settings import Align, Number


class ImageSettings(ComponentSettings):
    """`width` in percent of the space that the column leaves; `fills` it on a phone."""

    image: str = fields.image()
    alt: str = fields.line()
    address: str = fields.address()
    width: Number = fields.slider(100, 5, 100, unit="percent")
    align: Align = fields.align("center")
    corner: Number = fields.slider(0, 0, 60)
    fills: bool = fields.switch(False, tab="look", part="phone")


KIND = Kind("image", "component", "words", ImageSettings)
