"""Every query of team-owned rows starts at `.for_team(`, as read from the syntax trees."""

import ast
from pathlib import Path

from django.apps import apps
from django.db.models import Model

ROOT = Path(__file__).resolve().parents[2]
# Methods of a manager that need no team: they create rows, which have their team as a field.
MAKES_ROWS = frozenset({"create", "bulk_create", "get_or_create", "update_or_create", "for_team", "model", "db"})
# Reads that go across teams by their nature. Each is a separate function with a reason.
ACROSS_TEAMS = {
    "server/teams/selectors.py::query_active_memberships": "a user's own memberships, before a team is chosen",
    "server/teams/services/teams.py::create": "whether the owner has a default team yet",
    "server/plans/quota.py::list_expired_reservations": "the sweep closes the holds of every team",
}
# Has a team, but is found by its token or its user: a user's sessions can be in several teams.
NOT_A_TEAM_S = frozenset({"Session"})
MARK = "# across teams:"


def owned_models() -> frozenset[str]:
    """Names of the models with a team."""
    return frozenset(model.__name__ for model in apps.get_models() if bears_team(model)) - NOT_A_TEAM_S


def bears_team(model: type[Model]) -> bool:
    return model.__module__.startswith("server.") and any(
        field.attname == "team_id" for field in model._meta.concrete_fields
    )


def starts(tree: ast.AST, owned: frozenset[str]) -> list[tuple[int, str]]:
    """Line and model of each `Model.objects.<x>` in which x is neither for_team nor the creation of a row."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or node.attr in MAKES_ROWS:
            continue
        manager = node.value
        if (
            isinstance(manager, ast.Attribute)
            and manager.attr in ("objects", "_default_manager", "_base_manager")
            and isinstance(manager.value, ast.Name)
            and manager.value.id in owned
        ):
            found.append((node.lineno, manager.value.id))
    return found


def functions(tree: ast.AST) -> list[tuple[int, int, str]]:
    return [
        (node.lineno, node.end_lineno or node.lineno, node.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def breaches(source: str, file: str, owned: frozenset[str]) -> list[str]:
    """Queries that start elsewhere, unless their function is listed above or their line says why they go across
    teams."""
    tree, lines, found = ast.parse(source), source.splitlines(), []
    within = functions(tree)
    for line, model in starts(tree, owned):
        names = [name for first, last, name in within if first <= line <= last]
        listed = any(f"{file}::{name}" in ACROSS_TEAMS for name in names)
        marked = any(MARK in text for text in lines[max(0, line - 2) : line])
        if not listed and not marked:
            found.append(f"{file}:{line}: {model}")
    return found


def test_every_query_of_a_team_s_rows_starts_at_for_team() -> None:
    owned = owned_models()
    found = [
        breach
        for top in ("server", "tasks", "realtime")
        for path in sorted((ROOT / top).rglob("*.py"))
        if "/migrations/" not in path.as_posix()
        for breach in breaches(path.read_text(), path.relative_to(ROOT).as_posix(), owned)
    ]

    assert found == []


def test_the_rule_knows_the_models_with_a_team() -> None:
    assert {"Member", "Role", "Subscription", "QuotaUsage", "Reservation", "Activity"} <= owned_models()
    assert not {"User", "Team", "Plan"} & owned_models()


def test_the_rule_sees_a_breach() -> None:
    owned = frozenset({"Contact"})

    def seen(code: str) -> bool:
        return bool(breaches(f"def find():\n    return {code}", "server/contacts/selectors.py", owned))

    assert seen("Contact.objects.filter(pk=1)")
    assert seen("Contact.objects.all().for_team(team)")
    assert seen("Contact._default_manager.get(pk=1)")
    assert not seen("Contact.objects.for_team(team).filter(pk=1)")
    assert not seen("Contact.objects.create(team=team)")
    assert not seen("Contact.objects.filter(pk=1)  # across teams: the sweep")
    assert not seen("User.objects.filter(pk=1)")


def test_what_is_listed_still_exists() -> None:
    for place in ACROSS_TEAMS:
        file, _, name = place.partition("::")
        path = ROOT / file
        assert path.exists(), place
        if name:
            assert name in {found for _, _, found in functions(ast.parse(path.read_text()))}, place
