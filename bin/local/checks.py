"""bin/test: every check of the project in one run, with one summary line at its end.

Two lanes run in parallel: the journeys with the build that they need and the checks of types and of the client; and the
Python tests with their lint. The journeys have a higher priority than all other steps.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import IO

from bin.local import client, console, environments, journeys, lock, node, npm, paths, temporary_services, venv
from bin.local import test_results as tally
from bin.local.programs import ProgramError
from bin.local.test_results import TestResults

GROUPS = ("lint", "types", "python", "client", "e2e")
# One more than the machine of continuous integration has cores: some tests wait for processes of their own.
_WORKERS = 3
_STEP_SECONDS = 45 * 60  # a step that hangs must not block the others
# A test that hangs is named and ended, so that the others still report their results.
_TEST_SECONDS = 240
# This few failures can be caused by a busy machine: they are repeated once, alone. More are caused by the change.
_MAX_REPEATED_TESTS = 5
_MAX_NAMES = 30
JOURNEYS, PARALLEL = "journeys", "beside"
# The journeys and their prerequisites get the CPU first: a browser waits for a bounded time.
_HIGH_PRIORITY, _LOW_PRIORITY = 0, 5
_TYPED = ("bench", "bin", "realtime", "server", "tasks", "tests")


@dataclass(frozen=True)
class CheckRun:
    """The shared settings of all steps of a run.

    Attributes:
        output: the file that commands write to; None for the console.
        niceness: added to the niceness of commands.
        processor_seconds: the CPU time of each command and of the child processes it has waited for.
    """

    environment: dict[str, str]
    reports: Path
    output: IO[bytes] | None = None
    niceness: int = 0
    processor_seconds: list[float] = field(default_factory=list)

    def call(self, *argv: str, folder: Path = paths.ROOT, extra: Mapping[str, str] | None = None) -> int:
        """Runs a command with `extra` added to its environment. Returns its exit code, or 124 if it took too long."""
        environment = {**self.environment, **(extra or {})}
        full = ("nice", "-n", str(self.niceness), *argv) if self.niceness else argv
        error = subprocess.STDOUT if self.output else None
        process = subprocess.Popen(full, cwd=folder, env=environment, stdout=self.output, stderr=error)
        code, used = _wait(process)
        self.processor_seconds.append(used)
        if code is None:
            self.say(f"It took longer than {_STEP_SECONDS // 60} minutes and was stopped.")
            return 124
        return code

    def say(self, sentence: str) -> None:
        if self.output is None:
            console.say(sentence)
        else:
            self.output.write(f"{sentence}\n".encode())
            self.output.flush()


@dataclass(frozen=True)
class CheckStep:
    """One heading of the run. Steps of one lane run one after another."""

    group: str
    title: str
    check: Callable[[CheckRun], TestResults]
    lane: str = PARALLEL
    niceness: int = _LOW_PRIORITY


@dataclass(frozen=True)
class StepResult:
    """The result of one step."""

    step: CheckStep
    seconds: float
    processor_seconds: float
    tally: TestResults

    def __str__(self) -> str:
        figures = f"{self.seconds:.1f} s, processors {self.processor_seconds:.0f} s"
        figures += f", {self.tally}" if self.tally.passed else ""
        return f"{'failed' if self.tally.failed else 'ok    '}  {self.step.title} ({figures})"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="bin/test",
        description="Runs all checks, even after one fails: lint, types, Python tests, client, browser journeys. The "
        "last line counts the passed and failed tests. Starts its own PostgreSQL and Redis.",
        epilog="Options after the paths are passed to pytest, for example: bin/test tests/server/core -k clock",
    )
    parser.add_argument("--only", choices=GROUPS, help="run one group of checks")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="only the Python tests in these files and folders")
    own, for_pytest = split(arguments)
    chosen = parser.parse_args(own)
    venv.activate()
    if chosen.paths:
        steps = [CheckStep("python", "Python tests", lambda run: _run_pytest(run, *for_pytest, *chosen.paths))]
    else:
        steps = [step for step in STEPS if chosen.only in (None, step.group)]
    with temporary_services.create_state("test") as state, lock.acquire(state, command="bin/test"):
        environment = {**environments.build_toolchain_environment(), **temporary_services.SETTINGS}
        node.install()
        return run_steps(steps, CheckRun(environment=environment, reports=state.folder))


def split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Splits our arguments from pytest's: after paths, everything from the first option on is pytest's."""
    if not arguments or arguments[0].startswith("-"):
        return arguments, []
    options = (place for place, argument in enumerate(arguments) if argument.startswith("-"))
    cut = next(options, len(arguments))
    return arguments[:cut], arguments[cut:]


def run_steps(steps: list[CheckStep], run: CheckRun) -> int:
    """Runs the lanes in parallel, the steps of each one after another, and prints the results. Returns 1 if any
    failed."""
    began = time.monotonic()
    lanes = [[step for step in steps if step.lane == lane] for lane in dict.fromkeys(step.lane for step in steps)]
    if len(lanes) == 1:
        results = [_run_to_console(step, run) for step in steps]
    else:
        printing = _StepPrinter()
        with ThreadPoolExecutor(len(lanes)) as threads:
            running = [threads.submit(_run_track, lane, run, printing) for lane in lanes]
            finished = {result.step.title: result for lane in running for result in lane.result()}
        results = [finished[step.title] for step in steps]
    total = sum((result.tally for result in results), start=TestResults())
    lines = [f"  {result}" for result in results]
    lines.append(
        f"  {_format_duration(time.monotonic() - began)}; "
        f"the processors worked for {_format_duration(_get_processor_seconds())}"
    )
    if total.unsteady:
        lines.append(f"  Passed only when repeated: {total.unsteady}")
    if total.names:
        lines.append("\n  Failed:")
        lines += [f"    {name}" for name in total.names[:_MAX_NAMES]]
    console.say("\n" + "\n".join(lines) + f"\n\n{total}")
    return 1 if total.failed else 0


class _StepPrinter:
    """Prints the output of one step at a time, so that lines of two lanes don't mix."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def print(self, title: str, output: IO[bytes], result: StepResult) -> None:
        with self._lock:
            console.say(f"\n=== {title}")
            output.seek(0)
            shutil.copyfileobj(output, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            console.say(f"--- {result}")


def _run_track(steps: list[CheckStep], run: CheckRun, printing: _StepPrinter) -> list[StepResult]:
    results = []
    for step in steps:
        with tempfile.TemporaryFile(dir=run.reports) as output:
            result = _run_step(step, replace(run, output=output, niceness=step.niceness, processor_seconds=[]))
            printing.print(step.title, output, result)
        results.append(result)
    return results


def _run_to_console(step: CheckStep, run: CheckRun) -> StepResult:
    console.say(f"\n=== {step.title}")
    result = _run_step(step, replace(run, processor_seconds=[]))
    console.say(f"--- {result}")
    return result


def _run_step(step: CheckStep, run: CheckRun) -> StepResult:
    began = time.monotonic()
    try:
        tally_of_step = step.check(run)
    except (SystemExit, ProgramError, OSError, subprocess.TimeoutExpired) as error:
        run.say(str(error))
        tally_of_step = TestResults(failed=1)
    return StepResult(step, time.monotonic() - began, sum(run.processor_seconds), tally_of_step)


def _wait(process: subprocess.Popen[bytes]) -> tuple[int | None, float]:
    """The exit code, None after `_STEP_SECONDS`, and the CPU seconds of the process and all its children."""
    late = threading.Timer(_STEP_SECONDS, process.kill)
    late.start()
    # Popen's own wait does not report resource usage.
    _, status, used = os.wait4(process.pid, 0)
    was_late = late.finished.is_set()
    late.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return None if was_late else process.returncode, used.ru_utime + used.ru_stime


def _format_duration(seconds: float) -> str:
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"


def _get_processor_seconds() -> float:
    """The CPU time of every command of this run, except those that outlived their parents."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _run_ruff_check(run: CheckRun) -> TestResults:
    return tally.from_exit_code(run.call("ruff", "check", "."))


def _run_ruff_format(run: CheckRun) -> TestResults:
    return tally.from_exit_code(run.call("ruff", "format", "--check", "."))


def _run_mypy(run: CheckRun) -> TestResults:
    folders = [name for name in _TYPED if next((paths.ROOT / name).rglob("*.py"), None)]
    # Its Django plugin loads the settings, which require URLs; nothing connects to them.
    addresses = {"DATABASE_URL": "postgresql://types@127.0.0.1/types", "REDIS_URL": "redis://127.0.0.1"}
    # With a cache from other sources it reports nonexistent errors.
    anew = f"--cache-dir={run.reports / 'mypy'}"
    return tally.from_exit_code(run.call("mypy", anew, *folders, extra=addresses))


def _run_pytest(run: CheckRun, *arguments: str) -> TestResults:
    # Some of them run the client's own code.
    client.install(environment=run.environment)
    report = run.reports / "python.xml"
    limit = ("-o", f"faulthandler_timeout={_TEST_SECONDS}", "-o", "faulthandler_exit_on_timeout=true")
    code = run.call(sys.executable, "-m", "pytest", f"--junitxml={report}", *limit, *arguments)
    return tally.read_junit(report).judged_by(code)


def _run_python_tests(run: CheckRun) -> TestResults:
    # This run's own folder, so that another run's failures are never mistaken for its own.
    memory = ("-o", f"cache_dir={run.reports / 'pytest'}")
    slowest = ("--durations=40", "--durations-min=10")
    first = _run_pytest(run, "-n", str(_WORKERS), "-q", "--dist=worksteal", *slowest, *memory)
    if not 0 < first.failed <= _MAX_REPEATED_TESTS:
        return first
    run.say(f"\nOnce more, one after the other: the {first.failed} that failed.")
    return first.after_second_try(_run_pytest(run, "--last-failed", "--last-failed-no-failures=none", "-v", *memory))


def _install_client(run: CheckRun) -> TestResults:
    client.install(environment=run.environment)
    return TestResults()


def _build_client_check(name: str) -> Callable[[CheckRun], TestResults]:
    def check(run: CheckRun) -> TestResults:
        return tally.from_exit_code(run.call("npm", "run", "--silent", name, folder=paths.CLIENT))

    return check


def _run_client_tests(run: CheckRun) -> TestResults:
    report = run.reports / "client.json"
    reporters = ("--reporter=default", "--reporter=json", f"--outputFile.json={report}")
    code = run.call("npm", "run", "--silent", "test", "--", *reporters, folder=paths.CLIENT)
    return tally.read_vitest(report).judged_by(code)


def _build_client(run: CheckRun) -> TestResults:
    client.build(environment=run.environment)
    return TestResults()


def _build_journeys_check(name: str) -> Callable[[CheckRun], TestResults]:
    def check(run: CheckRun) -> TestResults:
        npm.install(paths.E2E, environment=run.environment)
        return tally.from_exit_code(run.call("npm", "run", "--silent", name, folder=paths.E2E))

    return check


def _run_journeys(run: CheckRun) -> TestResults:
    walk = partial(run.call, "npm", "run", "--silent", "test", folder=paths.E2E)
    return journeys.run_journeys(
        run.reports / "e2e.json", walk=walk, environment=environments.build_toolchain_environment()
    )


def _build_if_client_exists(check: Callable[[CheckRun], TestResults]) -> Callable[[CheckRun], TestResults]:
    def guarded(run: CheckRun) -> TestResults:
        if client.has_client():
            return check(run)
        run.say("Skipped: there is no client/package.json.")
        return TestResults()

    return guarded


STEPS = (
    CheckStep("lint", "Lint", _run_ruff_check),
    CheckStep("lint", "Format", _run_ruff_format),
    CheckStep("python", "Python tests, with layers and generated contracts", _run_python_tests),
    CheckStep("client", "Client: packages", _build_if_client_exists(_install_client), lane=JOURNEYS),
    CheckStep("client", "Client: types", _build_if_client_exists(_build_client_check("typecheck")), lane=JOURNEYS),
    CheckStep("client", "Client: lint and format", _build_if_client_exists(_build_client_check("lint")), lane=JOURNEYS),
    CheckStep(
        "client", "Client: build", _build_if_client_exists(_build_client), lane=JOURNEYS, niceness=_HIGH_PRIORITY
    ),
    CheckStep("client", "Client: size budget", _build_if_client_exists(_build_client_check("budget")), lane=JOURNEYS),
    CheckStep("e2e", "Journeys: types", _build_journeys_check("typecheck"), lane=JOURNEYS),
    CheckStep("e2e", "Journeys: lint and format", _build_journeys_check("lint"), lane=JOURNEYS),
    CheckStep("e2e", "Journeys in a browser", _run_journeys, lane=JOURNEYS, niceness=_HIGH_PRIORITY),
    CheckStep("client", "Client: tests", _build_if_client_exists(_run_client_tests), lane=JOURNEYS),
    CheckStep("types", "Types", _run_mypy, lane=JOURNEYS),
)
