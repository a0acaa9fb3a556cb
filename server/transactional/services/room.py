"""Whether there is room for what comes in: the free space of the disks, looked at once a second by each process."""

import shutil
from pathlib import Path

from django.conf import settings

from server.core import clock
from server.transactional.errors import ServerFull

LATER_SECONDS = 60

_free: tuple[float, int] = (float("-inf"), 0)


def check() -> None:
    """Raises ServerFull when there is less free space than is to be left."""
    if is_short():
        raise ServerFull(payload={"retryAfterSeconds": LATER_SECONDS})


def is_short() -> bool:
    """Whether nothing more is to be taken in."""
    return free_bytes() < settings.LEAST_FREE_BYTES


def free_bytes() -> int:
    """The free space of the smallest of the disks that a message may end on."""
    global _free  # noqa: PLW0603 -- the last look of the process
    now = clock.now().timestamp()
    if not 0 <= now - _free[0] < 1:
        _free = now, min(shutil.disk_usage(place).free for place in _places())
    return _free[1]


def _places() -> list[str]:
    """Where PostgreSQL's data lie isn't known here; on one machine it is the same disk."""
    return [str(place) for place in (settings.SPOOL_FOLDER, settings.UPLOAD_FOLDER) if Path(place).is_dir()] or ["."]
