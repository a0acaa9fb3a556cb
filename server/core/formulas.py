"""What a spreadsheet would run as a formula, and how it is kept from that: by an apostrophe, which is taken off when
the cell is read again.

Written for two engines, Python's and Rust's.
"""

import re

FORMULA = r"^[=+\-@\t\r]"
# A phone number and a plain number are none.
HARMLESS = r"^(?:\+[1-9][0-9]{5,14}|[+-]?[0-9]+(?:[.,][0-9]+)?)$"
GUARD = "'"
GUARDED = r"^'([=+\-@\t\r])"

_formula, _harmless, _guarded = re.compile(FORMULA), re.compile(HARMLESS), re.compile(GUARDED)


def harmless(cell: str) -> str:
    """A cell as a text file for spreadsheets may hold it."""
    return GUARD + cell if _formula.match(cell) and not _harmless.match(cell) else cell


def as_written(cell: str) -> str:
    """The cell without the apostrophe that `harmless` put before it."""
    return _guarded.sub(r"\1", cell)
