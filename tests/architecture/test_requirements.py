"""docs/requirements.csv: every completed requirement names an existing test."""

import ast
import csv
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROWS = list(csv.DictReader((ROOT / "docs" / "requirements.csv").open()))


@cache
def python_tests(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text())
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    )


def exists(test: str) -> bool:
    """Whether `file::test` names a Python test, or a title in a test of the client or of a browser journey."""
    file, _, name = test.partition("::")
    path = ROOT / file
    if not path.is_file() or not name:
        return False
    return name in python_tests(file) if file.endswith(".py") else name in path.read_text()


def test_ids_are_unique_and_states_known() -> None:
    ids = [row["id"] for row in ROWS]

    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[A-Z]+-\d+", name) for name in ids)
    assert {row["state"] for row in ROWS} <= {"done", "open"}


def test_what_is_done_names_a_test_that_exists() -> None:
    missing = [f"{row['id']}: {row['test'] or 'no test'}" for row in ROWS if row["state"] == "done"]
    missing = [line for line in missing if not exists(line.split(": ", 1)[1])]

    assert missing == []


def test_what_is_open_names_none() -> None:
    assert [row["id"] for row in ROWS if row["state"] == "open" and row["test"]] == []


@pytest.mark.parametrize(
    ("test", "there"),
    [
        ("tests/architecture/test_requirements.py::test_what_is_open_names_none", True),
        ("tests/architecture/test_requirements.py::test_of_another_world", False),
        ("tests/nowhere.py::test_what_is_open_names_none", False),
        ("tests/architecture/test_requirements.py", False),
    ],
)
def test_the_rule_sees_a_test_that_is_gone(test: str, there: bool) -> None:
    assert exists(test) is there
