"""Row: columns side by side, stacked on phones."""

from typing import Literal

from server.documents.kinds import fields
from server.documents.kinds.registry import Kind
from server.documents.kinds.settings import KindSettings, Sides, Vertical


class RowSettings(KindSettings):
    """`reach`: whether the background is as wide as the email or the window. `stacks`: on phones."""

    background: str = fields.colour()
    reach: Literal["mail", "window"] = fields.choice("mail")
    padding: Sides = fields.sides((8, 0, 8, 0))
    vertical: Vertical = fields.choice("top")
    stacks: bool = fields.switch(True, tab="look", part="phone")


KIND = Kind("row", "row", "structure", RowSettings)
