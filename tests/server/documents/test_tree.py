"""The tree of a document, by the same fixtures as client/src/builder/tree/model/tree.test.ts."""

import json
from pathlib import Path
from typing import Any, cast

import pytest

from server.documents.tree import At, Branch, Level, Node, grow

FIXTURES = json.loads((Path(__file__).parents[2] / "fixtures" / "documents" / "trees.json").read_text())


def node(row: list[str]) -> Node:
    level, kind, parent, order, home = row
    return Node(cast(Level, level), kind, At(parent, order, home))


def outline(branch: Branch) -> Any:
    return branch.id if branch.level == "component" else {branch.id: [outline(child) for child in branch.children]}


@pytest.mark.parametrize("case", FIXTURES, ids=[case["name"] for case in FIXTURES])
def test_the_tree_is_the_one_that_both_languages_grow(case: dict[str, Any]) -> None:
    tree = grow({key: node(row) for key, row in case["nodes"].items()}, case["roots"])

    assert {root: [outline(branch) for branch in branches] for root, branches in tree.items()} == case["tree"]


def test_a_row_a_thousand_rows_deep_is_drawn_after_the_inner_row() -> None:
    nodes = {"r0": Node("row", "row", At("body", "a0", "body"))}
    for depth in range(5_000):
        nodes[f"c{depth}"] = Node("column", "column", At(f"r{depth}", "a0", "body"))
        nodes[f"r{depth + 1}"] = Node("row", "row", At(f"c{depth}", "a0", "body"))

    [outer] = grow(nodes, ["body"])["body"]

    [column] = outer.children
    assert [branch.id for branch in column.children] == [f"r{depth}" for depth in range(1, 5_001)]


def test_nodes_are_drawn_once_in_whatever_order_they_come() -> None:
    for case in FIXTURES:
        nodes = {key: node(row) for key, row in case["nodes"].items()}
        backwards = dict(reversed(nodes.items()))

        assert grow(backwards, case["roots"]) == grow(nodes, case["roots"])
