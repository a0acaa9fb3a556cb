"""Temporary services with empty databases, for tests and benches."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from bin.local import backing_services, environments, lock, paths
from bin.local.paths import ProductState

_FOLDER = paths.LOCAL / "scratch"
# Fixed, so that a test's values don't depend on the machine's first start.
SETTINGS = {
    "DASH_SECRET_KEY": "for-tests-only-" + "0" * 49,
    "DASH_APP_ORIGINS": "http://localhost:8000",
    "DASH_PAGES_ORIGIN": "http://127.0.0.1:8000",
    "DASH_DEMO": "true",
    "DASH_REGISTRAR": "sandbox",
    "DASH_MIN_FREE_MEGABYTES": "0",
    "DASH_MIN_FREE_FILES_MEGABYTES": "0",
    "DASH_LOG_FORMAT": "console",
    "DASH_LOG_LEVEL": "WARNING",
}


@contextmanager
def create_state(purpose: str) -> Iterator[ProductState]:
    """An empty state folder. It is removed afterwards, together with those of killed runs."""
    _sweep()
    made = ProductState(_FOLDER / f"{purpose}-{os.getpid()}")
    made.make()
    try:
        yield made
    finally:
        _remove(made)


@contextmanager
def run_services(*, durable: bool) -> Iterator[dict[str, str]]:
    """Runs PostgreSQL and Redis during the block. Yields their settings, with every other setting of a test."""
    with create_state("services") as made, lock.acquire(made, command="tests"):
        tools = environments.build_toolchain_environment()
        chosen = backing_services.choose_services(made, environment=tools, durable=durable, with_mail=False)
        with backing_services.run_services(chosen, made):
            yield {
                **SETTINGS,
                "DASH_UPLOAD_FOLDER": str(made.uploads),
                "DASH_SPOOL_FOLDER": str(made.spool),
                **chosen.settings,
            }


def _sweep() -> None:
    for folder in _FOLDER.glob("*"):
        left = ProductState(folder)
        # A new folder has no lock yet; it belongs to a living process.
        if left.lock.exists() and not lock.is_locked(left.lock):
            _remove(left)


def _remove(left: ProductState) -> None:
    shutil.rmtree(left.postgres, ignore_errors=True)
    shutil.rmtree(left.folder, ignore_errors=True)
