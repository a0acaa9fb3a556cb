"""Priorities on one machine: requests, then transactional messages, then campaigns."""

import os
from collections.abc import Coroutine
from types import ModuleType
from typing import Any

import pytest

from bin.local import paths, procfile
from server.core import daemon
from server.delivery.wire import sender
from server.transactional.wire import messages, smtp


@pytest.mark.parametrize(
    ("process", "steps"), [(smtp, []), (messages, [5]), (sender, [10])], ids=["smtp", "messages", "sender"]
)
def test_a_process_gives_way_before_it_runs(
    monkeypatch: pytest.MonkeyPatch, process: ModuleType, steps: list[int]
) -> None:
    done: list[int | str] = []

    def record_run(main: Coroutine[Any, Any, None]) -> None:
        done.append("runs")
        main.close()

    monkeypatch.setattr(os, "nice", done.append)
    runner: Any = daemon
    monkeypatch.setattr(runner.uvloop, "run", record_run)
    monkeypatch.setattr(runner.logs, "configure", lambda: None)
    for name in ("freeze_loaded_objects", "tune_collection"):
        monkeypatch.setattr(runner.garbage, name, lambda: None)

    process.main()

    assert done == [*steps, "runs"]


def test_nothing_else_says_who_goes_first() -> None:
    commands = procfile.read(paths.ROOT / "Procfile")

    assert [name for name, command in commands.items() if "nice" in command.split()] == []
