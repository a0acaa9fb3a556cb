"""Spools opens and clicks on disk until they are in the database: they survive a killed process and an outage.

A segment is a file of lines. Its name is the id of its future batch, so that ingesting it is idempotent. The process
that writes it holds its lock. A segment without a lock belongs to a killed process, and any process with the same
folder adopts it. A line is passed to the kernel before its request gets the response; a power cut can lose the last
seconds.

A segment is delayed before it is ingested: a scanner is detected only after several clicks, and then its earlier events
can still be marked (`amend`).
"""

import fcntl
import os
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from uuid import UUID

from django.conf import settings

from server.core import disk_space
from server.core.ids import uuid7

DELAY_SECONDS = 2.0
ROTATE_SECONDS = 0.5
MAX_SEGMENT_LINES = 10_000
MAX_OPEN_FILES = 32  # open at a time; further segments, as in an outage, are closed, and reopened for ingestion
REPLAY_TIME = timedelta(days=14)  # how long ingested batches are remembered; an older segment might be ingested twice

_SEGMENT, _NEW, _REJECTED = ".events", ".new", ".refused"


@dataclass(slots=True, eq=False)
class SpoolSegment:
    """A file of events and the batch that it becomes. `file` holds the lock; None after it was closed."""

    batch_id: UUID
    path: Path
    file: int | None
    began: float
    ended: float = 0.0
    size: int = 0
    lines: int = 0


class Spool:
    """The segments of one process. Safe for one thread that adds and one that takes."""

    def __init__(self, folder: Path, *, hold: float = DELAY_SECONDS) -> None:
        self._folder, self.hold = folder, hold
        self._lock = threading.Lock()
        self._current: SpoolSegment | None = None
        self._held: deque[SpoolSegment] = deque()

    @property
    def is_empty(self) -> bool:
        """Whether no segment waits. Taken segments don't count."""
        return self._current is None and not self._held

    def add(self, line: bytes) -> bool:
        """Appends a line that ends with a newline. Returns whether it started a segment. Raises OSError."""
        with self._lock:
            segment, begins = self._current, self._current is None
            if segment is None:
                segment = self._current = self._create_segment()
            self._append(segment, line)
            if segment.lines >= MAX_SEGMENT_LINES:
                self._close(time.monotonic())
            return begins

    def amend(self, line: bytes) -> None:
        """Appends a line to every segment that has not been taken yet. Raises OSError."""
        with self._lock:
            for segment in (*self._held, self._current):
                if segment is not None and segment.file is not None:
                    self._append(segment, line)

    def pop(self) -> SpoolSegment | None:
        """Returns the oldest segment after its delay, or None."""
        now = time.monotonic()
        with self._lock:
            if self._current is not None and now - self._current.began >= min(ROTATE_SECONDS, self.hold):
                self._close(now)
            if self._held and now - self._held[0].ended >= self.hold:
                return self._held.popleft()
        return None

    def adopt(self) -> int:
        """Adopts segments of killed processes, to be ingested first. Returns their number."""
        if not self._folder.is_dir():
            return 0
        with self._lock:
            known = {segment.path for segment in self._held}
            adopted: list[SpoolSegment] = []
            for path in sorted(self._folder.glob(f"*{_SEGMENT}")):
                if (
                    path not in known
                    and len(adopted) < MAX_OPEN_FILES
                    and (segment := _adopt_segment(path)) is not None
                ):
                    adopted.append(segment)
            self._held.extendleft(reversed(adopted))
        for path in self._folder.glob(f"*{_NEW}"):
            if (file := _lock_file(path)) is not None:
                path.unlink(missing_ok=True)  # killed before the first line
                os.close(file)
        return len(adopted)

    def read(self, segment: SpoolSegment) -> bytes:
        """The lines of a taken segment; none if another process has ingested it. Raises OSError."""
        try:
            data = segment.path.read_bytes()
        except FileNotFoundError:
            return b""
        return data[: data.rfind(b"\n") + 1]  # the request of an unfinished line got no response

    def secure(self, segment: SpoolSegment) -> None:
        """Flushes a taken segment to the disk, because it has to wait."""
        if segment.file is not None:
            os.fdatasync(segment.file)

    def drop(self, segment: SpoolSegment) -> None:
        segment.path.unlink(missing_ok=True)
        _close_file(segment)

    def put_aside(self, segment: SpoolSegment) -> Path:
        aside = segment.path.with_suffix(_REJECTED)
        with suppress(FileNotFoundError):
            segment.path.rename(aside)
        _close_file(segment)
        return aside

    def close(self) -> None:
        with self._lock:
            for segment in (*self._held, self._current):
                if segment is not None:
                    _close_file(segment)
            self._held.clear()
            self._current = None

    def _create_segment(self) -> SpoolSegment:
        """Raises OSError, also if the remaining disk space is reserved for messages."""
        if disk_space.get_free_bytes() < settings.MIN_FREE_BYTES:
            raise OSError("The spool disk is nearly full")
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        while (segment := self._open_segment(uuid7())) is None:
            pass
        return segment

    def _open_segment(self, batch_id: UUID) -> SpoolSegment | None:
        """Returns None if another process has adopted the file."""
        new = self._folder / f"{batch_id}{_NEW}"
        path = new.with_suffix(_SEGMENT)
        file = os.open(new, os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_WRONLY, 0o600)
        try:
            # Locked before it gets the name under which others look for segments with lines.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            new.rename(path)
        except (BlockingIOError, FileNotFoundError):
            os.close(file)
            return None
        return SpoolSegment(batch_id, path, file, began=time.monotonic())

    def _append(self, segment: SpoolSegment, line: bytes) -> None:
        if segment.file is None:
            raise OSError("The segment is closed")
        if os.write(segment.file, line) != len(line):
            os.ftruncate(segment.file, segment.size)  # the disk is full: leave no partial line before the next one
            raise OSError("The spool disk is full")
        segment.size += len(line)
        segment.lines += 1

    def _close(self, now: float) -> None:
        if self._current is None:
            return
        self._current.ended = now
        self._held.append(self._current)
        self._current = None
        if len(self._held) > MAX_OPEN_FILES:
            oldest = self._held[len(self._held) - MAX_OPEN_FILES - 1]
            if oldest.ended + self.hold <= now:
                _close_file(oldest)


def _lock_file(path: Path) -> int | None:
    try:
        file = os.open(path, os.O_APPEND | os.O_WRONLY)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return None
    return file


def _adopt_segment(path: Path) -> SpoolSegment | None:
    try:
        batch_id = UUID(path.stem)
    except ValueError:
        return None
    file = _lock_file(path)
    # Needs no delay: the process that could have amended it is dead.
    return None if file is None else SpoolSegment(batch_id, path, file, began=0.0, ended=float("-inf"))


def is_expired(segment: SpoolSegment) -> bool:
    """Whether the segment is so old that its batch might be ingested already but no longer remembered."""
    try:
        written_at = segment.path.stat().st_mtime
    except FileNotFoundError:
        return False
    return time.time() - written_at > REPLAY_TIME.total_seconds()


def _close_file(segment: SpoolSegment) -> None:
    if segment.file is not None:
        os.close(segment.file)
        segment.file = None
