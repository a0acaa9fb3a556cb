"""The cost of the accounting of a send alone: the sender's leases, windows and log, with a relay that accepts all."""

import asyncio
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.db import connection as django_connection

from server.core import clock
from server.core.async_database import connect
from server.delivery.smtp.replies import BounceClass, ReplyOutcome, SendResult
from server.delivery.sql import sending
from server.delivery.sql.sending import WindowRow
from server.delivery.wire.leases import BatchWorker, LeasedBatch

TAKEN = ReplyOutcome(SendResult.SENT, 250, "2.0.0", BounceClass.NONE, "Taken")
LEASE = timedelta(seconds=60)
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of one message: CPU of our process and of the database's in µs, and WAL bytes."""

    client: float
    backend: float | None  # None if the database runs on another machine
    wal: float


async def run(messages: int, cpu_seconds: Callable[[], float]) -> Cost:
    """Processes all batches as a sender's worker does."""
    async with await connect() as connection:
        pid = connection.info.backend_pid
        wal_at, backend_at, client_at = await _written(connection), _backend_seconds(pid), cpu_seconds()
        while lease := await sending.claim(
            connection, worker="bench", now=clock.now(), lease=LEASE, priorities=(0, 32767)
        ):
            batch = LeasedBatch(lease, LEASE, 2, marketing=True)
            worker = BatchWorker(
                connection,
                batch,
                offer=_complete_all,
                withdraw=_nothing_left,
                stopping=asyncio.Event(),
                reached=_nobody,
            )
            await worker.run()
        client, backend = cpu_seconds() - client_at, _backend_seconds(pid)
        written = await _written(connection) - wal_at
    return Cost(
        client=client / messages * 1e6,
        backend=None if backend is None or backend_at is None else (backend - backend_at) / messages * 1e6,
        wal=written / messages,
    )


def _complete_all(batch: LeasedBatch, rows: list[WindowRow]) -> None:
    batch.waiting += len(rows)
    for row in rows:
        batch.start()
        batch.complete(row, TAKEN)


def _nothing_left(batch: LeasedBatch) -> None:
    if batch.waiting:
        raise RuntimeError("Rows were not recorded")


def _nobody(contact_ids: Iterable[int]) -> None:
    list(contact_ids)


_WRITTEN = "SELECT wal_bytes FROM pg_stat_get_backend_wal(pg_backend_pid())"


async def _written(connection: sending.Connection) -> int:
    """WAL bytes written by this connection so far (PostgreSQL 18)."""
    await connection.execute("SELECT pg_stat_force_next_flush()")
    cursor = await connection.execute(_WRITTEN)
    found = await cursor.fetchone()
    return int(found[0]) if found else 0


def written() -> int:
    """`_written` for Django's connection."""
    with django_connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute(_WRITTEN)
        found = cursor.fetchone()
    return int(found[0]) if found else 0


def _backend_seconds(pid: int) -> float | None:
    path = Path(f"/proc/{pid}/stat")
    if not path.exists():
        return None
    fields = path.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS
