import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bin.local import paths, supervisor
from bin.local.programs import Program, ProgramError
from bin.local.supervisor import Interrupted, Supervisor

PATIENCE_SECONDS = 20


def program(tmp_path: Path, code: str, name: str = "child", **options: object) -> Program:
    return Program(
        name=name,
        argv=(sys.executable, "-c", code),
        environment=dict(os.environ),
        folder=tmp_path,
        **options,  # type: ignore[arg-type]
    )


def until(condition: Callable[[], bool], tick: Callable[[], None]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it took too long"
        tick()


def lives(pid: int) -> bool:
    """Whether the process is running. One that has ended and was not waited for does not count."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def breathe() -> None:
    time.sleep(0.02)


def test_a_program_that_falls_is_started_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    once = (
        "import pathlib, time\n"
        "if pathlib.Path('fell').exists():\n"
        "    pathlib.Path('up').touch(); time.sleep(60)\n"
        "pathlib.Path('fell').touch()"
    )

    with Supervisor(pids=tmp_path / "pids.json") as watch:
        watch.start(program(tmp_path, once), rank=0, log=tmp_path / "log")
        first = json.loads((tmp_path / "pids.json").read_text())
        until((tmp_path / "up").exists, watch.tick)

    again = json.loads((tmp_path / "pids.json").read_text())
    assert list(first) == list(again) == ["child"]
    assert first != again
    assert "child ended with 0; it starts again in 0.5 s." in capsys.readouterr().out


def test_a_program_that_keeps_falling_ends_the_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE_SECONDS", 0)

    with Supervisor() as watch:
        watch.start(program(tmp_path, "raise SystemExit(3)"), rank=0, log=tmp_path / "log")
        with pytest.raises(ProgramError, match="child ended 5 times within a minute, last with 3"):
            until(lambda: False, watch.tick)


def test_a_patient_watch_waits_for_the_change_that_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE_SECONDS", 0)
    mended = "import pathlib, time\nif not pathlib.Path('mended').exists(): raise SystemExit(3)\n"
    mended += "pathlib.Path('up').touch(); time.sleep(60)"
    said: list[str] = []

    def waits() -> bool:
        said.append(capsys.readouterr().out)
        return "it waits for a change" in "".join(said)

    with Supervisor(patient=True) as watch:
        watch.start(program(tmp_path, mended), rank=0, log=tmp_path / "log")
        until(waits, watch.tick)
        (tmp_path / "mended").touch()
        watch.restart("child")
        until((tmp_path / "up").exists, watch.tick)


def test_leaving_stops_a_program_with_all_it_started(tmp_path: Path) -> None:
    parent = (
        "import subprocess, sys, pathlib, time\n"
        "p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "pathlib.Path('part').write_text(str(p.pid)); pathlib.Path('part').rename('pid'); time.sleep(60)"
    )

    with Supervisor() as watch:
        watch.start(program(tmp_path, parent), rank=0, log=tmp_path / "log")
        until((tmp_path / "pid").exists, watch.tick)

    grandchild = int((tmp_path / "pid").read_text())
    until(lambda: not lives(grandchild), breathe)


def test_programs_of_a_higher_rank_are_stopped_first(tmp_path: Path) -> None:
    noted = (
        "import signal, sys, time, pathlib\n"
        "note = lambda *_: (open('order', 'a').write('{0} '), sys.exit())\n"
        "signal.signal(signal.SIGTERM, note); pathlib.Path('{0}').touch(); time.sleep(60)"
    )

    with Supervisor() as watch:
        for rank, name in enumerate(("database", "web")):
            watch.start(program(tmp_path, noted.format(name), name), rank=rank, log=tmp_path / "log")
            until((tmp_path / name).exists, watch.tick)

    assert (tmp_path / "order").read_text() == "web database "


def test_a_signal_interrupts_the_watch(tmp_path: Path) -> None:
    with Supervisor() as watch:
        watch.start(program(tmp_path, "import time; time.sleep(60)"), rank=0, log=tmp_path / "log")
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(Interrupted):
            watch.tick()


def test_output_is_printed_behind_the_name(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    said = "import time; print('first\\nsecond', end='', flush=True); time.sleep(60)"
    watch = Supervisor()

    with watch:
        watch.start(program(tmp_path, said, "web"), rank=0)
        until(lambda: "first" in capfd.readouterr().out, watch.tick)

    assert "web      | second\n" in capfd.readouterr().out


def test_a_command_that_fails_is_shown(tmp_path: Path) -> None:
    with Supervisor() as watch, pytest.raises(ProgramError, match="child failed with 2:\nno such table"):
        watch.run(program(tmp_path, "print('no such table'); raise SystemExit(2)"))


def test_a_command_returns_what_it_said(tmp_path: Path) -> None:
    with Supervisor() as watch:
        assert watch.run(program(tmp_path, "print('signed in as alice')")) == "signed in as alice\n"


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's signal for orphans is Linux's")
def test_a_program_ends_when_its_watch_is_killed(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, sys, time\n"
        "from bin.local.programs import Program\n"
        "from bin.local.supervisor import Supervisor\n"
        f"here = pathlib.Path({str(tmp_path)!r})\n"
        "child = \"import os, pathlib, time; pathlib.Path('part').write_text(str(os.getpid()));\"\n"
        "child += \"pathlib.Path('part').rename('pid'); time.sleep(60)\"\n"
        "p = Program(name='c', argv=(sys.executable, '-c', child), environment=dict(os.environ), folder=here)\n"
        "with Supervisor() as watch:\n"
        "    watch.start(p, rank=0, log=here / 'log')\n"
        "    while True: watch.tick()\n"
    )
    watch = subprocess.Popen([sys.executable, "-c", code], cwd=paths.ROOT)
    until((tmp_path / "pid").exists, breathe)

    watch.kill()
    watch.wait()

    orphan = int((tmp_path / "pid").read_text())
    until(lambda: not lives(orphan), breathe)


def test_tasks_run_side_by_side(tmp_path: Path) -> None:
    waits = "import pathlib, time\nwhile not pathlib.Path('there').exists(): time.sleep(0.01)\nprint('waited')"
    makes = "import pathlib; pathlib.Path('there').touch(); print('made')"

    with Supervisor() as watch:
        waiting = watch.start_task(program(tmp_path, waits))
        making = watch.start_task(program(tmp_path, makes))

        assert watch.finish(waiting) == "waited\n"
        assert watch.finish(making) == "made\n"
        assert watch.finish(waiting) == "waited\n"


def test_a_task_that_failed_says_what_it_printed(tmp_path: Path) -> None:
    with Supervisor() as watch:
        task = watch.start_task(program(tmp_path, "raise SystemExit('no disk')", name="building"))

        with pytest.raises(ProgramError, match="building failed with 1:\nno disk"):
            watch.finish(task)


def test_a_task_that_nobody_waits_for_is_stopped(tmp_path: Path) -> None:
    with Supervisor() as watch:
        task = watch.start_task(program(tmp_path, "import time; time.sleep(60)"))

    assert not lives(task.process.pid)
