"""The sender process: `python -m server.delivery.wire.sender`. One per core; any number may run side by side.

Workers lease batches and hand recipients to lanes; connections take them from there, filled at the last moment, so
that memory does not grow with a mailing. System mail has a worker and a lane of its own.
"""

import asyncio
import os
import signal
import socket
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
django.setup()

import psycopg  # noqa: E402 -- Django must be set up before anything of it is imported
import structlog  # noqa: E402
import uvloop  # noqa: E402
from django.conf import settings  # noqa: E402
from django.db import DatabaseError, close_old_connections, connections  # noqa: E402

from server.contacts import timeline  # noqa: E402
from server.core import clock, garbage, logs  # noqa: E402
from server.core.sealing import SealBroken  # noqa: E402
from server.delivery.dkim import own  # noqa: E402
from server.delivery.dkim.signing import Key  # noqa: E402
from server.delivery.mime import headers  # noqa: E402
from server.delivery.mime.message import Stamp  # noqa: E402
from server.delivery.services import mailings, pools, progress, slowed, subscriptions  # noqa: E402
from server.delivery.services.pools import Endpoint, Report  # noqa: E402
from server.delivery.services.slowed import Slowed  # noqa: E402
from server.delivery.smtp import mail_hosts  # noqa: E402
from server.delivery.smtp.connection import Outgoing  # noqa: E402
from server.delivery.smtp.relay import Relay  # noqa: E402
from server.delivery.smtp.replies import BounceClass, Outcome, Result  # noqa: E402
from server.delivery.sql import sending  # noqa: E402
from server.delivery.sql.connecting import connect  # noqa: E402
from server.delivery.sql.sending import Row  # noqa: E402
from server.delivery.wire.destinations import Destinations, MailHost  # noqa: E402
from server.delivery.wire.documents import Document, Documents  # noqa: E402
from server.delivery.wire.hops import (  # noqa: E402
    DEFAULT,
    FIRST_BACK_OFF_SECONDS,
    LONGEST_BACK_OFF_SECONDS,
    LOW_ALLOWANCE,
    Hop,
    Pool,
)
from server.delivery.wire.lanes import Entry, Lanes  # noqa: E402
from server.delivery.wire.leases import BatchWorker, LeasedBatch  # noqa: E402
from server.senders.selectors.hosts import OwnHosts, usable_hosts  # noqa: E402
from server.senders.selectors.keys import signing_keys  # noqa: E402

BULK_WORKERS = 2  # batches at a time: one fills the connections while the other commits
URGENT = (0, 1)
BULK = (2, 32767)
POLL_SECONDS = 0.25
ROUTE_SECONDS = 3.0
SWEEP_SECONDS = 30.0
UNFORESEEN_PAUSE_SECONDS = 1.0
STAMP_SECONDS = 0.25
PROGRESS_SECONDS = 0.34  # at most three a second
MOST_TRIES = 5  # connections that may break before a message's body before it waits for a later batch
BROKEN = Outcome(Result.RETRY, 421, "4.4.2", BounceClass.SOFT, "The connection broke before the message")
BAD_ADDRESS = Outcome(Result.FAILED, 553, "5.1.3", BounceClass.HARD, "This is no address that can be sent to")

Answer = TypeVar("Answer")

log = structlog.get_logger(__name__)


class Sender:
    """Everything of one process."""

    def __init__(
        self,
        relay: Relay,
        *,
        connections: int,
        lease: timedelta,
        concurrency: int,
        rate: float = 0,
        keys: Callable[[UUID, str], Sequence[Key]] = signing_keys,
        hosts: Callable[[UUID, str], OwnHosts] = usable_hosts,
        mail_host: MailHost | None = None,
    ) -> None:
        self.stopping = asyncio.Event()
        self.sent = 0
        self._lease, self._concurrency, self._rate = lease, concurrency, rate
        self._keys, self._hosts = keys, hosts
        self._documents = Documents(self._keys_of, self._hosts_of)
        self._destinations = Destinations(mail_host)
        self._default = Endpoint(DEFAULT, DEFAULT, relay, connections, warming=False)
        self._pools: dict[int, Pool] = {}
        self._hops: dict[Hop, asyncio.Task[None]] = {}
        self._batches: dict[int, Document] = {}
        self._dirty: set[int] = set()
        self._people: set[int] = set()
        self._stamp, self._stamp_until = Stamp(b"", 0, b""), 0.0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="django")
        self._name = f"{socket.gethostname()[:40]}:{os.getpid()}"

    # --- messages --------------------------------------------------------------------------------------------------

    def _take(self, pool: Pool) -> Outgoing[Entry] | None:
        while (entry := pool.lanes.take()) is not None:
            entry.batch.taken()
            message = self._message(entry)
            if message is not None:
                return message
            pool.lanes.finished(entry)
            entry.batch.done(entry.row, BAD_ADDRESS)
        return None

    def _done(self, pool: Pool, message: Outgoing[Entry], outcome: Outcome) -> None:
        """Passes on what became of a message; one that is untouched goes back in front."""
        entry = message.key
        if outcome.result is Result.UNTOUCHED and not entry.batch.lost:
            entry.tries += 1
            if entry.tries < MOST_TRIES:
                entry.batch.returned()
                pool.lanes.give_back(entry, entry.batch.priority)
                pool.wake()
                return
        pool.lanes.finished(entry)
        pool.lanes.answered(entry.domain, outcome)
        self._dirty.add(entry.batch.lease.mailing_id)
        if outcome.result is Result.SENT:
            self.sent += 1
        entry.batch.done(entry.row, BROKEN if outcome.result is Result.UNTOUCHED else outcome)

    def _message(self, entry: Entry) -> Outgoing[Entry] | None:
        row = entry.row
        address = headers.wire_address(row.email)
        if address is None:
            return None
        document = self._batches[entry.batch.lease.batch_id]
        token = document.token(row.position)
        program = document.program if row.follows else document.plain
        data = program.fill(
            address=address, token=token, fields={**row.fields, "email": row.email}, stamp=self._stamped()
        )
        return Outgoing(entry, document.bounce_address(token), address, data)

    def _stamped(self) -> Stamp:
        """The moment of the messages of a quarter of a second: a Date has whole ones."""
        at = asyncio.get_running_loop().time()
        if at >= self._stamp_until:
            self._stamp, self._stamp_until = Stamp.of(clock.now()), at + STAMP_SECONDS
        return self._stamp

    # --- batches ---------------------------------------------------------------------------------------------------

    def _pool_of(self, batch: LeasedBatch) -> Pool:
        return self._pool(batch.lease.pool_id or DEFAULT)

    def _pool(self, pool_id: int) -> Pool:
        if pool_id not in self._pools:
            self._pools[pool_id] = Pool(pool_id, Lanes(self._concurrency, self._rate), fill=self._take, done=self._done)
        return self._pools[pool_id]

    def _offer(self, batch: LeasedBatch, rows: list[Row]) -> None:
        pool = self._pool_of(batch)
        for row in rows:
            if row.suppressed:
                batch.suppress(row)
                continue
            if row.capped:
                batch.skip(row)
                continue
            batch.waiting += 1
            domain = self._destinations.of(row.email.rpartition("@")[2])
            pool.lanes.add(Entry(batch, row, domain), batch.priority)
        pool.wake()

    def _reached(self, contact_ids: Iterable[int]) -> None:
        self._people.update(contact_ids)

    def _withdraw(self, batch: LeasedBatch) -> None:
        for entry in self._pool_of(batch).lanes.remove(batch):
            batch.give_back(entry.row.position)

    async def work(self, priorities: tuple[int, int]) -> None:
        """Leases and works off batches until the process stops; survives a database that goes away."""
        wait = FIRST_BACK_OFF_SECONDS
        while not self.stopping.is_set():
            try:
                async with await connect() as connection:
                    wait = FIRST_BACK_OFF_SECONDS
                    while not self.stopping.is_set():
                        await self._work_once(connection, priorities)
            except (psycopg.OperationalError, psycopg.InterfaceError, DatabaseError) as error:
                log.warning("delivery.database.lost", error=str(error)[:200])
                await self._pause(wait)
                wait = min(wait * 2, LONGEST_BACK_OFF_SECONDS)

    async def _work_once(self, connection: sending.Connection, priorities: tuple[int, int]) -> None:
        lease = await sending.claim(
            connection,
            worker=self._name,
            now=clock.now(),
            lease=self._lease,
            priorities=priorities,
            pools=[pool_id for pool_id, pool in self._pools.items() if pool_id != DEFAULT and pool.is_ready],
            relay=self._pool(DEFAULT).is_ready,
        )
        if lease is None:
            await self._pause(POLL_SECONDS)
            return
        document = await self._documents.get(connection, lease.mailing_id)
        batch = LeasedBatch(lease, self._lease, priorities[0], document.marketing, document.asks)
        self._batches[lease.batch_id] = document
        try:
            worker = BatchWorker(
                connection,
                batch,
                offer=self._offer,
                withdraw=self._withdraw,
                stopping=self.stopping,
                reached=self._reached,
            )
            await worker.run()
        finally:
            batch.lost = True
            self._withdraw(batch)
            self._batches.pop(lease.batch_id, None)
        self._dirty.add(lease.mailing_id)
        if await sending.all_done(connection, lease.mailing_id):
            await self._django(_finish, lease.mailing_id)

    async def _keys_of(self, team_id: UUID | None, address: str) -> Sequence[Key]:
        if address == settings.MAIL_FROM:
            return await self._django(own.own_keys)
        if team_id is None:
            return ()
        domain = address.rpartition("@")[2]
        try:
            return await self._django(_asked, self._keys, team_id, domain)
        except SealBroken:
            # The secret key was changed: mail goes on unsigned, as that of a domain without keys.
            log.error("delivery.keys.sealed", team_id=str(team_id), domain=domain)
            return ()

    async def _hosts_of(self, team_id: UUID | None, domain: str) -> OwnHosts:
        return await self._django(_asked, self._hosts, team_id, domain) if team_id else OwnHosts()

    async def _django(self, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Runs domain code on the one thread that has Django's connection."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)

    async def _kept_up(
        self, work: Callable[[], Coroutine[Any, Any, None]], until: Callable[[], bool] = lambda: False
    ) -> None:
        """The outermost shell of each task: what nobody foresaw is logged, and the task begins anew."""
        while not self.stopping.is_set() and not until():
            try:
                await work()
            except Exception:
                log.exception("delivery.sender.failed")
                await self._pause(UNFORESEEN_PAUSE_SECONDS)

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self.stopping.wait(), seconds)
        except TimeoutError:
            return

    # --- connections -----------------------------------------------------------------------------------------------

    async def route(self) -> None:
        """Keeps to the pools as they are configured, asks for what addresses may send today, and tells how they do."""
        while not self.stopping.is_set():
            await self._route_once()
            await self._pause(ROUTE_SECONDS)

    async def _route_once(self) -> None:
        endpoints = await self._django(_endpoints)
        self._adopt([self._default, *endpoints])
        for pool in list(self._pools.values()):
            for hop in pool.hops.values():
                # Not before there is mail: what one process holds of a day no other can send.
                wanted = hop.used_up or len(pool.lanes) > 0
                if hop.endpoint.warming and wanted and hop.allowance < LOW_ALLOWANCE:
                    given = await self._django(_allow, hop.endpoint.address_id)
                    hop.allowance += given
                    hop.used_up = given == 0
                    if given:
                        hop.wake()
        await self._django(_report, self._name, self._reports(), self._slowed())

    def _adopt(self, endpoints: Sequence[Endpoint]) -> None:
        """Begins with addresses that are new or have changed, and lets those go that are no more."""
        wanted = {endpoint.address_id: endpoint for endpoint in endpoints}
        for pool in self._pools.values():
            for address_id, hop in list(pool.hops.items()):
                if wanted.get(address_id) != hop.endpoint:
                    hop.retire()
                    hop.wake()
                    del pool.hops[address_id]
        for endpoint in endpoints:
            pool = self._pool(endpoint.pool_id)
            if endpoint.address_id not in pool.hops:
                hop = pool.hops[endpoint.address_id] = Hop(endpoint, pool, stopping=self.stopping)
                connecting = self._kept_up(partial(hop.connect, self._pause), until=hop.is_retired)
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
            await self._pause(1)
            for hop in list(self._hops):
                hop.watch()
                if hop.is_retired() and not hop.connections:
                    self._hops.pop(hop).cancel()

    async def tell(self) -> None:
        """Tells the figures of what moved, counts quota as used, and ends what a crash left without an end."""
        swept_at = -SWEEP_SECONDS
        while not self.stopping.is_set():
            await self._pause(PROGRESS_SECONDS)
            if asyncio.get_running_loop().time() - swept_at > SWEEP_SECONDS:
                swept_at = asyncio.get_running_loop().time()
                await self._django(_sweep)
            dirty, self._dirty = self._dirty, set()
            people, self._people = self._people, set()
            if dirty or people:
                await self._django(_tell, sorted(dirty), sorted(people))

    async def run(self) -> None:
        """Runs until told to stop; windows under way are finished, the rest is given back."""
        self._adopt([self._default])
        lanes = [URGENT, *[BULK] * BULK_WORKERS]
        workers = [asyncio.ensure_future(self._kept_up(partial(self.work, lane))) for lane in lanes]
        others = [asyncio.ensure_future(self._kept_up(part)) for part in (self.route, self.watch, self.tell)]
        relay = self._default.relay
        log.info("delivery.sender.started", relay=f"{relay.host}:{relay.port}", name=self._name)
        await self.stopping.wait()
        await asyncio.gather(*workers, return_exceptions=True)
        others += self._hops.values()
        for hop in self._hops:
            hop.retire()
        for task in others:
            task.cancel()
        if self._dirty or self._people:
            await self._django(_tell, sorted(self._dirty), sorted(self._people))
        await self._django(connections.close_all)
        self._thread.shutdown()
        log.info("delivery.sender.stopped", sent=self.sent)


def _endpoints() -> list[Endpoint]:
    close_old_connections()
    return pools.endpoints()


def _allow(address_id: int) -> int:
    close_old_connections()
    return pools.take_of_day(address_id)


def _report(worker: str, reports: list[Report], slow: list[Slowed]) -> None:
    close_old_connections()
    pools.report(worker, reports)
    slowed.report(worker, slow)


def _asked(source: Callable[[UUID, str], Answer], team_id: UUID, domain: str) -> Answer:
    close_old_connections()
    return source(team_id, domain)


def _finish(mailing_id: int) -> None:
    close_old_connections()
    mailings.settle(mailing_id)
    if mailings.finish(mailing_id):
        mailings.settle(mailing_id)
        progress.publish([mailing_id])


def _sweep() -> None:
    close_old_connections()
    mailings.keep_holds()
    subscriptions.tell_contacts()
    for mailing_id in mailings.without_work():
        _finish(mailing_id)


def _tell(mailing_ids: list[int], contact_ids: list[int]) -> None:
    close_old_connections()
    subscriptions.tell_contacts()
    for mailing_id in mailing_ids:
        mailings.settle(mailing_id)
    progress.publish(mailing_ids)
    timeline.grew(contact_ids)


async def _main() -> None:
    sender = Sender(
        Relay.from_url(settings.SMTP_URL, helo=settings.MAIL_FROM.rpartition("@")[2]),
        connections=settings.SENDER_CONNECTIONS,
        lease=timedelta(seconds=settings.JOB_LEASE_SECONDS),
        concurrency=settings.DESTINATION_CONCURRENCY,
        rate=settings.DESTINATION_RATE,
        mail_host=mail_hosts.first_of,
    )
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, sender.stopping.set)
    await sender.run()


def main() -> None:
    """The process."""
    logs.configure()
    own.check()
    garbage.take_over()
    uvloop.run(_main())


if __name__ == "__main__":
    main()
