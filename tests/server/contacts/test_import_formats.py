"""Number formats of different countries."""

from typing import Any

import polars as pl
import pytest

from server.contacts.importing import cell_formats
from server.contacts.models import Contact
from tests.cast import Person
from tests.server.contacts.importing import prepare, start, work


def read(mark: str, *cells: str) -> list[float | None]:
    frame = pl.DataFrame({"cell": cells}, schema={"cell": pl.String})
    return frame.select(cell_formats.parse_number(pl.col("cell"), mark)).to_series().to_list()


@pytest.mark.parametrize(
    ("mark", "cells"),
    [
        (",", {"75.840,50": 75840.5, "75.840": 75840.0, "1.234.567": 1234567.0, "7,5": 7.5, ",5": 0.5}),
        (".", {"75,840.50": 75840.5, "75,840": 75840.0, "1,234,567": 1234567.0, "7.5": 7.5, ".5": 0.5}),
        (",", {"1 234,5": 1234.5, "1\u00a0234\u202f567": 1234567.0, "1'234": 1234.0, "-1.234,5": -1234.5, "+5": 5.0}),
        (",", {"Rp 75.840,50": 75840.5, "Rp75.840": 75840.0, "75.840,50 €": 75840.5, "IDR 5": 5.0, "$ 5": 5.0}),
        # Unambiguous numbers are read correctly in any column.
        (",", {"8.0": 8.0, "1,234.56": 1234.56, "1,234,567": 1234567.0, "0.125": 0.125, "3.14159": 3.14159}),
        (".", {"8,0": 8.0, "1.234,56": 1234.56, "1.234.567": 1234567.0, "0,125": 0.125, "3,14159": 3.14159}),
        (".", {"1234,567": 1234.567, "-1234,567": -1234.567, "0012,345": 12.345, "0,345": 0.345}),
        (".", {"1 234,56": 1234.56, "1 234 567,89": 1234567.89, "1 234,567": 1234.567}),
        (",", {"1234.567": 1234.567, "1 234.56": 1234.56, "1,234 ": 1.234}),
        (".", {"1.234": 1.234, "1,234": 1234.0, "120": 120.0}),
        (",", {"1,234": 1.234, "1.234": 1234.0, "120": 120.0}),
    ],
)
def test_numbers_are_read_with_the_decimal_mark(mark: str, cells: dict[str, float]) -> None:
    assert dict(zip(cells, read(mark, *cells), strict=True)) == cells


@pytest.mark.parametrize("mark", [".", ","])
@pytest.mark.parametrize(
    "cell", ["", "many", "1.23.456", "1.234,567.8", "12 34", "1..2", "-", "Rp", "1e5", "5%", "1.2.3", "1" * 16, "inf"]
)
def test_what_is_no_number_is_none(mark: str, cell: str) -> None:
    assert read(mark, cell) == [None]


@pytest.mark.parametrize(
    ("cells", "mark"),
    [
        (["75.840,50", "120"], ","),
        (["75,840.50", "120"], "."),
        (["7,5", "1.234"], ","),
        (["7.5", "1,234"], "."),
        (["75.840", "120.000", "900"], ","),
        (["75,840", "120,000"], "."),
        (["0,125", "0,250"], ","),
        (["1.234.567"], ","),
        (["1234,567"], ","),
        (["1 234,56"], ","),
        (["75.841", "120.125", "1234.567"], "."),
        (["Rp 75.840,50"], ","),
        (["5", "many", ""], ""),
        (["7,5", "7.5"], ""),
    ],
)
def test_the_decimal_mark_is_guessed_for_each_column(cells: list[str], mark: str) -> None:
    frame = pl.DataFrame({"a": cells, "b": ["7.5"] * len(cells)}, schema={"a": pl.String, "b": pl.String})

    assert cell_formats.detect_formats(frame, ["a", "b"]).decimal_marks == [mark, "."]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("uploads")
@pytest.mark.parametrize(
    ("choice", "score", "weight"),
    [({}, 75840.0, 1.5), ({"decimalMark": "."}, 75.84, 1.5), ({"decimalMark": ","}, 75840.0, 1.5)],
)
def test_an_import_reads_numbers_as_guessed_or_as_chosen(
    alice: Person, choice: dict[str, Any], score: float, weight: float
) -> None:
    fields = [alice.api.post("contacts/field", {"name": name, "type": "number"}).json() for name in ("Score", "Weight")]
    prepared = prepare(alice, "Email;Score;Weight\na@x.com;75.840;1.5\nb@x.com;120.000;2.25\n")
    assert prepared.json()["decimalMark"] == ","
    mapping = ["email", *(f"custom:{field['id']}" for field in fields)]
    import_id = prepared.json()["importId"]
    asked = {"importId": import_id, "mapping": mapping} | choice
    shown = alice.api.post("contacts/import/preview", asked).json()["columns"][1]["examples"][0]["stored"]

    assert start(alice, prepared, mapping=mapping, **choice).status_code == 200
    work()

    contact = Contact.objects.for_team(alice.team).get(email="a@x.com")
    stored = [contact.custom_field[str(field["id"])] for field in fields]
    assert (stored, float(shown)) == ([score, weight], score)
