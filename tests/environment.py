"""Gives a test run its settings and services before Django reads the environment; loaded by `-p tests.environment`."""

import os
from collections.abc import Generator
from contextlib import ExitStack

import pytest

from bench import migrated
from bin.local import scratch

_running = ExitStack()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None, None, None]:
    """Runs around pytest-django's own hook, which loads the settings.

    Parallel workers inherit the environment of the process that started them, services included.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _prepare()
    yield


def pytest_unconfigure() -> None:
    """Stops the services that were started for the run."""
    _running.close()


def _prepare() -> None:
    for name in [name for name in os.environ if name.startswith("DASH_")]:
        del os.environ[name]
    if "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ:
        os.environ.update(scratch.SETTINGS)
    else:
        os.environ.update(_running.enter_context(scratch.services(durable=False)))
    migrated.choose()
    _running.callback(migrated.drop)
