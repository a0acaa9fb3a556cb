"""The sender process: `python -m server.process delivery.sender`. One per core; any number may run side by side.

Workers lease batches and hand recipients to lanes; connections take them from there, filled at the last moment, so
that memory does not grow with a mailing. System emails have a worker and a lane of their own.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from functools import partial
from uuid import UUID

import structlog
from django.conf import settings

from server.contacts import timeline
from server.core import clock, daemon, sealing
from server.delivery.dkim import own
from server.delivery.dkim.signing import Key
from server.delivery.mime import headers
from server.delivery.relaying.destinations import MailHost
from server.delivery.relaying.dispatching import UNREADABLE, Dispatcher
from server.delivery.relaying.hops import DEFAULT, Pool
from server.delivery.sealed_fields import open_fields
from server.delivery.services import mailings, progress, subscriptions
from server.delivery.smtp import mail_hosts
from server.delivery.smtp.connection import Outgoing
from server.delivery.smtp.relay import Relay
from server.delivery.smtp.replies import Outcome
from server.delivery.sql import sending
from server.delivery.sql.connecting import connect
from server.delivery.sql.sending import Row
from server.delivery.wire.documents import Document, Documents
from server.delivery.wire.leases import BatchWorker, Entry, LeasedBatch
from server.senders.selectors.hosts import OwnHosts, usable_hosts
from server.senders.selectors.keys import signing_keys

BULK_WORKERS = 2  # batches at a time: one fills the connections while the other commits
URGENT = (0, 1)
BULK = (2, 32767)
NICE = 10  # on one machine campaigns run behind single mails, and both behind who waits for an answer
POLL_SECONDS = 0.25
SWEEP_SECONDS = 30.0
PROGRESS_SECONDS = 0.34  # at most three a second

log = structlog.get_logger(__name__)


class Sender(Dispatcher[Entry]):
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
        super().__init__(
            relay,
            connections=connections,
            concurrency=concurrency,
            rate=rate,
            keys=keys,
            hosts=hosts,
            mail_host=mail_host,
        )
        self._lease = lease
        self._documents = Documents(self.keys_of, self.hosts_of)
        self._batches: dict[int, Document] = {}
        self._dirty: set[int] = set()
        self._people: set[int] = set()

    # --- messages --------------------------------------------------------------------------------------------------

    def taken(self, entry: Entry) -> None:
        entry.batch.taken()

    def returned(self, pool: Pool[Entry], entry: Entry) -> bool:
        if entry.batch.lost:
            return False
        entry.batch.returned()
        pool.lanes.give_back(entry, entry.batch.priority)
        return True

    def answered(self, entry: Entry, outcome: Outcome) -> None:
        self._dirty.add(entry.batch.lease.mailing_id)
        entry.batch.done(entry.row, outcome)

    def message(self, entry: Entry) -> Outgoing[Entry] | Outcome | None:
        row = entry.row
        address = headers.wire_address(row.email)
        if address is None:
            return None
        document = self._batches[entry.batch.lease.batch_id]
        token = document.token(row.position)
        program = document.program if row.follows else document.plain
        try:
            fields = row.fields
            if row.sealed_fields is not None:
                fields = open_fields(row.sealed_fields, mailing_id=document.mailing_id)
        except sealing.SealBroken:
            log.error("delivery.fields.sealed", mailing=document.mailing_id)
            return UNREADABLE
        data = program.fill(address=address, token=token, fields={**fields, "email": row.email}, stamp=self.stamped())
        return Outgoing(entry, document.bounce_address(token), address, data)

    # --- batches ---------------------------------------------------------------------------------------------------

    def _pool_of(self, batch: LeasedBatch) -> Pool[Entry]:
        return self.pool(batch.lease.pool_id or DEFAULT)

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
        for entry in self._pool_of(batch).lanes.remove(lambda entry: entry.batch is batch):
            batch.give_back(entry.row.position)

    async def work(self, priorities: tuple[int, int]) -> None:
        """Leases and works off batches until the process stops; survives a database that goes away."""

        async def with_connection(connection: sending.Connection) -> None:
            while not self.stopping.is_set():
                await self._work_once(connection, priorities)

        await self.with_database("work", connect, with_connection)

    async def _work_once(self, connection: sending.Connection, priorities: tuple[int, int]) -> None:
        lease = await sending.claim(
            connection,
            worker=self._name,
            now=clock.now(),
            lease=self._lease,
            priorities=priorities,
            pools=self.ready_pools(),
            relay=self.pool(DEFAULT).is_ready,
        )
        if lease is None:
            await self.pause(POLL_SECONDS)
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
            await self.in_django(_finish, lease.mailing_id)

    async def tell(self) -> None:
        """Tells the figures of what moved, counts quota as used, and ends what a crash left without an end."""
        swept_at = -SWEEP_SECONDS
        while not self.stopping.is_set():
            await self.pause(PROGRESS_SECONDS)
            if asyncio.get_running_loop().time() - swept_at > SWEEP_SECONDS:
                swept_at = asyncio.get_running_loop().time()
                await self.in_django(_sweep)
            dirty, self._dirty = self._dirty, set()
            people, self._people = self._people, set()
            if dirty or people:
                await self.in_django(_tell, sorted(dirty), sorted(people))

    async def run(self) -> None:
        """Runs until told to stop; windows under way are finished, the rest is given back."""
        relay = self.begin()
        lanes = [URGENT, *[BULK] * BULK_WORKERS]
        workers = [asyncio.ensure_future(self.supervise("work", partial(self.work, lane))) for lane in lanes]
        others = [
            asyncio.ensure_future(self.supervise(part.__name__, part)) for part in (self.route, self.watch, self.tell)
        ]
        log.info("delivery.sender.started", relay=relay, name=self._name)
        await self.stopping.wait()
        await asyncio.gather(*workers, return_exceptions=True)
        for task in (*others, *self.retire()):
            task.cancel()
        if self._dirty or self._people:
            await self.in_django(_tell, sorted(self._dirty), sorted(self._people))
        await self.close()
        log.info("delivery.sender.stopped", sent=self.sent)


def _finish(mailing_id: int) -> None:
    mailings.settle(mailing_id)
    if mailings.finish(mailing_id):
        mailings.settle(mailing_id)
        progress.publish([mailing_id])


def _sweep() -> None:
    mailings.keep_holds()
    subscriptions.tell_contacts()
    for mailing_id in mailings.without_work():
        _finish(mailing_id)


def _tell(mailing_ids: list[int], contact_ids: list[int]) -> None:
    subscriptions.tell_contacts()
    for mailing_id in mailing_ids:
        mailings.settle(mailing_id)
    progress.publish(mailing_ids)
    timeline.grew(contact_ids)


def _sender() -> Sender:
    own.check()
    return Sender(
        Relay.from_url(settings.SMTP_URL, helo=settings.MAIL_FROM.rpartition("@")[2]),
        connections=settings.SENDER_CONNECTIONS,
        lease=timedelta(seconds=settings.JOB_LEASE_SECONDS),
        concurrency=settings.DESTINATION_CONCURRENCY,
        rate=settings.DESTINATION_RATE,
        mail_host=mail_hosts.first_of,
    )


def main() -> None:
    """The process."""
    daemon.run(_sender, nice=NICE)
