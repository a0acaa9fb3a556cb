"""Each activity entry that the code records is registered by an app, as read from the syntax trees."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from server.activity.references import REFERENCES

ROOT = Path(__file__).resolve().parents[2]
Entry = tuple[str | None, str | None]


def calls_in(path: Path) -> Iterator[tuple[int, ast.expr, ast.expr]]:
    """Line, reference and action of each call that records an entry."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "record" and {"reference", "action"} <= given.keys():
                yield node.lineno, given["reference"], given["action"]


def text_of(node: ast.expr, module: ModuleType) -> str | None:
    """A literal or a constant of the module; None for a value that is only known at run time."""
    value = getattr(module, node.id, None) if isinstance(node, ast.Name) else getattr(node, "value", None)
    return value if isinstance(value, str) else None


def is_registered(entry: Entry) -> bool:
    reference, action = entry
    known = REFERENCES.get(reference or "")
    return known is not None and (action is None or action in known.actions)


def test_the_code_records_registered_entries() -> None:
    entries: dict[str, Entry] = {}
    for top in ("server", "tasks", "realtime"):
        for path in sorted((ROOT / top).rglob("*.py")):
            relative = path.relative_to(ROOT)
            for line, reference, action in calls_in(path):
                module = importlib.import_module(".".join(relative.with_suffix("").parts))
                entries[f"{relative}:{line}"] = (text_of(reference, module), text_of(action, module))

    assert {place: entry for place, entry in entries.items() if not is_registered(entry)} == {}
    # The search finds the calls of all apps: no registered reference is unused.
    assert {reference for reference, _ in entries.values()} == set(REFERENCES)


def test_the_rule_sees_a_slip() -> None:
    assert is_registered(("contact", None))
    assert not is_registered(("contact", "SENT"))
    assert not is_registered(("automation", "CREATED"))
    assert not is_registered((None, "CREATED"))
