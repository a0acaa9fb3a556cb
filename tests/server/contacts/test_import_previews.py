from typing import Any

import pytest

from server.contacts.importing import record_reader
from server.contacts.models import Contact, ImportJob
from server.contacts.services.importing import previews
from tests.cast import Person
from tests.server.contacts.importing import imported, prepare

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("uploads")]


def ask(person: Person, prepared: Any, mapping: list[str | None], **body: Any) -> Any:
    return person.api.post(
        "contacts/import/preview", {"importId": prepared.json()["importId"], "mapping": mapping} | body
    )


def shown(column: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [tuple(example.values()) for example in column["examples"]]


def test_a_column_is_shown_as_read_and_as_stored_and_what_does_not_fit_is_counted(alice: Person) -> None:
    joined, tea, size = (
        alice.api.post("contacts/field", body).json()["id"]
        for body in (
            {"name": "Joined", "type": "date"},
            {"name": "Likes tea", "type": "checkbox"},
            {"name": "Score", "type": "number"},
        )
    )
    prepared = prepare(
        alice,
        "Email,HP,Joined,Likes tea,Score,Tags,Other\n"
        'AYU@X.com,\'+62 812 3456,3/4/2024,ya,"7,50",VIP|New,x\n'
        "b@x.com,12,31/2/2024,perhaps,8.0,,x\n"
        ",0812345678,,no,many,!!!,x\n",
    )
    targets = ["email", "phone", f"custom:{joined}", f"custom:{tea}", f"custom:{size}", "label", None]

    answer = ask(alice, prepared, targets)

    assert answer.status_code == 200
    told = answer.json()
    assert {name: told["forecast"][name] for name in ("rows", "bad", "exact")} == {"rows": 3, "bad": 2, "exact": True}
    email, phone, date, check, number, label, other = told["columns"]
    assert other is None
    assert [(column["filled"], column["wrong"]) for column in (email, phone, date, check, number, label)] == [
        (2, 1),
        (3, 1),
        (2, 1),
        (3, 1),
        (3, 1),
        (2, 1),
    ]
    assert shown(email) == [(2, "AYU@X.com", "ayu@x.com", ""), (3, "b@x.com", "b@x.com", ""), (4, "", None, "empty")]
    assert shown(phone) == [
        (2, "'+62 812 3456", "+62 812 3456", ""),
        (3, "12", None, "not a phone number"),
        (4, "0812345678", "0812345678", ""),
    ]
    assert shown(date) == [(2, "3/4/2024", "2024-04-03", ""), (3, "31/2/2024", None, "not a date")]
    assert shown(check) == [(2, "ya", "true", ""), (3, "perhaps", None, "not yes or no"), (4, "no", "false", "")]
    assert shown(number) == [(2, "7,50", "7.5", ""), (3, "8.0", "8", ""), (4, "many", None, "not a number")]
    assert shown(label) == [(2, "VIP|New", "VIP; New", ""), (4, "!!!", None, "invalid label name")]
    assert Contact.objects.for_team(alice.team).count() == 0
    assert alice.api.get("contacts/label").json() == []


def test_the_order_of_dates_can_be_tried(alice: Person) -> None:
    prepared = prepare(alice, "Email,Birthday\na@x.com,3/4/1990\n")

    told = ask(alice, prepared, ["email", "birthday"], dateOrder="mdy").json()

    assert shown(told["columns"][1]) == [(2, "3/4/1990", "1990-03-04", "")]


def test_reasons_are_in_the_readers_language(alice: Person) -> None:
    alice.user.language = "id"
    alice.user.save()
    prepared = prepare(alice, "Email,HP\na@x.com,12\n")

    told = ask(alice, prepared, ["email", "phone"]).json()

    assert shown(told["columns"][1]) == [(2, "12", None, "bukan nomor telepon")]


def test_of_a_long_column_three_of_each_are_shown_and_all_are_counted(alice: Person) -> None:
    rows = "".join(
        f"p{number}@x.com,{'12' if number % 10 == 0 else 812_000_000 + number % 50}\n" for number in range(3_000)
    )
    prepared = prepare(alice, "Email,HP\n" + rows)

    told = ask(alice, prepared, ["email", "phone"]).json()

    assert (told["forecast"]["rows"], told["forecast"]["bad"]) == (3_000, 300)
    phone = told["columns"][1]
    assert (phone["filled"], phone["wrong"]) == (3_000, 300)
    assert [row for row, *_ in shown(phone)] == [2, 3, 4, 5, 12, 22]


def test_a_file_that_is_too_long_is_told_from_its_first_rows(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "MAX_PREVIEW_SECONDS", 0.0)
    monkeypatch.setattr(record_reader, "CHUNK_BYTES", 64)
    prepared = prepare(alice, "Email\n" + "".join(f"person{number}@x.com\n" for number in range(100)))

    forecast = ask(alice, prepared, ["email"]).json()["forecast"]

    assert forecast["exact"] is False
    assert 0 < forecast["rows"] < 100


@pytest.mark.parametrize("mapping", [["email"], ["email", "email"], ["email", "password"], ["email", "custom:1"]])
def test_a_mapping_that_does_not_fit_is_refused(alice: Person, mapping: list[str | None]) -> None:
    prepared = prepare(alice, "Email,Nama\na@x.com,Ayu\n")

    answer = ask(alice, prepared, mapping)

    assert (answer.status_code, answer.json()["code"]) == (422, "importMappingError")


def test_an_import_that_was_started_has_no_preview_any_more(alice: Person, mallory: Person) -> None:
    waiting = prepare(alice, "Email\na@x.com\n")
    done = imported(alice, "Email\nb@x.com\n")

    started = alice.api.post("contacts/import/preview", {"importId": done["importId"], "mapping": ["email"]})
    foreign = ask(mallory, waiting, ["email"])

    assert (started.status_code, started.json()["code"]) == (409, "actionNotAllowed")
    assert foreign.status_code == 404
    assert ImportJob.objects.for_team(alice.team).count() == 2
