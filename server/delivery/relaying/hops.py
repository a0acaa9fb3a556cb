"""Relay endpoints at work: the connections of each, and the pools whose mail they share.

A pool has lanes of its own, so that what waits in one never stands before another. Each of its addresses opens
connections while there is mail, as many as it is allowed; an address that is warming up takes no more than what is
left of its day.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Generic

import structlog

from server.core import clock
from server.delivery.relaying.lanes import Entry, Lanes
from server.delivery.services.pools import Endpoint
from server.delivery.smtp.connection import Connection, Outgoing, RelayUnavailable, open_connection
from server.delivery.smtp.replies import Outcome, Result

DEFAULT = 0  # the pool, and its one address, of the relay that settings name
FIRST_BACK_OFF_SECONDS = 0.5
LONGEST_BACK_OFF_SECONDS = 30.0
LOW_ALLOWANCE = 20  # messages left at which more of the day is asked for

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Tally:
    """What became of an address's messages in this process, and the relay's last word."""

    sent: int = 0
    deferred: int = 0
    failed: int = 0
    answer: str = ""
    answered_at: datetime | None = None
    _last: Outcome | None = None  # not in `answer` yet

    def note(self, outcome: Outcome) -> None:
        """Adds a message that the relay answered."""
        if outcome.result is Result.SENT:
            self.sent += 1
        elif outcome.result is Result.RETRY:
            self.deferred += 1
        elif outcome.result is Result.FAILED:
            self.failed += 1
        if outcome.code:
            self._last = outcome

    def failed_to_open(self, why: str) -> None:
        """Keeps why there is no connection."""
        self._last = None
        self.answer, self.answered_at = why[:300], clock.now()

    def settle(self, now: datetime) -> None:
        """Words the last answer, seconds later: to word each would cost each message."""
        if self._last is not None:
            self.answer, self.answered_at = f"{self._last.code} {self._last.text}", now
            self._last = None


class Pool(Generic[Entry]):
    """What waits to be sent through a few addresses."""

    def __init__(
        self,
        pool_id: int,
        lanes: Lanes[Entry],
        *,
        fill: Callable[["Pool[Entry]"], Outgoing[Entry] | None],
        done: Callable[["Pool[Entry]", Outgoing[Entry], Outcome], None],
    ) -> None:
        self.pool_id, self.lanes = pool_id, lanes
        self.hops: dict[int, Hop[Entry]] = {}
        self._fill, self._done = fill, done

    @property
    def is_ready(self) -> bool:
        """Whether an address of it can take mail now; what is for a pool without one waits where it is."""
        return any(hop.is_ready for hop in self.hops.values())

    def wake(self) -> None:
        """There may be something to send."""
        for hop in self.hops.values():
            hop.wake()

    def take(self) -> Outgoing[Entry] | None:
        """The next message, filled now."""
        return self._fill(self)

    def done(self, message: Outgoing[Entry], outcome: Outcome) -> None:
        """What became of one."""
        self._done(self, message, outcome)


class Hop(Generic[Entry]):
    """One address at work. It is the Source of its connections."""

    def __init__(self, endpoint: Endpoint, pool: Pool[Entry], *, stopping: asyncio.Event) -> None:
        self.endpoint, self.pool = endpoint, pool
        self.allowance = 0  # of an address that is warming up
        self.used_up = False  # for today
        self.tally = Tally()
        self.connections: list[Connection[Entry]] = []
        self._stopping = stopping
        self._work = asyncio.Event()
        self._failing = False
        self._retired = False

    @property
    def is_ready(self) -> bool:
        """Whether it can take mail now."""
        if self._retired or (self._failing and not self.connections):
            return False
        return not self.endpoint.warming or self.allowance > 0 or not self.used_up

    def is_retired(self) -> bool:
        """Whether it takes nothing more."""
        return self._retired

    def take(self) -> Outgoing[Entry] | None:
        """The next message, unless the day is used up."""
        if self._retired or (self.endpoint.warming and self.allowance <= 0):
            return None
        message = self.pool.take()
        if message is not None and self.endpoint.warming:
            self.allowance -= 1
        return message

    def done(self, message: Outgoing[Entry], outcome: Outcome) -> None:
        """Counts what became of a message and passes it on."""
        self.tally.note(outcome)
        if outcome.result is Result.UNTOUCHED and self.endpoint.warming:
            self.allowance += 1
        self.pool.done(message, outcome)

    def closed(self, connection: Connection[Entry], why: str) -> None:
        """Forgets a connection."""
        if connection in self.connections:
            self.connections.remove(connection)
        if not self._stopping.is_set():
            log.info("delivery.connection.closed", relay=str(self), why=why, sent=connection.sent)
        self._work.set()

    def wake(self) -> None:
        """There may be something to send."""
        self._work.set()
        for connection in list(self.connections):
            connection.kick()

    def watch(self) -> None:
        """Ends connections whose relay does not answer, and lets idle ones look for work. About once a second."""
        for connection in list(self.connections):
            connection.check_time()
            connection.kick()
        if len(self.pool.lanes):
            self._work.set()

    def retire(self) -> None:
        """Finishes what is under way and takes nothing more."""
        self._retired = True
        for connection in list(self.connections):
            connection.quit()

    async def connect(self, pause: Callable[[float], Awaitable[None]]) -> None:
        """Opens connections while there is work for them, slower when the relay does not take them."""
        wait = FIRST_BACK_OFF_SECONDS
        while not self._stopping.is_set() and not self._retired:
            await self._work.wait()
            self._work.clear()
            for connection in list(self.connections):
                connection.kick()
            while self._wants_more():
                try:
                    connection = await open_connection(self.endpoint.relay, self)
                except RelayUnavailable as error:
                    log.warning("delivery.relay.unavailable", relay=str(self), why=str(error))
                    self._failing = True
                    self.tally.failed_to_open(str(error))
                    await pause(wait)
                    wait = min(wait * 2, LONGEST_BACK_OFF_SECONDS)
                    continue
                wait = FIRST_BACK_OFF_SECONDS
                self._failing = False
                self.connections.append(connection)
                if self.is_retired():  # meanwhile
                    connection.quit()
                else:
                    connection.kick()

    def _wants_more(self) -> bool:
        if self._stopping.is_set() or self._retired or len(self.connections) >= self.endpoint.connections:
            return False
        # One that failed is tried even without mail, or it would never be found to be well again.
        return len(self.pool.lanes) > 0 or self._failing

    def __str__(self) -> str:
        return f"{self.endpoint.relay.host}:{self.endpoint.relay.port}"
