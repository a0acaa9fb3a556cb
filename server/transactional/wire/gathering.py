"""What comes in at the same moment is accepted together (services/accepting.py), whoever handed it in.

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
from server.transactional.services import accepting
from server.transactional.services.accepting import Handed, Lengthy
from server.transactional.services.keys import Credential
from server.transactional.submissions import Accepted

MOST_TOGETHER = 50
# Larger messages are accepted alone: reading and sealing one takes so long that others would wait. So are messages that
# take more than this share of the budget to fill.
LARGE_BYTES = 256 << 10
TOGETHER_SHARE = 1 / 40
# Lengthy ones at a time in one process, and waiting ones of one key.
LENGTHY_AT_ONCE = 2
MAX_LENGTHY_OF_KEY = 20
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
        # The other threads stay free for those.
        self._lengthy = asyncio.Semaphore(LENGTHY_AT_ONCE)
        self._lengthy_of: Counter[KeyIdentity | Credential] = Counter()
        self._together: Together[Handed, Answer] = Together(threads, partial(_accepted, share=TOGETHER_SHARE))

    async def accept(self, handed: Handed, *, size: int) -> tuple[KeyIdentity, Accepted]:
        """Accepts a message of about so many bytes.

        Raises what `accepting.accept` and finding its key raise, and ServerFull where too much waits.
        """
        answer = await self._together.do(handed, size=size) if size <= LARGE_BYTES else await self._alone(handed)
        if isinstance(answer, Lengthy):
            answer = await self._accept_lengthy(handed)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _accept_lengthy(self, handed: Handed) -> Answer:
        if self._lengthy_of[handed.who] >= MAX_LENGTHY_OF_KEY:
            raise ServerFull(payload={"retryAfterSeconds": RETRY_SECONDS})
        self._lengthy_of[handed.who] += 1
        try:
            async with self._lengthy:
                return await self._alone(handed)
        finally:
            self._lengthy_of[handed.who] -= 1
            if not self._lengthy_of[handed.who]:
                del self._lengthy_of[handed.who]

    async def _alone(self, handed: Handed) -> Answer:
        [answer] = await asyncio.get_running_loop().run_in_executor(self._threads, _accepted, [handed])
        return answer


def _accepted(handed: Sequence[Handed], share: float = 1.0) -> list[Answer]:
    close_old_connections()
    return accepting.accept_each(handed, share=share)
