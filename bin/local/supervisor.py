"""Supervises programs: prints their output, restarts them after a crash, and stops them all together."""

import contextlib
import json
import math
import os
import selectors
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO

from bin.local import console, programs, secret
from bin.local.programs import Program, ProgramError

TICK_SECONDS = 0.1
# A program that crashes this often within the window is not restarted again.
MAX_CRASHES = 5
CRASH_WINDOW_SECONDS = 60
FIRST_PAUSE_SECONDS = 0.5


class Interrupted(Exception):
    """Ctrl-C, or a termination signal."""


@dataclass
class _Child:
    program: Program
    process: "subprocess.Popen[bytes]"
    log: Path | None
    rank: int
    crashes: list[float] = field(default_factory=list)
    start_again_at: float | None = None


@dataclass(eq=False)
class Task:
    """A program that runs to completion, with its output."""

    program: Program
    process: "subprocess.Popen[bytes]"
    output: IO[bytes]
    said: str = ""

    def stop(self) -> None:
        programs.stop(self.program, self.process)
        self.output.seek(0)
        self.said = self.output.read().decode(errors="replace")
        self.output.close()


class Supervisor:
    """Runs in one thread. Used as a context manager: leaving it stops every program, the latest rank first.

    `pids`, if given, is a file with the name and process id of each program, for proofs that kill them. `patient` stops
    restarting a program that crashes too often until `restart`, for mistakes during development.
    """

    def __init__(self, *, pids: Path | None = None, patient: bool = False) -> None:
        self._pids = pids
        self._is_patient = patient
        self._children: dict[str, _Child] = {}
        self._tasks: list[Task] = []
        self._selector = selectors.DefaultSelector()
        self._interrupted = False
        self._previous_handlers: dict[signal.Signals, signal._HANDLER] = {}

    def __enter__(self) -> "Supervisor":
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._previous_handlers[number] = signal.signal(number, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        self._stop_all()
        for number, handler in self._previous_handlers.items():
            signal.signal(number, handler)

    def start(self, program: Program, *, rank: int, log: Path | None = None) -> None:
        """Starts the program and restarts it after crashes. Its output goes to the log file or, prefixed, to the
        console.

        Programs of a higher rank are stopped first.
        """
        self._children[program.name] = _Child(program, self._launch(program, log), log, rank)
        self._write_pids()

    def wait_until_ready(self, program: Program) -> None:
        """Raises ProgramError after the timeout, Interrupted on Ctrl-C."""
        deadline = time.monotonic() + program.ready_seconds
        while not program.ready():
            self.tick()
            if time.monotonic() > deadline:
                raise ProgramError(f"{program.name} was not ready within {program.ready_seconds:.0f} seconds.")

    def run(self, program: Program) -> str:
        """Runs the program to completion. Raises ProgramError if it failed."""
        return self.finish(self.start_task(program))

    def start_task(self, program: Program) -> Task:
        """Starts a program that runs to completion; `finish` waits for it."""
        output = tempfile.TemporaryFile()  # noqa: SIM115 -- closed with the task
        task = Task(program, programs.start(program, output=output), output)
        self._tasks.append(task)
        return task

    def finish(self, task: Task) -> str:
        """Returns the program's output. Raises ProgramError if it failed."""
        if task in self._tasks:
            while not programs.has_ended(task.process):
                self.tick()
            self._tasks.remove(task)
            task.stop()
        if task.process.returncode:
            raise ProgramError(f"{task.program.name} failed with {task.process.returncode}:\n{task.said}")
        return task.said

    def restart(self, name: str) -> None:
        """Does not count as a crash."""
        child = self._children[name]
        programs.stop(child.program, child.process)
        self._drain(child.process)
        child.crashes.clear()
        self._restart(child)

    def tick(self) -> None:
        """Prints new output and restarts crashed programs.

        Raises Interrupted, and ProgramError if a program crashes too often.
        """
        self._read(TICK_SECONDS)
        if self._interrupted:
            raise Interrupted
        now = time.monotonic()
        for child in self._children.values():
            if child.start_again_at is not None:
                if now >= child.start_again_at:
                    self._restart(child)
            elif programs.has_ended(child.process):
                self._handle_crash(child, now)

    def _handle_crash(self, child: _Child, now: float) -> None:
        programs.end_group(child.process)
        self._drain(child.process)
        child.crashes = [moment for moment in child.crashes if now - moment < CRASH_WINDOW_SECONDS] + [now]
        name, code = child.program.name, child.process.returncode
        where = f" Its output is in {child.log}." if child.log else ""
        if len(child.crashes) >= MAX_CRASHES and self._is_patient:
            console.say(f"{name} ended {MAX_CRASHES} times within a minute; it waits for a change.{where}")
            child.start_again_at = math.inf
            return
        if len(child.crashes) >= MAX_CRASHES:
            raise ProgramError(f"{name} ended {MAX_CRASHES} times within a minute, last with {code}.{where}")
        pause = FIRST_PAUSE_SECONDS * 2 ** (len(child.crashes) - 1)
        console.say(f"{name} ended with {code}; it starts again in {pause:g} s.{where}")
        child.start_again_at = now + pause

    def _restart(self, child: _Child) -> None:
        child.process = self._launch(child.program, child.log)
        child.start_again_at = None
        self._write_pids()

    def _write_pids(self) -> None:
        if self._pids is not None:
            pids = {name: child.process.pid for name, child in self._children.items()}
            secret.write_private(self._pids, json.dumps(pids))

    def _launch(self, program: Program, log: Path | None) -> "subprocess.Popen[bytes]":
        if log is not None:
            with log.open("ab") as output:
                return programs.start(program, output=output)
        process = programs.start(program, output=subprocess.PIPE)
        assert process.stdout is not None  # noqa: S101 -- a pipe was asked for
        os.set_blocking(process.stdout.fileno(), False)
        self._selector.register(process.stdout, selectors.EVENT_READ, console.LinePrinter(program.name))
        return process

    def _read(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            self._forward_output(key)

    def _forward_output(self, key: selectors.SelectorKey) -> bool:
        """Returns False at the end of the output."""
        stream: IO[bytes] = key.fileobj  # type: ignore[assignment]
        part = stream.read(65536)
        if part:
            key.data.add(part)
            return True
        if part == b"":
            key.data.end()
            self._selector.unregister(stream)
            stream.close()
        return False

    def _drain(self, process: "subprocess.Popen[bytes]") -> None:
        stream = process.stdout
        if stream is None or stream.closed:
            return
        key = self._selector.get_key(stream)
        while self._forward_output(key):
            pass
        if not stream.closed:  # a process outside its group still has the other end open
            self._selector.unregister(stream)
            stream.close()

    def _stop_all(self) -> None:
        self._interrupted = False
        for task in self._tasks:
            task.stop()
        self._tasks.clear()
        for rank in sorted({child.rank for child in self._children.values()}, reverse=True):
            self._stop_rank([child for child in self._children.values() if child.rank == rank])
        self._children.clear()

    def _stop_rank(self, children: list[_Child]) -> None:
        left = [child for child in children if not programs.has_ended(child.process)]
        for child in left:
            with contextlib.suppress(ProcessLookupError):
                child.process.send_signal(child.program.stop_signal)
        started = time.monotonic()
        while left and not self._interrupted:  # a second Ctrl-C ends the wait
            self._read(TICK_SECONDS)
            waited = time.monotonic() - started
            left = [c for c in left if not programs.has_ended(c.process) and waited < c.program.stop_seconds]
        for child in children:
            programs.end_group(child.process)
            self._drain(child.process)

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        self._interrupted = True
