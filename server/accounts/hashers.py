"""Password hashing."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.hashers import Argon2PasswordHasher

from server.core.errors import TooManyRequests

MAX_CONCURRENT_HASHES = 4  # 76 MiB at most, and a processor stays free for other requests
WAIT_SECONDS = 5

_slots = threading.BoundedSemaphore(MAX_CONCURRENT_HASHES)


class BoundedArgon2Hasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes and one lane, a few at a time in each process.

    Raises TooManyRequests if no slot becomes free in time.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with _acquire_slot():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _acquire_slot():
            return super().verify(password, encoded)


@contextmanager
def _acquire_slot() -> Iterator[None]:
    if not _slots.acquire(timeout=WAIT_SECONDS):
        raise TooManyRequests(payload={"retryAfterSeconds": WAIT_SECONDS})
    try:
        yield
    finally:
        _slots.release()
