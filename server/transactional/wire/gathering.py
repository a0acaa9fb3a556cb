"""What comes in at the same moment is accepted together (intake/acceptance.py), whoever handed it in.

What comes first is accepted at once; what comes meanwhile is accepted together by the next transaction. So one alone
waits for nobody, and many together wait for one commit instead of for each other's.
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
from server.transactional.intake.submissions import Accepted, Lengthy
from server.transactional.services.keys import Credential

MOST_TOGETHER = 50
# Larger messages are accepted alone: reading and sealing one takes so long that others would wait.
LARGE_BYTES = 256 << 10
# A message that takes more than this share of the budget to fill is filled again, alone and with all of it.
FIRST_SHARE = 1 / 40
# Of those, how many are filled at a time in one process, and how many wait, of one key and in all.
MAX_FILLING_AT_ONCE = 2
MAX_LENGTHY_OF_KEY = 100
MAX_LENGTHY = 300
# What waits in one process. At 200 a second 1,000 messages are five seconds; more would only wait in vain.
MAX_WAITING = 1_000
MAX_WAITING_BYTES = 64 << 20
RETRY_SECONDS = 5

Item = TypeVar("Item")
Result = TypeVar("Result")
Answer = tuple[KeyIdentity, Accepted] | Exception


@dataclass(frozen=True, slots=True)
class _Waiting(Generic[Item, Result]):
    item: Item
    size: int
    answer: "asyncio.Future[Result]"


class Together(Generic[Item, Result]):
    """Does what comes in while it is at work together, on one thread at a time."""

    def __init__(self, threads: Executor, work: Callable[[Sequence[Item]], Sequence[Result]]) -> None:
        self._threads, self._work = threads, work
        self._waiting: deque[_Waiting[Item, Result]] = deque()
        self._waiting_bytes = 0
        self._is_busy = False

    async def do(self, item: Item, *, size: int = 0) -> Result:
        """What the work answers for the item of so many bytes.

        Raises ServerFull where too much waits already, and what the work raises.
        """
        if len(self._waiting) >= MAX_WAITING or self._waiting_bytes + size > MAX_WAITING_BYTES:
            raise ServerFull(payload={"retryAfterSeconds": RETRY_SECONDS})
        loop = asyncio.get_running_loop()
        waiting: _Waiting[Item, Result] = _Waiting(item, size, loop.create_future())
        self._waiting.append(waiting)
        self._waiting_bytes += size
        # Items that arrive until then join the batch.
        loop.call_soon(self._begin)
        return await waiting.answer

    def _begin(self) -> None:
        if self._is_busy or not self._waiting:
            return
        self._is_busy = True
        together = [self._waiting.popleft() for _ in range(min(MOST_TOGETHER, len(self._waiting)))]
        self._waiting_bytes -= sum(each.size for each in together)
        running = asyncio.get_running_loop().run_in_executor(
            self._threads, self._work, [each.item for each in together]
        )
        running.add_done_callback(partial(self._answer, together))

    def _answer(self, together: Sequence[_Waiting[Item, Result]], done: "asyncio.Future[Sequence[Result]]") -> None:
        self._is_busy = False
        error = done.exception()
        for place, each in enumerate(together):
            if each.answer.done():  # whoever waited has gone
                continue
            if error is not None:
                each.answer.set_exception(error)
            else:
                each.answer.set_result(done.result()[place])
        self._begin()


class Gathering:
    """What waits in one process, and the threads that accept it, each with a database connection of its own."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        # Of small ones one transaction at a time: two would wait for each other at the counter of a team.
        self._together: Together[SubmissionRequest, Answer] = Together(threads, partial(_accepted, share=FIRST_SHARE))
        # Lengthy ones leave the other threads to the rest.
        self._filling = asyncio.Semaphore(MAX_FILLING_AT_ONCE)
        self._lengthy_of: Counter[object] = Counter()
        self._lengthy_bytes = 0

    async def accept(self, request: SubmissionRequest, *, size: int) -> tuple[KeyIdentity, Accepted]:
        """Accepts a message of about so many bytes.

        Raises what `accepting.accept` and finding its key raise, and ServerFull where too much waits.
        """
        if size <= LARGE_BYTES:
            answer = await self._together.do(request, size=size)
        else:
            answer = await self._alone(request, share=FIRST_SHARE)
        if isinstance(answer, Lengthy):
            # Shielded: the thread of a client that hangs up is busy until it ends, and counts until then.
            answer = await asyncio.shield(asyncio.ensure_future(self._accept_lengthy(request, size)))
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _accept_lengthy(self, request: SubmissionRequest, size: int) -> Answer:
        key = request.caller.secret if isinstance(request.caller, Credential) else request.caller.key_id
        is_full = self._lengthy_of.total() >= MAX_LENGTHY or self._lengthy_bytes + size > MAX_WAITING_BYTES
        if is_full or self._lengthy_of[key] >= MAX_LENGTHY_OF_KEY:
            raise ServerFull(payload={"retryAfterSeconds": RETRY_SECONDS})
        self._lengthy_of[key] += 1
        self._lengthy_bytes += size
        try:
            async with self._filling:
                return await self._alone(request, share=1.0)
        finally:
            self._lengthy_bytes -= size
            self._lengthy_of[key] -= 1
            if not self._lengthy_of[key]:
                del self._lengthy_of[key]

    async def _alone(self, request: SubmissionRequest, *, share: float) -> Answer:
        work = partial(_accepted, [request], share=share)
        [answer] = await asyncio.get_running_loop().run_in_executor(self._threads, work)
        return answer


def _accepted(requests: Sequence[SubmissionRequest], *, share: float) -> list[Answer]:
    close_old_connections()
    return acceptance.accept_each(requests, share=share)
