"""Separator: a line or a space."""

from functools import lru_cache
from typing import Final, Literal

from server.documents.kinds import fields, markup
from server.documents.kinds.email.component import TABLE, ComponentSettings
from server.documents.kinds.registry import Kind
from server.documents.kinds.render_context import RenderContext
from server.documents.kinds.settings import Align, Number

COLOUR: Final = "#dcdce0"
_LINE: Final = ("line",)


class SeparatorSettings(ComponentSettings):
    """A line has thickness, style, colour and a `width` in percent; a space has a height."""

    shape: Literal["line", "space"] = fields.choice("line", tab="settings")
    thickness: Number = fields.visible_when(fields.slider(1, 1, 8), shape=_LINE)
    style: Literal["solid", "dashed", "dotted"] = fields.visible_when(fields.choice("solid"), shape=_LINE)
    colour: str = fields.visible_when(fields.colour(COLOUR), shape=_LINE)
    width: Number = fields.visible_when(fields.slider(100, 5, 100, unit="percent"), shape=_LINE)
    align: Align = fields.visible_when(fields.align("center"), shape=_LINE)
    height: Number = fields.visible_when(fields.pixels(24, 4, 200, tab="settings"), shape=("space",))


def render(settings: SeparatorSettings, drawing: RenderContext) -> str:
    if settings.shape == "space":
        height = f"{settings.height}px"
        return f"<div{markup.build_style(height=height, line_height=height, font_size='1px')}>&nbsp;</div>"
    adapts = drawing.adapting("rule") if settings.colour == COLOUR else ""
    return _render_line(settings.thickness, settings.style, settings.colour, settings.width, adapts)


@lru_cache(maxsize=256)
def _render_line(thickness: int, style: str, colour: str, percent: int, adapts: str) -> str:
    line = markup.build_style(border_top=f"{thickness}px {style} {colour}", font_size="1px", line_height="1px")
    width = f"{percent}%"
    table_style = markup.build_style(width=width)
    return f'<table {TABLE} width="{width}"{table_style}><tr><td{adapts}{line}>&nbsp;</td></tr></table>'


KIND = Kind("separator", "component", "structure", SeparatorSettings, render)
