"""Changes by the server: the rules are those of the client's commands, the checks those of a client's update."""

import dataclasses
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

import pycrdt
import pytest
import time_machine
from django.db import connection, transaction

from server.core.callers import Caller
from server.core.errors import ApiError, FeatureDisabled, NotAuthorized, NotFound, UserExpired
from server.documents import limits, merged, owners, snapshot
from server.documents.drafts import Draft, draft_update
from server.documents.errors import ChangeNotAllowed, DocumentFull, DocumentLocked
from server.documents.kinds.email import STRUCTURE
from server.documents.kinds.registry import Editor, Kind, editor
from server.documents.kinds.settings import KindSettings
from server.documents.models import Document, DocumentDelta, DocumentVersion
from server.documents.pieces import Piece, planted
from server.documents.places import Place
from server.documents.services import documents, editing, storing, versions
from server.documents.snapshot import Root, Snapshot
from server.documents.tree import Branch
from tests.cast import Person
from tests.server.documents.graphs import FLOWS
from tests.server.documents.sheets import LOCKED, Hand, make_document, sheet, with_limits
from tests.server.documents.structures import FIELDS, FOLDER, STRUCTURES
from tests.server.documents.test_gating import ON, plan
from tests.server.documents.test_gating import board as board  # noqa: PLC0414 -- a fixture
from tests.server.documents.test_storing import numbers, opened

CASES: Final[list[dict[str, Any]]] = json.loads((FOLDER / "commands.json").read_text())
EDITORS: Final[Mapping[str, Editor]] = {
    "rows": editor(
        STRUCTURES["rows"],
        KindSettings,
        [
            Kind(kind, level, "all", KindSettings)
            for kind, level in (("row",) * 2, ("column",) * 2, ("text", "component"))
        ],
        look={},
    ),
    "fields": FIELDS,
}
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


def adding(column: str, piece: Piece = TEXT) -> Callable[[Draft], str]:
    """A change that inserts a piece at the start of a column."""
    return lambda draft: draft.insert(piece, Place(column, 0))


def piece_of(said: Mapping[str, Any]) -> Piece:
    children = [piece_of(child) for child in said["children"]]
    return Piece(said["level"], said["kind"], said["settings"], children=children, slot=said.get("slot", ""))


def command_of(said: Mapping[str, Any], ids: Mapping[str, str], draft: Draft) -> None:
    """Runs one command of the fixture."""

    def place() -> Place:
        return Place(ids.get(said["parent"], said["parent"]), said["index"], said.get("slot", ""))

    match said["command"]:
        case "insert":
            draft.insert(piece_of(said["piece"]), place())
        case "move":
            draft.move(ids[said["node"]], place())
        case "remove":
            draft.remove(ids[said["node"]])
        case "updateSettings":
            draft.update_settings(ids[said["node"]], said["changes"])
        case "updateGlobals":
            draft.update_globals(said["changes"])
        case "renameRoot":
            draft.rename_root(said["root"], said["name"])


def drawn(said: Snapshot, branch: Branch) -> dict[str, Any]:
    children = [drawn(said, child) for child in branch.children]
    return {"settings": said.of[branch.id], "children": children, **({"slot": branch.slot} if branch.slot else {})}


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_commands_have_the_result_that_they_have_in_the_client(case: dict[str, Any]) -> None:
    editor = EDITORS[case["structure"]]
    whole = planted({root: [piece_of(each) for each in rows] for root, rows in case["roots"].items()}, {})

    for command in case["commands"]:
        ids = {settings["label"]: key for key, settings in snapshot.read(whole, editor.structure).of.items()}
        run = lambda draft, command=command, ids=ids: command_of(command, ids, draft)  # noqa: E731
        if command.get("isRefused"):
            with pytest.raises(ChangeNotAllowed) as refused:
                draft_update(whole, editor, run)
            assert refused.value.payload == {"reason": "position"}
            continue
        update = draft_update(whole, editor, run)
        assert update is not None
        whole = pycrdt.merge_updates(whole, update)

    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    doc.apply_update(whole)
    said = snapshot.read_doc(doc, editor.structure)
    assert {root: [drawn(said, branch) for branch in branches] for root, branches in said.tree.items()} == case["tree"]
    assert said.settings == case["globals"]
    assert {root.id: root.name for root in snapshot.roots_in(doc) if root.name} == case["names"]


def test_a_change_is_the_next_delta(stored: Stored) -> None:
    document, hand, column, by = stored
    inserted = list[str]()

    changed = editing.edit(
        document=document, change=lambda draft: inserted.append(draft.insert(TEXT, Place(column, 0))), by=by
    )

    assert changed.revision == documents.newest_revision(document) == 2
    delta = DocumentDelta.objects.for_team(document.team_id).get(document_id=document.pk, number=2)
    assert delta.user_id == by.user_id
    hand.doc.apply_update(bytes(delta.update))
    said = snapshot.read(hand.doc.get_update(), STRUCTURE)
    assert said.tree["body"][0].children[0].children[0].id == inserted[0]
    assert said.of[inserted[0]] == {"align": "center"}
    assert storing.store(document.pk, hand.set(inserted[0], "align", "left"), by) == 3


def test_what_changes_nothing_stores_nothing(stored: Stored) -> None:
    document, _, _, by = stored

    assert editing.edit(document=document, change=lambda draft: draft.tree, by=by).revision == 1
    assert numbers(document) == [1]


def test_a_change_without_a_user_needs_no_permission_and_no_plan(
    board: tuple[Document, Hand, str], alice: Person
) -> None:
    document, _, column = board
    assert editing.edit(document=document, change=adding(column, FILM), by=None).revision == 2
    delta = DocumentDelta.objects.for_team(document.team_id).get(document_id=document.pk, number=2)
    assert delta.user_id is None


def test_a_user_s_change_is_held_to_the_plan(board: tuple[Document, Hand, str], alice: Person) -> None:
    document, _, column = board
    with pytest.raises(FeatureDisabled):
        editing.edit(document=document, change=adding(column, FILM), by=alice.caller)
    assert numbers(document) == [1]

    able = plan(alice.caller, area=ON, film=ON)
    assert editing.edit(document=document, change=adding(column, FILM), by=able).revision == 2


def test_who_cannot_write_changes_nothing(stored: Stored, bob: Person, mallory: Person) -> None:
    document, _, column, by = stored
    refusals: list[tuple[Caller, type[ApiError]]] = [
        (mallory.caller, NotFound),
        (dataclasses.replace(bob.caller, permissions=frozenset()), NotAuthorized),
        (dataclasses.replace(by, plan_expired=True), UserExpired),
    ]

    for caller, error in refusals:
        with pytest.raises(error):
            editing.edit(document=document, change=adding(column), by=caller)
    assert numbers(document) == [1]


@pytest.mark.parametrize("has_user", [True, False])
def test_a_locked_document_is_not_changed(stored: Stored, has_user: bool) -> None:
    document, _, column, by = stored
    LOCKED.add(document.pk)

    with pytest.raises(DocumentLocked):
        editing.edit(document=document, change=adding(column), by=by if has_user else None)
    assert numbers(document) == [1]


def test_limits_hold_and_a_refused_change_leaves_nothing(stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    document, _, column, by = stored
    whole = documents.whole(document)
    with_limits(monkeypatch, nodes=4)

    def add(texts: int) -> Callable[[Draft], object]:
        return lambda draft: [draft.insert(TEXT, Place(column, 0)) for _ in range(texts)]

    for texts, limit in ((2, "nodes"), (limits.MAX_DRAFT_COMMANDS + 1, "commands")):
        with pytest.raises(DocumentFull) as refused:
            editing.edit(document=document, change=add(texts), by=by)
        assert refused.value.body()["payload"]["limit"] == limit
    with pytest.raises(DocumentFull) as large:
        editing.edit(
            document=document,
            change=lambda draft: draft.update_globals({f"words{at}": "x" * 90_000 for at in range(3)}),
            by=by,
        )
    assert large.value.payload == {"limit": "update", "most": limits.MOST_UPDATE_BYTES}
    assert numbers(document) == [1]
    assert documents.whole(document) == whole
    assert editing.edit(document=document, change=add(1), by=by).revision == 2


def test_what_does_not_fit_is_refused(stored: Stored) -> None:
    document, hand, column, by = stored
    row = hand.nodes[column]["at"][0]
    storing.store(document.pk, hand.act(lambda: hand.nodes[row].update({"locked": True})), by)
    refusals: list[tuple[Any, type[ApiError], dict[str, str] | None]] = [
        (
            lambda draft: draft.insert(Piece("component", "unknown"), Place("body", 0)),
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
            editing.edit(document=document, change=change, by=by)
        assert refused.value.payload == payload
    with pytest.raises(ValueError, match="at most 60"):
        editing.edit(document=document, change=lambda draft: draft.rename_root("body", "x" * 61), by=by)
    assert numbers(document) == [1, 2]


def test_a_graph_has_no_draft() -> None:
    with pytest.raises(TypeError):
        draft_update(merged.EMPTY, FLOWS, lambda draft: draft.tree)


def test_a_failed_change_leaves_nothing(stored: Stored) -> None:
    document, hand, column, by = stored

    def fail(draft: Draft) -> None:
        draft.insert(TEXT, Place(column, 0))
        raise RuntimeError("no contact")

    with pytest.raises(RuntimeError, match="no contact"):
        editing.edit(document=document, change=fail, by=by)

    assert numbers(document) == [1]
    assert len(opened(document, by).nodes) == len(hand.nodes)
    assert editing.edit(document=document, change=adding(column), by=by).revision == 2
    assert len(opened(document, by).nodes) == len(hand.nodes) + 1


def test_a_larger_transaction_is_refused_because_it_could_be_rolled_back(stored: Stored) -> None:
    document, hand, column, by = stored
    whole = documents.whole(document)

    def edit() -> object:
        return editing.edit(document=document, change=adding(column), by=by)

    def store() -> object:
        return storing.store(document.pk, Hand(whole).root("popup"), by)

    for write in (edit, store):
        with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
            write()
            # Reads what the transaction wrote into the cache of this process.
            versions.name(document=document, name="Before a rollback", by=by)
        assert numbers(document) == [1]
        assert documents.whole(document) == whole
    assert editing.edit(document=document, change=adding(column), by=by).revision == 2


def test_the_first_change_after_an_hour_keeps_how_it_was(alice: Person) -> None:
    with time_machine.travel("2026-03-02T08:00:00Z", tick=False) as now:
        hand, _ = sheet()
        document = make_document(alice.team, hand.doc.get_update())
        was = documents.whole(document)
        now.shift(timedelta(hours=1))

        changed = editing.edit(document=document, change=lambda draft: draft.rename_root("body", "A"), by=alice.caller)

    [version] = DocumentVersion.objects.for_team(alice.team).filter(document_id=document.pk)
    assert (version.revision, version.automatic, bytes(version.update)) == (1, True, was)
    assert documents.roots_of(changed) == [Root("body", "A")]


def test_the_owner_hears_of_the_change(stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    document, _, _, by = stored
    heard = list[Any]()
    owner = dataclasses.replace(owners.owner_of(document.editor), changed=lambda _, roots: heard.append(list(roots)))
    monkeypatch.setitem(owners.OWNERS.entries, document.editor, owner)

    editing.edit(document=document, change=lambda draft: draft.rename_root("body", "A"), by=by)

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
                changed = editing.edit(document=document, change=adding(column, piece), by=by)
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
    merged.forget(document.pk)
    said = documents.snapshot_of(Document.objects.for_team(alice.team).get(pk=document.pk))
    [children] = [branch.children for branch in said.tree["body"][0].children]
    labels = [said.of[branch.id].get("label") for branch in children]
    assert sorted(label for label in labels if label) == sorted(
        f"{place}.{turn}" for place in range(2) for turn in range(5)
    )
    assert all(f"w{turn} " in str(said.of[text]) for turn in range(5))
