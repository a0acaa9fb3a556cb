"""The tables of other apps in an app's raw SQL: docs/foreign-tables.json is the complete list."""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps

ROOT = Path(__file__).resolve().parents[2]
LISTED = ROOT / "docs" / "foreign-tables.json"
LAYERS = json.loads((ROOT / "docs" / "layers.json").read_text())
ROW_OF = {app: number for number, row in enumerate(LAYERS["apps"]) for app in row}


def app_of_table() -> dict[str, str]:
    """The app of each table."""
    return {model._meta.db_table: model._meta.app_label for model in apps.get_models() if model._meta.managed}


def texts(tree: ast.AST) -> Iterator[str]:
    """The strings of a module, without its docstrings."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def foreign_tables() -> dict[str, list[str]]:
    """By app: the tables of others that its strings name, except in migrations."""
    owners = app_of_table()
    any_table = re.compile(rf"\b({'|'.join(sorted(owners, key=len, reverse=True))})\b")
    found: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "server").rglob("*.py"):
        app, *inner = path.relative_to(ROOT / "server").parts
        if app not in ROW_OF or "migrations" in inner:
            continue
        for text in texts(ast.parse(path.read_text())):
            found[app] |= {table for table in any_table.findall(text) if owners[table] != app}
    return {app: sorted(tables) for app, tables in sorted(found.items()) if tables}


def test_foreign_tables_are_those_of_the_list() -> None:
    assert foreign_tables() == json.loads(LISTED.read_text())


def test_sql_reads_tables_of_lower_apps_only() -> None:
    owners = app_of_table()

    upward = [
        (app, table)
        for app, tables in foreign_tables().items()
        for table in tables
        if ROW_OF[owners[table]] >= ROW_OF[app]
    ]

    assert upward == []
