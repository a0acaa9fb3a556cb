"""One start per state folder, because two would share data files."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bin.local.paths import ProductState


class AlreadyRunning(SystemExit):
    """Another command of this project has the lock. The message names its process."""


@contextmanager
def acquire(state: ProductState, *, command: str) -> Iterator[None]:
    """Holds the lock during the block. Raises AlreadyRunning. The kernel releases it when this process ends."""
    descriptor = os.open(state.lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _try_lock(descriptor):
            holder = state.lock.read_text().strip() or "another command"
            raise AlreadyRunning(f"It is already running here: {holder}.")
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{command}, process {os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)


def is_locked(file: Path) -> bool:
    try:
        descriptor = os.open(file, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        return not _try_lock(descriptor)
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
