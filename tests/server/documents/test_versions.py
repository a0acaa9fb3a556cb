"""Versions: kept under a name, before a send, once an hour; readable whatever becomes of the rows."""

from datetime import timedelta

import pytest
import time_machine
from django.db import transaction

from server.core import clock
from server.documents import snapshot
from server.documents.kinds.email import STRUCTURE
from server.documents.models import Document, DocumentVersion
from server.documents.services import documents, storing, versions
from tests.cast import Person
from tests.server.documents.sheets import Hand, make_document, sheet


@pytest.fixture
def written(alice: Person) -> tuple[Document, Hand, str]:
    hand, [text] = sheet()
    return make_document(alice.team, hand.doc.get_update()), hand, text


def list_versions(document: Document) -> list[DocumentVersion]:
    rows = DocumentVersion.objects.for_team(document.team_id).filter(document_id=document.pk)
    return list(rows.order_by("created_at", "pk"))


def test_a_version_is_named_listed_read_and_restored_from(alice: Person, written: tuple[Document, Hand, str]) -> None:
    document, hand, text = written
    made = alice.api.post(f"documents/{document.pk}/versions", {"name": " Before the summer "}).json()
    storing.store(document.pk, hand.write(text, " tubruk"), alice.caller)

    page = alice.api.get(f"documents/{document.pk}/versions").json()
    whole = alice.api.get(f"documents/{document.pk}/versions/{made['id']}/update")

    assert page["items"] == [made]
    assert {**made, "id": None, "createdAt": None} == {
        "id": None,
        "name": "Before the summer",
        "revision": 1,
        "createdAt": None,
        "createdBy": {"id": str(alice.user.pk), "name": "Alice"},
        "automatic": False,
        "frozen": False,
    }
    assert whole["Content-Type"] == "application/octet-stream"
    assert "tubruk" not in str(snapshot.read(whole.content, STRUCTURE))
    assert "tubruk" in str(documents.load_snapshot(document))


def test_a_version_gets_another_name_and_goes(alice: Person, written: tuple[Document, Hand, str]) -> None:
    document, _, _ = written
    made = alice.api.post(f"documents/{document.pk}/versions", {"name": "One"}).json()
    path = f"documents/{document.pk}/versions/{made['id']}"

    assert alice.api.call("PATCH", path, {"name": "Two"}).json()["name"] == "Two"
    assert alice.api.delete(path).status_code == 204
    assert list_versions(document) == []
    assert alice.api.get(f"{path}/update").json()["code"] == "noEntity"


@pytest.mark.parametrize("name", ["", "   ", "x" * 121, None])
def test_a_version_without_a_name_is_none(alice: Person, written: tuple[Document, Hand, str], name: str | None) -> None:
    document, _, _ = written

    assert alice.api.post(f"documents/{document.pk}/versions", {"name": name}).status_code == 400
    assert list_versions(document) == []


def test_what_was_sent_stays_as_it_was(
    alice: Person, written: tuple[Document, Hand, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "MAX_DELTA_ROWS", 3)
    document, hand, text = written
    sent = versions.freeze(document, by=alice.caller)
    was = documents.load_snapshot(document, sent.revision)
    for letter in "abcdefgh":
        storing.store(document.pk, hand.write(text, letter), alice.caller)

    answer = alice.api.delete(f"documents/{document.pk}/versions/{sent.pk}")

    assert answer.json()["code"] == "actionNotAllowed"
    assert documents.load_snapshot(document, sent.revision) == was
    assert documents.load_snapshot(document) != was
    assert alice.api.call("PATCH", f"documents/{document.pk}/versions/{sent.pk}", {"name": "Sent"}).json()["frozen"]


def test_automatic_versions_are_few_and_a_named_one_stays(
    alice: Person, written: tuple[Document, Hand, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "MAX_AUTOMATIC_VERSIONS", 3)
    document, hand, text = written
    with time_machine.travel("2026-03-02T08:00:00Z", tick=False) as now:
        Document.objects.for_team(alice.team).update(versioned_at="2026-03-02T08:00:00Z")
        for letter in "abcdef":
            now.shift(timedelta(hours=1))
            storing.store(document.pk, hand.write(text, letter), alice.caller)
            if letter == "a":
                versions.rename(document=document, version_id=list_versions(document)[0].pk, name="First")
            if letter == "b":
                versions.freeze(document)

    rows = [(version.revision, version.name, version.automatic, version.frozen) for version in list_versions(document)]

    assert rows == [
        (1, "First", False, False),
        (3, "", True, True),
        (4, "", True, False),
        (5, "", True, False),
        (6, "", True, False),
    ]


def test_named_versions_have_a_most(
    alice: Person, written: tuple[Document, Hand, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "MAX_NAMED_VERSIONS", 1)
    document, _, _ = written
    path = f"documents/{document.pk}/versions"

    assert alice.api.post(path, {"name": "One"}).status_code == 200
    refused = alice.api.post(path, {"name": "Two"})

    assert (refused.status_code, refused.json()["code"]) == (409, "tooManyVersions")
    assert [version.name for version in list_versions(document)] == ["One"]


def test_naming_an_automatic_version_counts(
    alice: Person, written: tuple[Document, Hand, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "MAX_NAMED_VERSIONS", 1)
    document, _, _ = written
    path = f"documents/{document.pk}/versions"
    with transaction.atomic():
        versions.save_automatic(document, versions.get_update(versions.freeze(document)), at=clock.now())
    automatic = DocumentVersion.objects.get(document=document, automatic=True, frozen=False)
    assert alice.api.post(path, {"name": "One"}).status_code == 200

    refused = alice.api.call("PATCH", f"{path}/{automatic.pk}", {"name": "Two"})

    assert (refused.status_code, refused.json()["code"]) == (409, "tooManyVersions")
    automatic.refresh_from_db()
    assert (automatic.name, automatic.automatic) == ("", True)
