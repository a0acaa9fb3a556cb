"""Column mappings, remembered or saved under a name."""

from datetime import date
from typing import Any
from unittest.mock import Mock

import pytest

from server.contacts.importing import target_columns
from server.contacts.models import Contact, ImportMapping
from server.contacts.services.importing import mappings as import_mappings
from tests.cast import Person
from tests.server.contacts.importing import imported, prepare

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("uploads")]

FILE = "Email,Nama,Kode,Kota\n{address},Ayu,K1,Depok\n"


def targets(answer: Any) -> list[str | None]:
    return [column["target"] for column in answer.json()["columns"]]


def mappings(person: Person, prepared: Any = None) -> list[dict[str, Any]]:
    query = f"?importId={prepared.json()['importId']}" if prepared else ""
    items: list[dict[str, Any]] = person.api.get(f"contacts/import/mapping{query}").json()["items"]
    return items


def test_the_last_imports_choices_are_suggested_for_the_same_columns_in_any_order(alice: Person, bob: Person) -> None:
    fresh = prepare(alice, FILE.format(address="a@x.com"), "first.csv")
    assert targets(fresh) == ["email", "firstname", None, "city"]
    assert fresh.json()["mappingFrom"] is None
    imported(alice, FILE.format(address="a@x.com"), "first.csv", mapping=["email", "lastname", "company", None])

    again = prepare(bob, "KOTA,kode, Nama ,Email\nDepok,K1,Ayu,b@x.com\n", "second.csv")

    assert targets(again) == [None, "company", "lastname", "email"]
    origin = again.json()["mappingFrom"]
    assert (origin["name"], origin["file"], origin["fullname"], origin["isSame"]) == ("", "first.csv", "Alice", True)


def test_the_order_of_day_and_month_is_remembered_for_files_that_leave_it_open(alice: Person) -> None:
    def file(day: str) -> str:
        return f"Email,Birthday\na@x.com,{day}\n"

    assert prepare(alice, file("3/4/1990")).json()["dateOrder"] == "dmy"
    imported(alice, file("3/4/1990"), dateOrder="mdy")

    assert prepare(alice, file("5/6/1991")).json()["dateOrder"] == "mdy"
    assert prepare(alice, file("25/6/1991")).json()["dateOrder"] == "dmy"
    assert prepare(alice, "Email,Kota,Kode\na@x.com,5/6/1991,K1\n").json()["dateOrder"] == "dmy"
    imported(alice, file("5/6/1991"))
    assert Contact.objects.get().birthday == date(1991, 5, 6)


def test_a_mapping_is_named_only_if_another_one_can_be_saved(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_mappings, "MAX_SAVED_MAPPINGS", 1)
    for name in ("A", "B"):
        imported(alice, f"Email,Column {name}\na@x.com,x\n", f"{name}.csv")
    first, second = (f"contacts/import/mapping/{row['mappingId']}" for row in mappings(alice))

    assert alice.api.put(first, {"name": "One"}).status_code == 200
    refused = alice.api.put(second, {"name": "Two"})

    assert (refused.status_code, refused.json()["payload"]["field"]) == (400, "name")
    assert alice.api.put(first, {"name": "Still one"}).status_code == 200
    assert sorted(row["name"] for row in mappings(alice)) == ["", "Still one"]


def test_nearly_the_same_columns_are_enough_and_others_are_not(alice: Person) -> None:
    imported(alice, FILE.format(address="a@x.com"), mapping=["email", "lastname", "company", None])

    near = prepare(alice, "Email,Nama,Kode,Kota,Telepon\nb@x.com,Ayu,K1,Depok,+628123456\n")
    far = prepare(alice, "Email,Nama,Telepon,Tahap\nb@x.com,Ayu,+628123456,lead\n")

    assert targets(near) == ["email", "lastname", "company", None, "phone"]
    assert near.json()["mappingFrom"]["isSame"] is False
    assert targets(far) == ["email", "firstname", "phone", "funnel"]
    assert far.json()["mappingFrom"] is None


def test_what_can_no_longer_be_had_is_guessed_anew(alice: Person) -> None:
    code = alice.api.post("contacts/field", {"name": "Code", "type": "text"}).json()["id"]
    imported(alice, FILE.format(address="a@x.com"), mapping=["email", f"custom:{code}", "firstname", None])
    alice.api.delete(f"contacts/field/{code}")

    again = prepare(alice, FILE.format(address="b@x.com"))

    assert targets(again) == ["email", None, "firstname", None]


def test_a_mapping_is_kept_under_a_name_renamed_and_deleted(alice: Person, bob: Person) -> None:
    prepared = prepare(alice, FILE.format(address="a@x.com"), "shop.csv")
    chosen = ["email", None, "company", "city"]
    body = {"importId": prepared.json()["importId"], "name": " Shop export ", "mapping": chosen}

    made = alice.api.post("contacts/import/mapping", body).json()
    twice = bob.api.post("contacts/import/mapping", body | {"name": "SHOP export"})

    assert (made["name"], made["mapping"], made["fit"], made["columns"]) == ("Shop export", chosen, 1.0, 4)
    assert (twice.status_code, twice.json()["code"]) == (409, "importMappingExists")
    assert [row["name"] for row in mappings(bob)] == ["Shop export"]
    assert targets(prepare(bob, FILE.format(address="b@x.com"))) == chosen
    renamed = bob.api.put(f"contacts/import/mapping/{made['mappingId']}", {"name": "Webshop"})
    assert renamed.json()["name"] == "Webshop"
    assert bob.api.delete(f"contacts/import/mapping/{made['mappingId']}").status_code == 204
    assert mappings(alice) == []
    assert bob.api.delete(f"contacts/import/mapping/{made['mappingId']}").status_code == 404


def test_what_fits_a_file_best_is_listed_first(alice: Person) -> None:
    other = prepare(alice, "Email,Sex\na@x.com,P\n")
    alice.api.post(
        "contacts/import/mapping",
        {"importId": other.json()["importId"], "name": "Other", "mapping": ["email", "gender"]},
    )
    imported(alice, FILE.format(address="a@x.com"), mapping=["email", "lastname", None, None])

    rows = mappings(alice, prepare(alice, FILE.format(address="b@x.com")))

    assert [(row["name"], round(row["fit"], 2), row["mapping"]) for row in rows] == [
        ("", 1.0, ["email", "lastname", None, None]),
        ("Other", 0.2, ["email", "firstname", None, "city"]),
    ]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"mapping": ["email", "email", None, None]}, "importMappingError"),
        ({"mapping": ["email"]}, "importMappingError"),
        ({"mapping": [None, "city", None, None]}, "emailFieldNotFound"),
        ({"name": "  "}, "invalidData"),
        ({"importId": "00000000-0000-7000-8000-000000000000"}, "noEntity"),
    ],
)
def test_a_mapping_that_does_not_fit_is_not_kept(alice: Person, body: dict[str, Any], code: str) -> None:
    prepared = prepare(alice, FILE.format(address="a@x.com"))
    whole = {"importId": prepared.json()["importId"], "name": "Shop", "mapping": ["email", None, None, None]}

    answer = alice.api.post("contacts/import/mapping", whole | body)

    assert answer.json()["code"] == code
    assert not ImportMapping.objects.exists()


def test_only_so_many_are_remembered_and_kept(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_mappings, "MAX_REMEMBERED_MAPPINGS", 2)
    monkeypatch.setattr(import_mappings, "MAX_SAVED_MAPPINGS", 1)
    for name in ("A", "B", "C", "B"):
        last = imported(alice, f"Email,Column {name}\na@x.com,x\n", f"{name}.csv")

    assert [row["file"] for row in mappings(alice)] == ["B.csv", "C.csv"]
    keep = {"importId": last["importId"], "mapping": ["email", None]}
    assert alice.api.post("contacts/import/mapping", keep | {"name": "One"}).status_code == 200
    assert alice.api.post("contacts/import/mapping", keep | {"name": "Two"}).json()["code"] == "invalidData"


def test_another_teams_mappings_are_not_suggested_nor_found(alice: Person, mallory: Person) -> None:
    imported(alice, FILE.format(address="a@x.com"), mapping=["email", "lastname", None, None])
    key = ImportMapping.objects.get().pk

    assert targets(prepare(mallory, FILE.format(address="a@x.com"))) == ["email", "firstname", None, "city"]
    assert mappings(mallory) == []
    answers = [
        mallory.api.put(f"contacts/import/mapping/{key}", {"name": "Mine"}),
        mallory.api.delete(f"contacts/import/mapping/{key}"),
    ]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert ImportMapping.objects.get().name == ""


def test_the_fields_of_a_team_are_read_once_for_all_mappings(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        imported(alice, f"Email,Nama {number}\na@x.com,Ayu\n")
    prepared = prepare(alice, FILE.format(address="a@x.com"))
    suggest = Mock(wraps=target_columns.suggest_targets)
    monkeypatch.setattr(target_columns, "suggest_targets", suggest)

    listed = mappings(alice, prepared)

    assert [each["mapping"] for each in listed] == [["email", "firstname", None, "city"]] * 3
    assert suggest.call_count == 1
