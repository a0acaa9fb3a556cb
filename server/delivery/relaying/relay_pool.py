"""Relay pools and the clients of their addresses.

Each pool has its own queue, so that emails for one never delay those for another. Each of its addresses opens
connections while emails wait, up to its limit. An address that is warming up sends at most its remaining daily quota.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Generic

import structlog

from server.core import clock
from server.delivery.relaying.delivery_queue import DeliveryQueue, Entry
from server.delivery.services.pools import Endpoint
from server.delivery.smtp.connection import RelayUnavailable, SmtpConnection, open_connection
from server.delivery.smtp.envelopes import Envelope
from server.delivery.smtp.replies import ReplyOutcome, SendResult

DEFAULT_POOL_ID = 0  # the pool, and its only address, of the relay in the settings
FIRST_BACK_OFF_SECONDS = 0.5
MAX_BACK_OFF_SECONDS = 30.0
LOW_ALLOWANCE = 20  # remaining messages at which more of the day's quota is reserved

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class RelayCounts:
    """The outcomes of an address's messages in this process, and the relay's last response."""

    sent: int = 0
    deferred: int = 0
    failed: int = 0
    reply: str = ""
    replied_at: datetime | None = None
    _last: ReplyOutcome | None = None  # not in `reply` yet

    def add(self, outcome: ReplyOutcome) -> None:
        if outcome.result is SendResult.SENT:
            self.sent += 1
        elif outcome.result is SendResult.RETRY:
            self.deferred += 1
        elif outcome.result is SendResult.FAILED:
            self.failed += 1
        if outcome.code:
            self._last = outcome

    def record_unavailable(self, reason: str) -> None:
        self._last = None
        self.reply, self.replied_at = reason[:300], clock.now()

    def format_reply(self, now: datetime) -> None:
        """Formats the last response, up to seconds after it came: formatting each would slow down every message."""
        if self._last is not None:
            self.reply, self.replied_at = f"{self._last.code} {self._last.text}", now
            self._last = None


class RelayPool(Generic[Entry]):
    """The relay addresses that share one queue."""

    def __init__(self, pool_id: int, queue: DeliveryQueue[Entry]) -> None:
        self.pool_id, self.queue = pool_id, queue
        self.clients: dict[int, RelayClient[Entry]] = {}

    @property
    def is_ready(self) -> bool:
        return any(client.is_ready for client in self.clients.values())

    def wake(self) -> None:
        for client in self.clients.values():
            client.wake()


class RelayClient(Generic[Entry]):
    """The connections to one relay address, and the owner of each of them."""

    def __init__(self, endpoint: Endpoint, pool: RelayPool[Entry], *, stopping: asyncio.Event) -> None:
        self.endpoint, self.pool = endpoint, pool
        self.allowance = 0  # of an address that is warming up
        self.is_used_up = False  # for today
        self.counts = RelayCounts()
        self.connections: list[SmtpConnection[Entry]] = []
        self._queue = pool.queue
        self._stopping = stopping
        self._work = asyncio.Event()
        self._is_failing = False
        self._is_retired = False

    @property
    def is_ready(self) -> bool:
        if self._is_retired or (self._is_failing and not self.connections):
            return False
        return not self.endpoint.warming or self.allowance > 0 or not self.is_used_up

    def is_retired(self) -> bool:
        return self._is_retired

    def next(self) -> Envelope[Entry] | None:
        if self._is_retired or (self.endpoint.warming and self.allowance <= 0):
            return None
        envelope = self._queue.next()
        if envelope is not None and self.endpoint.warming:
            self.allowance -= 1
        return envelope

    def complete(self, envelope: Envelope[Entry], outcome: ReplyOutcome) -> None:
        self.counts.add(outcome)
        self._queue.complete(envelope, outcome)
        if outcome.result is SendResult.UNTOUCHED:
            if self.endpoint.warming:
                self.allowance += 1
            self.pool.wake()  # it might be in the queue again

    def connection_closed(self, connection: SmtpConnection[Entry], reason: str) -> None:
        if connection in self.connections:
            self.connections.remove(connection)
        if not self._stopping.is_set():
            log.info("delivery.connection.closed", relay=str(self), why=reason, sent=connection.sent)
        self._work.set()

    def wake(self) -> None:
        self._work.set()
        for connection in list(self.connections):
            connection.kick()

    def watch(self) -> None:
        """Ends connections whose relay does not respond, and lets idle ones check for work.

        Called about once a second.
        """
        for connection in list(self.connections):
            connection.check_time()
            connection.kick()
        if len(self._queue):
            self._work.set()

    def retire(self) -> None:
        self._is_retired = True
        for connection in list(self.connections):
            connection.quit()

    async def connect(self, pause: Callable[[float], Awaitable[None]]) -> None:
        """Opens connections while there is work, with back-off while the relay rejects them.

        Runs until the address is retired.
        """
        wait = FIRST_BACK_OFF_SECONDS
        while not self._stopping.is_set() and not self._is_retired:
            await self._work.wait()
            self._work.clear()
            for connection in list(self.connections):
                connection.kick()
            while self._needs_connection():
                try:
                    connection = await open_connection(self.endpoint.relay, self)
                except RelayUnavailable as error:
                    log.warning("delivery.relay.unavailable", relay=str(self), why=str(error))
                    self._is_failing = True
                    self.counts.record_unavailable(str(error))
                    await pause(wait)
                    wait = min(wait * 2, MAX_BACK_OFF_SECONDS)
                    continue
                wait = FIRST_BACK_OFF_SECONDS
                self._is_failing = False
                self.connections.append(connection)
                if self.is_retired():  # while connecting
                    connection.quit()
                else:
                    connection.kick()

    def _needs_connection(self) -> bool:
        if self._stopping.is_set() or self._is_retired or len(self.connections) >= self.endpoint.connections:
            return False
        # A failed address is tried even without work; otherwise its recovery would not be noticed.
        return len(self._queue) > 0 or self._is_failing

    def __str__(self) -> str:
        return f"{self.endpoint.relay.host}:{self.endpoint.relay.port}"
