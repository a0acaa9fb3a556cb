"""Common code of campaigns does not depend on a kind: everything specific is in the kind's package."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CAMPAIGNS = ROOT / "server" / "campaigns"
PACKAGES = ("server/campaigns/ab/", "server/campaigns/regular/")
# Exceptions: reports have a stored type and a router for each kind, and a limit of the plan counts tests.
NAMES_IT = {
    "server/reports/states.py",
    "server/reports/selectors/reports.py",
    "server/reports/api/reports.py",
    "server/dashboard/usage.py",
}
IMPORTS_IT = {
    "server/campaigns/models.py": "tables",
    "server/campaigns/contributions.py": "registers the kind",
    "server/campaigns/jobs.py": "registers its jobs",
    "server/campaigns/demo/ab_test.py": "writes one in the demo",
}


def trees(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    """Path and syntax tree of each module of a folder, except packages of kinds and migrations."""
    for file in sorted(folder.rglob("*.py")):
        path = file.relative_to(ROOT).as_posix()
        if not path.startswith(PACKAGES) and "/migrations/" not in path:
            yield path, ast.parse(file.read_text())


def names(tree: ast.AST) -> set[str]:
    """The names that a tree reads, imports or takes from an object."""
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    found |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return found | {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}


def imports(tree: ast.AST) -> set[str]:
    """The modules of a tree, with the names imported from them."""
    return {
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def compared(tree: ast.AST) -> set[str]:
    """The names in comparisons."""
    return {name for node in ast.walk(tree) if isinstance(node, ast.Compare) for name in names(node)}


def test_the_kind_of_tests_is_named_in_its_package() -> None:
    assert {path for path, tree in trees(ROOT / "server") if "AB_TEST" in names(tree)} == NAMES_IT


def test_only_the_composition_imports_the_package_of_tests() -> None:
    found = {
        path for path, tree in trees(CAMPAIGNS) if any(name.startswith("server.campaigns.ab") for name in imports(tree))
    }

    assert found == set(IMPORTS_IT)


def test_common_code_asks_for_no_kind() -> None:
    asking = {path for path, tree in trees(CAMPAIGNS) if {"EMAIL", "AB_TEST"} & compared(tree)}

    assert asking == set()


def test_the_rules_see_a_breach() -> None:
    breach = ast.parse("from server.campaigns.ab import states\nif campaign.kind == states.AB_TEST: pass")

    assert "AB_TEST" in names(breach)
    assert compared(breach) == {"campaign", "kind", "states", "AB_TEST"}
    assert imports(breach) == {"server.campaigns.ab.states"}
