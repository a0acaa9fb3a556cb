"""Every enqueued job has a handler, and every handler has a job, as read from the syntax trees."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from server.core.exports.rows import ExportRow
from server.core.jobs import HANDLERS
from tasks import application  # noqa: F401 -- it loads the handlers of all apps

ROOT = Path(__file__).resolve().parents[2]
# Its argument is a field of the row's class.
OF_ROWS = "row.job"


def enqueued() -> Iterator[tuple[str, str, str]]:
    """Module, source of the name and name of each enqueued job; the name is empty for `OF_ROWS`."""
    for file in sorted(path for folder in ("server", "tasks", "realtime") for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "enqueue":
                source = ast.unparse(node.args[0])
                module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
                name = "" if source == OF_ROWS else eval(source, dict(vars(import_module(module))))  # noqa: S307
                yield module, source, name


def test_enqueued_jobs_and_handlers_are_the_same() -> None:
    names = {name for _, _, name in enqueued() if name} | {row.job for row in ExportRow.__subclasses__()}

    assert sorted(names) == sorted(HANDLERS)


def test_names_of_jobs_come_from_rows_in_one_place() -> None:
    assert [module for module, source, _ in enqueued() if source == OF_ROWS] == ["server.core.exports.lifecycle"]
