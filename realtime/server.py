"""The state shared by all sockets of a process: the hub and its feeds, authorization, records and heartbeat."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final
from weakref import WeakValueDictionary

import structlog
from django.conf import settings
from psycopg_pool import AsyncConnectionPool
from redis.exceptions import RedisError

from realtime import feeds
from realtime.authorization import SocketAuthorizer, build_pool
from realtime.documents import OpenDocuments
from realtime.floods import FloodGuard
from realtime.garbage import GarbageCollector
from realtime.heartbeat import Heartbeat
from realtime.hub import Hub
from realtime.limits import SocketLimits
from realtime.presence import SETTINGS_CHANGED, Presence
from realtime.recovery import RecoveryRecord, RecoveryStore
from realtime.review import SessionReview
from realtime.socket import Socket
from realtime.socket_limits import SocketLimiter
from server.core.rate_limits.token_buckets import TokenBucket

RECORD_CONNECTIONS: Final = 8
STOP_PAUSE_SECONDS: Final = 0.2
CHECK_INTERVAL_SECONDS: Final = 0.5
# The first sockets of a process wait at most this long for its feed. Without Redis they are admitted anyway.
FIRST_MESSAGE_SECONDS: Final = 1.0

logger = structlog.get_logger(__name__)


class RealtimeServer:
    """One per process and event loop. The first socket starts it, since daphne does not support lifespan."""

    def __init__(self, limits: SocketLimits | None = None) -> None:
        self.limits = limits or SocketLimits()
        self.hub = Hub()
        self.heart = Heartbeat(self.limits)
        self.garbage = GarbageCollector()
        self.floods = FloodGuard()
        self.sockets = SocketLimiter()
        self._allowances: WeakValueDictionary[bytes, TokenBucket] = WeakValueDictionary()
        self._document_allowances: WeakValueDictionary[bytes, TokenBucket] = WeakValueDictionary()
        self._join_locks: WeakValueDictionary[bytes, asyncio.Lock] = WeakValueDictionary()
        self.connections: AsyncConnectionPool[Any] = build_pool(settings.DATABASE_URL)
        self.gate = SocketAuthorizer(self.connections)
        # The log feed blocks its connection while the log is quiet, so it has its own. Bursts of connects share a few
        # others.
        self._log_redis = feeds.connect(1)
        self._redis = feeds.connect(RECORD_CONNECTIONS)
        self.records = RecoveryStore(self._redis)
        self._kept = feeds.DurableFeed(self.hub, self._log_redis)
        self.documents = OpenDocuments()
        self._passing = feeds.EphemeralFeed(self.hub, self.documents.handle, self._interrupted)
        self._start_lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_started = False
        self.review = SessionReview(self.hub, self.gate, self.limits)
        self.hub.on_review = self.review.ask
        self.presence = Presence(self._redis, self.gate.showing)
        self.hub.on_kept[SETTINGS_CHANGED] = self.presence.settings_changed

    async def start(self) -> None:
        """Starts the background tasks, once: two feeds would double every event."""
        if self._is_started:
            return
        async with self._start_lock:
            await self._start()

    async def _start(self) -> None:
        if self._is_started:
            return
        await self.connections.open(wait=False)
        try:
            await self._kept.open()
        except (RedisError, OSError) as error:
            # Sockets can still connect and send requests. The feed opens the log when Redis is back.
            logger.warning("realtime.log_unreachable", error=str(error))
        self._run(self._kept.run())
        self._run(self._passing.run())
        self._run(self._check_documents())
        self._run(self.heart.run(self._handle_pings))
        self._run(self.garbage.run())
        self._run(self.review.run())
        self._run(self.review.run_asked())
        self._run(self.presence.run(self.hub.has))
        self._run(self.presence.run_telling())
        with suppress(TimeoutError):
            # A socket that connects earlier might miss an event, and is notified to join again.
            await asyncio.wait_for(self._passing.hears.wait(), FIRST_MESSAGE_SECONDS)
        self._is_started = True

    async def stop(self) -> None:
        tasks, self._tasks = self._tasks, set()
        while tasks:
            # Repeated: redis-py 8.1 loses a cancellation during connecting.
            for task in tasks:
                task.cancel()
            _, tasks = await asyncio.wait(tasks, timeout=STOP_PAUSE_SECONDS)
        if self._is_started:
            await self.presence.end()
        self.documents.stop()
        await self.connections.close()
        await self._log_redis.aclose()
        await self._redis.aclose()
        self._is_started = False

    async def save(self, pid: str, owner: str, record: RecoveryRecord) -> None:
        """Saves a record. Without Redis the socket works, but its successor cannot recover."""
        try:
            await self.records.save(pid, owner, record)
        except (RedisError, OSError) as error:
            logger.warning("realtime.record_not_saved", error=str(error))

    async def claim_record(self, pid: str, owner: str) -> RecoveryRecord | None:
        """Takes over the record of an earlier connection. None also if Redis is unreachable."""
        try:
            return await self.records.claim(pid, owner)
        except (RedisError, OSError) as error:
            logger.warning("realtime.record_not_read", error=str(error))
            return None

    async def delete_record(self, pid: str, owner: str) -> None:
        try:
            await self.records.delete(pid, owner)
        except (RedisError, OSError) as error:
            logger.warning("realtime.record_not_dropped", error=str(error))

    def _handle_pings(self, sockets: list[Socket]) -> None:
        self._run(self._renew([socket.pid for socket in sockets if socket.connected]))

    async def _renew(self, pids: list[str]) -> None:
        try:
            await self.records.renew(pids)
        except (RedisError, OSError) as error:
            logger.warning("realtime.records_not_renewed", error=str(error))

    def allowance_of(self, token_hash: bytes) -> TokenBucket:
        """The rate limit that all sockets of a session in this process share."""
        shared = self._allowances.get(token_hash)
        if shared is None:
            shared = TokenBucket(self.limits.session_events_per_second, self.limits.session_burst)
            self._allowances[token_hash] = shared
        return shared

    def document_allowance_of(self, token_hash: bytes) -> TokenBucket:
        """The byte limit for document updates and joins that all sockets of a session in this process share."""
        shared = self._document_allowances.get(token_hash)
        if shared is None:
            shared = TokenBucket(self.limits.document_bytes_per_second, self.limits.document_burst_bytes)
            self._document_allowances[token_hash] = shared
        return shared

    def join_turn_of(self, token_hash: bytes) -> asyncio.Lock:
        """The lock for document joins that all sockets of a session in this process share."""
        shared = self._join_locks.get(token_hash)
        if shared is None:
            shared = self._join_locks[token_hash] = asyncio.Lock()
        return shared

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Outages of Redis are logged."""

        async def guarded() -> None:
            try:
                await work
            except (RedisError, OSError) as error:
                logger.warning("realtime.layer_unreachable", error=str(error))

        self._run(guarded())

    def _interrupted(self) -> None:
        """Handles an outage of the channel layer: clients that might have missed events are notified."""
        self.documents.interrupted()
        self.presence.refresh()

    async def _check_documents(self) -> None:
        while True:
            await asyncio.sleep(CHECK_INTERVAL_SECONDS)
            self.documents.check_lost()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
