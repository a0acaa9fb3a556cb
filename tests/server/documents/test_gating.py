"""Kinds that need a feature of the plan: without it, none is added, and existing nodes can be edited."""

import dataclasses
from collections.abc import Callable

import pytest

from server.contacts.permissions import EDIT, VIEW
from server.core.callers import Caller, FeatureState
from server.core.errors import FeatureDisabled
from server.documents import owners, snapshot
from server.documents.kinds.email import STRUCTURE
from server.documents.kinds.registry import Kind, build_editor
from server.documents.kinds.settings import KindSettings
from server.documents.models import Document, DocumentDelta
from server.documents.owners import Owner
from server.documents.services import documents, storing
from tests.cast import Person
from tests.server.documents.sheets import Hand, sheet

EDITOR = "board"
KINDS = (
    Kind("text", "component", "words", KindSettings),
    Kind("film", "component", "media", KindSettings, feature="cinema.film"),
    Kind("song", "component", "media", KindSettings, feature="cinema"),
)
owners.register(
    EDITOR,
    Owner(
        may_read=VIEW,
        may_write=EDIT,
        link_of=lambda document: "/boards",
        locked=lambda document: None,
        editor=build_editor(STRUCTURE, KindSettings, KINDS, look={}),
    ),
)

ON, HIDDEN, OFF = FeatureState.ENABLED, FeatureState.UNDETERMINED, FeatureState.DISABLED


def plan(by: Caller, **actions: FeatureState) -> Caller:
    """The same user, with an area `cinema` whose own state is named `area`."""
    states = {"" if name == "area" else name: state for name, state in actions.items()}
    return dataclasses.replace(by, features={"cinema": states})


@pytest.fixture
def board(alice: Person) -> tuple[Document, Hand, str]:
    """A document with a text and a film in a column, added while the plan had films."""
    hand, [text] = sheet()
    column = hand.nodes[text]["at"][0]
    hand.add_node(column, "component", order="a1", key="old-film", kind="film", title="Filosofi Kopi")
    document = documents.create(alice.team, EDITOR, by=None, update=hand.doc.get_update())
    return document, hand, column


def numbers(document: Document) -> list[int]:
    rows = DocumentDelta.objects.for_team(document.team_id).filter(document_id=document.pk)
    return list(rows.order_by("number").values_list("number", flat=True))


@pytest.mark.parametrize(
    ("kind", "states", "payload"),
    [
        ("film", {}, {"feature": "cinema", "subfeature": "film"}),
        ("film", {"area": ON, "film": OFF}, {"feature": "cinema", "subfeature": "film"}),
        ("film", {"area": HIDDEN, "film": ON}, {"feature": "cinema", "subfeature": "film"}),
        ("song", {"area": OFF}, {"feature": "cinema", "subfeature": ""}),
    ],
)
def test_a_kind_that_the_plan_lacks_is_not_put_in(
    board: tuple[Document, Hand, str],
    alice: Person,
    kind: str,
    states: dict[str, FeatureState],
    payload: dict[str, str],
) -> None:
    document, hand, column = board
    before = documents.load_snapshot(document)
    _, update = hand.add_node(column, "component", order="a2", kind=kind)

    with pytest.raises(FeatureDisabled) as refused:
        storing.store(document.pk, update, plan(alice.caller, **states))

    assert refused.value.payload == payload
    assert numbers(document) == [1]
    assert documents.load_snapshot(document) == before
    # Nor does the memory of this process keep it.
    again = storing.load(document.pk, b"\x00", alice.caller)
    assert snapshot.read(again.update, STRUCTURE) == before


@pytest.mark.parametrize("kind", ["film", "song"])
def test_with_the_feature_it_is(board: tuple[Document, Hand, str], alice: Person, kind: str) -> None:
    document, hand, column = board
    key, update = hand.add_node(column, "component", order="a2", kind=kind)

    assert storing.store(document.pk, update, plan(alice.caller, area=ON, film=ON)) == 2

    assert key in documents.load_snapshot(document).of


def test_other_kinds_need_nothing(board: tuple[Document, Hand, str], alice: Person) -> None:
    document, hand, column = board
    # The word alone is no kind.
    _, update = hand.add_node(column, "component", order="a2", kind="text", title="film")

    assert storing.store(document.pk, update, plan(alice.caller)) == 2


ACTS: dict[str, Callable[[Hand, str], bytes]] = {
    "edited": lambda hand, column: hand.set("old-film", "title", "film"),
    "moved": lambda hand, column: hand.act(lambda: hand.nodes["old-film"].update({"at": [column, "a0", "body"]})),
    "taken out": lambda hand, column: hand.remove_node("old-film"),
    "deleted": lambda hand, column: hand.act(lambda: hand.nodes.pop("old-film")),
    "sent again": lambda hand, column: hand.doc.get_update(),
}


@pytest.mark.parametrize("how", ACTS)
def test_what_is_there_already_is_worked_on(board: tuple[Document, Hand, str], alice: Person, how: str) -> None:
    document, hand, column = board
    update = ACTS[how](hand, column)

    assert storing.store(document.pk, update, plan(alice.caller)) == 2

    assert documents.load_snapshot(document) == snapshot.read(hand.doc.get_update(), STRUCTURE)


def test_what_was_taken_out_comes_back(board: tuple[Document, Hand, str], alice: Person) -> None:
    document, hand, column = board
    by = plan(alice.caller)
    storing.store(document.pk, hand.remove_node("old-film"), by)
    back = hand.act(lambda: hand.nodes["old-film"].update({"at": [column, "a1", "body"]}))

    assert storing.store(document.pk, back, by) == 3


def test_a_thing_does_not_become_one(board: tuple[Document, Hand, str], alice: Person) -> None:
    document, hand, _ = board
    [text] = [key for key, node in hand.nodes.items() if node["kind"] == "text"]

    with pytest.raises(FeatureDisabled):
        storing.store(document.pk, hand.act(lambda: hand.nodes[text].update({"kind": "film"})), plan(alice.caller))

    assert numbers(document) == [1]


FILM_IS_OFF = {"feature": "cinema", "subfeature": "film"}


def count_documents(alice: Person) -> int:
    return Document.objects.for_team(alice.team).count()


def test_no_document_is_created_with_a_kind_that_the_plan_lacks(
    board: tuple[Document, Hand, str], alice: Person
) -> None:
    _, hand, _ = board
    update = hand.doc.get_update()

    with pytest.raises(FeatureDisabled) as refused:
        documents.create(alice.team, EDITOR, by=plan(alice.caller), update=update)

    assert refused.value.payload == FILM_IS_OFF
    assert count_documents(alice) == 1
    documents.create(alice.team, EDITOR, by=plan(alice.caller, area=ON), update=update)
    documents.create(alice.team, EDITOR, by=None, update=update)
    assert count_documents(alice) == 3


def test_no_copy_is_made_with_a_kind_that_the_plan_lacks(board: tuple[Document, Hand, str], alice: Person) -> None:
    document, _, _ = board

    with pytest.raises(FeatureDisabled) as refused:
        documents.duplicate(document, by=plan(alice.caller))

    assert refused.value.payload == FILM_IS_OFF
    assert count_documents(alice) == 1
    copy = documents.duplicate(document, by=plan(alice.caller, area=ON))
    assert documents.load_snapshot(copy) == documents.load_snapshot(document)


def test_a_copy_needs_no_plan_for_what_was_deleted_and_cannot_restore_it(
    board: tuple[Document, Hand, str], alice: Person
) -> None:
    document, hand, _ = board
    by = plan(alice.caller)
    storing.store(document.pk, hand.remove_node("old-film"), by)

    copy = documents.duplicate(document, by=by)

    assert documents.load_snapshot(copy).tree == documents.load_snapshot(document).tree
    assert "old-film" not in Hand(documents.get_update(copy)).nodes
    assert "old-film" in Hand(documents.get_update(document)).nodes


def test_a_copy_of_one_root_needs_no_plan_for_the_others(board: tuple[Document, Hand, str], alice: Person) -> None:
    document, hand, _ = board
    storing.store(document.pk, hand.root("second", "a1"), alice.caller)

    copy = documents.duplicate(document, by=plan(alice.caller), root="second")

    assert list(documents.load_snapshot(copy).tree) == ["second"]
    with pytest.raises(FeatureDisabled):
        documents.duplicate(document, by=plan(alice.caller), root="body")
