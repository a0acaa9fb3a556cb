"""Import options for existing contacts and risky addresses."""

from typing import Any

import pytest

from server.contacts.importing import record_reader
from server.contacts.models import Contact, ContactLabel, ImportImage
from server.core import clock
from server.delivery.models import Suppression
from server.delivery.states import SuppressionReason
from server.plans.models import Reservation
from tests.cast import Person
from tests.server.contacts.factories import make_contact, make_label
from tests.server.contacts.importing import errors, imported, prepare, start, work

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("uploads")]

FIGURES = ("total", "done", "added", "updated", "skipped", "leftOut", "failed")
CHUNKS = pytest.mark.parametrize("chunk_bytes", [1 << 20, 16])


def figures(done: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(done[name] for name in FIGURES)


def stored(person: Person, email: str) -> tuple[Any, ...]:
    contact = Contact.objects.for_team(person.team).get(email=email)
    return contact.firstname, contact.city, contact.birthday and contact.birthday.isoformat(), contact.custom_field


@pytest.fixture
def score(alice: Person) -> int:
    found: int = alice.api.post("contacts/field", {"name": "Score", "type": "number"}).json()["id"]
    return found


@CHUNKS
@pytest.mark.parametrize(
    ("existing", "half", "empty", "counted"),
    [
        ("skip", ("Ayu", "", None, {"score": 7}), ("", "", None, {}), (3, 3, 1, 0, 2, 0, 0)),
        (
            "fill",
            ("Ayu", "Depok", "1990-12-31", {"score": 7}),
            ("Bagas", "Bogor", None, {"score": 9}),
            (3, 3, 1, 2, 0, 0, 0),
        ),
        (
            "overwrite",
            ("Sri", "Depok", "1990-12-31", {"score": 8}),
            ("Bagas", "Bogor", None, {"score": 9}),
            (3, 3, 1, 2, 0, 0, 0),
        ),
    ],
)
def test_a_contact_that_is_there_is_left_alone_filled_or_overwritten(
    alice: Person,
    score: int,
    monkeypatch: pytest.MonkeyPatch,
    chunk_bytes: int,
    existing: str,
    half: tuple[Any, ...],
    empty: tuple[Any, ...],
    counted: tuple[int, ...],
) -> None:
    monkeypatch.setattr(record_reader, "CHUNK_BYTES", chunk_bytes)
    make_contact(alice.team, "half@x.com", firstname="Ayu", custom_field={str(score): 7})
    make_contact(alice.team, "empty@x.com")
    content = (
        "Email,Name,City,Birthday,Score\nhalf@x.com,Sri,Depok,1990-12-31,8\nempty@x.com,Bagas,Bogor,,9\n"
        "new@x.com,Wati,,,\n"
    )

    done = imported(alice, content, existing=existing)

    named = {"score": str(score)}
    for email, expected in (("half@x.com", half), ("empty@x.com", empty)):
        *plain, custom = expected
        assert stored(alice, email) == (*plain, {named[key]: value for key, value in custom.items()})
    assert stored(alice, "new@x.com") == ("Wati", "", None, {})
    assert figures(done) == counted
    assert done["existing"] == existing


@CHUNKS
@pytest.mark.parametrize(
    ("existing", "name", "city"), [("skip", "One", ""), ("fill", "One", "Depok"), ("overwrite", "Two", "Bogor")]
)
def test_rows_that_repeat_an_address_count_as_if_each_were_alone(
    alice: Person, monkeypatch: pytest.MonkeyPatch, chunk_bytes: int, existing: str, name: str, city: str
) -> None:
    monkeypatch.setattr(record_reader, "CHUNK_BYTES", chunk_bytes)

    imported(alice, "Email,Name,City\na@x.com,One,\na@x.com,Two,Depok\nA@x.com,,Bogor\n", existing=existing)

    contact = Contact.objects.for_team(alice.team).get()
    assert (contact.firstname, contact.city) == (name, city)


@pytest.mark.parametrize("existing", ["skip", "fill", "overwrite"])
def test_labels_for_everybody_go_to_everybody(alice: Person, existing: str) -> None:
    old, all_ = make_label(alice.team, "Old"), make_label(alice.team, "All")
    make_contact(alice.team, "known@x.com", label_ids=[old.pk])

    imported(alice, "Email,Tags\nknown@x.com,VIP\nnew@x.com,VIP\n", existing=existing, labelIds=[all_.pk])

    vip = ContactLabel.objects.for_team(alice.team).get(name="VIP")
    known, new = (
        set(Contact.objects.for_team(alice.team).get(email=email).label_ids) for email in ("known@x.com", "new@x.com")
    )
    of_row = set() if existing == "skip" else {vip.pk}
    assert (known, new) == ({old.pk, all_.pk} | of_row, {vip.pk, all_.pk})
    counts = dict(ContactLabel.objects.for_team(alice.team).values_list("pk", "contact_count"))
    assert counts == {old.pk: 1, all_.pk: 2, vip.pk: 1 + len(of_row)}


def test_who_is_left_alone_makes_no_labels(alice: Person) -> None:
    make_contact(alice.team, "known@x.com")

    imported(alice, "Email,Tags\nknown@x.com,VIP\n", existing="skip")

    assert not ContactLabel.objects.for_team(alice.team).exists()
    assert Contact.objects.for_team(alice.team).get().revision == 1


def test_only_what_is_written_over_keeps_what_was_before(alice: Person, score: int) -> None:
    label = make_label(alice.team, "All")
    known = make_contact(alice.team, "known@x.com", firstname="Ayu", city="Depok", custom_field={str(score): 7})
    make_contact(alice.team, "same@x.com", firstname="Sri", label_ids=[label.pk])
    content = "Email,Name,City,Score\nknown@x.com,Ayu,Bogor,8\nsame@x.com,Sri,,\nnew@x.com,Wati,,\n"

    imported(alice, content, labelIds=[label.pk])

    image = ImportImage.objects.for_team(alice.team).get()
    assert (image.contact_ids, image.revisions) == ([known.pk], [2])
    assert image.changes == [{"city": ["Depok", "Bogor"], "custom": {str(score): [7, 8]}, "labels": [label.pk]}]


@pytest.mark.parametrize(
    ("leave_out", "came"),
    [
        ([], {"ayu", "info", "sales+x", "throw", "gone", "angry", "left", "past"}),
        (["role"], {"ayu", "throw", "gone", "angry", "left", "past"}),
        (["disposable"], {"ayu", "info", "sales+x", "gone", "angry", "left", "past"}),
        (["refused"], {"ayu", "info", "sales+x", "throw", "past"}),
        (["role", "disposable", "refused"], {"ayu", "past"}),
    ],
)
def test_rows_that_may_do_harm_are_left_out_where_that_is_chosen(
    alice: Person, mallory: Person, leave_out: list[str], came: set[str]
) -> None:
    now = clock.now()
    for name, reason, team, expires in (
        ("gone", SuppressionReason.HARD_BOUNCE, alice.team, None),
        ("angry", SuppressionReason.COMPLAINT, alice.team, None),
        ("left", SuppressionReason.UNSUBSCRIBED, alice.team, None),
        ("past", SuppressionReason.MANUAL, alice.team, now),
        ("ayu", SuppressionReason.HARD_BOUNCE, mallory.team, None),
    ):
        Suppression.objects.create(team=team, email=f"{name}@x.com", reason=reason, created_at=now, expires_at=expires)
    addresses = ["ayu@x.com", "info@x.com", "sales+x@x.com", "throw@mailinator.com"]
    addresses += [f"{name}@x.com" for name in ("gone", "angry", "left", "past")]

    done = imported(alice, "Email\n" + "".join(f"{address}\n" for address in addresses), leaveOut=leave_out)

    emails = Contact.objects.for_team(alice.team).values_list("email", flat=True)
    assert {email.partition("@")[0] for email in emails} == came
    assert figures(done) == (8, 8, len(came), 0, 0, 8 - len(came), 0)


@CHUNKS
def test_no_value_is_left_out_of_contacts_that_stay_as_they_are(
    alice: Person, monkeypatch: pytest.MonkeyPatch, chunk_bytes: int
) -> None:
    monkeypatch.setattr(record_reader, "CHUNK_BYTES", chunk_bytes)
    make_contact(alice.team, "ayu@x.com")
    prepared = prepare(alice, "Email,Birthday\nayu@x.com,kemarin\nbudi@x.com,lusa\n")
    wanted = {"importId": prepared.json()["importId"], "mapping": ["email", "birthday"], "wrongValues": "leaveEmpty"}

    told = alice.api.post("contacts/import/preview", wanted).json()["forecast"]
    started = start(alice, prepared, wrongValues="leaveEmpty", existing="skip")
    work()

    done = alice.api.get(f"contacts/import/status?importId={started.json()['importId']}").json()["item"]
    assert (told["emptied"], told["emptiedNew"]) == (2, 1)
    assert (done["added"], done["skipped"], done["emptied"]) == (1, 1, 1)
    assert [line.partition(",")[0] for line in errors(alice, done).splitlines()[1:]] == ["budi@x.com"]


@CHUNKS
@pytest.mark.parametrize(
    ("wrong_values", "counted", "emptied"),
    [("setAside", (4, 4, 1, 0, 0, 0, 3), 0), ("leaveEmpty", (4, 4, 2, 1, 0, 0, 1), 2)],
)
def test_a_value_that_can_not_be_read_costs_the_row_or_the_value_alone(
    alice: Person,
    score: int,
    monkeypatch: pytest.MonkeyPatch,
    chunk_bytes: int,
    wrong_values: str,
    counted: tuple[int, ...],
    emptied: int,
) -> None:
    monkeypatch.setattr(record_reader, "CHUNK_BYTES", chunk_bytes)
    make_contact(alice.team, "budi@x.com", custom_field={str(score): 7})
    content = (
        "Email,Name,Birthday,Score\nayu@x.com,Ayu,kemarin,nine\nbudi@x.com,Budi,1990-12-31,eight\n"
        "bad,Citra,1991-01-01,9\ndewi@x.com,Dewi,1991-01-01,9\n"
    )
    prepared = prepare(alice, content)
    wanted = {"importId": prepared.json()["importId"], "mapping": ["email", "firstname", "birthday", f"custom:{score}"]}

    told = alice.api.post("contacts/import/preview", wanted | {"wrongValues": wrong_values}).json()["forecast"]
    started = start(alice, prepared, wrongValues=wrong_values)
    work()

    done = alice.api.get(f"contacts/import/status?importId={started.json()['importId']}").json()["item"]
    assert (figures(done), done["emptied"], done["wrongValues"]) == (counted, emptied, wrong_values)
    assert (told["bad"], told["emptied"]) == (counted[-1], emptied)
    assert stored(alice, "dewi@x.com") == ("Dewi", "", "1991-01-01", {str(score): 9})
    assert [line.rpartition(",")[2] for line in errors(alice, done).splitlines()[1:]] == ["2", "3", "4"]
    assert "Birthday: not a date; Score: not a number" in errors(alice, done)
    if wrong_values == "leaveEmpty":
        assert stored(alice, "ayu@x.com") == ("Ayu", "", None, {})
        assert stored(alice, "budi@x.com") == ("Budi", "", "1990-12-31", {str(score): 7})
    else:
        assert not Contact.objects.for_team(alice.team).filter(email="ayu@x.com").exists()


def test_room_is_held_for_rows_that_are_taken_without_a_value(alice: Person) -> None:
    prepared = prepare(alice, "Email,Birthday\n" + "".join(f"a{number}@x.com,kemarin\n" for number in range(5)))
    assert prepared.json()["forecast"]["bad"] == 5

    start(alice, prepared, wrongValues="leaveEmpty")

    assert Reservation.objects.for_team(alice.team).get().amount == 5


def test_what_is_unknown_cannot_be_chosen(alice: Person) -> None:
    prepared = prepare(alice, "Email\na@x.com\n")

    answers = [start(alice, prepared, existing="delete"), start(alice, prepared, leaveOut=["everybody"])]
    answers.append(start(alice, prepared, wrongValues="guess"))

    assert [answer.status_code for answer in answers] == [400, 400, 400]
    assert not Contact.objects.for_team(alice.team).exists()
