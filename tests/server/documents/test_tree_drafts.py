"""Commands on trees by the server: the rules are those of the client's commands, and the document is read once."""

import json
import random
from collections.abc import Mapping
from typing import Any, Final

import pycrdt
import pytest

from server.core.errors import ApiError, NotFound
from server.documents import document_cache, limits, snapshot
from server.documents.drafts import outline
from server.documents.drafts.changes import build_draft_update
from server.documents.drafts.tree import TreeDraft
from server.documents.errors import ChangeNotAllowed, DocumentFull
from server.documents.kinds import fields
from server.documents.kinds.registry import Editor, Kind, RootKind, build_editor
from server.documents.kinds.settings import KindSettings
from server.documents.pieces import Piece, build_document, build_stored_items
from server.documents.snapshot import NODE, Snapshot
from server.documents.tree import Branch, index_branches
from server.documents.tree_positions import TreePosition
from tests.server.documents.structures import FIELDS, FOLDER, STRUCTURES

CASES: Final[list[dict[str, Any]]] = json.loads((FOLDER / "commands.json").read_text())
EDITORS: Final[Mapping[str, Editor]] = {
    "rows": build_editor(
        STRUCTURES["rows"],
        KindSettings,
        [
            Kind(kind, level, "all", KindSettings)
            for kind, level in (("row",) * 2, ("column",) * 2, ("text", "component"))
        ],
        look={},
        roots=[RootKind("popup", KindSettings)],
    ),
    "fields": FIELDS,
}
TEXT: Final = Piece("component", "text")


def piece_of(stored: Mapping[str, Any]) -> Piece:
    children = [piece_of(child) for child in stored["children"]]
    return Piece(stored["level"], stored["kind"], stored["settings"], children=children, slot=stored.get("slot", ""))


class Run:
    """A case of the fixture. Nodes are named by their labels, and added roots by their `as`."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.editor = EDITORS[case["structure"]]
        self.whole = build_document(
            {root: [piece_of(each) for each in rows] for root, rows in case["roots"].items()}, {}
        )
        self.roots: dict[str, str] = {}

    @property
    def snapshot(self) -> Snapshot:
        return snapshot.read(self.whole, self.editor.structure)

    def run(self, command: Mapping[str, Any]) -> None:
        ids = {settings["label"]: key for key, settings in self.snapshot.of.items()} | self.roots
        update = build_draft_update(self.whole, self.editor, TreeDraft, lambda draft: self._run(command, ids, draft))
        assert update is not None
        self.whole = pycrdt.merge_updates(self.whole, update)

    def _run(self, command: Mapping[str, Any], ids: Mapping[str, str], draft: TreeDraft) -> None:
        def key_of(name: str) -> str:
            label = command[name]
            return ids.get(label, label)

        def place() -> TreePosition:
            return TreePosition(key_of("parent"), command["index"], command.get("slot", ""))

        match command["command"]:
            case "insert":
                draft.insert(piece_of(command["piece"]), place())
            case "move":
                draft.move(key_of("node"), place())
            case "remove":
                draft.remove(key_of("node"))
            case "updateSettings":
                draft.update_settings(key_of("node"), command["changes"])
            case "setCondition":
                draft.set_condition(key_of("node"), command["condition"])
            case "setLocked":
                draft.set_locked(key_of("node"), command["isLocked"])
            case "updateGlobals":
                draft.update_globals(command["changes"])
            case "addRoot":
                self.roots[command["as"]] = draft.add_root([piece_of(each) for each in command["children"]])
            case "renameRoot":
                draft.rename_root(key_of("root"), command["name"])
            case "removeRoot":
                draft.remove_root(key_of("root"))


def drawn(read: Snapshot, branch: Branch) -> dict[str, Any]:
    children = [drawn(read, child) for child in branch.children]
    return {"settings": read.of[branch.id], "children": children, **({"slot": branch.slot} if branch.slot else {})}


def reason_of(error: ApiError) -> str:
    return "missing" if isinstance(error, NotFound) else str((error.payload or {})["reason"])


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_commands_have_the_result_that_they_have_in_the_client(case: dict[str, Any]) -> None:
    run = Run(case)

    for command in case["commands"]:
        if "refused" in command:
            with pytest.raises(ApiError) as refused:
                run.run(command)
            assert reason_of(refused.value) == command["refused"]
        else:
            run.run(command)

    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    doc.apply_update(run.whole)
    read, names = run.snapshot, {key: name for name, key in run.roots.items()}
    labels = {key: read.of[key]["label"] for key in index_branches(read.tree)}
    nodes = doc.get("nodes", type=pycrdt.Map)
    assert {
        names.get(root, root): [drawn(read, branch) for branch in branches] for root, branches in read.tree.items()
    } == case["tree"]
    assert read.settings == case["globals"]
    assert {names.get(each.id, each.id): each.name for each in snapshot.list_roots(doc) if each.name} == case["names"]
    assert sorted(label for key, label in labels.items() if nodes[key].get("locked")) == case["locked"]
    assert {labels[key]: value for key, value in read.conditions.items() if key in labels} == case["conditions"]


def test_roots_are_moved_and_have_kinds_with_settings() -> None:
    whole = build_document({"a": [], "b": [], "c": []}, {})

    def change(draft: TreeDraft) -> None:
        row = Piece("row", "row", {}, id="first")
        popup = draft.add_root([row], kind="popup", settings={"delay": 3, "opens": {NODE: "first"}})
        draft.update_root(popup, {"delay": 5})
        draft.move_root(popup, 1)
        draft.move_root("a", 9)
        draft.move_root("c", -1)
        assert list(draft.tree) == ["c", popup, "b", "a"]

    update = build_draft_update(whole, EDITORS["rows"], TreeDraft, change)

    assert update is not None
    read = snapshot.read(pycrdt.merge_updates(whole, update), STRUCTURES["rows"])
    [(popup, root)] = read.roots.items()
    [[row], *empty] = [read.tree[key] for key in (popup, "a", "b", "c")]
    assert (list(read.tree), empty) == (["c", popup, "b", "a"], [(), (), ()])
    assert (root.kind, root.settings) == ("popup", {"delay": 5, "opens": {NODE: row.id}})


class Answer(KindSettings):
    """An item of a list."""

    id: str = ""
    label: str = fields.line("")


class QuestionSettings(KindSettings):
    """A question with default answers."""

    label: str = fields.line("Question")
    answers: list[Answer] = fields.items([{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}], max_items=9)


def test_a_missing_list_gets_its_default_items_in_nodes_roots_and_the_whole() -> None:
    editor = build_editor(
        STRUCTURES["rows"],
        QuestionSettings,
        [Kind("row", "row", "all", QuestionSettings)],
        look={},
        roots=[RootKind("popup", QuestionSettings)],
    )
    whole = build_document({"body": [Piece("row", "row", {"label": "A"}), Piece("row", "gone", {"label": "B"})]}, {})
    ids = {settings["label"]: key for key, settings in snapshot.read(whole, editor.structure).of.items()}
    changes = {"answers": {"no": {"label": "Never"}}}

    def change(draft: TreeDraft) -> None:
        draft.update_settings(ids["A"], changes)
        draft.update_settings(ids["B"], changes)
        draft.update_globals(changes)
        draft.update_root(draft.add_root(kind="popup"), changes)

    update = build_draft_update(whole, editor, TreeDraft, change)

    assert update is not None
    read = snapshot.read(pycrdt.merge_updates(whole, update), editor.structure)
    answers = {"yes": {"order": "a0", "label": "Yes"}, "no": {"order": "a1", "label": "Never"}}
    [root] = read.roots.values()
    for settings in (read.of[ids["A"]], read.settings, root.settings):
        assert settings["answers"] == answers
    # The editor doesn't know the kind any more.
    assert read.of[ids["B"]]["answers"] == changes["answers"]


def test_a_rejected_root_leaves_nothing() -> None:
    whole = build_document({"a": []}, {})

    def change(draft: TreeDraft) -> None:
        with pytest.raises(ChangeNotAllowed):
            draft.add_root([Piece("row", "row"), TEXT])
        assert list(draft.tree) == ["a"]

    assert build_draft_update(whole, EDITORS["rows"], TreeDraft, change) is None


@pytest.mark.parametrize(
    ("change", "error", "payload"),
    [
        (lambda draft: draft.add_root(kind="page"), ChangeNotAllowed, {"reason": "kind"}),
        (lambda draft: draft.add_root([TEXT]), ChangeNotAllowed, {"reason": "position"}),
        (lambda draft: draft.add_root([Piece("row", "film")]), ChangeNotAllowed, {"reason": "kind"}),
        (lambda draft: draft.move_root("gone", 0), NotFound, None),
        (lambda draft: draft.update_root("body", {"delay": 1}), NotFound, None),
        (lambda draft: draft.set_locked("gone", True), NotFound, None),
        (lambda draft: draft.rename_root("body", "x" * 61), DocumentFull, {"limit": "rootName", "most": 60}),
        (
            lambda draft: draft.insert(
                Piece("row", "row", children=[Piece("column", "column")] * 2_000), TreePosition("body", 0)
            ),
            DocumentFull,
            {"limit": "nodes", "most": 2_000},
        ),
        (
            lambda draft: draft.set_condition(draft.tree["body"][0].children[0].id, {"all": True}),
            ChangeNotAllowed,
            {"reason": "condition"},
        ),
    ],
)
def test_a_command_that_the_document_rules_out_is_refused(
    change: Any, error: type[ApiError], payload: dict[str, object] | None
) -> None:
    whole = build_document({"body": [Piece("row", "row", children=[Piece("column", "column")])]}, {})

    with pytest.raises(error) as refused:
        build_draft_update(whole, EDITORS["rows"], TreeDraft, change)

    assert refused.value.payload == payload


def test_depths_follow_the_changes_inside_a_node() -> None:
    rows = [Piece("row", "row", children=[Piece("column", "column")]) for _ in range(2)]

    def change(draft: TreeDraft) -> None:
        first, second = draft.tree["body"]
        [[left], [right]] = first.children, second.children
        draft.move(first.id, TreePosition(right.id, 0))
        draft.move(first.id, TreePosition("body", 0))
        inner = draft.insert(rows[0], TreePosition(left.id, 0))
        with pytest.raises(ChangeNotAllowed):
            draft.move(first.id, TreePosition(right.id, 0))
        draft.remove(inner)
        draft.move(first.id, TreePosition(right.id, 0))

    assert build_draft_update(build_document({"body": rows}, {}), EDITORS["rows"], TreeDraft, change) is not None


@pytest.mark.parametrize("structure", ["rows", "fields"])
def test_many_commands_read_the_document_once(structure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = list[str]()

    def count(module: Any, name: str) -> None:
        read = getattr(module, name)

        def counted(*given: Any) -> Any:
            reads.append(name)
            return read(*given)

        monkeypatch.setattr(module, name, counted)

    count(snapshot, "read_nodes")
    count(outline, "build_tree")
    dice = random.Random(1)

    def change(draft: TreeDraft) -> None:
        for _ in range(limits.MAX_DRAFT_COMMANDS):
            perform(draft, dice, structure)

    build_draft_update(build_document({"body": [], "other": []}, {}), EDITORS[structure], TreeDraft, change)

    assert reads == ["read_nodes", "build_tree"]


@pytest.mark.parametrize("structure", ["rows", "fields"])
@pytest.mark.parametrize("seed", range(15))
def test_a_draft_draws_what_the_document_draws(structure: str, seed: int) -> None:
    dice = random.Random(seed)
    whole, editor = disordered(structure, dice) if seed % 3 else build_document({"body": []}, {}), EDITORS[structure]
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    doc.apply_update(whole)

    with doc.transaction():
        draft = TreeDraft(doc, editor)
        for number in range(limits.MAX_DRAFT_COMMANDS):
            perform(draft, dice, structure, loses_slots=True)
            assert draft.tree == snapshot.read_doc(doc, editor.structure).tree, number


def perform(draft: TreeDraft, dice: random.Random, structure: str, *, loses_slots: bool = False) -> None:
    """Runs one random command; one that the document rules out changes nothing."""
    ids, roots = list(index_branches(draft.tree)), list(draft.tree)
    node, root = dice.choice(ids or ["none"]), dice.choice(roots)
    place = TreePosition(dice.choice([*ids, *roots]), dice.randrange(4), dice.choice(["", "yes", "no"]))
    options = build_stored_items([{"id": each} for each in dice.sample(["yes", "no", "later"], 2)])
    changed: dict[str, Any] = {dice.choice(list(options)): dice.choice([None, {"order": "a5"}])} if loses_slots else {}
    pieces = {
        "rows": [
            Piece("row", "row", children=[Piece("column", "column", children=[TEXT])]),
            Piece("column", "column"),
            TEXT,
        ],
        "fields": [
            Piece("choice", "choice", {"options": options}, slot=place.slot),
            Piece("field", "text", slot=place.slot),
        ],
    }
    act = dice.choice(["insert", "insert", "insert", "move", "move", "move", "remove", "slots", "root", "roots"])
    try:
        match act:
            case "insert":
                draft.insert(dice.choice(pieces[structure]), place)
            case "move":
                draft.move(node, place)
            case "remove":
                draft.remove(node)
            case "slots":
                draft.update_settings(node, {"options": options | changed, "later": dice.random()})
            case "root" if len(roots) < 3:
                draft.add_root()
            case "root":
                draft.remove_root(root)
            case "roots":
                draft.move_root(root, dice.randrange(3))
    except (ChangeNotAllowed, NotFound):
        pass


def disordered(structure: str, dice: random.Random) -> bytes:
    """A document with cycles, nodes that are too deep, and equal and invalid orders, as after concurrent changes."""
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    doc.apply_update(document_cache.EMPTY)
    nodes, roots = (doc.get(name, type=pycrdt.Map) for name in ("nodes", "roots"))
    levels = {
        "rows": [("row",) * 2, ("column",) * 2, ("component", "text")],
        "fields": [("choice",) * 2, ("field", "text")],
    }
    ids = [f"n{number}" for number in range(40)]
    with doc.transaction():
        roots["body"], roots["other"] = pycrdt.Map({"order": "a0"}), pycrdt.Map({"order": "a0"})
        for key in ids:
            level, kind = dice.choice(levels[structure])
            at = [dice.choice([*ids, "body", "other", "removed"]), dice.choice(["a0", "a1", "!", "Zz"]), "body"]
            at += [dice.choice(["yes", "no"])] if structure == "fields" and dice.random() < 0.7 else []
            settings = {"options": pycrdt.Map({name: pycrdt.Map({"order": "a0"}) for name in ("yes", "no")})}
            nodes[key] = pycrdt.Map({"level": level, "kind": kind, "at": at, "settings": pycrdt.Map(settings)})
    return doc.get_update()
