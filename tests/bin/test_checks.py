import os
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from bin.local import checks
from bin.local.test_results import TestResults


@pytest.mark.parametrize(
    ("arguments", "own", "for_pytest"),
    [
        ([], [], []),
        (["--only", "lint"], ["--only", "lint"], []),
        (["tests/bin"], ["tests/bin"], []),
        (["tests/bin", "tests/server", "-k", "clock", "-x"], ["tests/bin", "tests/server"], ["-k", "clock", "-x"]),
    ],
)
def test_what_follows_the_paths_is_for_pytest(arguments: list[str], own: list[str], for_pytest: list[str]) -> None:
    assert checks.split(arguments) == (own, for_pytest)


def test_every_group_has_steps() -> None:
    assert {step.group for step in checks.STEPS} == set(checks.GROUPS)


def _run(tmp_path: Path) -> checks.CheckRun:
    return checks.CheckRun(environment=dict(os.environ), reports=tmp_path)


def _saying(sentence: str, *, after: threading.Event | None = None) -> Callable[[checks.CheckRun], TestResults]:
    def check(run: checks.CheckRun) -> TestResults:
        if after is not None:
            assert after.wait(60)
        return TestResults(passed=1).judged_by(
            run.call("sh", "-c", f"echo {sentence}; exit {int(sentence == 'broken')}")
        )

    return check


def _setting(event: threading.Event) -> Callable[[checks.CheckRun], TestResults]:
    def check(run: checks.CheckRun) -> TestResults:
        event.set()
        return TestResults()

    return check


def test_lanes_run_side_by_side_and_what_a_step_says_stays_together(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    started = threading.Event()
    steps = [
        checks.CheckStep("python", "First", _saying("one", after=started)),
        checks.CheckStep("python", "Second", _saying("broken")),
        checks.CheckStep("e2e", "Third", _setting(started), lane=checks.JOURNEYS),
    ]

    code = checks.run_steps(steps, _run(tmp_path))

    said = capfd.readouterr().out
    assert code == 1
    assert "=== First\none\n--- ok" in said
    assert "=== Second\nbroken\n--- failed" in said
    assert said.endswith("2 passed, 1 failed\n")
    assert [said.rindex(title) for title in ("First", "Second", "Third")] == sorted(
        said.rindex(title) for title in ("First", "Second", "Third")
    )


def test_a_step_that_raises_fails_and_the_next_one_runs(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def raising(run: checks.CheckRun) -> TestResults:
        raise SystemExit("The packages could not be installed.")

    steps = [checks.CheckStep("client", "Packages", raising), checks.CheckStep("client", "Tests", _saying("two"))]

    code = checks.run_steps(steps, _run(tmp_path))

    said = capfd.readouterr().out
    assert code == 1
    assert "The packages could not be installed." in said
    assert said.endswith("1 passed, 1 failed\n")


def test_a_step_says_what_its_commands_used_of_the_processors(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def check(run: checks.CheckRun) -> TestResults:
        busy = "import time\nwhile time.process_time() < 1: pass"
        # In a child process of the one that the step calls.
        return TestResults().judged_by(run.call("sh", "-c", f"{sys.executable} -c '{busy}'; true"))

    checks.run_steps(
        [checks.CheckStep("python", "Busy", check), checks.CheckStep("client", "Idle", _saying("two"))], _run(tmp_path)
    )

    said = capfd.readouterr().out
    assert re.search(r"Busy \(\d+\.\d s, processors 1 s\)", said)
    assert re.search(r"Idle \(\d+\.\d s, processors 0 s, 1 passed, 0 failed\)", said)


def test_a_command_that_hangs_is_stopped(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "_STEP_SECONDS", 0.05)

    code = _run(tmp_path).call("sleep", "600")

    assert code == 124
    assert capfd.readouterr().out == "It took longer than 0.0 minutes and was stopped.\n"
