"""What comes in at the same moment is accepted together (services/accepting.py), whoever handed it in.

What comes first is accepted at once; what comes meanwhile is accepted together by the next transaction. So one alone
waits for nobody, and many together wait for one commit instead of for each other's.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

from django.db import close_old_connections

from server.transactional.identities import KeyIdentity
from server.transactional.services import accepting
from server.transactional.services.accepting import Handed
from server.transactional.submissions import Accepted

MOST_TOGETHER = 50
# What is larger goes by itself: to read and seal it takes so long that others would wait.
LARGE_BYTES = 256 << 10

Answer = tuple[KeyIdentity, Accepted] | Exception


@dataclass(frozen=True, slots=True)
class _Waiting:
    handed: Handed
    answer: "asyncio.Future[Answer]"


class Gathering:
    """What waits in one process, and the threads that accept it, each with a database connection of its own."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        self._waiting: deque[_Waiting] = deque()
        # Of small ones one transaction at a time: two would wait for each other at the counter of a team.
        self._is_busy = False

    async def accept(self, handed: Handed, *, size: int) -> tuple[KeyIdentity, Accepted]:
        """Accepts a message of about so many bytes. Raises what `accepting.accept` and finding its key raise."""
        loop = asyncio.get_running_loop()
        if size > LARGE_BYTES:
            [answer] = await loop.run_in_executor(self._threads, _accepted, [handed])
        else:
            waiting = _Waiting(handed, loop.create_future())
            self._waiting.append(waiting)
            # What has been read by then comes along.
            loop.call_soon(self._begin)
            answer = await waiting.answer
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _begin(self) -> None:
        if self._is_busy or not self._waiting:
            return
        self._is_busy = True
        together = [self._waiting.popleft() for _ in range(min(MOST_TOGETHER, len(self._waiting)))]
        running = asyncio.get_running_loop().run_in_executor(
            self._threads, _accepted, [each.handed for each in together]
        )
        running.add_done_callback(partial(self._answer, together))

    def _answer(self, together: Sequence[_Waiting], done: "asyncio.Future[list[Answer]]") -> None:
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


def _accepted(handed: Sequence[Handed]) -> list[Answer]:
    close_old_connections()
    return accepting.accept_each(handed)
