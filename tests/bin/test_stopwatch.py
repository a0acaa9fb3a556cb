import os
import subprocess
import sys
import time

import pytest

from bin.local import paths, stopwatch


def test_the_figures_are_handed_over_to_the_next_program() -> None:
    shown = "import os; from bin.local import stopwatch; print(stopwatch.describe(), 'BIN_STOPWATCH' in os.environ)"
    handing_over = (
        "import os, sys; from bin.local import stopwatch; stopwatch.export_state();"
        f"os.execv(sys.executable, [sys.executable, '-c', {shown!r}])"
    )

    said = subprocess.run(
        [sys.executable, "-c", handing_over],
        env={**os.environ, "BIN_STOPWATCH": f"{time.monotonic() - 3600} 40"},
        cwd=paths.ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    whole, rest = said.split(" s", 1)
    assert 3600 <= int(whole) < 3660
    assert rest == ", 40 s of it for packages False\n"


def test_packages_are_counted_even_where_they_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([100.0, 130.0])
    monkeypatch.setattr(stopwatch, "_packages_seconds", 2.0)
    monkeypatch.setattr("time.monotonic", lambda: next(now))

    with pytest.raises(RuntimeError), stopwatch.measure_packages():
        raise RuntimeError

    assert stopwatch.get_packages_seconds() == 32.0
