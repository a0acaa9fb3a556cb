"""Posts events to endpoints: `python -m server.process webhooks.webhooks`. Any number can run side by side.

Each endpoint has its own limit of concurrent posts, so that a slow one delays no other. An endpoint that keeps failing
gets a pause, then one event at a time. Claims are leased: events of a killed process are posted once more, under the
same id.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

import structlog

from server.core import clock, daemon, sealing
from server.core.async_database import connect
from server.core.daemon import Daemon, Work
from server.core.egress.errors import FetchError, FetchErrorReason
from server.core.egress.posting import Poster, PostResponse
from server.core.sealing import SealBroken
from server.webhooks.models import SEALING_PURPOSE
from server.webhooks.schedule import (
    DISABLED_AFTER,
    FIRST_PAUSE_SECONDS,
    MAX_PAUSE_SECONDS,
    MAX_RETRY_AFTER_SECONDS,
    PAUSED_FROM_FAILURES,
    compute_next_attempt,
)
from server.webhooks.services import endpoints
from server.webhooks.signing import build_headers, decode_key
from server.webhooks.sql import posting as sql
from server.webhooks.sql.posting import ClaimedDelivery, EndedAttempt, EndpointHealth, LatestTest
from server.webhooks.states import MAX_STORED_BYTES, DeliveryState, DisabledReason, WebhookOutcome

MAX_POSTS_PER_ENDPOINT = 8  # posts of one endpoint
MAX_POSTS = 400  # posts of all endpoints
POST_SECONDS = 20.0
LEASE = timedelta(seconds=90)
SWEEP_SECONDS = 1.0
RELEASE_SECONDS = 15.0
# Notifications and results within this time are processed together.
GATHER_SECONDS = 0.01
CONNECTION_IDLE_SECONDS = 60.0
PUBLISH_SECONDS = 1.0
# How often a success is recorded if nothing else of the endpoint changes.
RECORD_SUCCESS_EVERY = timedelta(seconds=30)
_OUTCOMES = {
    FetchErrorReason.REFUSED: WebhookOutcome.NOT_ALLOWED,
    FetchErrorReason.NO_HOST: WebhookOutcome.UNKNOWN_HOST,
    FetchErrorReason.UNKNOWN_HOST: WebhookOutcome.UNKNOWN_HOST,
    FetchErrorReason.UNREACHABLE: WebhookOutcome.UNREACHABLE,
    FetchErrorReason.TOO_SLOW: WebhookOutcome.TOO_SLOW,
}
# An ended attempt, and the time until which the endpoint requested a pause.
AttemptResult = tuple[ClaimedDelivery, EndedAttempt, datetime | None]

log = structlog.get_logger(__name__)


class _OpenPool:
    """An open connection pool of an endpoint, and its use."""

    def __init__(self, url: str, line: Poster) -> None:
        self.url, self.line, self.in_use, self.used_at = url, line, 0, 0.0


class Deliverer(Daemon):
    # Results are written soon after an outage: a post with an expired lease is repeated.
    max_back_off_seconds = 2.0

    def __init__(self, *, seed: int | None = None, seconds: float = POST_SECONDS) -> None:
        super().__init__()
        self.posted = 0
        self._seconds = seconds
        self._chance = random.Random(seed)
        self._wake = asyncio.Event()
        self._teams: set[UUID] = set()
        self._endpoints: set[UUID] = set()
        # Endpoints that might have more due deliveries than they can get concurrently.
        self._more: set[UUID] = set()
        self._in_flight: Counter[UUID] = Counter()
        self._posts: set[asyncio.Task[None]] = set()
        self._connections: dict[UUID, _OpenPool] = {}
        self._keys: dict[bytes, bytes] = {}
        self._results: list[AttemptResult] = []
        self._ended = asyncio.Event()
        # Owner, team and endpoint of ended attempts that are not published yet.
        self._attempted: set[tuple[str, UUID, UUID]] = set()

    # --- one event -------------------------------------------------------------------------------------------------

    async def _post(self, claimed: ClaimedDelivery) -> None:
        started, at = asyncio.get_running_loop().time(), clock.now()
        outcome, status, response_body, retry_after = WebhookOutcome.BROKEN, None, "", None
        try:
            posted = await self._attempt(claimed, at)
        except FetchError as error:
            outcome = _OUTCOMES.get(error.reason, WebhookOutcome.BROKEN)
        except SealBroken:
            # The secret key was changed: nothing can be signed for this endpoint until its secret is rotated.
            log.error("webhooks.secret.sealed", endpoint_id=str(claimed.endpoint_id))
        except Exception:
            log.exception("webhooks.post.failed", endpoint_id=str(claimed.endpoint_id))
        else:
            status, response_body = posted.status, _decode(posted.body)
            outcome, retry_after = _get_outcome(status), _get_retry_after(posted, clock.now())
        duration_ms = round((asyncio.get_running_loop().time() - started) * 1000)
        state, due_at = self._get_next_state(claimed, outcome, retry_after)
        ended = EndedAttempt(
            id=claimed.id,
            fence=claimed.fence,
            team_id=claimed.team_id,
            endpoint_id=claimed.endpoint_id,
            state=state,
            due_at=due_at,
            attempted_at=at,
            duration_ms=duration_ms,
            outcome=outcome,
            status=status,
            response_body=response_body,
        )
        self._results.append((claimed, ended, retry_after))
        self._ended.set()
        self.posted += 1

    async def _attempt(self, claimed: ClaimedDelivery, at: datetime) -> PostResponse:
        keys = [self._key(claimed.endpoint_id, claimed.secret)]
        if claimed.previous_secret and claimed.previous_secret_until and claimed.previous_secret_until > at:
            keys.append(self._key(claimed.endpoint_id, claimed.previous_secret))
        body = claimed.body.encode()
        headers = build_headers(str(claimed.event_id), int(at.timestamp()), body, keys)
        opened = await self._acquire_pool(claimed)
        try:
            return await opened.line.post(body, headers, most_kept=MAX_STORED_BYTES, seconds=self._seconds)
        finally:
            opened.in_use -= 1
            opened.used_at = asyncio.get_running_loop().time()
            # The endpoint got another URL during the post.
            if not opened.in_use and self._connections.get(claimed.endpoint_id) is not opened:
                await opened.line.close()

    def _get_next_state(
        self, claimed: ClaimedDelivery, outcome: WebhookOutcome, retry_after: datetime | None
    ) -> tuple[DeliveryState, datetime | None]:
        if outcome is WebhookOutcome.DELIVERED:
            return DeliveryState.DELIVERED, None
        again = None if claimed.is_test else compute_next_attempt(clock.now(), claimed.attempt_count, self._chance)
        if again is None:
            return DeliveryState.FAILED, None
        return DeliveryState.WAITING, max(again, retry_after) if retry_after else again

    def _key(self, endpoint_id: UUID, sealed: bytes) -> bytes:
        if sealed not in self._keys:
            if len(self._keys) > 10_000:
                self._keys.clear()
            secret = sealing.unseal(bytes(sealed), purpose=SEALING_PURPOSE, owner=str(endpoint_id))
            self._keys[sealed] = decode_key(secret)
        return self._keys[sealed]

    async def _acquire_pool(self, claimed: ClaimedDelivery) -> _OpenPool:
        opened = self._connections.get(claimed.endpoint_id)
        if opened is not None and opened.url == claimed.url:
            opened.in_use += 1
            return opened
        previous = opened
        opened = self._connections[claimed.endpoint_id] = _OpenPool(
            claimed.url, Poster(claimed.url, at_once=MAX_POSTS_PER_ENDPOINT)
        )
        opened.in_use += 1  # before anything waits, because unused pools are closed
        if previous is not None and not previous.in_use:
            await previous.line.close()
        return opened

    # --- many ------------------------------------------------------------------------------------------------------

    async def claim(self, connection: sql.Connection) -> int:
        teams, self._teams = self._teams, set()
        endpoint_ids, self._endpoints = self._endpoints, set()
        free = MAX_POSTS - len(self._posts)
        if free <= 0 or not (teams or endpoint_ids):
            self._teams |= teams
            self._endpoints |= endpoint_ids
            return 0
        try:
            deliveries = await sql.claim(
                connection,
                endpoints=self._shuffle(endpoint_ids),
                teams=sorted(teams),
                busy=self._in_flight,
                at_once=MAX_POSTS_PER_ENDPOINT,
                paused_from=PAUSED_FROM_FAILURES,
                limit=free,
                now=clock.now(),
                lease=LEASE,
            )
        except BaseException:
            self._teams |= teams
            self._endpoints |= endpoint_ids
            raise
        for claimed in deliveries:
            self._in_flight[claimed.endpoint_id] += 1
            post = asyncio.ensure_future(self._post(claimed))
            self._posts.add(post)
            post.add_done_callback(self._posts.discard)
        for endpoint_id in {claimed.endpoint_id for claimed in deliveries}:
            if self._in_flight[endpoint_id] >= MAX_POSTS_PER_ENDPOINT:
                self._more.add(endpoint_id)
        return len(deliveries)

    async def record_results(self, connection: sql.Connection) -> int:
        results, self._results = self._results, []
        if not results:
            return 0
        try:
            failing = await sql.record_results(
                connection,
                [ended for _, ended, _ in results],
                _build_healths(results),
                _find_latest_tests(results),
                paused_from=PAUSED_FROM_FAILURES,
                first_pause=FIRST_PAUSE_SECONDS,
                max_pause=MAX_PAUSE_SECONDS,
                now=clock.now(),
            )
        except BaseException:
            self._results[:0] = results
            raise
        for claimed, _, _ in results:
            self._in_flight[claimed.endpoint_id] -= 1
            if not self._in_flight[claimed.endpoint_id]:
                del self._in_flight[claimed.endpoint_id]
            if claimed.endpoint_id in self._more:
                self._more.discard(claimed.endpoint_id)
                self._endpoints.add(claimed.endpoint_id)
                self._wake.set()
        self._attempted.update((claimed.owner, claimed.team_id, claimed.endpoint_id) for claimed, _, _ in results)
        await self._disable(results, failing)
        return len(results)

    async def _disable(self, results: Sequence[AttemptResult], failing: Iterable[tuple[UUID, datetime | None]]) -> None:
        gone = {
            ended.endpoint_id
            for claimed, ended, _ in results
            if ended.outcome == WebhookOutcome.GONE and not claimed.is_test
        }
        long_ago = clock.now() - DISABLED_AFTER
        dead = {endpoint_id for endpoint_id, since in failing if since is not None and since <= long_ago} - gone
        for reason, endpoint_ids in ((DisabledReason.GONE, gone), (DisabledReason.FAILING, dead)):
            for endpoint_id in endpoint_ids:
                await self.in_django(endpoints.disable, endpoint_id, reason)

    async def find_due(self, connection: sql.Connection) -> None:
        self._endpoints.update(await sql.list_due_endpoints(connection, clock.now()))

    async def wait_for_posts(self) -> None:
        while self._posts:
            await asyncio.gather(*self._posts)

    def _shuffle(self, endpoint_ids: Iterable[UUID]) -> list[UUID]:
        ordered = sorted(endpoint_ids)
        self._chance.shuffle(ordered)
        return ordered

    # --- the process -----------------------------------------------------------------------------------------------

    async def listen(self, connection: sql.Connection) -> None:
        async for team_id in sql.listen(connection):
            self._teams.add(team_id)
            self._wake.set()

    async def work(self, connection: sql.Connection) -> None:
        swept_at = released_at = float("-inf")
        while not self.stopping.is_set():
            now = asyncio.get_running_loop().time()
            if now - released_at >= RELEASE_SECONDS:
                released_at = now
                if released := await sql.release_expired(connection, clock.now()):
                    log.warning("webhooks.released", deliveries=released)
                await sql.retain_disabled(connection)
            if now - swept_at >= SWEEP_SECONDS:
                swept_at = now
                await self.find_due(connection)
            await self.claim(connection)
            await _wait_for(self._wake, SWEEP_SECONDS)
            self._wake.clear()
            await asyncio.sleep(GATHER_SECONDS)

    async def write(self, connection: sql.Connection) -> None:
        while not self.stopping.is_set():
            await _wait_for(self._ended, SWEEP_SECONDS)
            self._ended.clear()
            await asyncio.sleep(GATHER_SECONDS)
            await self.record_results(connection)

    async def tidy(self) -> None:
        """Closes idle connections."""
        while not self.stopping.is_set():
            await asyncio.sleep(CONNECTION_IDLE_SECONDS / 4)
            long_ago = asyncio.get_running_loop().time() - CONNECTION_IDLE_SECONDS
            for endpoint_id, opened in list(self._connections.items()):
                if not opened.in_use and opened.used_at < long_ago:
                    del self._connections[endpoint_id]
                    await opened.line.close()

    async def publish(self) -> None:
        while not self.stopping.is_set():
            await asyncio.sleep(PUBLISH_SECONDS)
            attempted, self._attempted = self._attempted, set()
            if attempted:
                await self.in_django(endpoints.publish_attempted, sorted(attempted))

    async def run(self) -> None:
        """Finishes and records posts in flight after it is stopped."""
        log.info("webhooks.started")
        connected = (self.listen, self.work, self.write)
        works: list[tuple[str, Work]] = [(part.__name__, part) for part in (self.tidy, self.publish)]
        works += [(part.__name__, partial(self.with_database, part.__name__, connect, part)) for part in connected]
        parts = [asyncio.ensure_future(self.supervise(name, work)) for name, work in works]
        await self.stopping.wait()
        for part in parts:
            part.cancel()
        await asyncio.gather(*parts, return_exceptions=True)
        await self.wait_for_posts()
        async with await connect() as connection:
            await self.record_results(connection)
        await self.close()
        log.info("webhooks.stopped", posted=self.posted)

    async def close(self) -> None:
        for opened in self._connections.values():
            await opened.line.close()
        await super().close()


async def _wait_for(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)


def _get_outcome(status: int) -> WebhookOutcome:
    if 200 <= status < 300:
        return WebhookOutcome.DELIVERED
    if 300 <= status < 400:
        return WebhookOutcome.REDIRECTED
    return WebhookOutcome.GONE if status == 410 else WebhookOutcome.REFUSED


def _get_retry_after(posted: PostResponse, now: datetime) -> datetime | None:
    """Returns the end of the pause that an overloaded endpoint requests (Retry-After in seconds), at most an hour from
    now.
    """
    seconds = posted.headers.get("retry-after", "")
    if posted.status not in {429, 502, 503, 504} or not seconds.isascii() or not seconds.isdigit():
        return None
    return now + timedelta(seconds=min(int(seconds[:9]), MAX_RETRY_AFTER_SECONDS))


def _decode(body: bytes) -> str:
    return body.decode("utf-8", "replace").replace("\x00", "\N{REPLACEMENT CHARACTER}")


def _build_healths(results: Sequence[AttemptResult]) -> list[EndpointHealth]:
    """Returns only changes to store. A test counts only if it succeeds."""
    healths: dict[UUID, EndpointHealth] = {}
    for claimed, ended, retry_after in results:
        succeeded = ended.outcome == WebhookOutcome.DELIVERED
        if claimed.is_test and not succeeded:
            continue
        now = clock.now()
        health = healths.get(claimed.endpoint_id)
        quiet = health is None and not claimed.failures
        if succeeded and quiet and _is_recorded(claimed, now):
            continue
        if health is None:
            health = healths[claimed.endpoint_id] = EndpointHealth(claimed.endpoint_id, None, 0, None, None, None)
        if succeeded:
            health.succeeded_at, health.failures, health.first_failure_at, health.retry_after = now, 0, None, None
        else:
            health.failures += 1
            health.first_failure_at = health.first_failure_at or now
            health.last_failure_at = now
            health.retry_after = retry_after
    return list(healths.values())


def _is_recorded(claimed: ClaimedDelivery, now: datetime) -> bool:
    """Whether the endpoint's last success was recorded just now, with no later test that might have failed."""
    succeeded_at, tested_at = claimed.last_success_at, claimed.last_test_at
    if succeeded_at is None or now - succeeded_at >= RECORD_SUCCESS_EVERY:
        return False
    return tested_at is None or tested_at <= succeeded_at


def _find_latest_tests(results: Sequence[AttemptResult]) -> list[LatestTest]:
    newest: dict[UUID, LatestTest] = {}
    for claimed, ended, _ in sorted(results, key=lambda each: each[1].attempted_at):
        if claimed.is_test:
            newest[claimed.endpoint_id] = LatestTest(
                claimed.endpoint_id, claimed.url, ended.attempted_at, ended.outcome, ended.status
            )
    return list(newest.values())


def main() -> None:
    daemon.run(Deliverer)
