"""Time zones of contacts: stored by forms and imports, guessed if missing."""

from datetime import UTC

import polars as pl
import pytest

from server.contacts import values
from server.contacts.importing import target_columns
from server.contacts.importing.cell_formats import CellFormat
from server.contacts.models import Contact
from server.contacts.zones import find_contact_timezone
from server.segments.rules.tree import Rules
from server.segments.selectors import matches
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.contacts.importing import errors, imported

# Input -> stored value; None is rejected.
GIVEN = {
    "Asia/Jakarta": "Asia/Jakarta",
    "(GMT+07:00) Asia/Jakarta": "Asia/Jakarta",
    "(UTC-05:00) america/new york": "America/New_York",
    "asia/MAKASSAR": "Asia/Makassar",
    "WIB": "Asia/Jakarta",
    "wita": "Asia/Makassar",
    "US/Eastern": "America/New_York",
    "SE Asia Standard Time": "Asia/Bangkok",
    "UTC": "UTC",
    "GMT": "UTC",
    "EST": None,
    "GMT+7": None,
    "Jakarta": None,
    "Mars/Olympus": None,
}


@pytest.mark.parametrize("text", GIVEN)
def test_a_timezone_is_taken_by_hand_and_by_import_alike(text: str) -> None:
    column = target_columns.build_columns([], UTC)["timezone"]
    cleaned = column.clean(pl.col("cell"), form=CellFormat())

    by_import = pl.DataFrame({"cell": [text]}).select(value=cleaned.value, wrong=cleaned.wrong).row(0)

    assert values.clean_timezone(text) == GIVEN[text]
    assert by_import == (GIVEN[text], None if GIVEN[text] else "timezone")


@pytest.mark.parametrize(
    ("country", "city", "guess"),
    [
        ("Indonesia", "Jakarta", "Asia/Jakarta"),
        ("ID", "denpasar", "Asia/Makassar"),
        ("", "Makassar", "Asia/Makassar"),
        # Four time zones in one country. Jakarta and Pontianak have the same time, the others differ.
        ("Indonesia", "", None),
        ("Indonesia", "Kampung Baru Sekali", None),
        # Time zones with the same time count as one, named after the larger city.
        ("Malaysia", "", "Asia/Kuala_Lumpur"),
        ("Jerman", "", "Europe/Berlin"),
        ("Singapura", "Somewhere", "Asia/Singapore"),
        ("USA", "Chicago", "America/Chicago"),
        # Ambiguous places with different time zones.
        ("United States", "Springfield", None),
        ("", "London", None),
        ("Nowhere", "Jakarta", None),
        ("", "", None),
    ],
)
def test_a_place_tells_its_timezone_only_where_there_is_no_doubt(country: str, city: str, guess: str | None) -> None:
    clock = find_contact_timezone(timezone="", country=country, city=city)

    assert (clock.zone.key, clock.is_guess) == (guess, True) if clock else guess is None


def test_a_given_timezone_is_never_a_guess() -> None:
    clock = find_contact_timezone(timezone="Asia/Tokyo", country="Indonesia", city="Jakarta")

    assert clock is not None
    assert (clock.zone.key, clock.is_guess) == ("Asia/Tokyo", False)


@pytest.mark.django_db
def test_a_contact_shows_what_it_has_and_else_the_guess(alice: Person) -> None:
    place = {"city": "Jakarta", "country": "Indonesia"}
    guessed = alice.api.post("contacts", {"email": "ani@example.com", **place}).json()
    given = alice.api.post("contacts", {"email": "budi@example.com", **place, "timezone": "Asia/Tokyo"}).json()

    assert (guessed["timezone"], guessed["timezoneGuess"]) == ("", "Asia/Jakarta")
    assert (given["timezone"], given["timezoneGuess"]) == ("Asia/Tokyo", None)
    assert Contact.objects.get(email="ani@example.com").timezone == ""


@pytest.mark.django_db
@pytest.mark.usefixtures("uploads")
def test_an_import_fills_it_and_says_what_is_none(alice: Person) -> None:
    content = "Email,Zona waktu\nani@example.com,wib\nbudi@example.com,\ncici@example.com,Bulan\n"

    done = imported(alice, content)

    assert dict(Contact.objects.for_team(alice.team).values_list("email", "timezone")) == {
        "ani@example.com": "Asia/Jakarta",
        "budi@example.com": "",
    }
    assert "Zona waktu: unknown time zone" in errors(alice, done)


@pytest.mark.django_db
def test_segments_ask_for_it(alice: Person) -> None:
    ani = make_contact(alice.team, "ani@example.com", timezone="Asia/Jakarta")
    make_contact(alice.team, "budi@example.com", city="Jakarta")
    rule = {"kind": "field", "field": "timezone", "operator": "startsWith", "value": "asia/"}

    found = matches.list_ids(
        team_id=alice.team.pk, rules=Rules.model_validate({"kind": "group", "match": "all", "rules": [rule]})
    )

    assert found.to_list() == [ani.pk]
