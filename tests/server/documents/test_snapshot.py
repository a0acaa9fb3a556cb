"""What a document says, by the same fixture as client/src/builder/tree/model/snapshot.test.ts."""

import base64
import json
from pathlib import Path
from typing import Any

import pycrdt
import pytest

from server.documents.kinds.email import STRUCTURE
from server.documents.pieces import Piece, build_document
from server.documents.snapshot import Root, RootSettings, Snapshot, list_roots, read, read_doc
from server.documents.starters.parts import row
from server.documents.tree import Branch

FIXTURE = json.loads((Path(__file__).parents[2] / "fixtures" / "documents" / "newsletter.json").read_text())


def drawn(snapshot: Snapshot, branch: Branch) -> dict[str, Any]:
    condition = snapshot.conditions.get(branch.id)
    return {
        "id": branch.id,
        "kind": branch.kind,
        "settings": snapshot.of[branch.id],
        **({"condition": condition} if condition else {}),
        "children": [drawn(snapshot, child) for child in branch.children],
    }


def test_a_document_that_a_browser_wrote_says_here_what_it_says_there() -> None:
    snapshot = read(base64.b64decode(FIXTURE["update"]), STRUCTURE)

    roots = {root: [drawn(snapshot, branch) for branch in branches] for root, branches in snapshot.tree.items()}
    assert {"settings": snapshot.settings, "roots": roots} == FIXTURE["says"]
    assert list(snapshot.tree) == ["body", "popup", "moved-often"]


def test_a_sign_that_no_database_holds_is_left_out() -> None:
    rich = {"name": "a\0", "attributes": {"b\0": "c\0"}, "inside": [{"text": [{"insert": "d\0e"}]}]}
    settings = {"text": {"$rich": [rich]}, "links": [{"x\0": "y\0"}], "line\0": "\0"}

    snapshot = read(
        build_document({"body": [row(Piece("component", "text", settings))]}, {"font": "\0arial"}), STRUCTURE
    )

    [said] = [each for each in snapshot.of.values() if "text" in each]
    inside = [{"text": [{"insert": "de"}]}]
    assert said == {
        "text": {"$rich": [{"name": "a", "attributes": {"b": "c"}, "inside": inside}]},
        "links": [{"x": "y"}],
        "line": "",
    }
    assert snapshot.settings == {"font": "arial"}


def test_roots_are_read_in_their_order_with_their_names() -> None:
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    roots = doc.get("roots", type=pycrdt.Map)
    for root, said in {
        "second": {"order": "a1", "name": "Long"},
        "first": {"order": "a0"},
        "none": {"name": "x"},
    }.items():
        roots[root] = pycrdt.Map(said)
    roots["odd"] = pycrdt.Map({"order": "a2", "name": 7})

    assert list_roots(doc) == [Root("first"), Root("second", "Long"), Root("odd")]


def test_the_kind_and_the_settings_of_roots_are_read() -> None:
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    roots = doc.get("roots", type=pycrdt.Map)
    stored: dict[str, dict[str, Any]] = {
        "late": {"order": "a1", "kind": "popup", "settings": pycrdt.Map({"delay": 5.0, "links": pycrdt.Map({})})},
        "early": {"order": "a0", "kind": "popup"},
        "plain": {"order": "a2", "settings": pycrdt.Map({"delay": 5})},
        "odd": {"order": "a3", "kind": 7, "settings": 7},
        "none": {"kind": "popup"},
    }
    for root, said in stored.items():
        roots[root] = pycrdt.Map(said)

    snapshot = read_doc(doc, STRUCTURE)

    assert list(snapshot.tree) == ["early", "late", "plain", "odd"]
    assert list(snapshot.roots.items()) == [
        ("early", RootSettings("popup", {})),
        ("late", RootSettings("popup", {"delay": 5, "links": {}})),
    ]


def test_a_root_is_planted_with_its_kind_and_settings() -> None:
    popup = RootSettings("popup", {"delay": 5, "frame": {"line": "solid"}})

    snapshot = read(build_document({"body": [], "popup": [row()]}, {}, {"popup": popup}), STRUCTURE)

    assert snapshot.roots == {"popup": popup}
    assert len(snapshot.tree["popup"]) == 1


def test_bytes_that_are_no_update_are_refused() -> None:
    with pytest.raises(ValueError, match="update"):
        read(b"\x01\x02\x03", STRUCTURE)


def test_a_document_without_anything_says_nothing() -> None:
    snapshot = read(pycrdt.Doc().get_update(), STRUCTURE)

    assert (snapshot.tree, dict(snapshot.settings), dict(snapshot.of)) == ({}, {}, {})


def test_shared_lists_maps_and_rich_texts_are_read_as_plain_values() -> None:
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    body = pycrdt.XmlElement("paragraph", {"align": "center"}, [pycrdt.XmlText("Kopi")])
    settings: dict[str, Any] = {
        "links": pycrdt.Array(["a", pycrdt.Map({"kind": "web", "width": 12.0})]),
        "plain": [1.5, {"deep": [True, None]}],
        "body": pycrdt.XmlFragment([body]),
    }
    doc.get("settings", type=pycrdt.Map)["font"] = "arial"
    with doc.transaction():
        doc.get("nodes", type=pycrdt.Map)["one"] = pycrdt.Map(
            {
                "level": "row",
                "kind": "row",
                "at": ["body", "a0", "body"],
                "settings": pycrdt.Map(settings),
                "condition": {"all": True, "rules": []},
            }
        )
        doc.get("roots", type=pycrdt.Map)["body"] = pycrdt.Map({"order": "a0"})
        text = settings["body"].children[0].children[0]
        text.format(0, 2, {"bold": {}})
        snapshot = read_doc(doc, STRUCTURE)

    assert snapshot.of == {
        "one": {
            "links": ["a", {"kind": "web", "width": 12}],
            "plain": [1.5, {"deep": [True, None]}],
            "body": {
                "$rich": [
                    {
                        "name": "paragraph",
                        "attributes": {"align": "center"},
                        "inside": [{"text": [{"insert": "Ko", "attributes": {"bold": {}}}, {"insert": "pi"}]}],
                    }
                ]
            },
        }
    }
    assert snapshot.conditions == {"one": {"all": True, "rules": []}}
    assert (snapshot.settings, list(snapshot.tree)) == ({"font": "arial"}, ["body"])
    assert read(doc.get_update(), STRUCTURE) == snapshot


@pytest.mark.parametrize("settings", [{"words": "x"}, pycrdt.Array(["x"]), "x"])
def test_a_node_whose_settings_are_no_shared_map_is_left_out(settings: Any) -> None:
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    own = {"level": "row", "kind": "row", "at": ["body", "a0", "body"], "settings": settings}
    doc.get("nodes", type=pycrdt.Map)["one"] = pycrdt.Map(own)
    doc.get("roots", type=pycrdt.Map)["body"] = pycrdt.Map({"order": "a0"})

    assert read(doc.get_update(), STRUCTURE) == Snapshot(tree={"body": ()}, settings={}, of={}, conditions={})
