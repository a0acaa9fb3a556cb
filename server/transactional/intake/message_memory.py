"""Limits the messages of calls that a web process has in memory at the same time.

A batch is stored as a whole, so all its messages exist until then, and one message can have 25 MB of attachments.
Without a limit, a few simultaneous calls would exceed the memory of the process.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from uuid import UUID

from server.core.errors import TooManyRequests
from server.transactional.errors import ServerFull

MAX_BYTES: Final = 200 * 1024 * 1024  # of composed messages in one process; WEB_MEMORY of compose.yaml includes them
MAX_BYTES_OF_TEAM: Final = MAX_BYTES // 2  # one batch of the largest size
RETRY_AFTER_SECONDS: Final = 5

_lock = threading.Lock()
_reserved: Counter[UUID] = Counter()  # bytes of each team


class MemoryReservation:
    """The bytes that one call has reserved."""

    def __init__(self, team_id: UUID) -> None:
        self._team_id = team_id
        self._size_bytes = 0

    def grow_to(self, size_bytes: int) -> None:
        """Reserves this many bytes in total. Never shrinks.

        Raises TooManyRequests beyond the share of the team, and ServerFull beyond that of the process.
        """
        with _lock:
            added_bytes = size_bytes - self._size_bytes
            if added_bytes <= 0:
                return
            if _reserved[self._team_id] + added_bytes > MAX_BYTES_OF_TEAM:
                raise TooManyRequests(
                    "Other messages of this team are still being processed. Try again later",
                    payload={"cause": "messageBytesOfTeam", "retryAfterSeconds": RETRY_AFTER_SECONDS},
                )
            if _reserved.total() + added_bytes > MAX_BYTES:
                raise ServerFull(
                    "The server is processing too many messages. Try again later",
                    payload={"retryAfterSeconds": RETRY_AFTER_SECONDS},
                )
            _reserved[self._team_id] += added_bytes
            self._size_bytes = size_bytes

    def release(self) -> None:
        """Idempotent."""
        with _lock:
            _reserved[self._team_id] -= self._size_bytes
            self._size_bytes = 0
            if not _reserved[self._team_id]:
                del _reserved[self._team_id]


@contextmanager
def open_reservation(team_id: UUID) -> Iterator[MemoryReservation]:
    opened = MemoryReservation(team_id)
    try:
        yield opened
    finally:
        opened.release()


def count_reserved_bytes() -> int:
    with _lock:
        return _reserved.total()
