"""Country names: forms, imports and rules store and compare the same name."""

from datetime import UTC

import polars as pl
import pytest

from server.contacts import values
from server.contacts.importing import target_columns
from server.contacts.importing.cell_formats import CellFormat
from server.contacts.models import Contact
from server.segments.rules.tree import Rules
from server.segments.selectors import matches
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.contacts.importing import imported

# Input -> stored value. Unknown text is unchanged.
GIVEN = {
    "Germany": "Germany",
    "Jerman": "Germany",
    " jerman ": "Germany",
    "DE": "Germany",
    "deu": "Germany",
    "Türkiye": "Türkiye",
    "Turkiye": "Türkiye",
    "USA": "United States",
    "UK": "United Kingdom",
    "Amerika Serikat": "United States",
    "Guinea-Bissau": "Guinea-Bissau",
    "Bavaria": "Bavaria",
    "": "",
}


@pytest.mark.parametrize("text", GIVEN)
def test_a_country_is_taken_by_hand_and_by_import_alike(text: str) -> None:
    column = target_columns.build_columns([], UTC)["country"]
    cell = pl.when(pl.col("cell").str.strip_chars() != "").then(pl.col("cell").str.strip_chars())
    cleaned = column.clean(cell, form=CellFormat())

    by_import = pl.DataFrame({"cell": [text]}).select(value=cleaned.value, wrong=cleaned.wrong).row(0)

    assert values.clean_country(text) == GIVEN[text]
    assert by_import == (GIVEN[text] or None, None)


def test_a_country_that_is_too_long_is_refused() -> None:
    cleaned = target_columns.build_columns([], UTC)["country"].clean(pl.col("cell"), form=CellFormat())

    [(value, wrong)] = pl.DataFrame({"cell": ["x" * 101]}).select(value=cleaned.value, wrong=cleaned.wrong).rows()

    assert (value, wrong) == (None, "tooLong=100")


@pytest.mark.django_db
@pytest.mark.usefixtures("uploads")
def test_whoever_writes_it_writes_the_same(alice: Person) -> None:
    made = alice.api.post("contacts", {"email": "ani@example.com", "country": "Jerman"}).json()
    changed = alice.api.put(f"contacts/{made['contactId']}", {"country": "Jepang"}).json()
    again = alice.api.put(f"contacts/{made['contactId']}", {"country": "JP"}).json()
    imported(alice, "Email,Negara\nbudi@example.com,Jepang\n")

    assert (made["country"], changed["country"], again["country"]) == ("Germany", "Japan", "Japan")
    assert set(Contact.objects.for_team(alice.team).values_list("country", flat=True)) == {"Japan"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("operator", "value", "found"),
    [
        ("is", "Jepang", ["ani@example.com"]),
        ("is", "jp", ["ani@example.com"]),
        ("is", "Bavaria", ["cici@example.com"]),
        ("isNot", "Jepang", ["budi@example.com", "cici@example.com"]),
        # Substring search uses the text as entered.
        ("contains", "jp", []),
        ("startsWith", "jap", ["ani@example.com"]),
    ],
)
def test_rules_ask_for_it_by_any_of_its_names(alice: Person, operator: str, value: str, found: list[str]) -> None:
    for email, country in (("ani", "Japan"), ("budi", "Germany"), ("cici", "Bavaria")):
        make_contact(alice.team, f"{email}@example.com", country=country)
    rule = {"kind": "field", "field": "country", "operator": operator, "value": value}

    ids = matches.list_ids(
        team_id=alice.team.pk, rules=Rules.model_validate({"kind": "group", "match": "all", "rules": [rule]})
    )

    assert sorted(Contact.objects.filter(pk__in=ids.to_list()).values_list("email", flat=True)) == found
