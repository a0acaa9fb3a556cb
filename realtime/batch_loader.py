"""Combines lookups by many sockets into one query."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

MAX_BATCH_SIZE: Final = 200


class BatchLoader(Generic[Key, Value]):
    """Gathers lookups while the previous batch runs, then runs them as one batch.

    A single lookup starts immediately. Under load the batch size grows with the latency of the database.
    """

    def __init__(self, answer: Callable[[Sequence[Key]], Awaitable[Mapping[Key, Value]]]) -> None:
        self._load_many = answer
        self._waiting: dict[Key, asyncio.Future[Value | None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def ask(self, question: Key) -> Value | None:
        """Returns None if the query has no result for it. Raises the exception of the query."""
        future = self._waiting.get(question)
        if future is None:
            future = self._waiting[question] = asyncio.get_running_loop().create_future()
        if self._task is None:
            self._task = asyncio.create_task(self._load_all())
        # The cancellation of one caller must not cancel the lookup for others.
        return await asyncio.shield(future)

    async def _load_all(self) -> None:
        try:
            while self._waiting:
                questions = list(self._waiting)[:MAX_BATCH_SIZE]
                futures = {question: self._waiting.pop(question) for question in questions}
                await self._load_batch(questions, futures)
        finally:
            self._task = None

    async def _load_batch(self, questions: list[Key], futures: dict[Key, "asyncio.Future[Value | None]"]) -> None:
        try:
            answers = await self._load_many(questions)
        except Exception as error:
            for future in futures.values():
                future.set_exception(error)
                future.exception()  # retrieved, in case no caller waits any more
            return
        for question, future in futures.items():
            future.set_result(answers.get(question))
