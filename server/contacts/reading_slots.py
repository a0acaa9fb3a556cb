"""Limits how many uploads a web process reads concurrently.

A large workbook occupies a thread for up to a minute. One team reads one file at a time and can queue one more. All
teams together leave half of the threads free.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.conf import settings

from server.contacts.errors import ImportBusy

MAX_WAIT_SECONDS = 10.0
RETRY_AFTER_SECONDS = 10
# One being read and one queued.
MAX_REQUESTS_PER_TEAM = 2

_changed = threading.Condition()
_request_counts: Counter[UUID] = Counter()  # per team, running or queued
_reading_team_ids: set[UUID] = set()


@contextmanager
def acquire_reading_slot(team_id: UUID) -> Iterator[None]:
    """Waits until no other file of the team is being read. Raises ImportBusy on timeout or a full queue."""
    with _changed:
        if _request_counts[team_id] >= MAX_REQUESTS_PER_TEAM or _request_counts.total() >= _max_requests():
            raise build_busy_error()
        _request_counts[team_id] += 1
        try:
            if not _changed.wait_for(lambda: team_id not in _reading_team_ids, timeout=MAX_WAIT_SECONDS):
                raise build_busy_error()
            _reading_team_ids.add(team_id)
        except BaseException:
            _release(team_id)
            raise
    try:
        yield
    finally:
        with _changed:
            _reading_team_ids.discard(team_id)
            _release(team_id)
            _changed.notify_all()


def build_busy_error() -> ImportBusy:
    return ImportBusy(payload={"retryAfterSeconds": RETRY_AFTER_SECONDS})


def _release(team_id: UUID) -> None:
    _request_counts[team_id] -= 1
    if not _request_counts[team_id]:
        del _request_counts[team_id]


def _max_requests() -> int:
    return max(1, settings.WEB_THREADS // 2)
