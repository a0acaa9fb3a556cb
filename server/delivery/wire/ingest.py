"""Gathering opens and clicks: bounded, written five times a second in batches, none twice."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID

import psycopg
import structlog
from asgiref.sync import sync_to_async
from django.db import close_old_connections
from prometheus_client import Counter

from server.contacts import timeline
from server.core.ids import uuid7
from server.delivery.services import progress
from server.delivery.sql import tracking
from server.delivery.sql.connecting import connect
from server.delivery.sql.tracking import Seen

FLUSH_SECONDS = 0.2
MOST_WAITING = 20_000  # a few seconds of the most that one process takes; above it the newest are dropped and counted
BATCH = 5_000
RETRY_SECONDS = 1.0
PROGRESS_SECONDS = 0.34

dropped = Counter("delivery_events_dropped_total", "Opens and clicks dropped because the database fell behind")
written = Counter("delivery_events_written_total", "Opens and clicks written")
log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Ingest:
    """The buffer of one process and the task that empties it, started with the first event."""

    _waiting: list[Seen] = field(default_factory=list)
    _batch: tuple[UUID, list[Seen]] | None = None
    _task: "asyncio.Task[None] | None" = None
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _moved: set[int] = field(default_factory=set)
    _people: set[int] = field(default_factory=set)
    _told_at: float = 0.0
    tell: Callable[[list[int]], None] = progress.publish

    def add(self, seen: Seen) -> None:
        """Takes an event; it is in the database within a fifth of a second or so."""
        if len(self._waiting) >= MOST_WAITING:
            dropped.inc()
            return
        self._waiting.append(seen)
        self._wake.set()
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run())

    @property
    def is_idle(self) -> bool:
        """Whether everything taken was written and told."""
        return not self._waiting and self._batch is None and not self._moved

    async def _run(self) -> None:
        while True:
            try:
                async with await connect() as connection:
                    while True:
                        await self._wake.wait()
                        await asyncio.sleep(FLUSH_SECONDS)
                        await self._flush(connection)
                        await self._tell()
            except psycopg.Error as error:
                # The batch keeps its id: if it was written before the connection broke, it is not written again.
                log.warning("delivery.ingest.database_lost", error=str(error)[:200], waiting=len(self._waiting))
                await asyncio.sleep(RETRY_SECONDS)

    async def _flush(self, connection: tracking.Connection) -> None:
        while self._waiting or self._batch is not None:
            if self._batch is None:
                taken, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
                self._batch = (uuid7(), taken)
            moved = await tracking.write(connection, *self._batch)
            self._moved.update(moved.mailings)
            self._people.update(moved.contacts)
            written.inc(len(self._batch[1]))
            self._batch = None

    async def _tell(self) -> None:
        loop = asyncio.get_running_loop()
        if self._moved and loop.time() - self._told_at >= PROGRESS_SECONDS:
            self._told_at = loop.time()
            moved, self._moved = sorted(self._moved), set()
            people, self._people = sorted(self._people), set()
            with contextlib.suppress(Exception):  # losing a passing event is harmless
                await sync_to_async(self._tell_now, thread_sensitive=False)(moved, people)
        if not self._moved and not self._waiting:
            self._wake.clear()

    def _tell_now(self, mailing_ids: list[int], contact_ids: list[int]) -> None:
        close_old_connections()
        self.tell(mailing_ids)
        timeline.grew(contact_ids)
