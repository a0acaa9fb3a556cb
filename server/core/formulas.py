"""Cells that a spreadsheet would run as a formula. A leading apostrophe disables them; reading the cell removes it
again.

The patterns work in two regex engines, Python's and Rust's.
"""

import re

FORMULA = r"^[=+\-@\t\r]"
# Phone numbers and plain numbers are harmless.
HARMLESS = r"^(?:\+[1-9][0-9]{5,14}|[+-]?[0-9]+(?:[.,][0-9]+)?)$"
GUARD = "'"
GUARDED = r"^'([=+\-@\t\r])"

_formula, _harmless, _guarded = re.compile(FORMULA), re.compile(HARMLESS), re.compile(GUARDED)


def harmless(cell: str) -> str:
    """The cell in a form that is safe in a text file for spreadsheets."""
    return GUARD + cell if _formula.match(cell) and not _harmless.match(cell) else cell


def as_written(cell: str) -> str:
    """The cell without the apostrophe of `harmless`."""
    return _guarded.sub(r"\1", cell)
