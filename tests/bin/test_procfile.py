from pathlib import Path

import pytest

from bin.local import paths, procfile


def test_processes_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "Procfile"
    file.write_text("# a comment\nweb: daphne -p $PORT app\n\nworker:celery -A tasks.app worker\n")

    assert list(procfile.read(file).items()) == [
        ("web", "daphne -p $PORT app"),
        ("worker", "celery -A tasks.app worker"),
    ]


@pytest.mark.parametrize("line", ["web", "web:", "Web: x", "web worker: x"])
def test_a_line_that_is_no_process_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "Procfile"
    file.write_text(f"worker: celery\n{line}\n")

    with pytest.raises(procfile.ProcfileError, match="line 2: expected"):
        procfile.read(file)


def test_a_name_that_stands_twice_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "Procfile"
    file.write_text("web: one\nweb: two\n")

    with pytest.raises(procfile.ProcfileError, match="line 2: web stands there twice"):
        procfile.read(file)


def test_the_modules_of_the_projects_processes_exist() -> None:
    commands = procfile.read(paths.ROOT / "Procfile")

    assert set(commands) >= {"web", "worker", "beat"}
    assert "realtime.asgi:application" in commands["web"]
    assert (paths.ROOT / "realtime" / "asgi.py").exists()
    assert (paths.ROOT / "tasks" / "app.py").exists()
    named = [command.split()[-1] for command in commands.values() if command.startswith("python -m server.process ")]
    assert sorted(named) == [
        "delivery.sender",
        "transactional.messages",
        "transactional.smtp",
        "webhooks.webhooks",
    ]
    for app, module in (name.split(".") for name in named):
        assert (paths.ROOT / "server" / app / "wire" / f"{module}.py").exists()
