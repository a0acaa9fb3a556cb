"""The allowed imports (docs/layers.json), as read from the syntax trees."""

import ast
import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAYERS = json.loads((ROOT / "docs" / "layers.json").read_text())
ROW_OF = {app: number for number, row in enumerate(LAYERS["apps"]) for app in row}
# The composition roots, which join the layers, can import all of them.
ROOTS = {
    *("realtime/application.py", "tasks/application.py"),
    *("server/api.py", "server/trx_api.py", "server/urls.py", "server/wsgi.py", "server/manage.py"),
}
OUTER = LAYERS["outer"]
OUTER_IN_APP = {"api", "wire", "management", "jobs"}
# Modules of `server` that any app can import; all others outside the apps join them.
BELOW_APPS = {"env"}
ORDER_IN_APP = {
    "events": 0,
    "errors": 0,
    "schemas": 0,
    "models": 1,
    "permissions": 1,
    "selectors": 2,
    "services": 3,
    "intake": 3,  # services of transactional
}


def modules() -> list[Path]:
    return [path for top in ("server", "tasks", "realtime") for path in sorted((ROOT / top).rglob("*.py"))]


def imports(path: Path) -> list[str]:
    """The project's modules that a file imports, as dotted paths that include the imported name."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found += [f"{node.module}.{name.name}" for name in node.names]
    return [name for name in found if name.split(".")[0] in ("server", "tasks", "realtime", "bench", "tests", "bin")]


def place(parts: list[str]) -> tuple[str, str | None, str | None]:
    """Top folder, app and part of the app of a module."""
    top = parts[0]
    app = parts[1] if top == "server" and len(parts) > 1 and parts[1] in ROW_OF else None
    return top, app, parts[2] if app and len(parts) > 2 else None


def breach(path: Path, name: str) -> str | None:
    """Why this import is not allowed, or None."""
    relative = path.relative_to(ROOT).as_posix()
    top, app, part = place(relative.removesuffix(".py").split("/"))
    to_top, to_app, to_part = place(name.split("."))
    if relative in ROOTS or (app and part == "migrations"):
        return None
    other_app, same_app = bool(app and to_app and app != to_app), bool(app and app == to_app and app != "core")
    inner = part in ORDER_IN_APP
    rules = [
        (to_top in ("bench", "tests", "bin"), "production code imports no bench, test or bin"),
        (top == "server" and to_top != "server", "server imports no outer layer"),
        (top in OUTER and to_top in OUTER and top != to_top, "outer layers never import each other"),
        (
            other_app and ROW_OF.get(to_app or "", 0) >= ROW_OF.get(app or "", 0),
            "an app imports apps of earlier rows only",
        ),
        (to_part == "contributions", "contributions are discovered (core/apps.py)"),
        (
            other_app and (to_app, to_part) != ("core", "jobs") and to_part in OUTER_IN_APP,
            "an app's api, wire and jobs are for the composition root only",
        ),
        (
            same_app and part == "contributions" and to_part in OUTER_IN_APP,
            "contributions are imported by every process, and load no outer layer",
        ),
        (
            same_app and {part, to_part} == {"api", "wire"},
            "an app's api and wire never import each other: what they share is a module below them",
        ),
        (
            app and part != "management" and to_top == "server" and not to_app and name.split(".")[1] not in BELOW_APPS,
            "an app imports none of the modules that join the apps",
        ),
        (same_app and inner and to_part in OUTER_IN_APP, "the domain does not import its outer layer"),
        (
            same_app and inner and ORDER_IN_APP.get(to_part or "", -1) > ORDER_IN_APP.get(part or "", 9),
            f"{part} does not import {to_part}",
        ),
    ]
    return next((why for broken, why in rules if broken), None)


def test_imports_follow_the_layers() -> None:
    breaches = [
        f"{path.relative_to(ROOT)}: {name}: {why}"
        for path in modules()
        for name in imports(path)
        if (why := breach(path, name)) is not None
    ]

    assert breaches == []


def test_the_rule_sees_a_breach() -> None:
    core = ROOT / "server" / "core" / "clock.py"

    assert breach(core, "server.contacts.models.Contact") is not None
    assert breach(core, "tasks.kernel.sweep") is not None
    assert breach(ROOT / "server" / "contacts" / "services.py", "server.teams.models.Team") is None
    assert breach(ROOT / "server" / "contacts" / "models.py", "server.contacts.services.create") is not None
    assert breach(ROOT / "server" / "contacts" / "uploads.py", "server.contacts.contributions.step") is not None
    assert breach(ROOT / "server" / "contacts" / "contributions.py", "server.contacts.jobs.run_bulk") is not None
    wire, api = (ROOT / "server" / "transactional" / part / "messages.py" for part in ("wire", "api"))
    assert breach(wire, "server.transactional.api.messages.router") is not None
    assert breach(api, "server.transactional.wire.smtp_submission.SubmissionHandler") is not None
    assert breach(wire, "server.transactional.http_messages.read_message") is None
    assert breach(wire, "server.api.api") is not None
    assert breach(wire, "server.env.InvalidSetting") is None
    assert breach(ROOT / "server" / "segments" / "guards.py", "server.contacts.jobs.run_bulk") is not None
    assert breach(ROOT / "server" / "segments" / "guards.py", "server.core.jobs.enqueue") is None
    assert breach(ROOT / "server" / "segments" / "guards.py", "server.core.management.commands") is not None


def test_no_import_inside_a_function() -> None:
    inside = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in modules()
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]

    assert inside == []


def test_every_app_folder_has_a_row() -> None:
    folders = {path.parent.name for path in (ROOT / "server").glob("*/__init__.py")}

    assert folders <= set(ROW_OF)


def test_raw_sql_stands_in_sql_modules_only() -> None:
    allowed = ("sql.py", "/sql/", "server/core/", "/migrations/")
    breaches = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in modules()
        if path.is_relative_to(ROOT / "server") and not any(mark in path.as_posix() for mark in allowed)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("execute", "executemany", "raw", "copy")
    ]

    assert breaches == []
