"""The private parts of libraries in the code are those of `server/core/patches/table.py`, in checked versions."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.core.patches.table import PYTHON, TABLE, Patch

ROOT = Path(__file__).resolve().parents[2]
OWN = ("bin", "realtime", "server", "tasks")
# Documented attributes of Django's models.
DOCUMENTED = frozenset({"_base_manager", "_default_manager", "_fields", "_meta", "_state"})


def file_of(module: str) -> Path:
    return ROOT / Path(*module.split(".")).with_suffix(".py")


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__") and name != "_" and name not in DOCUMENTED


def imported(tree: ast.AST) -> Iterator[str]:
    """The private modules and names of libraries that are imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [*node.module.split("."), *(each.name for each in node.names)]
        elif isinstance(node, ast.Import):
            names = [part for each in node.names for part in each.name.split(".")]
        else:
            continue
        if names[0] not in OWN and names[0] != "__future__":
            yield from filter(is_private, names)


def read(tree: ast.AST) -> Iterator[str]:
    """The private attributes of objects other than `self`: of `super()`, by name, or of another object."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            is_own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if not is_own:
                yield node.attr
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr"):
            name = node.args[1]
            if isinstance(name, ast.Constant) and is_private(str(name.value)):
                yield str(name.value)


def private_uses() -> set[tuple[str, str]]:
    """Module and name of each private part of a library in use."""
    found: set[tuple[str, str]] = set()
    for folder in OWN:
        for path in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(path.read_text())
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found |= {(module, name) for name in (*imported(tree), *read(tree))}
    return found


def listed() -> set[tuple[str, str]]:
    of_libraries = {(each.module, name) for each in TABLE for name in each.attributes}
    return of_libraries | {(module, name) for module, names in PYTHON.items() for name in names}


def test_private_parts_are_those_of_the_table() -> None:
    assert private_uses() - listed() == set()


@pytest.mark.parametrize("patch", TABLE, ids=lambda each: f"{each.library} in {each.module}")
def test_the_installed_version_is_known(patch: Patch) -> None:
    assert patch.is_installed, f"Read {patch.module} against the new {patch.library}, then run {patch.test}"


@pytest.mark.parametrize("patch", TABLE, ids=lambda each: f"{each.library} in {each.module}")
def test_each_row_names_what_is_in_the_code(patch: Patch) -> None:
    source = file_of(patch.module).read_text()

    assert [name for name in patch.attributes if name not in source] == []
    assert (ROOT / patch.test).exists()
    assert patch.gain


def test_parts_of_python_are_in_the_code() -> None:
    assert [
        (module, name) for module, names in PYTHON.items() for name in names if name not in file_of(module).read_text()
    ] == []


def test_a_private_part_is_found_however_it_is_used() -> None:
    tree = ast.parse(
        "from library import _hidden\n"
        "import library._inner\n"
        "from library._other import name\n"
        "thing._attribute\n"
        "super()._method()\n"
        "getattr(thing, '_by_name', None)\n"
        "self._own\n"
        "model._meta\n"
    )

    assert [*imported(tree), *read(tree)] == ["_hidden", "_inner", "_other", "_attribute", "_by_name", "_method"]
