"""What a test does besides, that runs on the sockets' event loop: database work, and waiting."""

import asyncio
from collections.abc import Callable
from typing import Any

from django.db import connection, transaction


async def aside(*works: Callable[[], Any]) -> Any:
    """Does all of it in a thread and in one transaction, and lets go of the thread's connection.

    Answers what the last one did.
    """

    def run() -> Any:
        try:
            with transaction.atomic():
                return [work() for work in works][-1]
        finally:
            connection.close()

    return await asyncio.to_thread(run)


async def until(condition: Callable[[], Any]) -> None:
    """Waits until the condition is true; raises TimeoutError after ten seconds."""
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 -- what is waited for has no event
            await asyncio.sleep(0.005)
