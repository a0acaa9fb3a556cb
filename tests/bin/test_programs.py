import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bin.local import programs


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_pid_that_now_belongs_to_another_program_is_not_taken_for_ours(tmp_path: Path) -> None:
    pid_file = tmp_path / "postmaster.pid"
    pid_file.write_text(f"{os.getpid()}\n/some/data\n")

    programs.stop_leftover(pid_file, tmp_path, stop_signal=signal.SIGINT)

    assert not pid_file.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_server_that_outlived_its_starter_is_ended(tmp_path: Path) -> None:
    left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], cwd=tmp_path)
    pid_file = tmp_path / "server.pid"
    pid_file.write_text(str(left.pid))

    programs.stop_leftover(pid_file, tmp_path, stop_signal=signal.SIGTERM)

    assert left.wait(timeout=10) == -signal.SIGTERM
    assert not pid_file.exists()


def test_a_pid_file_of_another_shape_is_cleared_away(tmp_path: Path) -> None:
    pid_file = tmp_path / "server.pid"
    pid_file.write_text("")

    programs.stop_leftover(pid_file, tmp_path, stop_signal=signal.SIGTERM)

    assert not pid_file.exists()


def test_a_program_that_ends_before_it_is_ready_is_reported(tmp_path: Path) -> None:
    program = programs.Program(
        name="database",
        argv=(sys.executable, "-c", "raise SystemExit(1)"),
        environment=dict(os.environ),
        folder=tmp_path,
        ready=lambda: False,
    )
    running = programs.start(program, output=subprocess.DEVNULL)

    with pytest.raises(programs.ProgramError, match=r"database ended with 1\. Its output is in"):
        programs.wait_until_ready(program, running, log=tmp_path / "log")
