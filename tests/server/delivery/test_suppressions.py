"""Suppression list: entries are never weakened, are deleted with a reason, and are imported from files."""

import csv
import io
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction

from server.contacts.models import Contact
from server.contacts.services.history import ConsentProof
from server.contacts.states import ConsentSource
from server.core import clock
from server.core.models import OutboxEvent
from server.delivery.models import Suppression, SuppressionRemoval
from server.delivery.services import subscriptions, suppressions
from server.delivery.sql import bouncing
from server.delivery.states import SuppressionReason, SuppressionSource
from tests.cast import Person
from tests.locks import is_row_awaited
from tests.server.contacts.factories import make_contact

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _uploads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(settings, "UPLOAD_FOLDER", tmp_path)


def listed(person: Person, query: str = "") -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = person.api.get(f"contacts/suppression?sort=email{query}").json()["items"]
    return items


def emails(person: Person, query: str = "") -> list[str]:
    return [row["email"] for row in listed(person, query)]


def make_suppression(person: Person, email: str, **fields: Any) -> Suppression:
    defaults: dict[str, Any] = {"reason": "manual", "created_at": clock.now() - timedelta(days=1)}
    return Suppression.objects.create(team=person.team, email=email, **(defaults | fields))


def import_suppressions(
    person: Person, text: str | bytes, name: str = "list.csv", query: str = "", **fields: str
) -> Any:
    file = SimpleUploadedFile(name, text if isinstance(text, bytes) else text.encode())
    headers = {"host": settings.APP_HOSTS[0], "authorization": f"Bearer {person.token}"}
    return person.api._client.post(
        f"/api/contacts/suppression/import{query}", {"file": file, **fields}, headers=headers
    )


def test_addresses_are_added_by_hand(alice: Person, mallory: Person) -> None:
    make_suppression(alice, "old@x.com")
    until = clock.now() + timedelta(days=30)
    body = {"emails": [" New@X.com", "old@x.com", "new@x.com", "no address"], "scope": "all"}

    answer = alice.api.post("contacts/suppression", body | {"expiresAt": until.isoformat()})

    assert answer.json() == {"added": 1, "known": 1, "invalid": 1, "examples": ["no address"]}
    new, old = listed(alice)
    assert (new["email"], new["reason"], new["source"], new["scope"]) == ("new@x.com", "manual", "person", "all")
    assert Suppression.objects.get(email="new@x.com").expires_at == until
    assert (old["scope"], old["expiresAt"]) == ("all", None)
    assert emails(mallory) == []
    [told] = OutboxEvent.objects.filter(name="delivery.suppression.changed")
    assert (told.payload["action"], told.payload["count"]) == ("added", 2)


@pytest.mark.parametrize(
    ("stands", "comes", "then"),
    [
        ({"reason": "complaint"}, {"scope": "marketing"}, ("complaint", True, None, "mail")),
        ({"reason": "hardBounce", "marketing_only": False}, {}, ("hardBounce", False, None, "mail")),
        ({"reason": "unsubscribed"}, {"scope": "all"}, ("unsubscribed", False, None, "mail")),
        ({"expires_at": 5}, {"expiresAt": 9}, ("manual", True, 9, "mail")),
        ({"expires_at": 9}, {"expiresAt": 5}, ("manual", True, 9, "mail")),
        ({"expires_at": 9}, {}, ("manual", True, None, "mail")),
        ({"expires_at": -1, "marketing_only": False}, {"expiresAt": 5}, ("manual", True, 5, "person")),
    ],
)
def test_what_is_on_the_list_is_never_weakened(
    alice: Person, stands: dict[str, Any], comes: dict[str, Any], then: tuple[Any, ...]
) -> None:
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False):
        now = clock.now()
        if "expires_at" in stands:
            stands = stands | {"expires_at": now + timedelta(days=stands["expires_at"])}
        if "expiresAt" in comes:
            comes = comes | {"expiresAt": (now + timedelta(days=comes["expiresAt"])).isoformat()}
        make_suppression(alice, "a@x.com", **stands)

        answer = alice.api.post("contacts/suppression", {"emails": ["a@x.com"], **comes})

    assert answer.status_code == 200
    row = Suppression.objects.get()
    end = None if then[2] is None else now + timedelta(days=then[2])
    assert (row.reason, row.marketing_only, row.expires_at, row.source) == (then[0], then[1], end, then[3])


@pytest.mark.parametrize(
    ("stands", "comes", "then"),
    [
        ("unsubscribed", "complaint", "complaint"),
        ("hardBounce", "complaint", "complaint"),
        ("complaint", "hardBounce", "complaint"),
        ("unsubscribed", "hardBounce", "hardBounce"),
        ("hardBounce", "unsubscribed", "hardBounce"),
        ("manual", "unsubscribed", "unsubscribed"),
        ("unsubscribed", "manual", "unsubscribed"),
        ("sunset", "manual", "manual"),
        ("softBounce", "sunset", "sunset"),
        ("manual", "sunset", "manual"),
    ],
)
def test_the_reason_that_takes_most_to_lift_stays(alice: Person, stands: str, comes: str, then: str) -> None:
    earlier = make_suppression(alice, "a@x.com", reason=stands, source="import", mailing_id=7)

    suppressions.add(
        team_id=alice.team.pk,
        emails=["a@x.com"],
        marketing_only=True,
        reason=SuppressionReason(comes),
        source=SuppressionSource.PERSON,
    )

    row = Suppression.objects.get()
    stays = (stands, "import", 7, earlier.created_at)
    assert (row.reason, row.source, row.mailing_id, row.created_at) == (
        stays if then == stands else (then, "person", None, row.created_at)
    )
    assert (row.created_at > earlier.created_at) == (then != stands)


@pytest.mark.parametrize(
    ("fields", "scope", "mailing"),
    [
        ({"reason": "manual", "marketing_only": False, "expires_at": -1}, "marketing", None),
        ({"reason": "manual", "marketing_only": False, "expires_at": 1}, "all", None),
        ({"reason": "hardBounce", "marketing_only": False, "mailing_id": 7}, "all", None),
        ({"reason": "complaint", "mailing_id": 7}, "marketing", 7),
    ],
)
def test_a_complaint_replaces_a_reason_but_never_widens_an_ended_entry(
    alice: Person, fields: dict[str, Any], scope: str, mailing: int | None
) -> None:
    ends = fields.get("expires_at")
    given = fields | ({"expires_at": clock.now() + timedelta(hours=ends)} if ends else {})
    make_suppression(alice, "a@x.com", **given)

    subscriptions.record_complaint(
        team_id=alice.team.pk,
        email="a@x.com",
        recipient=None,
        contact_id=None,
        proof=ConsentProof(ConsentSource.MAIL),
    )

    row = Suppression.objects.get()
    assert (row.reason, row.expires_at, row.mailing_id) == ("complaint", None, mailing)
    assert listed(alice)[0]["scope"] == scope


def test_a_hard_bounce_leaves_the_email_of_a_complaint(alice: Person) -> None:
    complaint = make_suppression(alice, "a@x.com", reason="complaint", mailing_id=7)

    bouncing.suppress(alice.team.pk, email="a@x.com", mailing_id=8, now=clock.now())

    row = Suppression.objects.get()
    assert (row.reason, row.mailing_id, row.created_at) == ("complaint", 7, complaint.created_at)
    assert (row.marketing_only, row.is_told) == (False, False)


@pytest.mark.django_db(transaction=True)
def test_a_contact_is_locked_before_its_suppression(alice: Person) -> None:
    """The team's unsubscribing has the same order: in the other one, both would wait for each other."""
    contact = make_contact(alice.team, "a@x.com")
    make_suppression(alice, "a@x.com", reason="hardBounce", marketing_only=False, is_told=False)

    def update() -> None:
        subscriptions.update_contacts()
        connection.close()

    updating = Thread(target=update)
    with transaction.atomic():
        Contact.objects.for_team(alice.team).select_for_update().get(pk=contact.pk)
        updating.start()
        while updating.is_alive() and not is_row_awaited():
            pass
        assert Suppression.objects.select_for_update(nowait=True).get().is_told is False
    updating.join(30)

    contact.refresh_from_db()
    assert (contact.state, Suppression.objects.get().is_told) == ("bounced", True)


def test_the_list_is_searched_and_filtered(alice: Person) -> None:
    make_suppression(alice, "ani@kopi.example", reason="complaint")
    make_suppression(alice, "budi@teh.example", reason="hardBounce", marketing_only=False)
    make_suppression(alice, "over@kopi.example", expires_at=clock.now() - timedelta(seconds=1))

    assert emails(alice) == ["ani@kopi.example", "budi@teh.example"]
    assert emails(alice, "&search=@KOPI") == ["ani@kopi.example"]
    assert emails(alice, "&reasons=hardBounce&reasons=manual") == ["budi@teh.example"]
    assert [row["removable"] for row in listed(alice)] == [False, True]


def test_an_end_that_has_passed_is_refused(alice: Person) -> None:
    gone = (clock.now() - timedelta(seconds=1)).isoformat()

    answer = alice.api.post("contacts/suppression", {"emails": ["a@x.com"], "expiresAt": gone})

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "expiresAt")
    assert not Suppression.objects.exists()


def test_an_address_is_removed_with_a_reason(alice: Person) -> None:
    row = make_suppression(alice, "a@x.com")

    assert alice.api.delete(f"contacts/suppression/{row.pk}", {"why": ""}).status_code == 400
    assert Suppression.objects.count() == 1
    assert alice.api.delete(f"contacts/suppression/{row.pk}", {"why": "Asked by phone"}).status_code == 204

    assert emails(alice) == []
    kept = SuppressionRemoval.objects.get()
    assert (kept.email, kept.reason, kept.why, kept.user_id) == ("a@x.com", "manual", "Asked by phone", alice.user.pk)


def test_a_complaint_stays(alice: Person) -> None:
    row = make_suppression(alice, "a@x.com", reason="complaint")

    answer = alice.api.delete(f"contacts/suppression/{row.pk}", {"why": "Asked by phone"})

    assert (answer.status_code, answer.json()["code"]) == (409, "complaintStays")
    assert (emails(alice), SuppressionRemoval.objects.count()) == (["a@x.com"], 0)


@pytest.mark.parametrize(
    ("name", "text", "found", "invalid"),
    [
        ("list.txt", "a@x.com\r\nB@x.com\n\na@x.com\n", ["a@x.com", "b@x.com"], 0),
        ("list.csv", 'Name,Email\nAyu,a@x.com\n"Lestari, Ani",b@x.com\nNobody,none\n', ["a@x.com", "b@x.com"], 1),
        ("list.csv", "Email;Reason\n'=a@x.com;complaint\n", ["=a@x.com"], 0),
        ("list.csv", "no address\nnor here\n", [], 1),
    ],
)
def test_a_file_is_taken_in(alice: Person, name: str, text: str, found: list[str], invalid: int) -> None:
    answer = import_suppressions(alice, text, name)

    assert (answer.status_code, answer.json()["added"], answer.json()["invalid"]) == (200, len(found), invalid)
    assert emails(alice) == found
    assert {row["source"] for row in listed(alice)} <= {"import"}


@pytest.mark.parametrize(
    ("reason", "scope", "state"),
    [
        ("unsubscribed", "marketing", "unsubscribed"),
        ("complaint", "marketing", "complained"),
        ("hardBounce", "all", "bounced"),
        ("manual", "marketing", "subscribed"),
    ],
)
def test_contacts_are_told_what_a_file_says_of_them(alice: Person, reason: str, scope: str, state: str) -> None:
    contact = make_contact(alice.team, "a@x.com")

    import_suppressions(alice, "a@x.com\n", query=f"?reason={reason}&scope={scope}")
    subscriptions.update_contacts()

    contact.refresh_from_db()
    assert (contact.state, listed(alice)[0]["scope"]) == (state, scope)


def test_what_is_no_list_is_refused(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suppressions, "MAX_FILE_ROWS", 2)
    monkeypatch.setattr(suppressions, "MAX_FILE_BYTES", 1 << 17)

    codes = [
        import_suppressions(alice, "", "list.csv").json()["code"],
        import_suppressions(alice, "x", "list.pdf").json()["code"],
        import_suppressions(alice, "a@x.com\n" * 5).json()["code"],
        import_suppressions(alice, "a@x.com\n" * (1 << 16)).json()["code"],
    ]

    assert codes == ["importEmpty", "importFormatError", "importRowCountError", "importSizeError"]
    assert not Suppression.objects.exists()


def test_letters_that_are_no_utf_8_are_read_as_was_decided(alice: Person) -> None:
    text = "Nama;Email\nZoë;zoe@x.com\nAyu;ayu@x.com\n".encode("windows-1252") + b"\x81\n"

    refused = import_suppressions(alice, text).json()
    unknown = import_suppressions(alice, text, encoding="latin-9").json()
    assert (refused["code"], refused["payload"]["readAs"]) == ("importEncodingError", "windows-1252")
    assert (unknown["code"], unknown["payload"]["field"]) == ("invalidData", "encoding")
    assert not Suppression.objects.exists()

    answer = import_suppressions(alice, text, encoding="windows-1252").json()
    assert (answer["added"], answer["invalid"]) == (2, 1)
    assert emails(alice) == ["ayu@x.com", "zoe@x.com"]


def test_the_list_goes_out_as_it_comes_in(alice: Person, mallory: Person) -> None:
    make_suppression(alice, "b@x.com", reason="complaint")
    make_suppression(alice, "=a@x.com", marketing_only=False)
    make_suppression(mallory, "c@x.com")

    answer = alice.api.post("contacts/suppression/export", {"reasons": ["manual", "complaint"]})

    data = b"".join(answer.streaming_content).decode()
    assert data.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(data[1:])))
    assert [row[:4] for row in rows] == [
        ["Email", "Reason", "Source", "Scope"],
        ["'=a@x.com", "manual", "mail", "all"],
        ["b@x.com", "complaint", "mail", "marketing"],
    ]
    import_suppressions(mallory, data)
    assert emails(mallory) == ["=a@x.com", "b@x.com", "c@x.com"]
