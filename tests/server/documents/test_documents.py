"""Documents for the apps that own them, and over HTTP."""

from typing import Any

import pytest

from server.core.errors import NotFound
from server.documents import owners
from server.documents.errors import DocumentFull, UpdateMalformed
from server.documents.models import Document
from server.documents.services import documents, storing
from server.documents.updates import decoding
from tests.cast import Person
from tests.realtime.test_review import give_role
from tests.server.documents.sheets import LOCKED, Hand, make_document, sheet
from tests.server.documents.test_updates import NOTHING, entry, update


def test_an_empty_document_says_nothing_and_is_written(alice: Person) -> None:
    document = make_document(alice.team)

    assert documents.get_update(document) == b"\x00\x00"
    assert documents.load_snapshot(document).tree == {}
    assert documents.get_newest_revision(document) == 0
    assert storing.store(document.pk, Hand().root(), alice.caller) == 1
    assert documents.load_snapshot(document).tree == {"body": ()}


def test_a_document_begins_with_what_it_is_given(alice: Person) -> None:
    hand, _ = sheet(2)

    document = make_document(alice.team, hand.doc.get_update())

    assert documents.get_newest_revision(document) == 1
    [row] = documents.load_snapshot(document).tree["body"]
    assert [part.kind for part in row.children[0].children] == ["text", "text"]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (b"", UpdateMalformed),
        (update(entry(NOTHING), clock=1), UpdateMalformed),
        (update(entry(b"\x75\x01" * 99 + NOTHING)), DocumentFull),
    ],
)
def test_a_document_does_not_begin_with_what_is_none(alice: Person, given: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        make_document(alice.team, given)

    assert Document.objects.for_team(alice.team).count() == 0


def test_a_copy_says_the_same_and_goes_its_own_way(alice: Person) -> None:
    hand, [text] = sheet()
    document = make_document(alice.team, hand.doc.get_update())
    storing.store(document.pk, hand.write(text, "!"), alice.caller)

    copy = documents.duplicate(document, by=alice.caller)

    assert documents.load_snapshot(copy) == documents.load_snapshot(document)
    assert (copy.editor, documents.get_newest_revision(copy)) == ("sheet", 1)
    storing.store(copy.pk, Hand(documents.get_update(copy)).write(text, "?"), alice.caller)
    assert documents.load_snapshot(copy) != documents.load_snapshot(document)


def test_what_was_put_at_one_place_again_and_again_is_drawn(alice: Person) -> None:
    hand, _ = sheet()
    for order in ("b" + "V" * 300, "b" + "W" * 600):
        hand.add_node("body", "row", order=order)

    document = make_document(alice.team, hand.doc.get_update())

    assert len(documents.load_snapshot(document).tree["body"]) == 2


def test_a_copy_of_nothing_is_nothing(alice: Person) -> None:
    assert documents.get_newest_revision(documents.duplicate(make_document(alice.team), by=alice.caller)) == 0


def test_a_document_that_is_gone_is_not_there(alice: Person) -> None:
    hand, _ = sheet()
    document = make_document(alice.team, hand.doc.get_update())
    document.delete()

    with pytest.raises(NotFound):
        storing.load(document.pk, b"\x00", alice.caller)


def test_an_editor_that_nobody_owns_opens_nothing(alice: Person) -> None:
    document = documents.create(alice.team, "nobody's", by=None)

    assert alice.api.get(f"documents/{document.pk}").status_code == 404
    with pytest.raises(NotFound):
        owners.get_owner("nobody's")


def got(person: Person, document: Document) -> Any:
    return person.api.get(f"documents/{document.pk}")


def test_a_document_is_told_with_its_lock(alice: Person) -> None:
    document = make_document(alice.team, sheet()[0].doc.get_update())

    answer = got(alice, document).json()

    assert {**answer, "updatedAt": None} == {
        "id": str(document.pk),
        "editor": "sheet",
        "revision": 1,
        "locked": False,
        "why": None,
        "writable": True,
        "updatedAt": None,
    }
    LOCKED.add(document.pk)
    locked = got(alice, document).json()
    LOCKED.clear()
    assert (locked["locked"], locked["why"]) == (True, "sending")


def test_who_may_read_alone_is_told_so(alice: Person, bob: Person) -> None:
    document = make_document(alice.team)

    give_role(bob, "contact.view")
    assert got(bob, document).json()["writable"] is False
    assert bob.api.post(f"documents/{document.pk}/versions", {"name": "Mine"}).json()["code"] == "notAuthorized"
    assert bob.api.get(f"documents/{document.pk}/versions").json()["total"] == 0
    give_role(bob)
    assert got(bob, document).json()["code"] == "notAuthorized"


def test_another_team_finds_nothing(alice: Person, mallory: Person) -> None:
    document = make_document(alice.team)

    assert got(mallory, document).json()["code"] == "noEntity"


def test_the_state_of_what_is_stored_is_the_state_of_who_wrote(alice: Person) -> None:
    hand, [text] = sheet()
    document = make_document(alice.team, hand.doc.get_update())
    storing.store(document.pk, hand.write(text, "🫖"), alice.caller)

    missing = storing.load(document.pk, hand.doc.get_state(), alice.caller)

    assert decoding.read_state(missing.state_vector) == decoding.read_state(hand.doc.get_state())
    assert decoding.parse(missing.update).structs == []
