"""Comments: threads on nodes, notified mentions, resolving and reopening, and permissions."""

from typing import Any
from uuid import uuid4

import pytest

from server.core.models import OutboxEvent
from server.documents import selectors
from server.documents.models import Document, DocumentComment
from server.notifications.models import Notification
from tests.cast import Person
from tests.realtime.test_review import give_role
from tests.server.documents.sheets import make_document


@pytest.fixture
def document(alice: Person) -> Document:
    return make_document(alice.team)


def post(person: Person, document: Document, text: str = "Bigger, please", **fields: Any) -> Any:
    return person.api.post(f"documents/{document.pk}/comments", {"text": text, **fields})


def listed(person: Person, document: Document, query: str = "") -> list[dict[str, Any]]:
    comments: list[dict[str, Any]] = person.api.get(f"documents/{document.pk}/comments{query}").json()
    return comments


def list_event_names(document: Document) -> list[str]:
    rows = OutboxEvent.objects.filter(rooms=[f"document:{document.pk}"]).order_by("pk")
    return [row.name.rpartition(".")[2] for row in rows]


def test_what_is_said_is_listed_and_told(alice: Person, bob: Person, document: Document) -> None:
    first = post(alice, document, node="n1").json()
    answer = post(bob, document, " How much? ", replyTo=first["id"]).json()

    assert listed(bob, document) == [first, answer]
    assert {**first, "id": None, "createdAt": None} == {
        "id": None,
        "node": "n1",
        "replyTo": None,
        "text": "Bigger, please",
        "mentions": [],
        "author": {"id": str(alice.user.pk), "name": "Alice"},
        "createdAt": None,
        "editedAt": None,
        "resolvedAt": None,
        "resolvedBy": None,
    }
    assert (answer["replyTo"], answer["node"], answer["text"]) == (first["id"], "n1", "How much?")
    assert list_event_names(document) == ["posted", "posted"]
    row = OutboxEvent.objects.filter(name="documents.comment.posted").order_by("pk").first()
    assert row is not None
    assert row.payload == {"documentId": str(document.pk), "comment": first}


def test_an_answer_to_an_answer_is_one_to_the_first(alice: Person, document: Document) -> None:
    first = post(alice, document).json()
    answer = post(alice, document, replyTo=first["id"]).json()

    assert post(alice, document, replyTo=answer["id"]).json()["replyTo"] == first["id"]


def test_a_thread_is_settled_and_reopened(alice: Person, bob: Person, document: Document) -> None:
    first = post(alice, document).json()
    answer = post(bob, document, replyTo=first["id"]).json()
    other = post(bob, document, node="n2").json()
    path = f"documents/{document.pk}/comments/{answer['id']}"

    settled = bob.api.post(f"{path}/resolve").json()
    bob.api.post(f"{path}/resolve")

    assert settled["id"] == first["id"]
    assert settled["resolvedBy"] == {"id": str(bob.user.pk), "name": "Bob"}
    assert [one["id"] for one in listed(alice, document, "?resolved=true")] == [first["id"], answer["id"]]
    assert [one["id"] for one in listed(alice, document, "?resolved=false")] == [other["id"]]
    reopened = alice.api.post(f"{path}/reopen").json()
    assert (reopened["resolvedAt"], reopened["resolvedBy"]) == (None, None)
    assert list_event_names(document) == ["posted", "posted", "posted", "resolved", "reopened"]


def test_own_words_are_changed_and_taken_away(alice: Person, bob: Person, document: Document) -> None:
    first = post(bob, document).json()
    post(alice, document, replyTo=first["id"])
    path = f"documents/{document.pk}/comments/{first['id']}"

    edited = bob.api.call("PATCH", path, {"text": "Smaller"}).json()

    assert (edited["text"], edited["editedAt"] is not None) == ("Smaller", True)
    assert bob.api.delete(path).status_code == 204
    assert listed(alice, document) == []
    assert list_event_names(document) == ["posted", "posted", "edited", "removed"]


def test_words_of_others_are_theirs_but_an_admin_may_take_them_away(
    alice: Person, bob: Person, document: Document
) -> None:
    own, others = post(bob, document).json(), post(alice, document).json()
    path = f"documents/{document.pk}/comments/"

    assert bob.api.call("PATCH", path + others["id"], {"text": "No"}).json()["code"] == "notAuthorized"
    assert bob.api.delete(path + others["id"]).json()["code"] == "notAuthorized"
    assert alice.api.call("PATCH", path + own["id"], {"text": "No"}).json()["code"] == "notAuthorized"
    assert listed(alice, document) == [own, others]
    assert alice.api.delete(path + own["id"]).status_code == 204


def test_who_is_mentioned_is_told_once(alice: Person, bob: Person, document: Document) -> None:
    mentions = [str(bob.user.pk), str(alice.user.pk), str(bob.user.pk)]
    made = post(alice, document, mentions=mentions).json()
    path = f"documents/{document.pk}/comments/{made['id']}"
    alice.api.call("PATCH", path, {"text": "Smaller, please", "mentions": [str(bob.user.pk)]})

    [notice] = Notification.objects.for_team(alice.team)

    assert made["mentions"] == mentions[:2]
    assert (notice.user_id, notice.kind) == (bob.user.pk, "document.mentioned")
    assert notice.link == f"/sheets/{document.pk}?comment={made['id']}"
    assert notice.params["words"] == "Bigger, please"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"text": ""}, 400),
        ({"text": "  "}, 400),
        ({"text": "x" * 4_001}, 400),
        ({"node": "no node"}, 400),
        ({"mentions": [str(uuid4())]}, 400),
        ({"replyTo": str(uuid4())}, 404),
    ],
)
def test_what_is_no_comment_is_refused(alice: Person, document: Document, fields: Any, status: int) -> None:
    assert post(alice, document, **fields).status_code == status
    assert DocumentComment.objects.for_team(alice.team).count() == 0
    assert list_event_names(document) == []


def test_nobody_of_another_team_is_mentioned(alice: Person, mallory: Person, document: Document) -> None:
    refused = post(alice, document, mentions=[str(mallory.user.pk)])

    assert refused.json()["payload"]["field"] == "mentions"
    assert Notification.objects.for_team(mallory.team).count() == 0


def test_a_comment_of_another_document_is_not_there(alice: Person, mallory: Person, document: Document) -> None:
    elsewhere = post(alice, make_document(alice.team)).json()
    foreign = post(mallory, make_document(mallory.team)).json()

    for other in (elsewhere, foreign):
        path = f"documents/{document.pk}/comments/{other['id']}"
        assert alice.api.post(f"{path}/resolve").status_code == 404
        assert alice.api.delete(path).status_code == 404
        assert post(alice, document, replyTo=other["id"]).status_code == 404
    assert DocumentComment.objects.for_team(mallory.team).count() == 1


def test_who_may_read_may_talk(alice: Person, bob: Person, document: Document) -> None:
    give_role(bob, "contact.view")
    assert post(bob, document).status_code == 200
    give_role(bob)
    assert post(bob, document).json()["code"] == "notAuthorized"


def test_comments_have_a_most(alice: Person, document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "MAX_COMMENTS", 2)
    post(alice, document)
    post(alice, document)

    refused = post(alice, document)

    assert (refused.status_code, refused.json()["code"]) == (409, "tooManyComments")
    assert len(listed(alice, document)) == 2
