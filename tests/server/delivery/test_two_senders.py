"""Two sender processes on one batch: the one halted past its lease continues, and the fence prevents damage."""

import asyncio
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from django.db import connection, connections

from bench.sink import Sink, read_ledger, running
from server.core import clock
from server.delivery.models import Batch, BatchState, Mailing, MailingCounters, MailingState, SendLog
from server.delivery.wire.leases import WINDOW_SIZE
from tests.cast import make_team
from tests.server.delivery.mailing_factory import (
    addresses,
    in_thread,
    make_mailing,
    start,
    until,
)

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[3]
SECONDS = 100
RECIPIENTS = 400
HALTS = 1_000
WORKS = "works"


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@asynccontextmanager
async def sender(port: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """A separate sender process with the test's database; killed if it has not ended."""
    wanted = connection.settings_dict
    password = f":{wanted['PASSWORD']}" if wanted["PASSWORD"] else ""
    database = f"{wanted['USER']}{password}@{wanted['HOST']}:{wanted['PORT']}/{wanted['NAME']}"
    environment = os.environ | {
        "DATABASE_URL": f"postgresql://{database}",
        "SMTP_URL": f"smtp://127.0.0.1:{port}?tls=never",
        "DASH_SENDER_CONNECTIONS": "2",
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server.process", "delivery.sender"),
        cwd=ROOT,
        env=environment,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def end(process: asyncio.subprocess.Process) -> int:
    """Stops the process. Returns its exit code."""
    process.send_signal(signal.SIGTERM)
    return await asyncio.wait_for(process.wait(), SECONDS)


def logged(mailing: Mailing) -> dict[str, str]:
    """The state of each address."""
    emails = addresses(RECIPIENTS)
    rows = SendLog.objects.filter(mailing_id=mailing.pk).values_list("position", "state")
    return {emails[position]: state for position, state in rows}


async def enough(sink: Sink, count: int) -> bool:
    """Whether the sink has this many messages."""
    return sink.counts["received"] >= count


def in_doubt(states: dict[str, str]) -> int:
    return sum(state == "inDoubt" for state in states.values())


async def halt(process: asyncio.subprocess.Process) -> None:
    """Halts a sender outside of transactions: otherwise its row locks would last for a minute."""
    for _ in range(HALTS):
        process.send_signal(signal.SIGSTOP)
        # PostgreSQL completes running statements, unless it waits for the halted process, as within a COPY.
        while (states := await in_thread(states_of_others)()) in ({WORKS}, {WORKS, "idle"}):
            pass
        if states <= {"idle"}:
            return
        process.send_signal(signal.SIGCONT)
    raise AssertionError("The sender was in a transaction each time")


def states_of_others() -> set[str]:
    """The activity of the other connections to this database: WORKS, or a state of PostgreSQL."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT CASE WHEN state = 'active' AND wait_event_type IS DISTINCT FROM 'Client'"
            " THEN %s ELSE state END FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
            [WORKS],
        )
        return {row[0] for row in cursor.fetchall()}


async def test_a_sender_that_was_halted_past_its_lease_doubles_and_loses_nothing(tmp_path: Path) -> None:
    team = await in_thread(make_team)("Kopi")
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(RECIPIENTS))
    batches = Batch.objects.filter(mailing=mailing)
    sink = Sink(halt_after=30, ledger=tmp_path / "ledger")

    async with running(sink) as port, sender(port) as halted:
        await until(lambda: enough(sink, 30), SECONDS)
        held = await batches.aget(state=BatchState.LEASED)
        await halt(halted)
        at_halt = sink.counts["received"]
        await batches.aupdate(lease_until=clock.now())  # simulates the expiry
        sink.go_on()
        async with sender(port) as other:
            await until(Mailing.objects.filter(pk=mailing.pk, state=MailingState.DONE).aexists, SECONDS)
            after = await in_thread(logged)(mailing)
            of_other = sink.counts["received"] - at_halt
            taken_over = await batches.aget(pk=held.pk)
            halted.send_signal(signal.SIGCONT)
            # Late responses resolve unknown outcomes.
            await until(MailingCounters.objects.filter(pk=mailing.pk, in_doubt__lt=in_doubt(after)).aexists, SECONDS)
            assert await end(halted) == 0
            assert await end(other) == 0

    assert taken_over.fence > held.fence
    assert 0 < in_doubt(after) <= 2 * WINDOW_SIZE
    assert of_other > 0
    ledger = Counter(str(line["recipient"]) for line in read_ledger(tmp_path / "ledger"))
    states = await in_thread(logged)(mailing)
    assert len(states) == RECIPIENTS
    assert {email for email, times in ledger.items() if times > 1} == set()
    sent = {email for email, state in states.items() if state == "sent"}
    assert sent <= set(ledger)
    assert {states[email] for email in set(ledger) - sent} <= {"inDoubt"}
    assert {email for email, state in after.items() if state == "sent"} < sent  # none of them changes back
    counters = await MailingCounters.objects.aget(pk=mailing.pk)
    assert (counters.sent, counters.in_doubt) == (len(sent), RECIPIENTS - len(sent))
