"""Changes by the server: the rules are those of the client's commands, the checks those of a client's update."""

import dataclasses
import json
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, Final

import pytest
import time_machine
from django.db import connection, transaction

from server.core.callers import Caller
from server.core.errors import ApiError, FeatureDisabled, NotAuthorized, NotFound, UserExpired
from server.documents import document_cache, limits, owners, snapshot
from server.documents.drafts.graph import GraphDraft
from server.documents.drafts.tree import TreeDraft
from server.documents.errors import ChangeNotAllowed, DocumentFull, DocumentLocked
from server.documents.graph import Edge, End
from server.documents.kinds.email import STRUCTURE
from server.documents.models import Document, DocumentDelta, DocumentVersion
from server.documents.pieces import Piece
from server.documents.services import documents, editing, storing, versions
from server.documents.snapshot import NODE, RICH, Root
from server.documents.tree_positions import TreePosition
from tests.cast import Person
from tests.server.documents.graphs import graph_of
from tests.server.documents.sheets import LOCKED, Hand, make_document, sheet, with_limits
from tests.server.documents.test_flows import EDITOR as FLOW_EDITOR
from tests.server.documents.test_gating import ON, plan
from tests.server.documents.test_gating import board as board  # noqa: PLC0414 -- a fixture
from tests.server.documents.test_storing import numbers, opened

TEXT: Final = Piece("component", "text", {"align": "center"})
FILM: Final = Piece("component", "film")
Stored = tuple[Document, Hand, str, Caller]


@pytest.fixture
def stored(alice: Person) -> Iterator[Stored]:
    """A document with a text in a column, the hand that wrote it, the column's id, and who may write."""
    hand, [text] = sheet()
    document = make_document(alice.team, hand.doc.get_update())
    yield document, hand, hand.nodes[text]["at"][0], alice.caller
    LOCKED.clear()


def adding(column: str, piece: Piece = TEXT) -> Callable[[TreeDraft], str]:
    """A change that inserts a piece at the start of a column."""
    return lambda draft: draft.insert(piece, TreePosition(column, 0))


def test_a_change_is_the_next_delta(stored: Stored) -> None:
    document, hand, column, by = stored
    inserted = list[str]()

    changed = editing.edit_tree(
        document=document, change=lambda draft: inserted.append(draft.insert(TEXT, TreePosition(column, 0))), by=by
    )

    assert changed.revision == documents.get_newest_revision(document) == 2
    delta = DocumentDelta.objects.for_team(document.team_id).get(document_id=document.pk, number=2)
    assert delta.user_id == by.user_id
    hand.doc.apply_update(bytes(delta.update))
    said = snapshot.read(hand.doc.get_update(), STRUCTURE)
    assert said.tree["body"][0].children[0].children[0].id == inserted[0]
    assert said.of[inserted[0]] == {"align": "center"}
    assert storing.store(document.pk, hand.set(inserted[0], "align", "left"), by) == 3


def test_what_changes_nothing_stores_nothing(stored: Stored) -> None:
    document, hand, column, by = stored
    [text] = [key for key, node in hand.nodes.items() if node["kind"] == "text"]
    settings = {"align": "left", "bold": True, "padding": [1, 2, 3, 4], "frame": {"weight": 2}, "opens": {NODE: text}}
    body = {RICH: [{"name": "paragraph", "attributes": {}, "inside": [{"text": [{"insert": "Kopi"}]}]}]}

    def change(draft: TreeDraft) -> None:
        draft.update_settings(text, {**settings, "body": body})
        draft.update_globals({"width": 640})
        draft.set_condition(text, {"all": True})
        draft.set_locked(column, True)
        draft.rename_root("body", "A")

    def repeat(draft: TreeDraft) -> None:
        draft.set_locked(column, True)
        draft.set_locked(text, False)
        draft.rename_root("body", "A")
        draft.move_root("body", 5)
        draft.update_globals({"width": 640, "font": None})
        draft.move(draft.tree["body"][0].id, TreePosition("body", 9))

    def repeat_unlocked(draft: TreeDraft) -> None:
        draft.update_settings(text, {**settings, "body": body, "colour": None})
        draft.set_condition(text, {"all": True})
        draft.move(text, TreePosition(column, 0))
        draft.move(text, TreePosition(column, 1))

    assert editing.edit_tree(document=document, change=lambda draft: draft.tree, by=by).revision == 1
    assert editing.edit_tree(document=document, change=change, by=by).revision == 2

    assert editing.edit_tree(document=document, change=repeat, by=by).revision == 2
    assert (
        editing.edit_tree(document=document, change=lambda draft: draft.set_locked(column, False), by=by).revision == 3
    )
    assert editing.edit_tree(document=document, change=repeat_unlocked, by=by).revision == 3
    assert numbers(document) == [1, 2, 3]


@pytest.mark.parametrize(("stored_value", "value"), [(1, True), (True, 1), ([1], [True]), ("1", 1), (1, 2)])
def test_a_value_that_differs_only_in_its_type_is_stored(stored: Stored, stored_value: object, value: object) -> None:
    document, hand, column, by = stored
    storing.store(document.pk, hand.set(column, "width", stored_value), by)

    change: Callable[[TreeDraft], None] = lambda draft: draft.update_settings(column, {"width": value})  # noqa: E731
    changed = editing.edit_tree(document=document, change=change, by=by)
    assert changed.revision == 3
    assert json.dumps(documents.load_snapshot(changed).of[column]["width"]) == json.dumps(value)


def test_a_change_without_a_user_needs_no_permission_and_no_plan(
    board: tuple[Document, Hand, str], alice: Person
) -> None:
    document, _, column = board
    assert editing.edit_tree(document=document, change=adding(column, FILM), by=None).revision == 2
    delta = DocumentDelta.objects.for_team(document.team_id).get(document_id=document.pk, number=2)
    assert delta.user_id is None


def test_a_user_s_change_is_held_to_the_plan(board: tuple[Document, Hand, str], alice: Person) -> None:
    document, _, column = board
    with pytest.raises(FeatureDisabled):
        editing.edit_tree(document=document, change=adding(column, FILM), by=alice.caller)
    assert numbers(document) == [1]

    able = plan(alice.caller, area=ON, film=ON)
    assert editing.edit_tree(document=document, change=adding(column, FILM), by=able).revision == 2


def test_who_cannot_write_changes_nothing(stored: Stored, bob: Person, mallory: Person) -> None:
    document, _, column, by = stored
    refusals: list[tuple[Caller, type[ApiError]]] = [
        (mallory.caller, NotFound),
        (dataclasses.replace(bob.caller, permissions=frozenset()), NotAuthorized),
        (dataclasses.replace(by, plan_expired=True), UserExpired),
    ]

    for caller, error in refusals:
        with pytest.raises(error):
            editing.edit_tree(document=document, change=adding(column), by=caller)
    assert numbers(document) == [1]


@pytest.mark.parametrize("has_user", [True, False])
def test_a_locked_document_is_not_changed(stored: Stored, has_user: bool) -> None:
    document, _, column, by = stored
    LOCKED.add(document.pk)

    with pytest.raises(DocumentLocked):
        editing.edit_tree(document=document, change=adding(column), by=by if has_user else None)
    assert numbers(document) == [1]


def test_limits_hold_and_a_refused_change_leaves_nothing(stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    document, _, column, by = stored
    whole = documents.get_update(document)
    with_limits(monkeypatch, nodes=4)

    def add(texts: int) -> Callable[[TreeDraft], object]:
        return lambda draft: [draft.insert(TEXT, TreePosition(column, 0)) for _ in range(texts)]

    for texts, limit in ((2, "nodes"), (limits.MAX_DRAFT_COMMANDS + 1, "commands")):
        with pytest.raises(DocumentFull) as refused:
            editing.edit_tree(document=document, change=add(texts), by=by)
        assert refused.value.body()["payload"]["limit"] == limit
    with pytest.raises(DocumentFull) as large:
        editing.edit_tree(
            document=document,
            change=lambda draft: draft.update_globals({f"words{at}": "x" * 90_000 for at in range(3)}),
            by=by,
        )
    assert large.value.payload == {"limit": "update", "most": limits.MAX_UPDATE_BYTES}
    assert numbers(document) == [1]
    assert documents.get_update(document) == whole
    assert editing.edit_tree(document=document, change=add(1), by=by).revision == 2


def test_what_does_not_fit_is_refused(stored: Stored) -> None:
    document, hand, column, by = stored
    row = hand.nodes[column]["at"][0]
    storing.store(document.pk, hand.act(lambda: hand.nodes[row].update({"locked": True})), by)
    refusals: list[tuple[Any, type[ApiError], dict[str, str] | None]] = [
        (
            lambda draft: draft.insert(Piece("component", "unknown"), TreePosition("body", 0)),
            ChangeNotAllowed,
            {"reason": "kind"},
        ),
        (adding("body", Piece("row", "text")), ChangeNotAllowed, {"reason": "kind"}),
        (adding("body", Piece("row", "row", children=[TEXT])), ChangeNotAllowed, {"reason": "position"}),
        (adding(column), ChangeNotAllowed, {"reason": "nodeLocked"}),
        (lambda draft: draft.remove(column), ChangeNotAllowed, {"reason": "nodeLocked"}),
        (lambda draft: draft.update_settings(column, {"width": 50}), ChangeNotAllowed, {"reason": "nodeLocked"}),
        (lambda draft: draft.remove("nobody"), NotFound, None),
        (adding("nobody"), NotFound, None),
        (lambda draft: draft.rename_root("nobody", "A"), NotFound, None),
    ]

    for change, error, payload in refusals:
        with pytest.raises(error) as refused:
            editing.edit_tree(document=document, change=change, by=by)
        assert refused.value.payload == payload
    with pytest.raises(DocumentFull) as long:
        editing.edit_tree(document=document, change=lambda draft: draft.rename_root("body", "x" * 61), by=by)
    assert long.value.payload == {"limit": "rootName", "most": 60}
    assert numbers(document) == [1, 2]


def test_a_document_of_another_shape_is_refused(stored: Stored, alice: Person) -> None:
    document, _, _, by = stored
    flow = documents.create(alice.team, FLOW_EDITOR, by=None)

    with pytest.raises(TypeError, match="no tree"):
        editing.edit_tree(document=flow, change=lambda draft: draft.tree, by=None)
    with pytest.raises(TypeError, match="no graph"):
        editing.edit_graph(document=document, change=lambda draft: draft.graph, by=by)


def test_a_graph_is_changed_by_its_own_draft(alice: Person) -> None:
    document = documents.create(alice.team, FLOW_EDITOR, by=None)

    def change(draft: GraphDraft) -> None:
        trigger, end = draft.add_node("trigger", (0, 0)), draft.add_node("end", (0, 100))
        draft.connect(Edge(End(trigger, "next"), End(end, "in")))

    changed = editing.edit_graph(document=document, change=change, by=alice.caller)

    assert changed.revision == 1
    assert len(graph_of(changed)) == 1
    with pytest.raises(FeatureDisabled):
        editing.edit_graph(document=document, change=lambda draft: draft.add_node("split", (0, 0)), by=alice.caller)
    assert numbers(document) == [1]


def test_a_failed_change_leaves_nothing(stored: Stored) -> None:
    document, hand, column, by = stored

    def fail(draft: TreeDraft) -> None:
        draft.insert(TEXT, TreePosition(column, 0))
        raise RuntimeError("no contact")

    with pytest.raises(RuntimeError, match="no contact"):
        editing.edit_tree(document=document, change=fail, by=by)

    assert numbers(document) == [1]
    assert len(opened(document, by).nodes) == len(hand.nodes)
    assert editing.edit_tree(document=document, change=adding(column), by=by).revision == 2
    assert len(opened(document, by).nodes) == len(hand.nodes) + 1


def test_a_larger_transaction_is_refused_because_it_could_be_rolled_back(stored: Stored) -> None:
    document, _, column, by = stored
    whole = documents.get_update(document)

    def edit() -> object:
        return editing.edit_tree(document=document, change=adding(column), by=by)

    def store() -> object:
        return storing.store(document.pk, Hand(whole).root("popup"), by)

    for write in (edit, store):
        with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
            write()
            # Reads what the transaction wrote into the cache of this process.
            versions.save_named(document=document, name="Before a rollback", by=by)
        assert numbers(document) == [1]
        assert documents.get_update(document) == whole
    assert editing.edit_tree(document=document, change=adding(column), by=by).revision == 2


def test_the_first_change_after_an_hour_keeps_how_it_was(alice: Person) -> None:
    with time_machine.travel("2026-03-02T08:00:00Z", tick=False) as now:
        hand, _ = sheet()
        document = make_document(alice.team, hand.doc.get_update())
        was = documents.get_update(document)
        now.shift(timedelta(hours=1))

        changed = editing.edit_tree(
            document=document, change=lambda draft: draft.rename_root("body", "A"), by=alice.caller
        )

    [version] = DocumentVersion.objects.for_team(alice.team).filter(document_id=document.pk)
    assert (version.revision, version.automatic, bytes(version.update)) == (1, True, was)
    assert documents.list_roots(changed) == [Root("body", "A")]


def test_the_owner_hears_of_the_change(stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    document, _, _, by = stored
    heard = list[Any]()
    owner = dataclasses.replace(owners.get_owner(document.editor), changed=lambda _, roots: heard.append(list(roots)))
    monkeypatch.setitem(owners.OWNERS.entries, document.editor, owner)

    editing.edit_tree(document=document, change=lambda draft: draft.rename_root("body", "A"), by=by)

    assert heard == [[Root("body", "A")]]


@pytest.mark.django_db(transaction=True)
def test_changes_at_the_same_time_all_stay(alice: Person) -> None:
    hand, [text] = sheet()
    document = make_document(alice.team, hand.doc.get_update())
    column, by = hand.nodes[text]["at"][0], alice.caller
    got, failures = list[int](), list[BaseException]()

    def change(place: int) -> None:
        try:
            for turn in range(5):
                piece = Piece("component", "text", {"label": f"{place}.{turn}"})
                changed = editing.edit_tree(document=document, change=adding(column, piece), by=by)
                got.append(changed.revision)
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    def write() -> None:
        try:
            own = Hand(hand.doc.get_update(), client=7)
            for turn in range(5):
                got.append(storing.store(document.pk, own.write(text, f"w{turn} "), by))
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [*(threading.Thread(target=change, args=(place,)) for place in range(2)), threading.Thread(target=write)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == []
    assert sorted(got) == list(range(2, 17))
    document_cache.evict(document.pk)
    said = documents.load_snapshot(Document.objects.for_team(alice.team).get(pk=document.pk))
    [children] = [branch.children for branch in said.tree["body"][0].children]
    labels = [said.of[branch.id].get("label") for branch in children]
    assert sorted(label for label in labels if label) == sorted(
        f"{place}.{turn}" for place in range(2) for turn in range(5)
    )
    assert all(f"w{turn} " in str(said.of[text]) for turn in range(5))
