"""Posts events to webhooks: `python -m server.process transactional.webhooks`. Any number can run side by side.

Each endpoint has its own slots, so that a slow one delays no other. An endpoint that keeps failing gets a pause, then
one event at a time. Claims are leased: events of a killed process are posted once more, under the same id.
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
from server.core.egress.errors import NotFetched, Reason
from server.core.egress.posting import Line, Posted
from server.core.sealing import SealBroken
from server.transactional.models.webhooks import WEBHOOK_PURPOSE
from server.transactional.services import webhooks as services
from server.transactional.sql import posting as sql
from server.transactional.sql.posting import Claimed, Ended, Health, Tested
from server.transactional.webhook_schedule import (
    DISABLED_AFTER,
    FIRST_HOLD_SECONDS,
    LONGEST_ASKED_SECONDS,
    LONGEST_HOLD_SECONDS,
    STREAK,
    next_try,
)
from server.transactional.webhook_signing import headers_of, key_of
from server.transactional.webhook_states import (
    RESPONSE_BYTES,
    DeliveryState,
    DisabledReason,
    WebhookOutcome,
)

AT_ONCE = 8  # posts of one endpoint
MOST_AT_ONCE = 400  # of all of them
POST_SECONDS = 20.0
LEASE = timedelta(seconds=90)
SWEEP_SECONDS = 1.0
RECOVER_SECONDS = 15.0
# What comes within this time is claimed, and ended, together.
GATHER_SECONDS = 0.01
LINE_IDLE_SECONDS = 60.0
TELL_SECONDS = 1.0
# A success is noted so often where nothing else of the endpoint changes.
NOTE_SUCCESS_EVERY = timedelta(seconds=30)
_OUTCOMES = {
    Reason.REFUSED: WebhookOutcome.NOT_ALLOWED,
    Reason.NO_HOST: WebhookOutcome.UNKNOWN_HOST,
    Reason.UNKNOWN_HOST: WebhookOutcome.UNKNOWN_HOST,
    Reason.UNREACHABLE: WebhookOutcome.UNREACHABLE,
    Reason.TOO_SLOW: WebhookOutcome.TOO_SLOW,
}

log = structlog.get_logger(__name__)


class _Open:
    """A line that is kept open, and how much it is used."""

    def __init__(self, url: str, line: Line) -> None:
        self.url, self.line, self.in_use, self.used_at = url, line, 0, 0.0


class Deliverer(Daemon):
    """Everything of one process."""

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
        # Endpoints of which more was due than they had places for.
        self._more: set[UUID] = set()
        self._in_flight: Counter[UUID] = Counter()
        self._posts: set[asyncio.Task[None]] = set()
        self._lines: dict[UUID, _Open] = {}
        self._keys: dict[bytes, bytes] = {}
        self._done: list[tuple[Claimed, Ended, datetime | None]] = []
        self._ended = asyncio.Event()
        # Team and endpoint of what was posted since it was last told.
        self._moved: set[tuple[UUID, UUID]] = set()

    # --- one event -------------------------------------------------------------------------------------------------

    async def _post(self, claimed: Claimed) -> None:
        """Tries one event, and leaves what came of it to be written."""
        begun, at = asyncio.get_running_loop().time(), clock.now()
        outcome, status, answer, asked = WebhookOutcome.BROKEN, None, "", None
        try:
            posted = await self._try(claimed, at)
        except NotFetched as error:
            outcome = _OUTCOMES.get(error.reason, WebhookOutcome.BROKEN)
        except SealBroken:
            # The secret key was changed: nothing of this endpoint can be signed until its secret is made anew.
            log.error("webhooks.secret.sealed", endpoint_id=str(claimed.endpoint_id))
        except Exception:
            log.exception("webhooks.post.failed", endpoint_id=str(claimed.endpoint_id))
        else:
            status, answer = posted.status, _text(posted.body)
            outcome, asked = _outcome_of(status), _asked(posted, clock.now())
        milliseconds = round((asyncio.get_running_loop().time() - begun) * 1000)
        state, due_at = self._state_after(claimed, outcome, asked)
        ended = Ended(
            id=claimed.id,
            fence=claimed.fence,
            team_id=claimed.team_id,
            endpoint_id=claimed.endpoint_id,
            state=state,
            due_at=due_at,
            at=at,
            milliseconds=milliseconds,
            outcome=outcome,
            status=status,
            response_body=answer,
        )
        self._done.append((claimed, ended, asked))
        self._ended.set()
        self.posted += 1

    async def _try(self, claimed: Claimed, at: datetime) -> Posted:
        keys = [self._key(claimed.endpoint_id, claimed.secret)]
        if claimed.former_secret and claimed.former_until and claimed.former_until > at:
            keys.append(self._key(claimed.endpoint_id, claimed.former_secret))
        body = claimed.body.encode()
        headers = headers_of(str(claimed.event_id), int(at.timestamp()), body, keys)
        opened = await self._line(claimed)
        opened.in_use += 1
        try:
            return await opened.line.post(body, headers, most_kept=RESPONSE_BYTES, seconds=self._seconds)
        finally:
            opened.in_use -= 1
            opened.used_at = asyncio.get_running_loop().time()

    def _state_after(
        self, claimed: Claimed, outcome: WebhookOutcome, asked: datetime | None
    ) -> tuple[DeliveryState, datetime | None]:
        if outcome is WebhookOutcome.DELIVERED:
            return DeliveryState.DELIVERED, None
        again = None if claimed.is_test else next_try(clock.now(), claimed.tries, self._chance)
        if again is None:
            return DeliveryState.FAILED, None
        return DeliveryState.WAITING, max(again, asked) if asked else again

    def _key(self, endpoint_id: UUID, sealed: bytes) -> bytes:
        if sealed not in self._keys:
            if len(self._keys) > 10_000:
                self._keys.clear()
            secret = sealing.unseal(bytes(sealed), purpose=WEBHOOK_PURPOSE, owner=str(endpoint_id))
            self._keys[sealed] = key_of(secret)
        return self._keys[sealed]

    async def _line(self, claimed: Claimed) -> _Open:
        opened = self._lines.get(claimed.endpoint_id)
        if opened is None or opened.url != claimed.url:
            former = opened
            opened = self._lines[claimed.endpoint_id] = _Open(claimed.url, Line(claimed.url, at_once=AT_ONCE))
            if former is not None and not former.in_use:
                await former.line.close()
        return opened

    # --- many ------------------------------------------------------------------------------------------------------

    async def claim(self, connection: sql.Connection) -> int:
        """Takes what is due and begins to post it; answers for how many."""
        teams, self._teams = self._teams, set()
        endpoints, self._endpoints = self._endpoints, set()
        free = MOST_AT_ONCE - len(self._posts)
        if free <= 0 or not (teams or endpoints):
            self._teams |= teams
            self._endpoints |= endpoints
            return 0
        try:
            taken = await sql.claim(
                connection,
                endpoints=self._shuffled(endpoints),
                teams=sorted(teams),
                busy=self._in_flight,
                at_once=AT_ONCE,
                streak=STREAK,
                most=free,
                now=clock.now(),
                lease=LEASE,
            )
        except BaseException:
            self._teams |= teams
            self._endpoints |= endpoints
            raise
        for claimed in taken:
            self._in_flight[claimed.endpoint_id] += 1
            post = asyncio.ensure_future(self._post(claimed))
            self._posts.add(post)
            post.add_done_callback(self._posts.discard)
        for endpoint_id in {claimed.endpoint_id for claimed in taken}:
            if self._in_flight[endpoint_id] >= AT_ONCE:
                self._more.add(endpoint_id)
        return len(taken)

    async def settle(self, connection: sql.Connection) -> int:
        """Writes what came of the tries that have ended; answers for how many."""
        done, self._done = self._done, []
        if not done:
            return 0
        try:
            failing = await sql.settle(
                connection,
                [ended for _, ended, _ in done],
                _healths(done),
                _tests(done),
                streak=STREAK,
                first=FIRST_HOLD_SECONDS,
                longest=LONGEST_HOLD_SECONDS,
                now=clock.now(),
            )
        except BaseException:
            self._done[:0] = done
            raise
        for claimed, _, _ in done:
            self._in_flight[claimed.endpoint_id] -= 1
            if not self._in_flight[claimed.endpoint_id]:
                del self._in_flight[claimed.endpoint_id]
            if claimed.endpoint_id in self._more:
                self._more.discard(claimed.endpoint_id)
                self._endpoints.add(claimed.endpoint_id)
                self._wake.set()
        self._moved.update((claimed.team_id, claimed.endpoint_id) for claimed, _, _ in done)
        await self._turn_off(done, failing)
        return len(done)

    async def _turn_off(
        self, done: Sequence[tuple[Claimed, Ended, datetime | None]], failing: Iterable[tuple[UUID, datetime | None]]
    ) -> None:
        """Disables endpoints that say that they are gone, and those through which nothing has come for days."""
        gone = {
            ended.endpoint_id
            for claimed, ended, _ in done
            if ended.outcome == WebhookOutcome.GONE and not claimed.is_test
        }
        long_ago = clock.now() - DISABLED_AFTER
        dead = {endpoint_id for endpoint_id, since in failing if since is not None and since <= long_ago} - gone
        for reason, endpoint_ids in ((DisabledReason.GONE, gone), (DisabledReason.FAILING, dead)):
            for endpoint_id in endpoint_ids:
                await self.in_django(services.turn_off, endpoint_id, reason)

    async def look(self, connection: sql.Connection) -> None:
        """Finds every endpoint for which something is due."""
        self._endpoints.update(await sql.with_work(connection, clock.now()))

    async def rest(self) -> None:
        """Waits until nothing is being posted."""
        while self._posts:
            await asyncio.gather(*self._posts)

    def _shuffled(self, endpoint_ids: Iterable[UUID]) -> list[UUID]:
        ordered = sorted(endpoint_ids)
        self._chance.shuffle(ordered)
        return ordered

    # --- the process -----------------------------------------------------------------------------------------------

    async def listen(self, connection: sql.Connection) -> None:
        """Hears for which teams something has come."""
        async for team_id in sql.told(connection):
            self._teams.add(team_id)
            self._wake.set()

    async def work(self, connection: sql.Connection) -> None:
        """Claims whenever there is something, and looks for all of it once a second."""
        looked_at = recovered_at = float("-inf")
        while not self.stopping.is_set():
            now = asyncio.get_running_loop().time()
            if now - recovered_at >= RECOVER_SECONDS:
                recovered_at = now
                if lost := await sql.recover(connection, clock.now()):
                    log.warning("webhooks.recovered", deliveries=lost)
            if now - looked_at >= SWEEP_SECONDS:
                looked_at = now
                await self.look(connection)
            await self.claim(connection)
            await _set_or_late(self._wake, SWEEP_SECONDS)
            self._wake.clear()
            await asyncio.sleep(GATHER_SECONDS)

    async def write(self, connection: sql.Connection) -> None:
        """Writes what tries came to, together what ends together."""
        while not self.stopping.is_set():
            await _set_or_late(self._ended, SWEEP_SECONDS)
            self._ended.clear()
            await asyncio.sleep(GATHER_SECONDS)
            await self.settle(connection)

    async def tidy(self) -> None:
        """Closes lines that nobody uses any more."""
        while not self.stopping.is_set():
            await asyncio.sleep(LINE_IDLE_SECONDS / 4)
            long_ago = asyncio.get_running_loop().time() - LINE_IDLE_SECONDS
            for endpoint_id, opened in list(self._lines.items()):
                if not opened.in_use and opened.used_at < long_ago:
                    del self._lines[endpoint_id]
                    await opened.line.close()

    async def tell(self) -> None:
        """Tells screens of what was posted, at most once a second."""
        while not self.stopping.is_set():
            await asyncio.sleep(TELL_SECONDS)
            moved, self._moved = self._moved, set()
            if moved:
                await self.in_django(services.tell_posted, sorted(moved))

    async def run(self) -> None:
        """Runs until told to stop; posts that are under way are finished and written."""
        log.info("webhooks.started")
        connected = (self.listen, self.work, self.write)
        works: list[tuple[str, Work]] = [(part.__name__, part) for part in (self.tidy, self.tell)]
        works += [(part.__name__, partial(self.with_database, part.__name__, connect, part)) for part in connected]
        parts = [asyncio.ensure_future(self.supervise(name, work)) for name, work in works]
        await self.stopping.wait()
        for part in parts:
            part.cancel()
        await asyncio.gather(*parts, return_exceptions=True)
        await self.rest()
        async with await connect() as connection:
            await self.settle(connection)
        await self.close()
        log.info("webhooks.stopped", posted=self.posted)

    async def close(self) -> None:
        """Closes every line and the thread's connection."""
        for opened in self._lines.values():
            await opened.line.close()
        await super().close()


async def _set_or_late(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)


def _outcome_of(status: int) -> WebhookOutcome:
    if 200 <= status < 300:
        return WebhookOutcome.DELIVERED
    if 300 <= status < 400:
        return WebhookOutcome.REDIRECTED
    return WebhookOutcome.GONE if status == 410 else WebhookOutcome.REFUSED


def _asked(posted: Posted, now: datetime) -> datetime | None:
    """Until when an endpoint that is overloaded asks to be left alone, as far as that is done for it."""
    asked = posted.headers.get("retry-after", "")
    if posted.status not in {429, 502, 503, 504} or not asked.isascii() or not asked.isdigit():
        return None
    return now + timedelta(seconds=min(int(asked[:9]), LONGEST_ASKED_SECONDS))


def _text(body: bytes) -> str:
    return body.decode("utf-8", "replace").replace("\x00", "\N{REPLACEMENT CHARACTER}")


def _healths(done: Sequence[tuple[Claimed, Ended, datetime | None]]) -> list[Health]:
    """How endpoints do, of those where it is worth a row: tests count for nothing but a success."""
    found: dict[UUID, Health] = {}
    for claimed, ended, asked in done:
        succeeded = ended.outcome == WebhookOutcome.DELIVERED
        if claimed.is_test and not succeeded:
            continue
        now = clock.now()
        health = found.get(claimed.endpoint_id)
        quiet = health is None and not claimed.failures
        if succeeded and quiet and _is_noted(claimed, now):
            continue
        if health is None:
            health = found[claimed.endpoint_id] = Health(claimed.endpoint_id, None, 0, None, None, None)
        if succeeded:
            health.succeeded_at, health.failures, health.first_failure_at, health.asked_until = now, 0, None, None
        else:
            health.failures += 1
            health.first_failure_at = health.first_failure_at or now
            health.last_failure_at = now
            health.asked_until = asked
    return list(found.values())


def _is_noted(claimed: Claimed, now: datetime) -> bool:
    """Whether the endpoint's last success was just written, and no test since then that may have failed."""
    noted, tested = claimed.last_success_at, claimed.last_test_at
    return noted is not None and now - noted < NOTE_SUCCESS_EVERY and (tested is None or tested <= noted)


def _tests(done: Sequence[tuple[Claimed, Ended, datetime | None]]) -> list[Tested]:
    """The newest test of each endpoint."""
    newest: dict[UUID, Tested] = {}
    for claimed, ended, _ in sorted(done, key=lambda each: each[1].at):
        if claimed.is_test:
            newest[claimed.endpoint_id] = Tested(
                claimed.endpoint_id, claimed.url, ended.at, ended.outcome, ended.status
            )
    return list(newest.values())


def main() -> None:
    """The process."""
    daemon.run(Deliverer)
