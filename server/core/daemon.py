"""The base of long-running processes: signals, restarted tasks, one thread for Django, database back-off."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

import psycopg
import structlog
import uvloop
from django.db import InterfaceError, OperationalError, close_old_connections, connections

from server.core import garbage, logs

FIRST_BACK_OFF_SECONDS: Final = 0.5
MAX_BACK_OFF_SECONDS: Final = 30.0
UNEXPECTED_PAUSE_SECONDS: Final = 1.0
DATABASE_LOST_ERRORS = (psycopg.OperationalError, psycopg.InterfaceError, OperationalError, InterfaceError)

Result = TypeVar("Result")
Work = Callable[[], Coroutine[Any, Any, None]]
Connect = Callable[[], Awaitable[psycopg.AsyncConnection[Any]]]

log = structlog.get_logger(__name__)


class Runnable(Protocol):
    stopping: asyncio.Event

    async def run(self) -> None:
        """Works until `stopping` is set, then finishes the current work."""


class Daemon:
    """The tasks of one process. Subclasses implement `run`."""

    # While the database is unreachable.
    max_back_off_seconds = MAX_BACK_OFF_SECONDS

    def __init__(self) -> None:
        self.stopping = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="django")

    async def in_django(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Runs domain code on the one thread with Django's connection. Replaces a lost connection."""
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, _run_with_fresh_connections, function, *arguments
        )

    async def pause(self, seconds: float) -> None:
        """Waits, or returns early when the process stops."""
        try:
            await asyncio.wait_for(self.stopping.wait(), seconds)
        except TimeoutError:
            return

    async def supervise(self, name: str, work: Work, until: Callable[[], bool] = lambda: False) -> None:
        """Restarts `work` whenever it ends, until the process stops or `until` is true.

        After a lost database the pause doubles each time. After any other error or end it is a second. `name` is for
        the log.
        """
        loop, wait = asyncio.get_running_loop(), FIRST_BACK_OFF_SECONDS
        while not self.stopping.is_set() and not until():
            began = loop.time()
            try:
                await work()
                if not self.stopping.is_set() and not until():
                    log.warning("daemon.task.ended", task=name)
                    await self.pause(UNEXPECTED_PAUSE_SECONDS)
            except DATABASE_LOST_ERRORS as error:
                if loop.time() - began > self.max_back_off_seconds:
                    wait = FIRST_BACK_OFF_SECONDS
                wait = await self._back_off(name, error, wait)
            except Exception:
                log.exception("daemon.task.failed", task=name)
                await self.pause(UNEXPECTED_PAUSE_SECONDS)

    async def with_database(
        self, name: str, connect: Connect, work: Callable[[psycopg.AsyncConnection[Any]], Coroutine[Any, Any, None]]
    ) -> None:
        """Runs `work` once with a connection, and again with a new one each time the database is lost."""
        wait = FIRST_BACK_OFF_SECONDS
        while not self.stopping.is_set():
            try:
                async with await connect() as connection:
                    wait = FIRST_BACK_OFF_SECONDS
                    await work(connection)
                    return
            except DATABASE_LOST_ERRORS as error:
                wait = await self._back_off(name, error, wait)

    async def _back_off(self, name: str, error: Exception, seconds: float) -> float:
        """Returns the seconds of the next pause."""
        log.warning("daemon.database.lost", task=name, error=str(error)[:200])
        await self.pause(min(seconds, self.max_back_off_seconds))
        return min(seconds * 2, self.max_back_off_seconds)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, connections.close_all)
        self._thread.shutdown()


def run(make: Callable[[], Runnable], *, nice: int = 0, collect: Callable[[], None] | None = None) -> None:
    """Runs a process until SIGINT or SIGTERM. Calls `make` in the event loop.

    `collect` sets up garbage collection after loading; the default is `garbage.tune_collection`.
    """
    if nice:
        os.nice(nice)
    logs.configure()
    (collect or garbage.tune_collection)()
    uvloop.run(_run_until_stopped(make))


async def _run_until_stopped(make: Callable[[], Runnable]) -> None:
    process = make()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, process.stopping.set)
    await process.run()


def _run_with_fresh_connections(function: Callable[..., Result], *arguments: object) -> Result:
    close_old_connections()
    return function(*arguments)
