"""What every process that sends has: pools of addresses with their lanes, connections, and upkeep of both.

A process says what a message is made of (`message`) and what becomes of it (`answered`); an entry is taken from a lane
at the last moment, so that memory does not grow with what waits.
"""

import asyncio
import os
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Generic, Protocol, TypeVar
from uuid import UUID

import structlog
from django.conf import settings

from server.core import clock
from server.core.daemon import Daemon
from server.core.sealing import SealBroken
from server.delivery.dkim import own
from server.delivery.dkim.signing import Key
from server.delivery.errors import DocumentTooLarge
from server.delivery.mime.message import Stamp
from server.delivery.relaying.destinations import Destinations, MailHost
from server.delivery.relaying.hops import DEFAULT, LOW_ALLOWANCE, Hop, Pool
from server.delivery.relaying.lanes import Lanes, Waiting
from server.delivery.services import pools, slowed
from server.delivery.services.pools import Endpoint, Report
from server.delivery.services.slowed import Slowed
from server.delivery.smtp.connection import Outgoing
from server.delivery.smtp.relay import Relay
from server.delivery.smtp.replies import BounceClass, Outcome, Result
from server.senders.selectors.hosts import OwnHosts, usable_hosts
from server.senders.selectors.keys import signing_keys

ROUTE_SECONDS = 3.0
STAMP_SECONDS = 0.25
MOST_TRIES = 5  # connections that may break before a message's body before it waits for a later batch
BROKEN = Outcome(Result.RETRY, 421, "4.4.2", BounceClass.SOFT, "The connection broke before the message was sent")
BAD_ADDRESS = Outcome(Result.FAILED, 553, "5.1.3", BounceClass.HARD, "This address cannot receive email")
UNREADABLE = Outcome(Result.FAILED, 554, "5.3.0", BounceClass.SOFT, "The content of the email cannot be decrypted")
# No hard bounce, for it says nothing of the address.
TOO_LARGE = Outcome(Result.FAILED, 552, "5.3.4", BounceClass.SENDER, "Merge tags made this message too large")

log = structlog.get_logger(__name__)


class Dispatched(Waiting, Protocol):
    """An entry of a lane. `tries` counts connections that broke before its body."""

    tries: int


Entry = TypeVar("Entry", bound=Dispatched)


class Dispatcher(Daemon, ABC, Generic[Entry]):
    """The part of a sending process that knows relays, and nothing of what it sends."""

    def __init__(
        self,
        relay: Relay,
        *,
        connections: int,
        concurrency: int,
        rate: float = 0,
        keys: Callable[[UUID, str], Sequence[Key]] = signing_keys,
        hosts: Callable[[UUID, str], OwnHosts] = usable_hosts,
        mail_host: MailHost | None = None,
    ) -> None:
        super().__init__()
        self.sent = 0
        self._concurrency, self._rate = concurrency, rate
        self._keys, self._hosts = keys, hosts
        self._destinations = Destinations(mail_host)
        self._default = Endpoint(DEFAULT, DEFAULT, relay, connections, warming=False)
        self._pools: dict[int, Pool[Entry]] = {}
        self._hops: dict[Hop[Entry], asyncio.Task[None]] = {}
        self._stamp, self._stamp_until = Stamp(b"", 0, b""), 0.0
        self._name = f"{socket.gethostname()[:40]}:{os.getpid()}"

    # --- what a process does of its own ----------------------------------------------------------------------------

    @abstractmethod
    def message(self, entry: Entry) -> Outgoing[Entry] | Outcome | None:
        """The message of an entry as it goes over the wire, or why it can't be sent; None stands for BAD_ADDRESS.

        Raises DocumentTooLarge when filling it goes beyond its budget (TOO_LARGE).
        """

    @abstractmethod
    def answered(self, entry: Entry, outcome: Outcome) -> None:
        """What became of an entry that was taken. Called once for each."""

    @abstractmethod
    def taken(self, entry: Entry) -> None:
        """A connection takes an entry."""

    @abstractmethod
    def returned(self, pool: Pool[Entry], entry: Entry) -> bool:
        """A connection gives one back untouched; whether it was put into its lane again."""

    # --- messages --------------------------------------------------------------------------------------------------

    def _take(self, pool: Pool[Entry]) -> Outgoing[Entry] | None:
        while (entry := pool.lanes.take()) is not None:
            self.taken(entry)
            message: Outgoing[Entry] | Outcome | None
            try:
                message = self.message(entry)
            except DocumentTooLarge:
                message = TOO_LARGE
            if isinstance(message, Outgoing):
                return message
            pool.lanes.finished(entry)
            self.answered(entry, message or BAD_ADDRESS)
        return None

    def _done(self, pool: Pool[Entry], message: Outgoing[Entry], outcome: Outcome) -> None:
        """Passes on what became of a message; one that is untouched goes back in front."""
        entry = message.key
        if outcome.result is Result.UNTOUCHED and entry.tries + 1 < MOST_TRIES:
            entry.tries += 1
            if self.returned(pool, entry):
                pool.wake()
                return
        pool.lanes.finished(entry)
        pool.lanes.answered(entry.domain, outcome)
        if outcome.result is Result.SENT:
            self.sent += 1
        self.answered(entry, BROKEN if outcome.result is Result.UNTOUCHED else outcome)

    def stamped(self) -> Stamp:
        """The moment of the messages of a quarter of a second: a Date has whole ones."""
        at = asyncio.get_running_loop().time()
        if at >= self._stamp_until:
            self._stamp, self._stamp_until = Stamp.of(clock.now()), at + STAMP_SECONDS
        return self._stamp

    async def keys_of(self, team_id: UUID | None, address: str) -> Sequence[Key]:
        """The keys that sign a team's mail from an address."""
        if address == settings.MAIL_FROM:
            return await self.in_django(own.own_keys)
        if team_id is None:
            return ()
        domain = address.rpartition("@")[2]
        try:
            return await self.in_django(self._keys, team_id, domain)
        except SealBroken:
            # The secret key was changed: mail goes on unsigned, as that of a domain without keys.
            log.error("delivery.keys.sealed", team_id=str(team_id), domain=domain)
            return ()

    async def hosts_of(self, team_id: UUID | None, domain: str) -> OwnHosts:
        """The hosts of a team's domain that its mail may use."""
        return await self.in_django(self._hosts, team_id, domain) if team_id else OwnHosts()

    # --- connections -----------------------------------------------------------------------------------------------

    def pool(self, pool_id: int) -> Pool[Entry]:
        """The pool of this id; DEFAULT is the relay that settings name."""
        if pool_id not in self._pools:
            lanes = Lanes[Entry](self._concurrency, self._rate)
            self._pools[pool_id] = Pool(pool_id, lanes, fill=self._take, done=self._done)
        return self._pools[pool_id]

    def ready_pools(self) -> list[int]:
        """The pools, without the relay of settings, that can take mail now."""
        return [pool_id for pool_id, pool in self._pools.items() if pool_id != DEFAULT and pool.is_ready]

    async def route(self) -> None:
        """Keeps to the pools as they are configured, asks for what addresses may send today, and tells how they do."""
        while not self.stopping.is_set():
            await self._route_once()
            await self.pause(ROUTE_SECONDS)

    async def _route_once(self) -> None:
        endpoints = await self.in_django(pools.endpoints)
        self.adopt([self._default, *endpoints])
        for pool in list(self._pools.values()):
            for hop in pool.hops.values():
                # Not before there is mail: what one process holds of a day no other can send.
                wanted = hop.used_up or len(pool.lanes) > 0
                if hop.endpoint.warming and wanted and hop.allowance < LOW_ALLOWANCE:
                    given = await self.in_django(pools.take_of_day, hop.endpoint.address_id)
                    hop.allowance += given
                    hop.used_up = given == 0
                    if given:
                        hop.wake()
        await self.in_django(_report, self._name, self._reports(), self._slowed())

    def adopt(self, endpoints: Sequence[Endpoint]) -> None:
        """Begins with addresses that are new or have changed, and lets those go that are no more."""
        wanted = {endpoint.address_id: endpoint for endpoint in endpoints}
        for pool in self._pools.values():
            for address_id, hop in list(pool.hops.items()):
                if wanted.get(address_id) != hop.endpoint:
                    hop.retire()
                    hop.wake()
                    del pool.hops[address_id]
        for endpoint in endpoints:
            pool = self.pool(endpoint.pool_id)
            if endpoint.address_id not in pool.hops:
                hop = pool.hops[endpoint.address_id] = Hop(endpoint, pool, stopping=self.stopping)
                connecting = self.supervise("connect", partial(hop.connect, self.pause), until=hop.is_retired)
                self._hops[hop] = asyncio.ensure_future(connecting)
                hop.wake()

    def _reports(self) -> list[Report]:
        now = clock.now()
        for pool in self._pools.values():
            for hop in pool.hops.values():
                hop.tally.settle(now)
        return [
            Report(
                address_id=address_id,
                connections=len(hop.connections),
                sent=hop.tally.sent,
                deferred=hop.tally.deferred,
                failed=hop.tally.failed,
                answer=hop.tally.answer,
                answered_at=hop.tally.answered_at,
                reported_at=now,
            )
            for pool in self._pools.values()
            for address_id, hop in pool.hops.items()
        ]

    def _slowed(self) -> list[Slowed]:
        now, clock_now = clock.now(), time.monotonic()
        return [
            Slowed(
                pool_id=pool_id,
                destination=name,
                at_once=int(pace.limit),
                most=pace.most,
                pause_seconds=pace.pause,
                per_second=self._rate * pace.limit / pace.most if self._rate else None,
                deferred=pace.refusals,
                answer=pace.words,
                answered_at=now - timedelta(seconds=clock_now - pace.refused_at),
                slowed_at=now - timedelta(seconds=clock_now - (pace.slowed_at or pace.refused_at)),
            )
            for pool_id, pool in self._pools.items()
            for name, pace in pool.lanes.slowed().items()
        ]

    async def watch(self) -> None:
        """Ends connections whose relay does not answer, and lets idle ones look for work."""
        while not self.stopping.is_set():
            await self.pause(1)
            for hop in list(self._hops):
                hop.watch()
                if hop.is_retired() and not hop.connections:
                    self._hops.pop(hop).cancel()

    def begin(self) -> str:
        """Opens the way through the relay of settings; its name, for the log."""
        self.adopt([self._default])
        return f"{self._default.relay.host}:{self._default.relay.port}"

    def retire(self) -> "Sequence[asyncio.Task[None]]":
        """Takes nothing more on any connection; the tasks that keep them, to be cancelled."""
        for hop in self._hops:
            hop.retire()
        return list(self._hops.values())


def _report(worker: str, reports: list[Report], slow: list[Slowed]) -> None:
    pools.report(worker, reports)
    slowed.report(worker, slow)
