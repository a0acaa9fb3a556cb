"""Cells that a spreadsheet would run as a formula. A leading apostrophe disables them; reading the cell removes it
again.

The patterns work in two regex engines, Python's and Rust's.
"""

import re

FORMULA = r"^[=+\-@\t\r]"
# Phone numbers and plain numbers are harmless.
PLAIN_NUMBER = r"^(?:\+[1-9][0-9]{5,14}|[+-]?[0-9]+(?:[.,][0-9]+)?)$"
ESCAPE_PREFIX = "'"
ESCAPED_FORMULA = r"^'([=+\-@\t\r])"

_formula, _plain_number, _escaped_formula = re.compile(FORMULA), re.compile(PLAIN_NUMBER), re.compile(ESCAPED_FORMULA)


def escape_formula(cell: str) -> str:
    return ESCAPE_PREFIX + cell if _formula.match(cell) and not _plain_number.match(cell) else cell


def unescape_formula(cell: str) -> str:
    return _escaped_formula.sub(r"\1", cell)
