"""Whether there is room for what comes in, by the free space of the disks."""

from django.conf import settings

from server.core.disk_space import free_bytes
from server.transactional.errors import ServerFull

LATER_SECONDS = 60


def check() -> None:
    """Raises ServerFull when there is less free space than is to be left."""
    if is_short():
        raise ServerFull(payload={"retryAfterSeconds": LATER_SECONDS})


def is_short() -> bool:
    """Whether nothing more is to be taken in."""
    return free_bytes() < settings.LEAST_FREE_BYTES
