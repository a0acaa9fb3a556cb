"""Free disk space for files, measured at most once a second by each process.

Uploads and exports stop at a higher threshold than transactional email, so that one tenant's files never cause the
rejection of another tenant's message.
"""

import shutil
from pathlib import Path

from django.conf import settings

from server.core import clock
from server.core.errors import StorageFull

RETRY_AFTER_SECONDS = 60

_last_measurement: tuple[float, int] = (float("-inf"), 0)


def check_files() -> None:
    """Raises StorageFull if there is too little free space for another upload or export."""
    if get_free_bytes() < settings.MIN_FREE_FILES_BYTES:
        raise StorageFull(payload={"retryAfterSeconds": RETRY_AFTER_SECONDS})


def get_free_bytes() -> int:
    """The free space of the smallest disk. PostgreSQL's disk might be a different one and is not measured."""
    global _last_measurement  # noqa: PLW0603 -- the last measurement of this process
    now = clock.now().timestamp()
    if not 0 <= now - _last_measurement[0] < 1:
        _last_measurement = now, min(shutil.disk_usage(folder).free for folder in _list_folders())
    return _last_measurement[1]


def _list_folders() -> list[str]:
    return [str(folder) for folder in (settings.SPOOL_FOLDER, settings.UPLOAD_FOLDER) if Path(folder).is_dir()] or ["."]
