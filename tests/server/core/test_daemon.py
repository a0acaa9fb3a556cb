"""The base of long-running processes."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, ProgrammingError, connection
from structlog.testing import capture_logs

from bin.local import paths
from server.core import daemon
from server.core.daemon import Daemon

RUN = """
import asyncio
from server.core import daemon

class Idle(daemon.Daemon):
    async def run(self):
        print("runs", flush=True)
        await self.stopping.wait()
        await self.close()
        print("stopped", flush=True)

daemon.run(Idle)
"""


@pytest.fixture
async def process() -> AsyncIterator[Daemon]:
    made = Daemon()
    yield made
    await made.close()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses of a process, without waiting for them."""
    waited: list[float] = []

    async def pause(self: Daemon, seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(Daemon, "pause", pause)
    return waited


async def test_a_task_that_fails_begins_again_after_a_pause(process: Daemon, pauses: list[float]) -> None:
    runs = 0

    async def work() -> None:
        nonlocal runs
        runs += 1
        if runs < 3:
            raise LookupError("not foreseen")
        process.stopping.set()

    await process.supervise("work", work)

    assert (runs, pauses) == (3, [daemon.UNEXPECTED_PAUSE_SECONDS] * 2)


async def test_a_task_ends_when_it_is_over(process: Daemon) -> None:
    runs: list[int] = []

    async def work() -> None:
        runs.append(len(runs))

    await process.supervise("work", work, until=lambda: len(runs) == 2)

    assert (runs, process.stopping.is_set()) == ([0, 1], False)


async def test_a_lost_database_is_asked_for_after_longer_and_longer_pauses(
    process: Daemon, pauses: list[float]
) -> None:
    class Connection:
        async def __aenter__(self) -> Any:
            return self

        async def __aexit__(self, *_: object) -> None:
            pass

    attempts = 0

    async def connect() -> Any:
        nonlocal attempts
        attempts += 1
        if attempts < 9 or attempts == 10:
            raise psycopg.OperationalError("the server is not there")
        return Connection()

    async def work(_: Any) -> None:
        if attempts == 9:
            raise psycopg.InterfaceError("the connection is closed")
        process.stopping.set()

    await process.with_database("work", connect, work)

    # Eight failed connections; then one that is lost, and one more attempt, with short pauses again.
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 0.5, 1.0]


async def test_a_task_that_ends_begins_again_after_a_pause(process: Daemon, pauses: list[float]) -> None:
    runs = 0

    async def work() -> None:
        nonlocal runs
        runs += 1
        if runs == 2:
            process.stopping.set()

    with capture_logs() as logs:
        await process.supervise("listen", work)

    assert (runs, pauses) == (2, [daemon.UNEXPECTED_PAUSE_SECONDS])
    assert logs == [{"event": "daemon.task.ended", "log_level": "warning", "task": "listen"}]


async def test_a_task_without_the_database_pauses_longer_each_time(process: Daemon, pauses: list[float]) -> None:
    process.max_back_off_seconds = 1.5
    runs = 0

    async def work() -> None:
        nonlocal runs
        runs += 1
        if runs == 4:
            process.stopping.set()
            return
        raise OperationalError("the server is not there")

    with capture_logs() as logs:
        await process.supervise("work", work)

    assert {(each["event"], each["task"]) for each in logs} == {("daemon.database.lost", "work")}
    assert pauses == [0.5, 1.0, 1.5]


async def test_a_wrong_statement_is_no_lost_database(process: Daemon, pauses: list[float]) -> None:
    connects = 0

    class Connection:
        async def __aenter__(self) -> Any:
            return self

        async def __aexit__(self, *_: object) -> None:
            pass

    async def connect() -> Any:
        nonlocal connects
        connects += 1
        return Connection()

    async def work(_: Any) -> None:
        raise ProgrammingError("no such column")

    with pytest.raises(ProgrammingError):
        await process.with_database("work", connect, work)

    assert (connects, pauses) == (1, [])


@pytest.mark.django_db(transaction=True)
async def test_django_has_a_connection_that_is_renewed_and_closed(process: Daemon) -> None:
    def backend() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pid: int = cursor.fetchone()[0]
            return pid

    def lose() -> None:
        connection.connection.close()

    first = await process.in_django(backend)
    await process.in_django(lose)

    assert await process.in_django(backend) != first


async def test_a_pause_ends_when_the_process_is_to_stop(process: Daemon) -> None:
    waiting = asyncio.ensure_future(process.pause(3600))
    await asyncio.sleep(0)

    process.stopping.set()

    await asyncio.wait_for(waiting, 10)


def test_a_signal_stops_a_process_which_finishes() -> None:
    argv = [sys.executable, "-c", f"import django; django.setup()\n{RUN}"]
    running = subprocess.Popen(argv, cwd=paths.ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        assert running.stdout.readline() == "runs\n"
        running.terminate()
        assert (running.stdout.read(), running.wait(timeout=30)) == ("stopped\n", 0)
    finally:
        running.kill()
        running.wait()
