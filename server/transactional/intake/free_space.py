"""Whether messages can be accepted, by the free space of the disks."""

from django.conf import settings

from server.core.disk_space import free_bytes
from server.transactional.errors import ServerFull

RETRY_SECONDS = 60


def check() -> None:
    """Raises ServerFull when too little space would be left."""
    if is_short():
        raise ServerFull(payload={"retryAfterSeconds": RETRY_SECONDS})


def is_short() -> bool:
    """Whether no more messages can be accepted."""
    return free_bytes() < settings.LEAST_FREE_BYTES
