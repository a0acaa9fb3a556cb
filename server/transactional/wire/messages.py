"""Sends transactional messages: `python -m server.process transactional.messages`. Any number can run side by side.

It is a separate process, so that a campaign on the sender's core does not delay messages that people wait for. Due
recipients are claimed a few at a time and committed as `sending` before a connection takes them: after a crash only
their outcome is unknown. NOTIFY of an accepted message wakes the process; it also polls each second.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError

from server.core import clock, daemon, sealing
from server.core.async_database import connect
from server.core.daemon import DATABASE_LOST_ERRORS, FIRST_BACK_OFF_SECONDS
from server.core.ids import uuid7
from server.delivery import keys, own_hosts
from server.delivery.dkim import own
from server.delivery.dkim.signing import KeyUnusable, Signer
from server.delivery.relaying.delivery_queue import BAD_ADDRESS
from server.delivery.relaying.relay_pool import DEFAULT_POOL_ID
from server.delivery.relaying.sending_daemon import SendingDaemon
from server.delivery.smtp import mx_hosts
from server.delivery.smtp.envelopes import Envelope
from server.delivery.smtp.relay import Relay
from server.delivery.smtp.replies import ReplyOutcome, SendResult
from server.delivery.tokens import encode_message_mailbox
from server.senders.selectors.hosts import OwnHosts
from server.transactional.mime.addresses import encode_address
from server.transactional.mime.assembling import AssembledMessage, assemble
from server.transactional.models.messages import BODY_PURPOSE
from server.transactional.services import outgoing
from server.transactional.sql import outgoing as sql
from server.transactional.sql.outgoing import ClaimedRecipient, RecipientResult

PRIORITY = 0  # the same for all: they are sent in order
NICE = 5  # on one machine, submissions have priority over sending
POLL_SECONDS = 1.0
FLUSH_SECONDS = 0.02  # results are collected for this long
GATHER_SECONDS = 0.02  # between two small claims, so that messages arriving in between are claimed together
MAX_FLUSHED_RESULTS = 500
CLAIMED_PER_CONNECTION = 2  # claimed without an outcome; a crash leaves these in doubt
MIN_CLAIMED_RECIPIENTS = 20
MAX_CLAIMED_BYTES = 64 << 20  # of messages in memory, besides those that are being sent to a relay
STALE_SECONDS = 3.0  # entries that no connection takes within this time are returned
STOP_SECONDS = 10.0
KEYS_SECONDS = 60.0  # a rotated key is used this much longer
MAX_INLINE_BYTES = 256 << 10  # larger messages are parsed and signed on a thread
MAX_CACHED_DOMAINS = 1_000
MAX_CACHED_BODIES = 1_000
# Of stored messages. A prepared one needs up to twice its size, since it has the stored and the signed form.
MAX_CACHED_BODY_BYTES = 64 << 20

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class MessageEntry:
    """One recipient being sent to. `attempts` counts connections that broke before its body."""

    row: ClaimedRecipient
    body: AssembledMessage
    bounce_host: str
    domain: str
    offered_at: float
    attempts: int = 0
    priority: int = PRIORITY


@dataclass(frozen=True, slots=True)
class _Domain:
    """Signing keys, bounce host and tracking host of a sender domain."""

    signers: Sequence[Signer]
    hosts: OwnHosts
    asked_at: float


class MessageSender(SendingDaemon[MessageEntry]):
    """The complete state of one process."""

    def __init__(self, relay: Relay, *, lease: timedelta, connections: int, **options: Any) -> None:
        super().__init__(relay, connections=connections, **options)
        self._lease, self._connections = lease, connections
        self._worker = uuid7()
        self._held: dict[tuple[UUID, int], MessageEntry] = {}
        self._results: list[RecipientResult] = []
        self._bodies: OrderedDict[UUID, AssembledMessage] = OrderedDict()
        self._bodies_bytes = 0
        self._domains: OrderedDict[tuple[UUID, str], _Domain] = OrderedDict()
        self._due, self._has_results = asyncio.Event(), asyncio.Event()
        self._claim_at = 0.0  # not before, by the loop's time
        self._is_claiming = False

    @property
    def is_idle(self) -> bool:
        return not self._held and not self._results and not self._is_claiming

    # --- entries ---------------------------------------------------------------------------------------------------

    def start(self, entry: MessageEntry) -> Envelope[MessageEntry] | ReplyOutcome:
        address = encode_address(entry.row.email)
        if address is None:
            return BAD_ADDRESS
        token = keys.get_key_ring().message_token(entry.row.message_id, entry.row.position)
        data = entry.body.fill(token, at=self.get_stamp().seconds)
        return Envelope(
            entry,
            f"bounce+{encode_message_mailbox(token)}@{entry.bounce_host}",
            address,
            data,
            is_8bit=not data.isascii(),
            is_utf8=entry.body.is_utf8 or not address.isascii(),
        )

    def may_offer_again(self, entry: MessageEntry) -> bool:
        entry.offered_at = self._get_time()
        return not self.stopping.is_set()

    def complete(self, entry: MessageEntry, outcome: ReplyOutcome) -> None:
        if outcome.result is SendResult.UNTOUCHED:
            self._record(outgoing.build_returned_result(entry.row, at=clock.now(), wait=timedelta()))
        else:
            self._record(outgoing.build_result(entry.row, outcome, at=clock.now(), mx=entry.domain))

    def _record(self, result: RecipientResult) -> None:
        self._held.pop((result.row.message_id, result.row.position), None)
        self._results.append(result)
        self._has_results.set()

    def _get_time(self) -> float:
        return asyncio.get_running_loop().time()

    # --- claiming --------------------------------------------------------------------------------------------------

    async def listen(self) -> None:
        async with await connect() as connection:
            await sql.listen(connection)
            self._due.set()
            while not self.stopping.is_set():
                async for _ in connection.notifies(timeout=POLL_SECONDS, stop_after=1):
                    self._due.set()

    async def work(self) -> None:
        async def with_connection(connection: sql.Connection) -> None:
            while not self.stopping.is_set():
                await self._work_once(connection)

        await self.with_database("work", connect, with_connection)

    async def _work_once(self, connection: sql.Connection) -> None:
        """Claims as many recipients as there is capacity for. Without capacity or due recipients, waits for either."""
        if (early := self._claim_at - self._get_time()) > 0:
            await self.pause(early)
            if self.stopping.is_set():
                return
        self._due.clear()
        self._is_claiming = True
        try:
            has_claimed = await self._claim(connection)
        finally:
            self._is_claiming = False
        if not has_claimed:
            await self._wait_for_due(POLL_SECONDS)

    async def _claim(self, connection: sql.Connection) -> bool:
        most, room = self._get_capacity()
        now = clock.now()
        rows = (
            await sql.claim(
                connection,
                worker=self._worker,
                now=now,
                until=now + self._lease,
                most=most,
                room=room,
                pools=self.list_ready_pools(),
                relay=self.get_pool(DEFAULT_POOL_ID).is_ready,
            )
            if most > 0 and room > 0  # without the second, each claim would add a message: one alone is always claimed
            else []
        )
        # After a full claim, more can be due.
        self._claim_at = 0.0 if len(rows) == most else self._get_time() + GATHER_SECONDS
        await self._enqueue(connection, sorted(rows, key=lambda row: (row.accepted_at, row.position)))
        return bool(rows)

    def _get_capacity(self) -> tuple[int, int]:
        """The number of recipients that can be claimed, and the bytes of their messages."""
        ways = sum(client.endpoint.connections for pool in self._pools.values() for client in pool.clients.values())
        most = max(MIN_CLAIMED_RECIPIENTS, CLAIMED_PER_CONNECTION * ways)
        held = sum({id(entry.body): entry.body.size for entry in self._held.values()}.values())
        return most - len(self._held), max(0, MAX_CLAIMED_BYTES - held)

    async def _wait_for_due(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._due.wait(), seconds)
        except TimeoutError:
            return

    async def _enqueue(self, connection: sql.Connection, rows: Sequence[ClaimedRecipient]) -> None:
        now = clock.now()
        going: deque[ClaimedRecipient] = deque()
        for row in rows:
            result = outgoing.build_unsent_result(row, at=now)
            if result is None:
                going.append(row)
            else:
                self._record(result)
        try:
            await self._offer_each(connection, going)
        except DATABASE_LOST_ERRORS:
            # Otherwise they would be in doubt once their lease ends, although nothing was sent.
            for row in going:
                self._record(outgoing.build_returned_result(row, at=clock.now(), wait=timedelta()))
            raise

    async def _offer_each(self, connection: sql.Connection, going: deque[ClaimedRecipient]) -> None:
        """Prepares the recipients and offers them to the connections. Removes each from `going` once that is done."""
        # Held for the whole claim: preparing one body can evict another that was cached when the rest were fetched.
        bodies = {row.message_id: self._bodies.get(row.message_id) for row in going}
        missing = {row.message_id: row.accepted_at for row in going if bodies[row.message_id] is None}
        sealed = await sql.fetch_bodies(connection, list(missing.items())) if missing else {}
        while going:
            row = going[0]
            domain = await self._domain(row.team_id, row.from_address)
            body = bodies[row.message_id] or await self._prepare_body(
                connection, row, sealed.get(row.message_id), domain
            )
            bodies[row.message_id] = body
            going.popleft()
            if body is None:
                self._record(outgoing.build_missing_body_result(row, at=clock.now()))
                continue
            self._cache_body(row.message_id, body)
            pool = self.get_pool(row.pool_id or DEFAULT_POOL_ID)
            destination = self._destinations.of(row.email.rpartition("@")[2].lower())
            host = domain.hosts.bounce or own_hosts.list_bounce_hosts()[0]
            entry = MessageEntry(row, body, host, destination, self._get_time())
            self._held[row.message_id, row.position] = entry
            pool.queue.offer(entry)
            pool.wake()

    async def _prepare_body(
        self, connection: sql.Connection, row: ClaimedRecipient, sealed: bytes | None, domain: _Domain
    ) -> AssembledMessage | None:
        if sealed is None:
            return None
        make = partial(_assemble, row, sealed, domain, self.get_stamp().seconds)
        try:
            body = await asyncio.to_thread(make) if row.size > MAX_INLINE_BYTES else make()
        except sealing.SealBroken:
            log.error("transactional.body.sealed", message=str(row.message_id))
            return None
        if body.links:
            await sql.store_links(connection, row, body.links)
        return body

    def _cache_body(self, message_id: UUID, body: AssembledMessage) -> None:
        """Caches it as the most recently used one, also if it is larger than the cache, for its other recipients."""
        if message_id not in self._bodies:
            self._bodies[message_id] = body
            self._bodies_bytes += body.size
        self._bodies.move_to_end(message_id)
        while len(self._bodies) > 1 and (
            self._bodies_bytes > MAX_CACHED_BODY_BYTES or len(self._bodies) > MAX_CACHED_BODIES
        ):
            self._bodies_bytes -= self._bodies.popitem(last=False)[1].size

    async def _domain(self, team_id: UUID, address: str) -> _Domain:
        name = address.rpartition("@")[2].lower()
        found = self._domains.get((team_id, name))
        if found is None or self._get_time() - found.asked_at > KEYS_SECONDS:
            signing = await self.keys_of(team_id, address)
            hosts = await self.hosts_of(team_id, name)
            found = self._domains[team_id, name] = _Domain(_build_signers(signing), hosts, self._get_time())
            while len(self._domains) > MAX_CACHED_DOMAINS:
                self._domains.popitem(last=False)
        return found

    # --- results ---------------------------------------------------------------------------------------------------

    async def write(self) -> None:
        while not self.stopping.is_set():
            await self._has_results.wait()
            await asyncio.sleep(FLUSH_SECONDS)
            if not await self._write_once():
                await self.pause(FIRST_BACK_OFF_SECONDS)

    async def _write_once(self) -> bool:
        """Writes up to MAX_FLUSHED_RESULTS outcomes. Returns False if the database is unavailable; they then stay
        queued.
        """
        self._has_results.clear()
        results, self._results = self._results[:MAX_FLUSHED_RESULTS], self._results[MAX_FLUSHED_RESULTS:]
        if not results:
            return True
        try:
            await self.in_django(_write, results)
        except (OperationalError, InterfaceError) as error:
            log.warning("transactional.database.lost", error=str(error)[:200])
            self._results = [*results, *self._results]
            self._has_results.set()
            return False
        if self._results:
            self._has_results.set()
        self._due.set()  # there is capacity again
        return True

    async def upkeep(self) -> None:
        renewed_at = self._get_time()
        while not self.stopping.is_set():
            await self.pause(POLL_SECONDS)
            self._return_stale()
            if self._held and self._get_time() - renewed_at > self._lease.total_seconds() / 4:
                renewed_at = self._get_time()
                async with await connect() as connection:
                    rows = [entry.row for entry in self._held.values()]
                    await sql.renew_leases(connection, rows, until=clock.now() + self._lease)

    def _return_stale(self) -> None:
        """Gives back stale entries: a throttled destination or unavailable relay must not delay others."""
        most, room = self._get_capacity()
        before = self._get_time() - STALE_SECONDS
        for pool in self._pools.values():
            if most > 0 and room > 0 and pool.is_ready:
                continue
            for entry in list(pool.queue.withdraw(lambda entry: entry.offered_at < before)):
                self._record(outgoing.build_returned_result(entry.row, at=clock.now()))

    # --- the process -----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Runs until stopped; messages on a connection are finished, the others go back to the queue."""
        relay = self.connect_default()
        parts: Sequence[Callable[[], Any]] = (
            self.work,
            self.listen,
            self.write,
            self.upkeep,
            self.route,
            self.watch,
        )
        tasks = [asyncio.ensure_future(self.supervise(part.__name__, part)) for part in parts]
        log.info("transactional.messages.started", relay=relay, name=self._name)
        await self.stopping.wait()
        await self._finish()
        for task in (*tasks, *self.retire()):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.close()
        log.info("transactional.messages.stopped", sent=self.sent)

    async def _finish(self) -> None:
        self._return_waiting()
        until = self._get_time() + STOP_SECONDS
        while not self.is_idle and self._get_time() < until:
            self._return_waiting()  # a claim that was running at the stop adds more
            if not await self._write_once():
                await asyncio.sleep(FIRST_BACK_OFF_SECONDS)
            await asyncio.sleep(FLUSH_SECONDS)

    def _return_waiting(self) -> None:
        for pool in self._pools.values():
            for entry in list(pool.queue.withdraw(lambda _: True)):
                self._record(outgoing.build_returned_result(entry.row, at=clock.now(), wait=timedelta()))


def _assemble(row: ClaimedRecipient, sealed: bytes, domain: _Domain, at: int) -> AssembledMessage:
    mime = sealing.unseal_bytes(sealed, purpose=BODY_PURPOSE, owner=str(row.team_id))
    body = assemble(
        mime,
        signers=domain.signers,
        origin=own_hosts.get_link_origin(domain.hosts.tracking),
        opens=row.track_opens,
        clicks=row.track_clicks,
    )
    body.prepare(at=at)
    return body


def _build_signers(signing: Sequence[Any]) -> list[Signer]:
    """A signer for each usable key. Unusable keys are logged; the others suffice."""
    found = []
    for key in signing:
        try:
            found.append(Signer(key))
        except KeyUnusable as error:
            log.error("delivery.key.unusable", domain=key.domain, selector=key.selector, why=str(error))
    return found


def _write(results: Sequence[RecipientResult]) -> None:
    """Writes results; one that fails does not prevent the others. It is in doubt when its lease ends.

    Raises OperationalError and InterfaceError, after which all of them can be written again.
    """
    try:
        outgoing.record_results(results)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        if len(results) == 1:
            log.error("transactional.result.unwritten", message=str(results[0].row.message_id), exc_info=error)
            return
        for result in results:
            _write([result])


def _build_sender() -> MessageSender:
    own.check_own_keys()
    return MessageSender(
        Relay.from_url(settings.SMTP_URL, helo=settings.MAIL_FROM.rpartition("@")[2]),
        connections=settings.MESSAGE_CONNECTIONS,
        lease=timedelta(seconds=settings.JOB_LEASE_SECONDS),
        concurrency=settings.DESTINATION_CONCURRENCY,
        rate=settings.DESTINATION_RATE,
        mail_host=mx_hosts.find_mx_host,
    )


def main() -> None:
    daemon.run(_build_sender, nice=NICE)
