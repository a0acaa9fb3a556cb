"""bin/test: every check of the project in one run, with one line of figures at its end."""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bin.local import client, console, journeys, lock, node, npm, places, scratch, surroundings, tally, venv
from bin.local.programs import ProgramError
from bin.local.tally import Tally

GROUPS = ("lint", "types", "python", "client", "e2e")
# One more than the machine of continuous integration has cores: some tests wait for processes of their own.
_WORKERS = 3
_STEP_SECONDS = 45 * 60  # a step that hangs must not hold the others back
# A test that hangs is named and ended, so that the others still say what they found.
_TEST_SECONDS = 240
# So few failures may be the machine's: they are tried once more, alone. More are the change's.
_MOST_SECOND_TRIES = 5
_MOST_NAMES = 30
_TYPED = ("bench", "bin", "realtime", "server", "tasks", "tests")


@dataclass(frozen=True)
class Run:
    """What the steps of one run share."""

    environment: dict[str, str]
    reports: Path

    def call(self, *argv: str, folder: Path = places.ROOT, extra: Mapping[str, str] | None = None) -> int:
        """The exit code of a command whose output goes to the console; `extra` is added to its environment."""
        try:
            environment = {**self.environment, **(extra or {})}
            return subprocess.run(argv, cwd=folder, env=environment, check=False, timeout=_STEP_SECONDS).returncode
        except subprocess.TimeoutExpired:
            console.say(f"It took longer than {_STEP_SECONDS // 60} minutes and was stopped.")
            return 124


@dataclass(frozen=True)
class Step:
    """One heading of the run."""

    group: str
    title: str
    check: Callable[[Run], Tally]


def main(arguments: list[str]) -> int:
    """Runs the chosen checks and returns 1 when any failed."""
    parser = argparse.ArgumentParser(
        prog="bin/test",
        description="Runs every check: lint, types, Python tests, client, browser journeys. All of them run, also "
        "after one failed; the last line says how many tests passed and failed. PostgreSQL and Redis are its own.",
        epilog="Options after the paths go to pytest, for example: bin/test tests/server/core -k clock",
    )
    parser.add_argument("--only", choices=GROUPS, help="one group of checks")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="only the Python tests in these files and folders")
    own, for_pytest = split(arguments)
    chosen = parser.parse_args(own)
    venv.enter()
    if chosen.paths:
        steps = [Step("python", "Python tests", lambda run: _pytest(run, *for_pytest, *chosen.paths))]
    else:
        steps = [step for step in STEPS if chosen.only in (None, step.group)]
    with scratch.state("test") as state, lock.hold(state, command="bin/test"):
        environment = {**surroundings.toolchain(), **scratch.SETTINGS}
        node.install()
        return _run_all(steps, Run(environment=environment, reports=state.folder))


def split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Our own arguments, and pytest's: after paths, everything from the first option on is pytest's."""
    if not arguments or arguments[0].startswith("-"):
        return arguments, []
    options = (place for place, argument in enumerate(arguments) if argument.startswith("-"))
    cut = next(options, len(arguments))
    return arguments[:cut], arguments[cut:]


def _run_all(steps: list[Step], run: Run) -> int:
    total = Tally()
    lines = []
    for step in steps:
        console.say(f"\n=== {step.title}")
        began = time.monotonic()
        try:
            result = step.check(run)
        except (SystemExit, ProgramError, OSError) as error:
            console.say(str(error))
            result = Tally(failed=1)
        seconds = time.monotonic() - began
        figures = f", {result}" if result.passed else ""
        lines.append(f"  {'failed' if result.failed else 'ok    '}  {step.title} ({seconds:.1f} s{figures})")
        console.say(f"--- {lines[-1].strip()}")
        total += result
    if total.unsteady:
        lines.append(f"  Passed only when repeated: {total.unsteady}")
    if total.names:
        lines.append("\n  Failed:")
        lines += [f"    {name}" for name in total.names[:_MOST_NAMES]]
    console.say("\n" + "\n".join(lines) + f"\n\n{total}")
    return 1 if total.failed else 0


def _ruff_check(run: Run) -> Tally:
    return tally.of_command(run.call("ruff", "check", "."))


def _ruff_format(run: Run) -> Tally:
    return tally.of_command(run.call("ruff", "format", "--check", "."))


def _mypy(run: Run) -> Tally:
    folders = [name for name in _TYPED if next((places.ROOT / name).rglob("*.py"), None)]
    # Its Django plugin loads the settings, which want an address; nothing is opened there.
    addresses = {"DATABASE_URL": "postgresql://types@127.0.0.1/types", "REDIS_URL": "redis://127.0.0.1"}
    # Of what it kept from other sources it finds faults that are not there.
    anew = f"--cache-dir={run.reports / 'mypy'}"
    return tally.of_command(run.call("mypy", anew, *folders, extra=addresses))


def _pytest(run: Run, *arguments: str) -> Tally:
    # Some of them run the client's own code.
    client.install(environment=run.environment)
    report = run.reports / "python.xml"
    limit = ("-o", f"faulthandler_timeout={_TEST_SECONDS}", "-o", "faulthandler_exit_on_timeout=true")
    code = run.call(sys.executable, "-m", "pytest", f"--junitxml={report}", *limit, *arguments)
    return tally.of_junit(report).judged_by(code)


def _python(run: Run) -> Tally:
    # The folder of this run, so that another run's failures are never taken for its own.
    memory = ("-o", f"cache_dir={run.reports / 'pytest'}")
    first = _pytest(run, "-n", str(_WORKERS), "-q", "--dist=worksteal", *memory)
    if not 0 < first.failed <= _MOST_SECOND_TRIES:
        return first
    console.say(f"\nOnce more, one after the other: the {first.failed} that failed.")
    return first.after_second_try(_pytest(run, "--last-failed", "--last-failed-no-failures=none", "-v", *memory))


def _client_install(run: Run) -> Tally:
    client.install(environment=run.environment)
    return Tally()


def _client_script(name: str) -> Callable[[Run], Tally]:
    def check(run: Run) -> Tally:
        return tally.of_command(run.call("npm", "run", "--silent", name, folder=places.CLIENT))

    return check


def _client_tests(run: Run) -> Tally:
    report = run.reports / "client.json"
    reporters = ("--reporter=default", "--reporter=json", f"--outputFile.json={report}")
    code = run.call("npm", "run", "--silent", "test", "--", *reporters, folder=places.CLIENT)
    return tally.of_vitest(report).judged_by(code)


def _client_build(run: Run) -> Tally:
    client.build(environment=run.environment)
    return Tally()


def _journeys_script(name: str) -> Callable[[Run], Tally]:
    def check(run: Run) -> Tally:
        npm.install(places.E2E, environment=run.environment)
        return tally.of_command(run.call("npm", "run", "--silent", name, folder=places.E2E))

    return check


def _journeys(run: Run) -> Tally:
    npm.install(places.E2E, environment=run.environment)
    report = run.reports / "e2e.json"
    with journeys.started(environment=surroundings.toolchain()) as addresses:
        extra = {**addresses, "PLAYWRIGHT_JSON_OUTPUT_NAME": str(report)}
        code = run.call("npm", "run", "--silent", "test", folder=places.E2E, extra=extra)
    return tally.of_playwright(report).judged_by(code)


def _if_there(check: Callable[[Run], Tally]) -> Callable[[Run], Tally]:
    def guarded(run: Run) -> Tally:
        if client.exists():
            return check(run)
        console.say("Left out: there is no client/package.json yet.")
        return Tally()

    return guarded


STEPS = (
    Step("lint", "Lint", _ruff_check),
    Step("lint", "Format", _ruff_format),
    Step("types", "Types", _mypy),
    Step("python", "Python tests, with layers and generated contracts", _python),
    Step("client", "Client: packages", _if_there(_client_install)),
    Step("client", "Client: types", _if_there(_client_script("typecheck"))),
    Step("client", "Client: lint and format", _if_there(_client_script("lint"))),
    Step("client", "Client: tests", _if_there(_client_tests)),
    Step("client", "Client: build", _if_there(_client_build)),
    Step("client", "Client: size budget", _if_there(_client_script("budget"))),
    Step("e2e", "Journeys: types", _journeys_script("typecheck")),
    Step("e2e", "Journeys: lint and format", _journeys_script("lint")),
    Step("e2e", "Journeys in a browser", _journeys),
)
