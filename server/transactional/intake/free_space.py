"""Whether the free disk space allows accepting messages."""

from django.conf import settings

from server.core.disk_space import get_free_bytes
from server.transactional.errors import ServerFull

RETRY_SECONDS = 60


def check() -> None:
    if is_short():
        raise ServerFull(payload={"retryAfterSeconds": RETRY_SECONDS})


def is_short() -> bool:
    return get_free_bytes() < settings.MIN_FREE_BYTES
