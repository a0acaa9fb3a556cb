"""HTML: what its author has written by hand, as far as mail may hold it."""

from server.documents.kinds import fields
from server.documents.kinds.email.component import ComponentSettings
from server.documents.kinds.registry import Kind
from server.documents.kinds.settings import Sides


class HtmlSettings(ComponentSettings):
    """Nothing lies around the code but what it brings."""

    code: str = fields.code()
    padding: Sides = fields.sides((0, 0, 0, 0), part="around")


KIND = Kind("html", "component", "words", HtmlSettings)
