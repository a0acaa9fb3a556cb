"""One start per state folder: two would share data files."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bin.local.places import State


class AlreadyRunning(SystemExit):
    """Another command of this project holds the state. The text names its process."""


@contextmanager
def hold(state: State, *, command: str) -> Iterator[None]:
    """Holds the state for the time of the block; raises AlreadyRunning. The kernel lets go when we die."""
    descriptor = os.open(state.lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _take(descriptor):
            holder = state.lock.read_text().strip() or "another command"
            raise AlreadyRunning(f"It is already running here: {holder}.")
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{command}, process {os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)


def is_held(file: Path) -> bool:
    """Whether a living process holds the lock file."""
    try:
        descriptor = os.open(file, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        return not _take(descriptor)
    finally:
        os.close(descriptor)


def _take(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
