"""One leased batch on its way: windows handed out, results gathered, everything written under the lease's fence.

The order that makes a crash harmless: the high-water mark is committed before a window's recipients may be sent to,
results are written after. Between the two a recipient is in doubt, and that is at most two windows of a batch.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta

import structlog

from server.core import clock
from server.delivery.smtp.replies import BounceClass, Outcome, Result
from server.delivery.sql import sending
from server.delivery.sql.sending import Again, Lease, Logged, Row

WINDOW = 100  # recipients per commit of the mark: cheap enough (bench send), and few to name when in doubt
FLUSH_SECONDS = 0.2  # results of a slow relay are not kept back longer
STALLED_SECONDS = 20.0  # without any answer for so long the batch is given back
STOPPING_SECONDS = 1.0  # the same of a process that is to end: who stops it doesn't wait for a relay that is down
TURN_SECONDS = 2.0  # of a relay that is slow; then other teams have theirs
GIVEN_BACK = timedelta(seconds=30)
# After a refusal for now; greylisting opens after some minutes, an outage may last for days (RFC 5321, 4.5.4.1).
RETRY_AFTER = tuple(timedelta(minutes=m) for m in (1, 5, 15, 60, 180, 360, 720, 1440))

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class LeasedBatch:
    """A batch and what is known of its recipients. Results are added by connections, written by its worker."""

    lease: Lease
    lease_time: timedelta
    priority: int
    marketing: bool
    asks: bool = False
    results: list[Logged] = field(default_factory=list)
    retries: list[int] = field(default_factory=list)
    given_back: list[int] = field(default_factory=list)
    waiting: int = 0  # offered to a queue, not taken by a connection
    under_way: int = 0  # taken by a connection
    lost: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def start(self) -> None:
        """A connection took one of its recipients."""
        self.waiting -= 1
        self.under_way += 1
        if self.waiting == 0:
            self.changed.set()

    def offer_again(self) -> None:
        """A connection gave one back untouched."""
        self.waiting += 1
        self.under_way -= 1

    def complete(self, row: Row, outcome: Outcome) -> None:
        """The outcome of a recipient that a connection took."""
        self.under_way -= 1
        self.record(row, outcome)
        if len(self.results) + len(self.retries) >= WINDOW or not self.under_way:
            self.changed.set()

    def record(self, row: Row, outcome: Outcome) -> None:
        """Adds a result; a refusal for now becomes a retry as long as there are attempts left."""
        if outcome.result is Result.SENT:
            self.results.append(Logged(row.position, row.contact_id, row.email, "sent", "", outcome.code))
            return
        if outcome.result is Result.RETRY:
            if self.lease.attempt <= len(RETRY_AFTER):
                self.retries.append(row.position)
                return
            outcome = Outcome(Result.FAILED, outcome.code, outcome.enhanced, BounceClass.SOFT, outcome.text)
        reply = (outcome.bounce, outcome.code, outcome.enhanced, outcome.text)
        # The result is a word of LogState, for what gets here.
        self.results.append(Logged(row.position, row.contact_id, row.email, outcome.result, *reply))

    def suppress(self, row: Row) -> None:
        """A recipient that is on the suppression list at the last moment."""
        self.results.append(Logged(row.position, row.contact_id, row.email, "suppressed"))

    def skip(self, row: Row) -> None:
        """A recipient that got as many campaigns lately as the team allows itself."""
        self.results.append(Logged(row.position, row.contact_id, row.email, "skipped"))

    def give_back(self, position: int) -> None:
        """A recipient that will be sent to in a later batch, for this one can't go on."""
        self.waiting -= 1
        self.given_back.append(position)


@dataclass(slots=True)
class Entry:
    """One recipient that waits to be sent to. `attempts` counts connections that broke before its body."""

    batch: LeasedBatch
    row: Row
    domain: str
    attempts: int = 0

    @property
    def priority(self) -> int:
        """That of its batch."""
        return self.batch.priority


class BatchWorker:
    """Works one batch off. `offer` puts recipients into a queue, `withdraw` gives back those that still wait there."""

    def __init__(
        self,
        connection: sending.Connection,
        batch: LeasedBatch,
        *,
        offer: Callable[[LeasedBatch, list[Row]], None],
        withdraw: Callable[[LeasedBatch], None],
        stopping: asyncio.Event,
        reached: Callable[[Iterable[int]], None],
    ) -> None:
        self._connection, self._batch, self._reached = connection, batch, reached
        self._offer, self._withdraw, self._stopping = offer, withdraw, stopping

    async def run(self) -> None:
        """Recovers what an earlier holder left, then hands out window by window, and gives the batch back."""
        batch, lease = self._batch, self._batch.lease
        doubts = await sending.recover(self._connection, lease, now=clock.now())
        if doubts:
            log.warning("delivery.batch.in_doubt", mailing=lease.mailing_id, batch=lease.batch_id, count=doubts)
        held_up, turn_over = False, False
        began = asyncio.get_running_loop().time()
        while lease.sending and lease.high_water < lease.size and not self._stopping.is_set() and not batch.lost:
            mark = min(lease.size, lease.high_water + WINDOW)
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
            turn_over = asyncio.get_running_loop().time() - began > TURN_SECONDS
            if held_up or turn_over:
                break
        all_out = (lease.high_water == lease.size or turn_over) and not held_up
        await self._pump(lambda: batch.under_way > 0 or (all_out and batch.waiting > 0))
        self._withdraw(batch)
        await self._flush()
        if not batch.lost:
            due = clock.now() + (GIVEN_BACK if held_up else timedelta())
            await sending.release(self._connection, lease, due_at=due)

    async def _pump(self, unfinished: Callable[[], bool]) -> bool:
        """Writes results as they come until nothing is unfinished. False when there was no answer for too long."""
        batch = self._batch
        loop = asyncio.get_running_loop()
        quiet_since, renewed_at = loop.time(), loop.time()
        while unfinished() and not batch.lost:
            before = batch.waiting, batch.under_way
            batch.changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(batch.changed.wait(), FLUSH_SECONDS)
            if not batch.changed.is_set() or len(batch.results) + len(batch.retries) >= WINDOW:
                await self._flush()
            if (batch.waiting, batch.under_way) != before:
                quiet_since = loop.time()
            elif batch.under_way == 0 and loop.time() - quiet_since > self._patience():
                return False
            if loop.time() - renewed_at > batch.lease_time.total_seconds() / 4:
                renewed_at = loop.time()
                until = clock.now() + batch.lease_time
                batch.lost = not await sending.renew(self._connection, batch.lease, until=until)
        return not batch.lost

    def _patience(self) -> float:
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
            again.append(Again(retries, now + RETRY_AFTER[attempt - 1], attempt + 1))
        if given_back:
            again.append(Again(given_back, now + GIVEN_BACK, attempt))
        held = await sending.flush(self._connection, batch.lease, results, again, now)
        self._reached(result.contact_id for result in results if result.contact_id)
        if not held:
            batch.lost = True
            log.warning("delivery.batch.lease_lost", mailing=batch.lease.mailing_id, batch=batch.lease.batch_id)
