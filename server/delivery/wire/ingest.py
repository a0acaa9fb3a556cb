"""Collects opens and clicks: spooled before the response, ingested in batches by a thread, each exactly once."""

import threading
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final
from uuid import UUID

import structlog
from django.conf import settings
from django.db import DataError, Error, IntegrityError, connection
from prometheus_client import Counter

from server.contacts import timeline
from server.delivery.services import progress
from server.delivery.sql import tracking
from server.delivery.sql.tracking import BotScan, IngestResult, TrackedEvent
from server.delivery.tracking import message_tracking
from server.delivery.tracking.spool import DELAY_SECONDS, Spool, SpoolSegment, is_expired

POLL_SECONDS: Final = 0.1
RETRY_SECONDS: Final = 1.0
PROGRESS_SECONDS: Final = 0.34
ADOPT_SECONDS: Final = 30.0
IDLE_CONNECTION_SECONDS: Final = 20.0  # the thread keeps its connection this long after its work
STOP_SECONDS: Final = 10.0
REPORT_SECONDS: Final = 10.0

dropped_events = Counter("delivery_events_dropped_total", "Opens and clicks dropped because the spool disk was full")
written_events = Counter("delivery_events_written_total", "Opens and clicks stored")
quarantined_batches = Counter(
    "delivery_event_batches_aside_total", "Batches of opens and clicks that could not be stored"
)
log = structlog.get_logger(__name__)


class Ingest:
    """The spool of one process and its ingesting thread, started by the first event or by `start`.

    An event is in the database about `hold` plus half a second after it was added, and published right after.
    """

    def __init__(
        self,
        folder: Path,
        *,
        hold: float = DELAY_SECONDS,
        land: Callable[[UUID, bytes], IngestResult] = tracking.ingest_batch,
    ) -> None:
        self.spool = Spool(folder, hold=hold)
        self.publish: Callable[[list[int]], None] = progress.publish
        self._write = land
        self._wake = threading.Event()
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        self._is_busy = False
        self._segment: SpoolSegment | None = None
        self._changed_mailing_ids: set[int] = set()
        self._changed_contact_ids: set[int] = set()
        self._published_at = self._adopted_at = self._reported_at = float("-inf")
        self._worked_at = 0.0

    def add(self, seen: TrackedEvent) -> None:
        """Stores an event: once this returns, killing the process doesn't lose it."""
        try:
            # Written to the kernel's cache in a few microseconds, without waiting for the disk.
            begins = self.spool.add(seen.line())
        except OSError as error:
            dropped_events.inc()
            self._report_full(error)
            return
        if begins:
            self._wake.set()
            if self._thread is None:
                self.start()

    def scanned(self, scan: BotScan) -> None:
        """Marks the recipient's recent events that are not ingested yet as a bot's."""
        try:
            self.spool.amend(scan.line())
        except OSError as error:
            self._report_full(error)

    def _report_full(self, error: OSError) -> None:
        now = time.monotonic()
        if now - self._reported_at >= REPORT_SECONDS:
            self._reported_at = now
            log.error("delivery.ingest.spool_full", error=str(error))

    def start(self) -> None:
        """Starts the thread, which first ingests the segments of killed processes."""
        with self._starting:
            if self._thread is None:
                self._wake.set()
                self._thread = threading.Thread(target=self._run, name="ingest", daemon=True)
                self._thread.start()

    def end(self) -> None:
        self._ending.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(STOP_SECONDS)
        self.spool.close()

    @property
    def is_idle(self) -> bool:
        return self.spool.is_empty and self._segment is None and not self._is_busy and not self._changed_mailing_ids

    def _run(self) -> None:
        try:
            while not self._ending.is_set():
                self._wake.wait(ADOPT_SECONDS if self.is_idle and not connection.connection else POLL_SECONDS)
                self._wake.clear()
                self._is_busy = True  # a popped segment is nowhere else until it is in `_segment`
                try:
                    self._work()
                except Exception:
                    log.exception("delivery.ingest.failed")
                    self._ending.wait(RETRY_SECONDS)
                finally:
                    self._is_busy = False
        finally:
            connection.close()

    def _work(self) -> None:
        now = time.monotonic()
        if now - self._adopted_at >= ADOPT_SECONDS:
            self._adopted_at = now
            if adopted := self.spool.adopt():
                log.info("delivery.ingest.adopted", segments=adopted)
        while not self._ending.is_set():
            if self._segment is None:
                self._segment = self.spool.pop()
            if self._segment is None:
                break
            if not self._ingest_segment(self._segment):
                self._ending.wait(RETRY_SECONDS)
                break
            self._segment = None
        self._publish()
        if self.spool.is_empty and time.monotonic() - self._worked_at >= IDLE_CONNECTION_SECONDS:
            connection.close()

    def _ingest_segment(self, segment: SpoolSegment) -> bool:
        """Returns whether the segment is finished. Otherwise it is retried as the same batch, which is never written
        twice.
        """
        lines = self.spool.read(segment)
        if not lines:
            self.spool.drop(segment)
            return True
        if is_expired(segment):
            self._quarantine(segment, "too old to tell whether it was already stored")
            return True
        try:
            moved = self._write(segment.batch_id, lines)
        except (DataError, IntegrityError) as error:
            self._quarantine(segment, str(error)[:200])
            return True
        except Error as error:
            log.warning("delivery.ingest.database_lost", error=str(error)[:200])
            connection.close()
            self.spool.secure(segment)
            return False
        self.spool.drop(segment)
        self._changed_mailing_ids.update(moved.mailings)
        self._changed_contact_ids.update(moved.contacts)
        self._worked_at = time.monotonic()
        written_events.inc(lines.count(b"\n"))
        return True

    def _quarantine(self, segment: SpoolSegment, why: str) -> None:
        quarantined_batches.inc()
        log.error("delivery.ingest.put_aside", path=str(self.spool.put_aside(segment)), why=why)

    def _publish(self) -> None:
        if not self._changed_mailing_ids or time.monotonic() - self._published_at < PROGRESS_SECONDS:
            return
        self._published_at = time.monotonic()
        mailings, people = sorted(self._changed_mailing_ids), sorted(self._changed_contact_ids)
        self._changed_contact_ids.clear()
        try:
            self.publish(mailings)
            timeline.publish_growth(people)
        except Exception as error:
            log.warning("delivery.ingest.not_told", error=str(error)[:200])
            connection.close()
        self._changed_mailing_ids.clear()


def get_spool_folder() -> Path:
    """Each database has its own folder, so that its events never get into another one."""
    wanted = connection.settings_dict
    name = ":".join(str(wanted[key]) for key in ("HOST", "PORT", "NAME"))
    return Path(settings.SPOOL_FOLDER) / sha256(name.encode()).hexdigest()[:16]


_ingest: Ingest | None = None


def get_ingest() -> Ingest:
    global _ingest  # noqa: PLW0603 -- one a process, made when settings are known
    if _ingest is None:
        _ingest = Ingest(get_spool_folder())
    return _ingest


_message_ingest: Ingest | None = None


def get_message_ingest() -> Ingest:
    global _message_ingest  # noqa: PLW0603 -- as above
    if _message_ingest is None:
        _message_ingest = Ingest(get_spool_folder() / "messages", land=_ingest_messages)
    return _message_ingest


def _ingest_messages(batch_id: UUID, lines: bytes) -> IngestResult:
    message_tracking.MESSAGE_TRACKING.get().land(batch_id, lines)
    return IngestResult()


def start() -> None:
    get_ingest().start()
    get_message_ingest().start()
