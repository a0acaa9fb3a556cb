"""The sender process: `python -m server.process delivery.sender`. One per core; any number can run in parallel.

Workers lease batches and queue their recipients; connections take and fill them at the last moment, so that memory does
not grow with a mailing. System emails have their own worker and priority.
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
from server.core.async_database import connect
from server.delivery.dkim import own
from server.delivery.dkim.signing import Key
from server.delivery.mime import headers
from server.delivery.relaying.delivery_queue import BAD_ADDRESS, BROKEN, UNREADABLE
from server.delivery.relaying.destinations import MxLookup
from server.delivery.relaying.relay_pool import DEFAULT_POOL_ID, RelayPool
from server.delivery.relaying.sending_daemon import SendingDaemon
from server.delivery.sealed_fields import open_fields
from server.delivery.services import continuous_mailings, mailings, progress, subscriptions
from server.delivery.smtp import mx_hosts
from server.delivery.smtp.envelopes import Envelope
from server.delivery.smtp.relay import Relay
from server.delivery.smtp.replies import ReplyOutcome, SendResult
from server.delivery.sql import sending
from server.delivery.sql.sending import WindowRow
from server.delivery.wire.leases import BatchEntry, BatchWorker, LeasedBatch
from server.delivery.wire.mailing_programs import MailingProgram, MailingPrograms
from server.senders.selectors.hosts import OwnHosts, get_usable_hosts
from server.senders.selectors.keys import load_signing_keys

BULK_WORKERS = 2  # batches at a time: one fills the connections while the other commits
URGENT_PRIORITIES = (0, 1)
BULK_PRIORITIES = (2, 32767)
NICE = 10  # campaigns yield the CPU to transactional messages, and both to requests
POLL_SECONDS = 0.25
SWEEP_SECONDS = 30.0
PROGRESS_SECONDS = 0.34  # at most three a second

log = structlog.get_logger(__name__)


class SenderProcess(SendingDaemon[BatchEntry]):
    """The complete state of one process."""

    def __init__(
        self,
        relay: Relay,
        *,
        connections: int,
        lease: timedelta,
        concurrency: int,
        rate: float = 0,
        keys: Callable[[UUID, str], Sequence[Key]] = load_signing_keys,
        hosts: Callable[[UUID, str], OwnHosts] = get_usable_hosts,
        mail_host: MxLookup | None = None,
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
        self._programs = MailingPrograms(self.keys_of, self.hosts_of)
        self._programs_of_batches: dict[int, MailingProgram] = {}
        self._changed_mailing_ids: set[int] = set()
        self._reached_contact_ids: set[int] = set()

    # --- entries ---------------------------------------------------------------------------------------------------

    def start(self, entry: BatchEntry) -> Envelope[BatchEntry] | ReplyOutcome:
        batch, row = entry.batch, entry.row
        batch.start()
        address = headers.encode_address(row.email)
        if address is None:
            return BAD_ADDRESS
        mailing = self._programs_of_batches[batch.lease.batch_id]
        token = mailing.token(row.position)
        program = mailing.tracked if row.follows else mailing.untracked
        try:
            fields = row.fields
            if row.sealed_fields is not None:
                fields = open_fields(row.sealed_fields, mailing_id=mailing.mailing_id)
        except sealing.SealBroken:
            log.error("delivery.fields.sealed", mailing=mailing.mailing_id)
            return UNREADABLE
        data = program.fill(address=address, token=token, fields={**fields, "email": row.email}, stamp=self.get_stamp())
        return Envelope(entry, mailing.bounce_address(token), address, data)

    def may_offer_again(self, entry: BatchEntry) -> bool:
        if entry.batch.lost:
            return False
        entry.batch.offer_again()
        return True

    def complete(self, entry: BatchEntry, outcome: ReplyOutcome) -> None:
        self._changed_mailing_ids.add(entry.batch.lease.mailing_id)
        entry.batch.complete(entry.row, BROKEN if outcome.result is SendResult.UNTOUCHED else outcome)

    # --- batches ---------------------------------------------------------------------------------------------------

    def _get_pool_for(self, batch: LeasedBatch) -> RelayPool[BatchEntry]:
        return self.get_pool(batch.lease.pool_id or DEFAULT_POOL_ID)

    def _enqueue(self, batch: LeasedBatch, rows: list[WindowRow]) -> None:
        pool = self._get_pool_for(batch)
        for row in rows:
            if row.suppressed:
                batch.suppress(row)
                continue
            if row.capped:
                batch.skip(row)
                continue
            batch.waiting += 1
            domain = self._destinations.of(row.email.rpartition("@")[2])
            pool.queue.offer(BatchEntry(batch, row, domain))
        pool.wake()

    def _withdraw(self, batch: LeasedBatch) -> None:
        for entry in self._get_pool_for(batch).queue.withdraw(lambda entry: entry.batch is batch):
            batch.give_back(entry.row.position)

    def _add_reached(self, contact_ids: Iterable[int]) -> None:
        self._reached_contact_ids.update(contact_ids)

    async def work(self, priorities: tuple[int, int]) -> None:
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
            pools=self.list_ready_pools(),
            relay=self.get_pool(DEFAULT_POOL_ID).is_ready,
        )
        if lease is None:
            await self.pause(POLL_SECONDS)
            return
        program = await self._programs.get(connection, lease.mailing_id)
        batch = LeasedBatch(lease, self._lease, priorities[0], program.marketing, program.asks)
        self._programs_of_batches[lease.batch_id] = program
        try:
            worker = BatchWorker(
                connection,
                batch,
                offer=self._enqueue,
                withdraw=self._withdraw,
                stopping=self.stopping,
                reached=self._add_reached,
            )
            await worker.run()
        finally:
            batch.lost = True
            self._withdraw(batch)
            self._programs_of_batches.pop(lease.batch_id, None)
        self._changed_mailing_ids.add(lease.mailing_id)
        if await sending.is_complete(connection, lease.mailing_id):
            await self.in_django(_finish, lease.mailing_id)

    async def publish_progress(self) -> None:
        """Also counts quota as used, and ends mailings that a crash left unfinished."""
        swept_at = -SWEEP_SECONDS
        while not self.stopping.is_set():
            await self.pause(PROGRESS_SECONDS)
            if asyncio.get_running_loop().time() - swept_at > SWEEP_SECONDS:
                swept_at = asyncio.get_running_loop().time()
                await self.in_django(_sweep)
            mailing_ids, self._changed_mailing_ids = self._changed_mailing_ids, set()
            contact_ids, self._reached_contact_ids = self._reached_contact_ids, set()
            if mailing_ids or contact_ids:
                await self.in_django(_publish, sorted(mailing_ids), sorted(contact_ids))

    async def run(self) -> None:
        """Runs until stopped; current windows are finished, the rest of each batch is released."""
        relay = self.connect_default()
        priorities = [URGENT_PRIORITIES, *[BULK_PRIORITIES] * BULK_WORKERS]
        workers = [asyncio.ensure_future(self.supervise("work", partial(self.work, each))) for each in priorities]
        others = [
            asyncio.ensure_future(self.supervise(part.__name__, part))
            for part in (self.route, self.watch, self.publish_progress)
        ]
        log.info("delivery.sender.started", relay=relay, name=self._name)
        await self.stopping.wait()
        await asyncio.gather(*workers, return_exceptions=True)
        for task in (*others, *self.retire()):
            task.cancel()
        if self._changed_mailing_ids or self._reached_contact_ids:
            await self.in_django(_publish, sorted(self._changed_mailing_ids), sorted(self._reached_contact_ids))
        await self.close()
        log.info("delivery.sender.stopped", sent=self.sent)


def _finish(mailing_id: int) -> None:
    mailings.commit_quota(mailing_id)
    if mailings.finish(mailing_id):
        mailings.commit_quota(mailing_id)
        progress.publish([mailing_id])


def _sweep() -> None:
    mailings.extend_reservations()
    continuous_mailings.catch_up()
    subscriptions.update_contacts()
    for mailing_id in mailings.list_idle_mailings():
        _finish(mailing_id)


def _publish(mailing_ids: list[int], contact_ids: list[int]) -> None:
    subscriptions.update_contacts()
    for mailing_id in mailing_ids:
        mailings.commit_quota(mailing_id)
    progress.publish(mailing_ids)
    timeline.publish_growth(contact_ids)


def _build_sender() -> SenderProcess:
    own.check_own_keys()
    return SenderProcess(
        Relay.from_url(settings.SMTP_URL, helo=settings.MAIL_FROM.rpartition("@")[2]),
        connections=settings.SENDER_CONNECTIONS,
        lease=timedelta(seconds=settings.JOB_LEASE_SECONDS),
        concurrency=settings.DESTINATION_CONCURRENCY,
        rate=settings.DESTINATION_RATE,
        mail_host=mx_hosts.find_mx_host,
    )


def main() -> None:
    daemon.run(_build_sender, nice=NICE)
