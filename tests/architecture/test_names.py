"""Names of modules, classes, functions and constants use the field's standard terms: no word of the list is in them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("server", "realtime", "tasks", "bin")
# The standard term of each: email or message, action, response, request, start, fix, address risk, transport, render,
# issue, metrics, dry run, delete, previous, ...
DENIED = frozenset(
    """
    mail mails act acts answered answers ask asks asked asking begin begun begins began mend mends mended doubt doubts
    door doors draw draws drawn drawing fault faults figures forecast forget forgotten former held kept keep keeping
    departures hop lanes lane looks whom whoever news offers refusal refusals settle settled singles handed somebody
    everybody nobody stand stands standing story stories told tell tells heard thing things tries verdict verdicts judge
    judged judging wearing worn bones pulse desk gate gates entrance moment moments why most longest least known
    given wanted made gone said taken
    """.split()  # noqa: SIM905 -- a list of sixty lines says no more
)
# Names of other libraries, protocols and the specification, and answers of a survey.
ALLOWED = frozenset(
    {
        "ANSWERS",
        "MAIL_FROM",
        "MAX_ANSWERS",
        "connectionMade",
        "connection_made",
        "handle_MAIL",
        "product_news",
        "render_gone",
    }
)


def words(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]


def defined(tree: ast.Module) -> Iterator[str]:
    """The names of classes at any depth, and of functions and constants of the module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


@pytest.mark.parametrize("folder", FOLDERS)
def test_names_are_made_of_standard_terms(folder: str) -> None:
    denied = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        names = {path.stem, *defined(ast.parse(path.read_text()))} - ALLOWED
        denied += [f"{path.relative_to(ROOT)}: {name}" for name in sorted(names) if DENIED & set(words(name))]

    assert denied == []


def test_a_class_name_means_one_thing() -> None:
    """Names that Django and Ninja look up, and the inner classes of models, are the same everywhere."""
    shared = {"Command", "Config", "Meta", "Migration"}
    places: dict[str, list[str]] = {}
    for folder in (*FOLDERS, "bench"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ClassDef) and node.name not in shared:
                    places.setdefault(node.name, []).append(f"{path.relative_to(ROOT)}:{node.lineno}")

    assert {name: found for name, found in places.items() if len(found) > 1} == {}
