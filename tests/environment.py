"""Sets up the settings and services of a test run before Django reads the environment; loaded by `-p
tests.environment`.

Garbage collection is off until all tests are collected, and then skips everything loaded: little of its cost remains in
each process of a run.
"""

import gc
import os
from collections.abc import Generator
from contextlib import ExitStack
from typing import Final

import pytest

from bench import migrated
from bin.local import temporary_services

# Python's own are 700, 10 and 10. A request leaves few circles, and a test process has memory to spare.
GARBAGE: Final = (20_000, 20, 100)
_running = ExitStack()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None, None, None]:
    """Runs around pytest-django's own hook, which loads the settings.

    Parallel workers inherit the environment of the process that started them, services included.
    """
    gc.disable()
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _prepare()
    yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Enables garbage collection. The process that starts parallel workers collects no tests but also runs this
    hook."""
    result = yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()
    return result


def pytest_unconfigure() -> None:
    """Stops the services that were started for the run."""
    _running.close()


def _prepare() -> None:
    for name in [name for name in os.environ if name.startswith("DASH_")]:
        del os.environ[name]
    if "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ:
        os.environ.update(temporary_services.SETTINGS)
    else:
        os.environ.update(_running.enter_context(temporary_services.run_services(durable=False)))
    migrated.choose()
    _running.callback(migrated.drop)
