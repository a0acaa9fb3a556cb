"""Work of a test beside the sockets' event loop: database access, and waiting."""

import asyncio
from collections.abc import Callable
from typing import Any

from django.db import connection, transaction


async def aside(*works: Callable[[], Any]) -> Any:
    """Runs all functions in a thread and in one transaction, and closes the thread's connection.

    Returns the result of the last one.
    """

    def run() -> Any:
        with transaction.atomic():
            return [work() for work in works][-1]

    return await in_thread(run)


async def in_thread(work: Callable[[], Any]) -> Any:
    """Runs a function in a thread without a transaction, and closes the thread's connection."""

    def run() -> Any:
        try:
            return work()
        finally:
            connection.close()

    return await asyncio.to_thread(run)


async def until(condition: Callable[[], Any]) -> None:
    """Waits until the condition is true. Raises TimeoutError after ten seconds."""
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 -- what is waited for has no event
            await asyncio.sleep(0.005)
