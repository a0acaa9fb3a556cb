"""The common part of all sending processes: relay pools with queues and connections, and their maintenance.

A process offers entries to the queue of a pool, builds the envelope of each when a connection pulls it (`start`), and
gets its outcome (`complete`).
"""

import asyncio
import os
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Generic
from uuid import UUID

import structlog
from django.conf import settings

from server.core import clock
from server.core.daemon import Daemon
from server.core.sealing import SealBroken
from server.delivery.dkim import own
from server.delivery.dkim.signing import Key
from server.delivery.mime.message import Stamp
from server.delivery.relaying.delivery_queue import DeliveryQueue, Entry
from server.delivery.relaying.destination_throttle import DestinationThrottle
from server.delivery.relaying.destinations import DestinationGroups, MxLookup
from server.delivery.relaying.relay_pool import DEFAULT_POOL_ID, LOW_ALLOWANCE, RelayClient, RelayPool
from server.delivery.services import pools, slowed_destinations
from server.delivery.services.pools import Endpoint, PoolAddressReport
from server.delivery.services.slowed_destinations import SlowedDestination
from server.delivery.smtp.envelopes import Envelope
from server.delivery.smtp.relay import Relay
from server.delivery.smtp.replies import ReplyOutcome
from server.senders.selectors.hosts import OwnHosts, get_usable_hosts
from server.senders.selectors.keys import load_signing_keys

ROUTE_SECONDS = 3.0
STAMP_SECONDS = 0.25

log = structlog.get_logger(__name__)


class SendingDaemon(Daemon, ABC, Generic[Entry]):
    """Manages the relays of a sending process. It owns the entries of its queues (QueueOwner)."""

    def __init__(
        self,
        relay: Relay,
        *,
        connections: int,
        concurrency: int,
        rate: float = 0,
        keys: Callable[[UUID, str], Sequence[Key]] = load_signing_keys,
        hosts: Callable[[UUID, str], OwnHosts] = get_usable_hosts,
        mail_host: MxLookup | None = None,
    ) -> None:
        super().__init__()
        self._concurrency, self._rate = concurrency, rate
        self._keys, self._hosts = keys, hosts
        self._destinations = DestinationGroups(mail_host)
        self._default = Endpoint(DEFAULT_POOL_ID, DEFAULT_POOL_ID, relay, connections, warming=False)
        self._pools: dict[int, RelayPool[Entry]] = {}
        self._clients: dict[RelayClient[Entry], asyncio.Task[None]] = {}
        self._stamp, self._stamp_until = Stamp(b"", 0, b""), 0.0
        self._name = f"{socket.gethostname()[:40]}:{os.getpid()}"

    @property
    def sent(self) -> int:
        return sum(pool.queue.sent for pool in self._pools.values())

    # --- entries ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, entry: Entry) -> Envelope[Entry] | ReplyOutcome:
        """See QueueOwner."""

    @abstractmethod
    def may_offer_again(self, entry: Entry) -> bool:
        """See QueueOwner."""

    @abstractmethod
    def complete(self, entry: Entry, outcome: ReplyOutcome) -> None:
        """See QueueOwner."""

    def get_stamp(self) -> Stamp:
        """Shared by the messages of STAMP_SECONDS: a Date header has whole seconds."""
        at = asyncio.get_running_loop().time()
        if at >= self._stamp_until:
            self._stamp, self._stamp_until = Stamp.of(clock.now()), at + STAMP_SECONDS
        return self._stamp

    async def keys_of(self, team_id: UUID | None, address: str) -> Sequence[Key]:
        if address == settings.MAIL_FROM:
            return await self.in_django(own.load_own_keys)
        if team_id is None:
            return ()
        domain = address.rpartition("@")[2]
        try:
            return await self.in_django(self._keys, team_id, domain)
        except SealBroken:
            # The secret key was changed: emails are sent unsigned, like those of a domain without keys.
            log.error("delivery.keys.sealed", team_id=str(team_id), domain=domain)
            return ()

    async def hosts_of(self, team_id: UUID | None, domain: str) -> OwnHosts:
        return await self.in_django(self._hosts, team_id, domain) if team_id else OwnHosts()

    # --- connections -----------------------------------------------------------------------------------------------

    def get_pool(self, pool_id: int) -> RelayPool[Entry]:
        """Creates the pool on first use. DEFAULT_POOL_ID is the relay in the settings."""
        if pool_id not in self._pools:
            throttle = DestinationThrottle(self._concurrency, self._rate)
            self._pools[pool_id] = RelayPool(pool_id, DeliveryQueue[Entry](self, throttle))
        return self._pools[pool_id]

    def list_ready_pools(self) -> list[int]:
        """Excludes the relay in the settings."""
        return [pool_id for pool_id, pool in self._pools.items() if pool_id != DEFAULT_POOL_ID and pool.is_ready]

    async def route(self) -> None:
        while not self.stopping.is_set():
            await self._route_once()
            await self.pause(ROUTE_SECONDS)

    async def _route_once(self) -> None:
        endpoints = await self.in_django(pools.list_endpoints)
        self.adopt([self._default, *endpoints])
        for pool in list(self._pools.values()):
            for client in pool.clients.values():
                # Only once emails wait: no other process can use the part of the day's quota reserved here.
                wanted = client.is_used_up or len(pool.queue) > 0
                if client.endpoint.warming and wanted and client.allowance < LOW_ALLOWANCE:
                    given = await self.in_django(pools.reserve_daily, client.endpoint.address_id)
                    client.allowance += given
                    client.is_used_up = given == 0
                    if given:
                        client.wake()
        await self.in_django(_store_reports, self._name, self._build_reports(), self._list_slowed())

    def adopt(self, endpoints: Sequence[Endpoint]) -> None:
        wanted = {endpoint.address_id: endpoint for endpoint in endpoints}
        for pool in self._pools.values():
            for address_id, client in list(pool.clients.items()):
                if wanted.get(address_id) != client.endpoint:
                    client.retire()
                    client.wake()
                    del pool.clients[address_id]
        for endpoint in endpoints:
            pool = self.get_pool(endpoint.pool_id)
            if endpoint.address_id not in pool.clients:
                client = pool.clients[endpoint.address_id] = RelayClient(endpoint, pool, stopping=self.stopping)
                connecting = self.supervise("connect", partial(client.connect, self.pause), until=client.is_retired)
                self._clients[client] = asyncio.ensure_future(connecting)
                client.wake()

    def _build_reports(self) -> list[PoolAddressReport]:
        now = clock.now()
        for pool in self._pools.values():
            for client in pool.clients.values():
                client.counts.format_reply(now)
        return [
            PoolAddressReport(
                address_id=address_id,
                connections=len(client.connections),
                sent=client.counts.sent,
                deferred=client.counts.deferred,
                failed=client.counts.failed,
                answer=client.counts.reply,
                answered_at=client.counts.replied_at,
                reported_at=now,
            )
            for pool in self._pools.values()
            for address_id, client in pool.clients.items()
        ]

    def _list_slowed(self) -> list[SlowedDestination]:
        now, clock_now = clock.now(), time.monotonic()
        return [
            SlowedDestination(
                pool_id=pool_id,
                destination=name,
                at_once=int(pace.limit),
                most=pace.full,
                pause_seconds=pace.pause,
                per_second=self._rate * pace.limit / pace.full if self._rate else None,
                deferred=pace.refusals,
                answer=pace.reply,
                answered_at=now - timedelta(seconds=clock_now - pace.refused_at),
                slowed_at=now - timedelta(seconds=clock_now - (pace.slowed_at or pace.refused_at)),
            )
            for pool_id, pool in self._pools.items()
            for name, pace in pool.queue.throttle.list_slowed().items()
        ]

    async def watch(self) -> None:
        while not self.stopping.is_set():
            await self.pause(1)
            for client in list(self._clients):
                client.watch()
                if client.is_retired() and not client.connections:
                    self._clients.pop(client).cancel()

    def connect_default(self) -> str:
        """Connects to the relay in the settings while emails wait; returns its name, for the log."""
        self.adopt([self._default])
        return f"{self._default.relay.host}:{self._default.relay.port}"

    def retire(self) -> "Sequence[asyncio.Task[None]]":
        """Accepts no further envelopes on any connection; returns the tasks that open connections, to be cancelled."""
        for client in self._clients:
            client.retire()
        return list(self._clients.values())


def _store_reports(worker: str, reports: list[PoolAddressReport], slow: list[SlowedDestination]) -> None:
    pools.store_reports(worker, reports)
    slowed_destinations.store_report(worker, slow)
