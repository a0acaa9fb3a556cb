"""Free space on the disks that files are written to, measured at most once a second by each process.

Uploads and exports stop at a higher threshold than transactional email: files that one tenant can make must never be
the reason that another tenant's message is rejected.
"""

import shutil
from pathlib import Path

from django.conf import settings

from server.core import clock
from server.core.errors import StorageFull

RETRY_AFTER_SECONDS = 60

_measured: tuple[float, int] = (float("-inf"), 0)


def check_files() -> None:
    """Raises StorageFull when there is too little free space for another upload or export."""
    if free_bytes() < settings.MIN_FREE_FILES_BYTES:
        raise StorageFull(payload={"retryAfterSeconds": RETRY_AFTER_SECONDS})


def free_bytes() -> int:
    """Free space on the smallest of the disks. PostgreSQL's may be another one, which can't be measured here."""
    global _measured  # noqa: PLW0603 -- the last measurement of this process
    now = clock.now().timestamp()
    if not 0 <= now - _measured[0] < 1:
        _measured = now, min(shutil.disk_usage(folder).free for folder in _folders())
    return _measured[1]


def _folders() -> list[str]:
    return [str(folder) for folder in (settings.SPOOL_FOLDER, settings.UPLOAD_FOLDER) if Path(folder).is_dir()] or ["."]
