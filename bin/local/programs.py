"""A program that runs beside us: starting it, waiting until it is ready, and stopping it with all its child
processes."""

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
    """A program ended or did not become ready in time. The message names it and its output file."""


def is_always_ready() -> bool:
    return True


@dataclass(frozen=True)
class Program:
    """A program to run. `ready` is polled until it returns True."""

    name: str
    argv: tuple[str, ...]
    environment: Mapping[str, str] = field(repr=False)
    folder: Path
    user: str | None = None
    ready: Callable[[], bool] = is_always_ready
    ready_seconds: float = 60
    # The signal for an orderly end. The kernel also sends it if this process dies first.
    stop_signal: signal.Signals = signal.SIGTERM
    stop_seconds: float = 20
    # Prepares its folder before each start, for example after a crash.
    before: Callable[[], None] | None = None


def start(program: Program, *, output: IO[Any] | int | None) -> "subprocess.Popen[bytes]":
    """Starts the program in its own process group. It gets its stop signal if the calling process dies.

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
    """Raises ProgramError if the program ended or took too long."""
    deadline = time.monotonic() + program.ready_seconds
    while not program.ready():
        if has_ended(running):
            end_group(running)
            raise ProgramError(f"{program.name} ended with {running.returncode}. Its output is in {log}.")
        if time.monotonic() > deadline:
            raise ProgramError(f"{program.name} was not ready in {program.ready_seconds:.0f} s. Its output: {log}.")
        time.sleep(READY_POLL_SECONDS)


def stop(program: Program, running: "subprocess.Popen[bytes]") -> None:
    """Sends the stop signal, waits, and then kills the whole process group."""
    deadline = time.monotonic() + program.stop_seconds
    if not has_ended(running):
        _signal(running.pid, program.stop_signal)
    while not has_ended(running) and time.monotonic() < deadline:
        time.sleep(READY_POLL_SECONDS)
    end_group(running)


def has_ended(running: "subprocess.Popen[bytes]") -> bool:
    """Whether the program has ended. It stays in the kernel's process table, so that its id remains reserved."""
    if running.returncode is not None:
        return True
    return os.waitid(os.P_PID, running.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def end_group(running: "subprocess.Popen[bytes]") -> None:
    """Kills the program and all its child processes. Only once: afterwards, its id might belong to another process."""
    if running.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(running.pid, signal.SIGKILL)
    running.wait()


def find_running_pid(pid_file: Path, folder: Path) -> int | None:
    """The process in the pid file, if it lives and works in that folder: process ids are reused."""
    try:
        pid = int(pid_file.read_text().split()[0])
        at_work = Path(f"/proc/{pid}/cwd").readlink() == folder.resolve()
    except (OSError, ValueError, IndexError):
        return None
    return pid if at_work else None


def stop_leftover(pid_file: Path, folder: Path, *, stop_signal: signal.Signals, seconds: float = 30) -> None:
    """Ends the server of an earlier run that outlived its starter, and removes its pid file."""
    deadline = time.monotonic() + seconds
    sent = False
    while (pid := find_running_pid(pid_file, folder)) is not None:
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
