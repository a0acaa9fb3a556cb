"""An editor with another structure than the email editor: options that contain questions, 500 levels deep."""

from collections.abc import Iterator
from dataclasses import replace

import pycrdt
import pytest

from server.contacts.permissions import EDIT, VIEW
from server.documents import document_cache, owners, snapshot
from server.documents.errors import DocumentFull, UpdateMalformed
from server.documents.models import Document, DocumentDelta
from server.documents.owners import Owner
from server.documents.pieces import Piece, build_document, build_stored_items
from server.documents.services import comments, documents, storing, versions
from server.documents.snapshot import MAX_SLOTS
from server.documents.structure import DocumentLimits
from server.documents.tree import index_branches, iter_branches
from tests.cast import Person
from tests.server.documents.sheets import Hand
from tests.server.documents.structures import FIELDS, STRUCTURES

EDITOR = "fields"
DEPTH = 500
OWNER = Owner(
    may_read=VIEW,
    may_write=EDIT,
    link_of=lambda document: f"/fields/{document.pk}",
    locked=lambda document: None,
    editor=FIELDS,
)
owners.register(EDITOR, OWNER)


def ask(hand: Hand, label: str, parent: str, slot: str = "", *, order: str = "a0", options: str = "") -> bytes:
    """Adds a question with its label as its id. With `options`, it is a choice, and each letter is an option."""
    kind = "choice" if options else "text"
    settings = {
        "label": label,
        **({"options": build_stored_items([{"id": option} for option in options])} if options else {}),
    }
    node = pycrdt.Map(
        {
            "level": "choice" if options else "field",
            "kind": kind,
            "at": [parent, order, "form", *([slot] if slot else [])],
            "settings": pycrdt.Map(settings),
        }
    )
    return hand.act(lambda: hand.nodes.update({label: node}))


def list_questions(document: Document) -> list[str]:
    """The questions in drawing order, each with the option that contains it."""
    tree = documents.load_snapshot(document).tree
    return [f"{branch.id}@{branch.slot}" if branch.slot else branch.id for branch in iter_branches(tree["form"])]


@pytest.fixture
def form(alice: Person) -> tuple[Document, Hand]:
    """A form with the question "colour", whose option "n" contains the question "why"."""
    hand = Hand(client=1)
    hand.root("form")
    ask(hand, "colour", "form", options="yn")
    ask(hand, "why", "colour", "n")
    return documents.create(alice.team, EDITOR, by=None, update=hand.doc.get_update()), hand


def test_two_write_at_once_and_both_come_to_the_same(form: tuple[Document, Hand], alice: Person) -> None:
    document, one = form
    other = Hand(one.doc.get_update(), client=2)
    moved = other.act(lambda: other.nodes["why"].update({"at": ["colour", "a0", "form", "y"]}))

    storing.store(document.pk, ask(one, "size", "colour", "n", order="a1", options="y"), alice.caller)
    storing.store(document.pk, moved, alice.caller)
    storing.store(document.pk, ask(one, "how", "size", "y"), alice.caller)

    document.refresh_from_db()
    assert list_questions(document) == ["colour", "why@y", "size@n", "how@y"]
    for hand in (one, other):
        hand.doc.apply_update(storing.load(document.pk, hand.doc.get_state(), alice.caller).update)
        assert snapshot.read_doc(hand.doc, FIELDS.structure) == documents.load_snapshot(document)


def test_what_stands_in_an_option_goes_and_comes_back_with_it(form: tuple[Document, Hand], alice: Person) -> None:
    document, hand = form

    storing.store(
        document.pk, hand.set("colour", "options", {"y": {"order": "a0"}, "n": {"order": 1}, "m": "n"}), alice.caller
    )
    document.refresh_from_db()
    assert list_questions(document) == ["colour"]

    storing.store(document.pk, hand.set("colour", "options", build_stored_items([{"id": "n"}])), alice.caller)
    document.refresh_from_db()
    assert list_questions(document) == ["colour", "why@n"]


def test_five_hundred_in_each_other_are_stored_read_named_and_commented(alice: Person) -> None:
    piece = Piece("field", "text", {"label": "last"}, slot="y")
    for depth in reversed(range(DEPTH)):
        settings = {"label": str(depth), "options": build_stored_items([{"id": "y"}])}
        piece = Piece("choice", "choice", settings, children=[piece], slot="y" if depth else "")
    document = documents.create(alice.team, EDITOR, by=None, update=build_document({"form": [piece]}, {}))

    read = documents.load_snapshot(document)
    drawn = list(iter_branches(read.tree["form"]))
    assert [read.of[branch.id]["label"] for branch in drawn] == [*[str(depth) for depth in range(DEPTH)], "last"]
    version = versions.save_named(document=document, name="Deep", by=alice.caller)
    assert snapshot.read(versions.get_update(version), FIELDS.structure) == read
    comment = comments.post(document=document, node=drawn[-1].id, text="So deep?", mentions=[], by=alice.caller)
    assert comment.node == drawn[-1].id

    # Another choice in the innermost one exceeds the depth, so it goes after that.
    hand = Hand(documents.get_update(document))
    innermost = drawn[-2].id
    storing.store(document.pk, ask(hand, "more", innermost, "y", order="a9", options="y"), alice.caller)
    document.refresh_from_db()
    tree = documents.load_snapshot(document).tree
    assert [branch.id for branch in index_branches(tree)[drawn[-3].id].children] == [innermost, "more"]


@pytest.mark.parametrize(
    "at", [["colour", "a0", "form", None], ["colour", "a0", "form", ""], ["colour", "a0", "form", "n", "n"]]
)
def test_a_place_that_is_none_is_not_drawn(form: tuple[Document, Hand], alice: Person, at: list[str | None]) -> None:
    document, hand = form

    storing.store(document.pk, hand.act(lambda: hand.nodes["why"].update({"at": at})), alice.caller)

    document.refresh_from_db()
    assert list_questions(document) == ["colour"]


def test_of_many_options_the_first_are_read(form: tuple[Document, Hand], alice: Person) -> None:
    document, hand = form
    options = [{"id": f"o{number}"} for number in range(MAX_SLOTS + 1)]

    storing.store(document.pk, hand.set("colour", "options", build_stored_items(options)), alice.caller)
    for order, slot in (("a1", options[-2]["id"]), ("a0", options[-1]["id"])):
        storing.store(document.pk, ask(hand, slot, "colour", slot, order=order), alice.caller)

    document.refresh_from_db()
    assert list_questions(document) == ["colour", "o199@o199"]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Limits forms to three questions."""
    structure = replace(STRUCTURES["fields"], limits=DocumentLimits(nodes=3))
    limited = replace(OWNER, editor=replace(FIELDS, structure=structure))
    monkeypatch.setitem(owners.OWNERS.entries, EDITOR, limited)
    document_cache._cache._entries.clear()
    yield
    document_cache._cache._entries.clear()


@pytest.mark.usefixtures("few")
def test_a_form_holds_as_many_as_its_editor_allows(form: tuple[Document, Hand], alice: Person) -> None:
    document, hand = form
    storing.store(document.pk, ask(hand, "name", "form", order="a1"), alice.caller)

    with pytest.raises(DocumentFull) as full:
        storing.store(document.pk, ask(hand, "more", "form", order="a2"), alice.caller)

    assert full.value.payload == {"limit": "nodes", "most": 3}
    document.refresh_from_db()
    assert (document.revision, list_questions(document)) == (2, ["colour", "why@n", "name"])


def test_a_map_that_the_editor_has_not_is_refused(form: tuple[Document, Hand], alice: Person) -> None:
    document, hand = form
    edges = hand.doc.get("edges", type=pycrdt.Map)
    update = hand.act(lambda: edges.update({"one": pycrdt.Map({"from": "colour"})}))

    with pytest.raises(UpdateMalformed):
        storing.store(document.pk, update, alice.caller)

    assert DocumentDelta.objects.for_team(alice.team).filter(document_id=document.pk).count() == 1
