"""Quality assessment of a list before its import."""

from typing import Any

import pytest

from server.contacts.importing import record_reader
from server.contacts.models import ImportJob
from server.core import clock
from server.delivery.models import Suppression
from server.delivery.states import SuppressionReason
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.contacts.importing import prepare, start

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("uploads")]


def verdict(person: Person, *addresses: str) -> dict[str, Any]:
    answer = prepare(person, "Email,Name\n" + "".join(f"{address},N\n" for address in addresses))
    assert answer.status_code == 200, answer.json()
    found: dict[str, Any] = answer.json()["verdict"]
    return found


def findings_by_kind(told: dict[str, Any]) -> dict[str, tuple[int, list[str]]]:
    return {one["kind"]: (one["count"], one["samples"]) for one in told["findings"]}


def suppress(person: Person, email: str, reason: SuppressionReason) -> None:
    Suppression.objects.create(team=person.team, email=email, reason=reason, created_at=clock.now())


@pytest.mark.parametrize("chunk_bytes", [1 << 20, 24])
def test_each_kind_of_doubt_is_counted_with_samples(
    alice: Person, monkeypatch: pytest.MonkeyPatch, chunk_bytes: int
) -> None:
    monkeypatch.setattr(record_reader, "CHUNK_BYTES", chunk_bytes)
    make_contact(alice.team, "known@kopi.example")
    suppress(alice, "bounced@kopi.example", SuppressionReason.HARD_BOUNCE)
    suppress(alice, "angry@kopi.example", SuppressionReason.COMPLAINT)
    suppress(alice, "left@kopi.example", SuppressionReason.UNSUBSCRIBED)
    suppress(alice, "listed@kopi.example", SuppressionReason.MANUAL)

    told = verdict(
        alice,
        "ayu@kopi.example",
        "no address",
        "AYU@kopi.example",
        "info@kopi.example",
        "throw@mailinator.com",
        "budi@gmail.com",
        *(f"{name}@kopi.example" for name in ("bounced", "angry", "left", "listed", "known")),
        "ayu@kopi.example",
    )

    assert findings_by_kind(told) == {
        "syntax": (1, ["no address"]),
        "bounced": (1, ["bounced@kopi.example"]),
        "complained": (1, ["angry@kopi.example"]),
        "unsubscribed": (1, ["left@kopi.example"]),
        "suppressed": (1, ["listed@kopi.example"]),
        "disposable": (1, ["throw@mailinator.com"]),
        "role": (1, ["info@kopi.example"]),
        "duplicate": (2, ["ayu@kopi.example"]),
        "existing": (1, ["known@kopi.example"]),
        "free": (1, ["budi@gmail.com"]),
    }
    assert (told["word"], told["rows"], told["addresses"]) == ("risky", 12, 9)


def test_a_sample_is_of_five(alice: Person) -> None:
    told = verdict(alice, *(f"person{number}@gmail.com" for number in range(9)))

    count, samples = findings_by_kind(told)["free"]
    assert (count, len(samples), len(set(samples))) == (9, 5, 5)


@pytest.mark.parametrize(
    ("doubtful", "of", "word"),
    [
        ([], 50, "good"),
        (["throw@mailinator.com"], 50, "look"),
        (["throw@mailinator.com"], 10, "risky"),
        (["info@x.com"], 50, "good"),
        (["info@x.com", "sales@x.com", "hr@x.com"], 50, "look"),
        (["wrong"], 100, "good"),
        (["wrong"], 50, "look"),
        (["wrong"] * 10, 50, "risky"),
        (["person1@x.com"] * 10, 40, "look"),
    ],
)
def test_the_word_follows_from_the_shares(alice: Person, doubtful: list[str], of: int, word: str) -> None:
    clean = [f"person{number}@x.com" for number in range(of - len(doubtful))]

    assert verdict(alice, *clean, *doubtful)["word"] == word


def test_a_bounced_address_of_another_team_says_nothing(alice: Person, mallory: Person) -> None:
    suppress(mallory, "ayu@kopi.example", SuppressionReason.HARD_BOUNCE)

    told = verdict(alice, "ayu@kopi.example")

    assert (told["word"], told["findings"]) == ("good", [])


def test_the_queries_are_as_many_for_many_rows(alice: Person, django_assert_max_num_queries: Any) -> None:
    few = "Email\n" + "".join(f"person{number}@x.com\n" for number in range(3))
    many = "Email\n" + "".join(f"person{number}@x.com\n" for number in range(3_000))
    with django_assert_max_num_queries(40) as first:
        prepare(alice, few)

    with django_assert_max_num_queries(40) as second:
        prepare(alice, many)

    assert len(second) == len(first)


def test_the_verdict_follows_the_column_that_is_chosen(alice: Person, bob: Person, mallory: Person) -> None:
    make_contact(alice.team, "known@kopi.example")
    suppress(alice, "quiet@kopi.example", SuppressionReason.SUNSET)
    cells = ("ayu@kopi.example,known@kopi.example", "budi@kopi.example,quiet@kopi.example", "x@kopi.example,no")
    rows = "\n".join(("Email,Billing", *cells, ""))
    prepared = prepare(alice, rows).json()
    assert findings_by_kind(prepared["verdict"]) == {}
    before = ImportJob.objects.for_team(alice.team).values().get()

    answer = bob.api.post("contacts/import/verdict", {"importId": prepared["importId"], "column": 1})

    told = answer.json()
    assert findings_by_kind(told["verdict"]) == {
        "syntax": (1, ["no"]),
        "suppressed": (1, ["quiet@kopi.example"]),
        "existing": (1, ["known@kopi.example"]),
    }
    assert told["forecast"] == {
        "new": 1,
        "existing": 1,
        "duplicates": 0,
        "bad": 1,
        "emptied": 0,
        "emptiedNew": 0,
        "rows": 3,
        "exact": True,
    }
    assert ImportJob.objects.for_team(alice.team).values().get() == before
    outside = bob.api.post("contacts/import/verdict", {"importId": prepared["importId"], "column": 2})
    assert (outside.status_code, outside.json()["code"]) == (400, "invalidData")
    foreign = mallory.api.post("contacts/import/verdict", {"importId": prepared["importId"], "column": 1})
    assert foreign.status_code == 404
    start(alice, prepare(alice, rows))
    running = ImportJob.objects.for_team(alice.team).get(state="RUNNING")
    late = bob.api.post("contacts/import/verdict", {"importId": str(running.pk), "column": 1})
    assert (late.status_code, late.json()["code"]) == (409, "actionNotAllowed")
