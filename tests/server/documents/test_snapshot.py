"""What a document says, by the same fixture as client/src/builder/model/snapshot.test.ts."""

import base64
import json
from pathlib import Path
from typing import Any

import pycrdt
import pytest

from server.documents.pieces import Piece, planted
from server.documents.snapshot import Root, Snapshot, read, roots_in
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
    snapshot = read(base64.b64decode(FIXTURE["update"]))

    roots = {root: [drawn(snapshot, branch) for branch in branches] for root, branches in snapshot.tree.items()}
    assert {"settings": snapshot.settings, "roots": roots} == FIXTURE["says"]
    assert list(snapshot.tree) == ["body", "popup"]


def test_a_sign_that_no_database_holds_is_left_out() -> None:
    rich = {"name": "a\0", "attributes": {"b\0": "c\0"}, "inside": [{"text": [{"insert": "d\0e"}]}]}
    settings = {"text": {"$rich": [rich]}, "links": [{"x\0": "y\0"}], "line\0": "\0"}

    snapshot = read(planted({"body": [row(Piece("component", "text", settings))]}, {"font": "\0arial"}))

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

    assert roots_in(doc) == [Root("first"), Root("second", "Long"), Root("odd")]


def test_bytes_that_are_no_update_are_refused() -> None:
    with pytest.raises(ValueError, match="update"):
        read(b"\x01\x02\x03")


def test_a_document_without_anything_says_nothing() -> None:
    snapshot = read(pycrdt.Doc().get_update())

    assert (snapshot.tree, dict(snapshot.settings), dict(snapshot.of)) == ({}, {}, {})
