"""A program that runs beside us: how it is started, known to be ready, and stopped together with all it started."""

import contextlib
import ctypes
import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any

READY_POLL_SECONDS = 0.05
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


class ProgramError(Exception):
    """A program ended or did not become ready in time. The text says which and where its output is."""


def always_ready() -> bool:
    return True


@dataclass(frozen=True)
class Program:
    """What to run. `ready` is asked from outside until it says yes."""

    name: str
    argv: tuple[str, ...]
    environment: Mapping[str, str] = field(repr=False)
    folder: Path
    user: str | None = None
    ready: Callable[[], bool] = always_ready
    ready_seconds: float = 60
    # The signal that asks it to end in order, also sent by the kernel when we die first.
    stop_signal: signal.Signals = signal.SIGTERM
    stop_seconds: float = 20
    # Puts its folder in order before each start, for example after a crash.
    before: Callable[[], None] | None = None


def start(program: Program, *, output: IO[Any] | int | None) -> "subprocess.Popen[bytes]":
    """Starts the program in a process group of its own. It gets its stop signal when the calling process dies.

    Call it from the main thread: the kernel ties the signal to the thread that started the program.
    """
    if program.before is not None:
        program.before()
    group = pwd.getpwnam(program.user).pw_gid if program.user else None
    return subprocess.Popen(
        program.argv,
        env=dict(program.environment),
        cwd=program.folder,
        user=program.user,
        group=group,
        extra_groups=None if group is None else [],
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        preexec_fn=partial(_die_with, os.getpid(), program.stop_signal),  # noqa: PLW1509 -- runs one system call
    )


def wait_until_ready(program: Program, running: "subprocess.Popen[bytes]", *, log: Path) -> None:
    """Returns when the program is ready; raises ProgramError when it ended or took too long."""
    deadline = time.monotonic() + program.ready_seconds
    while not program.ready():
        if has_ended(running):
            end_group(running)
            raise ProgramError(f"{program.name} ended with {running.returncode}. Its output is in {log}.")
        if time.monotonic() > deadline:
            raise ProgramError(f"{program.name} was not ready in {program.ready_seconds:.0f} s. Its output: {log}.")
        time.sleep(READY_POLL_SECONDS)


def stop(program: Program, running: "subprocess.Popen[bytes]") -> None:
    """Asks the program to end, waits, and ends its whole group for good."""
    deadline = time.monotonic() + program.stop_seconds
    if not has_ended(running):
        _signal(running.pid, program.stop_signal)
    while not has_ended(running) and time.monotonic() < deadline:
        time.sleep(READY_POLL_SECONDS)
    end_group(running)


def has_ended(running: "subprocess.Popen[bytes]") -> bool:
    """Whether the program ended. It is not taken off the kernel's table, so that its id stays its own."""
    if running.returncode is not None:
        return True
    return os.waitid(os.P_PID, running.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def end_group(running: "subprocess.Popen[bytes]") -> None:
    """Ends what is left of the program and of all it started. Once done, its id may be another's: then does nothing."""
    if running.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(running.pid, signal.SIGKILL)
    running.wait()


def pid_at_work(pid_file: Path, folder: Path) -> int | None:
    """The process that the pid file names, if it lives and works in that folder: pids are used again by others."""
    try:
        pid = int(pid_file.read_text().split()[0])
        at_work = Path(f"/proc/{pid}/cwd").readlink() == folder.resolve()
    except (OSError, ValueError, IndexError):
        return None
    return pid if at_work else None


def end_leftover(pid_file: Path, folder: Path, *, stop_signal: signal.Signals, seconds: float = 30) -> None:
    """Ends the server of an earlier run that outlived its starter, and removes its pid file."""
    deadline = time.monotonic() + seconds
    sent = False
    while (pid := pid_at_work(pid_file, folder)) is not None:
        if not sent:
            _signal(pid, stop_signal)
            sent = True
        if time.monotonic() > deadline:
            _signal(pid, signal.SIGKILL)
        time.sleep(READY_POLL_SECONDS)
    pid_file.unlink(missing_ok=True)


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def _die_with(parent: int, number: signal.Signals) -> None:
    if _libc is None:
        return
    _libc.prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:  # it died between the fork and the call
        os.kill(os.getpid(), signal.SIGKILL)
