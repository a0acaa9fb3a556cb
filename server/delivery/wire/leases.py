"""Sends one leased batch: releases windows, collects results, and writes everything under the lease's fence.

This order makes a crash harmless: the high-water mark is committed before a window's recipients can be sent to, and
results are written after. In between a recipient is unconfirmed; that affects at most two windows of a batch.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta

import structlog

from server.core import clock
from server.delivery.smtp.replies import BounceClass, ReplyOutcome, SendResult
from server.delivery.sql import sending
from server.delivery.sql.sending import Lease, LogRow, RetryGroup, WindowRow

# Recipients per commit of the mark: cheap enough (bench send), and few that a crash leaves unconfirmed.
WINDOW_SIZE = 100
FLUSH_SECONDS = 0.2  # maximum delay for the results of a slow relay
STALLED_SECONDS = 20.0  # without any response for this long, the batch is returned
STOPPING_SECONDS = 1.0  # the same while the process stops: the shutdown doesn't wait for a relay that is down
MAX_BATCH_SECONDS = 2.0  # on a slow relay; then other teams are served
RETURN_DELAY = timedelta(seconds=30)
# After a temporary rejection; greylisting ends after some minutes, an outage can last for days (RFC 5321, 4.5.4.1).
RETRY_AFTER = tuple(timedelta(minutes=m) for m in (1, 5, 15, 60, 180, 360, 720, 1440))

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class LeasedBatch:
    """A batch and the state of its recipients. Connections add results, the batch's worker writes them."""

    lease: Lease
    lease_time: timedelta
    priority: int
    marketing: bool
    asks: bool = False
    results: list[LogRow] = field(default_factory=list)
    retries: list[int] = field(default_factory=list)
    given_back: list[int] = field(default_factory=list)
    waiting: int = 0  # in a queue
    under_way: int = 0  # on a connection
    lost: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def start(self) -> None:
        self.waiting -= 1
        self.under_way += 1
        if self.waiting == 0:
            self.changed.set()

    def offer_again(self) -> None:
        self.waiting += 1
        self.under_way -= 1

    def complete(self, row: WindowRow, outcome: ReplyOutcome) -> None:
        self.under_way -= 1
        self.record(row, outcome)
        if len(self.results) + len(self.retries) >= WINDOW_SIZE or not self.under_way:
            self.changed.set()

    def record(self, row: WindowRow, outcome: ReplyOutcome) -> None:
        """Adds a result; a temporary rejection becomes a retry while attempts are left."""
        if outcome.result is SendResult.SENT:
            self.results.append(LogRow(row.position, row.contact_id, row.email, "sent", "", outcome.code))
            return
        if outcome.result is SendResult.RETRY:
            if self.lease.attempt <= len(RETRY_AFTER):
                self.retries.append(row.position)
                return
            outcome = ReplyOutcome(SendResult.FAILED, outcome.code, outcome.enhanced, BounceClass.SOFT, outcome.text)
        reply = (outcome.bounce, outcome.code, outcome.enhanced, outcome.text)
        # The results that get here have the values of LogState.
        self.results.append(LogRow(row.position, row.contact_id, row.email, outcome.result, *reply))

    def suppress(self, row: WindowRow) -> None:
        self.results.append(LogRow(row.position, row.contact_id, row.email, "suppressed"))

    def skip(self, row: WindowRow) -> None:
        self.results.append(LogRow(row.position, row.contact_id, row.email, "skipped"))

    def give_back(self, position: int) -> None:
        """Leaves a recipient to a later batch, because this one can't continue."""
        self.waiting -= 1
        self.given_back.append(position)


@dataclass(slots=True)
class BatchEntry:
    """One recipient in a queue. `attempts` counts connections that broke before its body."""

    batch: LeasedBatch
    row: WindowRow
    domain: str
    attempts: int = 0

    @property
    def priority(self) -> int:
        return self.batch.priority


class BatchWorker:
    """Processes one batch. `offer` queues recipients, `withdraw` returns those that are still in the queue."""

    def __init__(
        self,
        connection: sending.Connection,
        batch: LeasedBatch,
        *,
        offer: Callable[[LeasedBatch, list[WindowRow]], None],
        withdraw: Callable[[LeasedBatch], None],
        stopping: asyncio.Event,
        reached: Callable[[Iterable[int]], None],
    ) -> None:
        self._connection, self._batch, self._reached = connection, batch, reached
        self._offer, self._withdraw, self._stopping = offer, withdraw, stopping

    async def run(self) -> None:
        batch, lease = self._batch, self._batch.lease
        doubts = await sending.recover(self._connection, lease, now=clock.now())
        if doubts:
            log.warning("delivery.batch.in_doubt", mailing=lease.mailing_id, batch=lease.batch_id, count=doubts)
        held_up, turn_over = False, False
        began = asyncio.get_running_loop().time()
        while lease.sending and lease.high_water < lease.size and not self._stopping.is_set() and not batch.lost:
            mark = min(lease.size, lease.high_water + WINDOW_SIZE)
            now = clock.now()
            rows = await sending.advance(
                self._connection,
                lease,
                high_water=mark,
                now=now,
                until=now + batch.lease_time,
                marketing=batch.marketing,
                asks=batch.asks,
            )
            if rows is None:
                break
            self._offer(batch, rows)
            held_up = not await self._pump(lambda: batch.waiting > 0)
            turn_over = asyncio.get_running_loop().time() - began > MAX_BATCH_SECONDS
            if held_up or turn_over:
                break
        all_out = (lease.high_water == lease.size or turn_over) and not held_up
        await self._pump(lambda: batch.under_way > 0 or (all_out and batch.waiting > 0))
        self._withdraw(batch)
        await self._flush()
        if not batch.lost:
            due = clock.now() + (RETURN_DELAY if held_up else timedelta())
            await sending.release(self._connection, lease, due_at=due)

    async def _pump(self, unfinished: Callable[[], bool]) -> bool:
        """Writes results until nothing is unfinished. False if there was no response for too long."""
        batch = self._batch
        loop = asyncio.get_running_loop()
        quiet_since, renewed_at = loop.time(), loop.time()
        while unfinished() and not batch.lost:
            before = batch.waiting, batch.under_way
            batch.changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(batch.changed.wait(), FLUSH_SECONDS)
            if not batch.changed.is_set() or len(batch.results) + len(batch.retries) >= WINDOW_SIZE:
                await self._flush()
            if (batch.waiting, batch.under_way) != before:
                quiet_since = loop.time()
            elif batch.under_way == 0 and loop.time() - quiet_since > self._get_patience_seconds():
                return False
            if loop.time() - renewed_at > batch.lease_time.total_seconds() / 4:
                renewed_at = loop.time()
                until = clock.now() + batch.lease_time
                batch.lost = not await sending.renew(self._connection, batch.lease, until=until)
        return not batch.lost

    def _get_patience_seconds(self) -> float:
        return STOPPING_SECONDS if self._stopping.is_set() else STALLED_SECONDS

    async def _flush(self) -> None:
        batch = self._batch
        results, batch.results = batch.results, []
        retries, batch.retries = batch.retries, []
        given_back, batch.given_back = batch.given_back, []
        if not (results or retries or given_back):
            return
        now = clock.now()
        again = []
        attempt = batch.lease.attempt
        if retries:
            again.append(RetryGroup(retries, now + RETRY_AFTER[attempt - 1], attempt + 1))
        if given_back:
            again.append(RetryGroup(given_back, now + RETURN_DELAY, attempt))
        held = await sending.flush(self._connection, batch.lease, results, again, now)
        self._reached(result.contact_id for result in results if result.contact_id)
        if not held:
            batch.lost = True
            log.warning("delivery.batch.lease_lost", mailing=batch.lease.mailing_id, batch=batch.lease.batch_id)
