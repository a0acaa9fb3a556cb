"""Column: stacked components."""

from server.documents.kinds import fields
from server.documents.kinds.registry import Kind
from server.documents.kinds.settings import KindSettings, Number, Sides


class ColumnSettings(KindSettings):
    """`width` in percent of the row; 0 shares the rest equally."""

    width: Number = fields.slider(0, 0, 100, unit="percent")
    background: str = fields.colour()
    padding: Sides = fields.sides((0, 0, 0, 0))
    corner: Number = fields.slider(0, 0, 40)


KIND = Kind("column", "column", "structure", ColumnSettings)
