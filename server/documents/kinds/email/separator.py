"""Separator: a line, or nothing but space."""

from typing import Literal

from server.documents.kinds import fields
from server.documents.kinds.email.component import ComponentSettings
from server.documents.kinds.registry import Kind
from server.documents.kinds.settings import Align, Number


class SeparatorSettings(ComponentSettings):
    """A line has thickness, style, colour and a `width` in percent; a space has a height."""

    shape: Literal["line", "space"] = fields.choice("line", tab="settings")
    thickness: Number = fields.slider(1, 1, 20)
    style: Literal["solid", "dashed", "dotted"] = fields.choice("solid")
    colour: str = fields.colour("#dcdce0")
    width: Number = fields.slider(100, 5, 100, unit="percent")
    align: Align = fields.align("center")
    height: Number = fields.pixels(24, 4, 200, tab="settings")


KIND = Kind("separator", "component", "structure", SeparatorSettings)
