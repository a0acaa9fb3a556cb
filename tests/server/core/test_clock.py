"""Simulated time: of a process or of the demo's history, and only in demo mode."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from threading import Thread

import pytest
import time_machine
from pytest_django import Settings

from server.core import clock

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
EARLIER = datetime(2025, 12, 24, 18, tzinfo=UTC)


@time_machine.travel(NOON, tick=False)
def test_a_process_in_demo_mode_can_be_ahead_of_its_time(settings: Settings) -> None:
    settings.SIMULATED_AHEAD_SECONDS = 86_400

    assert clock.now() == datetime(2026, 3, 2, 12, tzinfo=UTC)


@time_machine.travel(NOON, tick=False)
def test_time_stands_still_in_the_block_and_in_no_other_thread(settings: Settings) -> None:
    settings.DEMO = True
    seen: list[datetime] = []

    with clock.freeze(EARLIER):
        seen.append(clock.now())
        other = Thread(target=lambda: seen.append(clock.now()))
        other.start()
        other.join()

    assert seen == [EARLIER, NOON]
    assert clock.now() == NOON


@time_machine.travel(NOON, tick=False)
def test_the_time_is_nobodys_to_set_outside_demo_mode(settings: Settings) -> None:
    settings.DEMO = False

    with pytest.raises(RuntimeError, match="demo"), clock.freeze(EARLIER):
        pytest.fail("The time was set.")

    assert clock.now() == NOON


@pytest.mark.parametrize(("demo", "code"), [("false", 1), ("true", 0)])
def test_the_server_starts_with_simulated_time_in_demo_mode_alone(demo: str, code: int) -> None:
    given = {"DASH_SIMULATED_AHEAD_SECONDS": "60", "DASH_DEMO": demo}

    started = subprocess.run(
        [sys.executable, "-c", "import server.settings"],
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        check=False,
    )

    assert started.returncode == code
    assert ("DASH_SIMULATED_AHEAD_SECONDS is for demo mode only" in started.stderr) is bool(code)
