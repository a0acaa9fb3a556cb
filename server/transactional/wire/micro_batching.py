"""Accepts requests that arrive at the same moment together (intake/acceptance.py), regardless of the sender.

The first is accepted immediately. Those that arrive until its commit are accepted together by the next transaction. So
a single request never waits, and many wait for one commit instead of for each other's.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from django.db import close_old_connections

from server.transactional.errors import ServerFull
from server.transactional.identities import KeyIdentity
from server.transactional.intake import acceptance
from server.transactional.intake.requests import SubmissionRequest
from server.transactional.intake.submissions import AcceptedSubmission, SlowSubmission
from server.transactional.services.keys import Credential

MAX_BATCH_MESSAGES = 50
# Larger messages are accepted alone: parsing and encrypting one takes so long that others would wait.
LARGE_BYTES = 256 << 10
# A message that takes more than this share of the budget to fill is filled again, alone and with the full budget.
FIRST_SHARE = 1 / 40
# Of those, how many are filled concurrently in one process, and how many wait, of one key and in total.
MAX_FILLING_AT_ONCE = 2
MAX_SLOW_OF_KEY = 100
MAX_SLOW = 300
# Waiting in one process. At 200 a second, 1,000 messages take five seconds; further callers would time out.
MAX_WAITING = 1_000
MAX_WAITING_BYTES = 64 << 20
RETRY_SECONDS = 5

Item = TypeVar("Item")
Result = TypeVar("Result")
IntakeResult = tuple[KeyIdentity, AcceptedSubmission] | Exception


@dataclass(frozen=True, slots=True)
class _Waiting(Generic[Item, Result]):
    item: Item
    size: int
    result: "asyncio.Future[Result]"


class MicroBatcher(Generic[Item, Result]):
    """Processes items that arrive while it is busy together, on one thread at a time."""

    def __init__(self, threads: Executor, work: Callable[[Sequence[Item]], Sequence[Result]]) -> None:
        self._threads, self._work = threads, work
        self._waiting: deque[_Waiting[Item, Result]] = deque()
        self._waiting_bytes = 0
        self._is_busy = False

    async def do(self, item: Item, *, size: int = 0) -> Result:
        """The result for an item of this many bytes.

        Raises ServerFull if too much is waiting, and what the work raises.
        """
        if len(self._waiting) >= MAX_WAITING or self._waiting_bytes + size > MAX_WAITING_BYTES:
            raise ServerFull(payload={"retryAfterSeconds": RETRY_SECONDS})
        loop = asyncio.get_running_loop()
        waiting: _Waiting[Item, Result] = _Waiting(item, size, loop.create_future())
        self._waiting.append(waiting)
        self._waiting_bytes += size
        # Items that arrive until then join the batch.
        loop.call_soon(self._start)
        return await waiting.result

    def _start(self) -> None:
        if self._is_busy or not self._waiting:
            return
        self._is_busy = True
        batch = [self._waiting.popleft() for _ in range(min(MAX_BATCH_MESSAGES, len(self._waiting)))]
        self._waiting_bytes -= sum(each.size for each in batch)
        running = asyncio.get_running_loop().run_in_executor(self._threads, self._work, [each.item for each in batch])
        running.add_done_callback(partial(self._finish, batch))

    def _finish(self, batch: Sequence[_Waiting[Item, Result]], done: "asyncio.Future[Sequence[Result]]") -> None:
        self._is_busy = False
        error = done.exception()
        for position, each in enumerate(batch):
            if each.result.done():  # its caller has disconnected
                continue
            if error is not None:
                each.result.set_exception(error)
            else:
                each.result.set_result(done.result()[position])
        self._start()


class IntakeQueue:
    """The requests that wait in one process, and the threads that accept them, each with its database connection."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        # Small ones use one transaction at a time: two would wait for each other at a team's counter.
        self._batcher: MicroBatcher[SubmissionRequest, IntakeResult] = MicroBatcher(
            threads, partial(_accept_each, share=FIRST_SHARE)
        )
        # Slow ones leave the other threads to the rest.
        self._filling = asyncio.Semaphore(MAX_FILLING_AT_ONCE)
        self._slow_of_key: Counter[object] = Counter()
        self._slow_bytes = 0

    async def accept(self, request: SubmissionRequest, *, size: int) -> tuple[KeyIdentity, AcceptedSubmission]:
        """Accepts a message of about this many bytes.

        Raises what `acceptance.accept` and finding its key raise, and ServerFull if too much is waiting.
        """
        if size <= LARGE_BYTES:
            result = await self._batcher.do(request, size=size)
        else:
            result = await self._accept_alone(request, share=FIRST_SHARE)
        if isinstance(result, SlowSubmission):
            # Shielded: the thread of a disconnected client is busy until it ends, and counts until then.
            result = await asyncio.shield(asyncio.ensure_future(self._accept_slow(request, size)))
        if isinstance(result, Exception):
            raise result
        return result

    async def _accept_slow(self, request: SubmissionRequest, size: int) -> IntakeResult:
        key = request.caller.secret if isinstance(request.caller, Credential) else request.caller.key_id
        is_full = self._slow_of_key.total() >= MAX_SLOW or self._slow_bytes + size > MAX_WAITING_BYTES
        if is_full or self._slow_of_key[key] >= MAX_SLOW_OF_KEY:
            raise ServerFull(payload={"retryAfterSeconds": RETRY_SECONDS})
        self._slow_of_key[key] += 1
        self._slow_bytes += size
        try:
            async with self._filling:
                return await self._accept_alone(request, share=1.0)
        finally:
            self._slow_bytes -= size
            self._slow_of_key[key] -= 1
            if not self._slow_of_key[key]:
                del self._slow_of_key[key]

    async def _accept_alone(self, request: SubmissionRequest, *, share: float) -> IntakeResult:
        work = partial(_accept_each, [request], share=share)
        [result] = await asyncio.get_running_loop().run_in_executor(self._threads, work)
        return result


def _accept_each(requests: Sequence[SubmissionRequest], *, share: float) -> list[IntakeResult]:
    close_old_connections()
    return acceptance.accept_each(requests, share=share)
