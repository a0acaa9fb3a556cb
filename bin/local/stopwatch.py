"""The running time of a command, and the part of it spent on downloading and installing packages.

The values survive the exec into the project's Python in an environment variable.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

_STATE_VARIABLE = "BIN_STOPWATCH"
# The monotonic clock is the machine's, the same before and after the exec.
_started_at, _packages_seconds = map(float, os.environ.pop(_STATE_VARIABLE, f"{time.monotonic()} 0").split())


def export_state() -> None:
    """Passes the values to the program that replaces this one."""
    os.environ[_STATE_VARIABLE] = f"{_started_at} {_packages_seconds}"


def get_elapsed_seconds() -> float:
    return time.monotonic() - _started_at


def get_packages_seconds() -> float:
    return _packages_seconds


@contextmanager
def measure_packages() -> Iterator[None]:
    global _packages_seconds  # noqa: PLW0603 -- one command, one stopwatch
    started_at = time.monotonic()
    try:
        yield
    finally:
        _packages_seconds += time.monotonic() - started_at


def describe() -> str:
    """The elapsed time, for people: `5 s`, or `94 s, 52 s of it for packages`."""
    whole = f"{get_elapsed_seconds():.0f} s"
    return f"{whole}, {_packages_seconds:.0f} s of it for packages" if _packages_seconds >= 1 else whole
