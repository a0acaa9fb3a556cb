"""CSV lines in which no cell runs as a formula."""

import csv
import io

import pytest

from server.core import formulas
from server.core.exports.formula_escaping import BATCH_LINES, escape_formulas

NAMES = ["email", "phone", "company"]
CELLS = [
    "=1+1",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "+628123456789",
    "-12,5",
    "-12.5",
    "+7",
    "+7\n=1",
    "7\n=1",
    '="a"',
    "-",
    "+",
    "a,=1",
    'a",=1',
    '"=1',
    "\n=1",
    "+62 812",
    "=7",
    "@7",
    "",
    "Ünïcode",
]


def written(*rows: list[str]) -> list[bytes]:
    """As PostgreSQL writes them: a cell is quoted if it has to be."""
    lines = []
    for row in rows:
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator="\r\n").writerow(row)
        lines.append(text.getvalue().removesuffix("\r\n").encode() + b"\n")
    return lines


def read(blocks: list[bytes]) -> list[list[str]]:
    return list(csv.reader(io.StringIO(b"".join(blocks).decode(), newline="")))


@pytest.mark.parametrize("cell", CELLS)
def test_each_cell_is_as_the_rule_has_it(cell: str) -> None:
    lines = written([cell, "", "Kopi"], ["a@example.com", "+628", cell], ["b", "", "c"])

    rows = read(list(escape_formulas(lines, NAMES)))

    safe = formulas.escape_formula(cell)
    assert rows == [[safe, "", "Kopi"], ["a@example.com", "+628", safe], ["b", "", "c"]]


def test_a_phone_number_is_handed_on_as_it_was_given() -> None:
    lines = written(["a", "+62 812 (3456)-7", "+62 812"], ["b", "+62 =1", ""])

    assert read(list(escape_formulas(lines, NAMES))) == [["a", "+62 812 (3456)-7", "'+62 812"], ["b", "'+62 =1", ""]]


def test_lines_without_anything_are_handed_on_byte_by_byte() -> None:
    lines = [b'a@example.com,+62812345,"x ""y"", z"\n'] * (BATCH_LINES + 1)

    assert [len(block) for block in escape_formulas(lines, NAMES)] == [len(lines[0]) * BATCH_LINES, len(lines[0])]
    assert b"".join(escape_formulas(lines, NAMES)) == b"".join(lines)
