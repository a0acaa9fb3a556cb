"""Sending of standing mailings: prompt, in turn, and with all checks just before sending."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connections, transaction

from bench.sink import Sink, running
from server.contacts import timeline
from server.contacts.models import Contact, ContactPreference
from server.contacts.states import ContactState
from server.core import clock, partitions
from server.core.async_database import connect
from server.delivery import contact_timeline
from server.delivery.models import (
    Batch,
    BatchState,
    FrequencyCap,
    FrequencyClaim,
    Mailing,
    MailingCounters,
    MailingState,
    SendLog,
    Suppression,
)
from server.delivery.origins import MailingChange
from server.delivery.services import mailings
from server.delivery.services.continuous_mailings import Candidate
from server.delivery.sql import sending as wire
from server.delivery.states import SuppressionReason
from server.plans import quota
from server.plans.features import EMAIL_SENT
from server.teams.models import Team
from tests.cast import Person
from tests.server.delivery.mailing_factory import addresses, in_thread, make_mailing, received, sending, start, until
from tests.server.delivery.standing_factory import accept, accept_contacts, make_contacts, publish, steps

__all__ = ["steps"]
pytestmark = pytest.mark.django_db(transaction=True)

Changes = list[MailingChange]
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


def states_of(mailing: Mailing) -> dict[int, str]:
    """The outcome of each position."""
    return dict(SendLog.objects.filter(mailing_id=mailing.pk).values_list("position", "state"))


async def until_counted(mailing: Mailing, **counts: int) -> None:
    """Waits until the mailing has these counters."""
    await until(MailingCounters.objects.filter(pk=mailing.pk, **counts).aexists)


async def claim(connection: wire.Connection, now: datetime | None = None) -> wire.Lease | None:
    return await wire.claim(connection, worker="w", now=now or clock.now(), lease=MINUTE, priorities=(2, 9), relay=True)


async def window(connection: wire.Connection, lease: wire.Lease, mark: int | None = None) -> list[wire.WindowRow]:
    now = clock.now()
    rows = await wire.advance(
        connection, lease, high_water=mark or lease.size, now=now, until=now + MINUTE, marketing=True
    )
    assert rows is not None
    return rows


async def make_preference(team: Team, contact_id: int, **said: Any) -> None:
    await ContactPreference.objects.acreate(team_id=team.pk, contact_id=contact_id, updated_at=clock.now(), **said)


async def test_it_sends_what_it_accepts_and_the_last_version_ends(alice: Person, steps: Changes) -> None:
    old = await in_thread(publish)(alice.team)
    contact_ids = await in_thread(make_contacts)(alice.team, 30)
    sink = Sink()

    async with running(sink) as port, sending(port):
        await in_thread(accept_contacts)(old, contact_ids[:10])
        await received(sink, 10)
        await until_counted(old, sent=10)
        assert (await Mailing.objects.aget(pk=old.pk)).state == MailingState.SENDING
        await in_thread(accept_contacts)(old, contact_ids[10:20])
        new = await in_thread(publish)(alice.team, 2)
        await in_thread(accept_contacts)(new, contact_ids[20:])
        await until(Mailing.objects.filter(pk=old.pk, state=MailingState.DONE).aexists)
        await until(Mailing.objects.filter(pk=new.pk, settled=10).aexists)

    assert sink.counts["received"] == 30
    done = await Mailing.objects.aget(pk=old.pk)
    assert (done.recipients, done.settled) == (20, 20)
    assert (await Mailing.objects.aget(pk=new.pk)).state == MailingState.SENDING
    assert [(change.state, change.version) for change in steps] == [(MailingState.DONE, 1)]
    found = await in_thread(quota.get_state)(team_id=alice.team.pk, limit=EMAIL_SENT)
    assert (found.used, found.reserved) == (30, 0)


async def test_the_last_moment_decides_as_for_a_list(alice: Person, steps: Changes) -> None:
    team = alice.team
    mailing = await in_thread(publish)(team, topic_id=7)
    contact_ids = await in_thread(make_contacts)(team, 6)
    await in_thread(accept_contacts)(mailing, contact_ids)
    await in_thread(accept)(mailing, Candidate("x", email="x@example.com"))
    await Contact.objects.filter(pk=contact_ids[0]).aupdate(state=ContactState.UNSUBSCRIBED)
    await make_preference(team, contact_ids[1], topics_off=[7])
    await make_preference(team, contact_ids[2], paused_until=clock.now() + timedelta(days=1))
    await make_preference(team, contact_ids[3], follows=False)
    for email, reason in (("x@example.com", SuppressionReason.MANUAL), ("r4@example.com", SuppressionReason.SUNSET)):
        await Suppression.objects.acreate(team=team, email=email, reason=reason, created_at=clock.now())

    async with await connect() as connection:
        lease = await claim(connection)
        assert lease is not None
        rows = await window(connection, lease)

    assert [(row.email, row.suppressed, row.follows) for row in rows] == [
        ("r0@example.com", True, True),
        ("r1@example.com", True, True),
        ("r2@example.com", True, True),
        ("r3@example.com", False, False),
        ("r4@example.com", True, True),
        ("r5@example.com", False, True),
        ("x@example.com", True, True),
    ]


async def test_a_contact_that_is_created_again_stays_suppressed(alice: Person, steps: Changes) -> None:
    mailing = await in_thread(publish)(alice.team)
    for n, reason in enumerate(SuppressionReason):
        earlier = clock.now() - timedelta(days=1)
        await Suppression.objects.acreate(team=alice.team, email=f"r{n}@example.com", reason=reason, created_at=earlier)
    contact_ids = await in_thread(make_contacts)(alice.team, len(SuppressionReason) + 1)
    await in_thread(accept_contacts)(mailing, contact_ids)

    async with await connect() as connection:
        lease = await claim(connection)
        assert lease is not None
        rows = await window(connection, lease)

    assert [(row.email, row.suppressed) for row in rows] == [
        *((f"r{n}@example.com", True) for n in range(6)),
        ("r6@example.com", False),
    ]


async def test_the_cap_counts_each_email_of_it(alice: Person, steps: Changes) -> None:
    team = alice.team
    await FrequencyCap.objects.acreate(team=team, mails=2, days=7)
    mailing = await in_thread(publish)(team)
    ayu, budi = await in_thread(make_contacts)(team, 2)
    for contact_ids in ([ayu, budi], [ayu], [ayu], [budi]):
        await in_thread(accept_contacts)(mailing, contact_ids)

    async with await connect() as connection:
        lease = await claim(connection)
        assert lease is not None
        first = await window(connection, lease, 3)
        claims = FrequencyClaim.objects.order_by("position")
        claimed = [row async for row in claims.values_list("position", "contact_id")]
        results = [wire.LogRow(row.position, row.contact_id, row.email, "sent") for row in first[:2]]
        assert await wire.flush(connection, lease, results, [], clock.now())
        left = await FrequencyClaim.objects.acount()
        second = await window(connection, lease)

    assert [(row.contact_id, row.capped) for row in (*first, *second)] == [
        (ayu, False),
        (budi, False),
        (ayu, False),
        (ayu, True),
        (budi, False),
    ]
    assert claimed == [(0, ayu), (1, budi), (2, ayu)]
    assert left == 1


async def test_the_cap_counts_twins_of_one_window(alice: Person, steps: Changes) -> None:
    team = alice.team
    await FrequencyCap.objects.acreate(team=team, mails=1, days=7)
    mailing = await in_thread(publish)(team)
    [ayu] = await in_thread(make_contacts)(team, 1)
    for _ in range(3):
        await in_thread(accept_contacts)(mailing, [ayu])

    async with await connect() as connection:
        lease = await claim(connection)
        assert lease is not None
        rows = await window(connection, lease)

    assert [row.capped for row in rows] == [False, True, True]


async def test_a_callers_transaction_holds_no_sender_up(alice: Person, steps: Changes) -> None:
    mailing = await in_thread(publish)(alice.team)
    one, two = await in_thread(make_contacts)(alice.team, 2)
    await in_thread(accept_contacts)(mailing, [one])

    async def send_one() -> int:
        async with await connect() as connection:
            await connection.execute("SET lock_timeout = '2s'")
            lease = await claim(connection)
            assert lease is not None
            rows = await window(connection, lease)
            results = [wire.LogRow(row.position, row.contact_id, row.email, "sent") for row in rows]
            assert await wire.flush(connection, lease, results, [], clock.now())
            await wire.release(connection, lease, due_at=clock.now())
            assert not await wire.is_complete(connection, mailing.pk)
            return len(rows)

    def call() -> int:
        with transaction.atomic(), ThreadPoolExecutor(1) as pool:
            accept(mailing, Candidate("b", two, due_at=clock.now() + timedelta(hours=1)))
            return pool.submit(asyncio.run, send_one()).result()

    assert await in_thread(call)() == 1
    assert await in_thread(states_of)(mailing) == {0: "sent"}


async def test_a_trickle_and_a_large_campaign_take_turns(alice: Person, steps: Changes) -> None:
    campaign = await in_thread(make_mailing)(alice.team)
    await in_thread(start)(campaign, addresses(2_500))
    mailing = await in_thread(publish)(alice.team)
    contact_ids = await in_thread(make_contacts)(alice.team, 5)
    now = clock.now()
    taken: list[int] = []

    async with await connect() as connection:
        for number in range(8):
            if number in (1, 2, 5):
                await in_thread(accept_contacts)(mailing, [contact_ids[number % 5]])
            moment = now + timedelta(seconds=10 + number)
            lease = await claim(connection, moment)
            assert lease is not None
            taken.append(lease.mailing_id)

    # A new recipient is sent to right after the campaign's next batch, although the mailing had its turn.
    names = {campaign.pk: "campaign", mailing.pk: "steps"}
    assert [names[mailing_id] for mailing_id in taken] == [
        *("campaign", "steps", "campaign", "steps", "campaign", "steps", "campaign", "campaign")
    ]


async def test_a_batch_is_logged_in_its_own_month(alice: Person, steps: Changes) -> None:
    begun, later = datetime(2026, 10, 20, tzinfo=UTC), datetime(2027, 1, 31, 23, 59, tzinfo=UTC)
    await in_thread(partitions.create_partitions_between)(begun.date(), later.date())
    [ayu] = await in_thread(make_contacts)(alice.team, 1)
    with time_machine.travel(begun, tick=False):
        mailing = await in_thread(publish)(alice.team)
    with time_machine.travel(later, tick=False) as clocks:
        await in_thread(accept_contacts)(mailing, [ayu])
        clocks.shift(timedelta(minutes=2))  # the next month has no partition yet
        async with await connect() as connection:
            lease = await claim(connection)
            assert lease is not None
            rows = await window(connection, lease)
            await wire.flush(connection, lease, [], [wire.RetryGroup([0], clock.now(), 2)], clock.now())
            await wire.release(connection, lease, due_at=clock.now())
            again = await claim(connection)
            assert again is not None
            rows = await window(connection, again)
            results = [wire.LogRow(row.position, row.contact_id, row.email, "sent") for row in rows]
            assert await wire.flush(connection, again, results, [], clock.now())

    assert (lease.mailed_at, lease.partition) == (later, "delivery_send_log_2027_01")
    assert (again.mailed_at, again.partition, again.attempt) == (later, "delivery_send_log_2027_01", 2)
    logged = await SendLog.objects.aget(mailing_id=mailing.pk)
    assert (logged.mailed_at, logged.at) == (later, later + timedelta(minutes=2))
    entries = await in_thread(read_timeline)(alice.team, ayu)
    assert [(entry.at, entry.details["mail"].subject) for entry in entries] == [(logged.at, f"Step for N{ayu}")]


def read_timeline(team: Team, contact_id: int) -> list[timeline.TimelineEntry]:
    """A contact's email history."""
    kinds = frozenset(contact_timeline.LOG_KINDS)
    asked = timeline.TimelineRequest(
        team_id=team.pk, contact_id=contact_id, kinds=kinds, before_at=None, before_id=0, limit=10
    )
    return contact_timeline._list_send_outcomes(asked)


async def test_who_is_in_doubt_is_sent_to_again_in_the_same_months(alice: Person, steps: Changes) -> None:
    first, second = datetime(2026, 11, 20, tzinfo=UTC), datetime(2026, 12, 20, tzinfo=UTC)
    await in_thread(partitions.create_partitions_between)(first.date(), second.date())
    contact_ids = await in_thread(make_contacts)(alice.team, 3)
    with time_machine.travel(first, tick=False) as clocks:
        mailing = await in_thread(publish)(alice.team)
        clocks.shift(MINUTE)
        await in_thread(accept_contacts)(mailing, contact_ids[:2])
        clocks.move_to(second)
        await in_thread(accept_contacts)(mailing, contact_ids[2:])
        async with await connect() as connection:
            while lease := await claim(connection):
                rows = await window(connection, lease)
                results = [wire.LogRow(row.position, row.contact_id, row.email, "inDoubt") for row in rows]
                assert await wire.flush(connection, lease, results, [], clock.now())
                await wire.release(connection, lease, due_at=clock.now())
            await in_thread(publish)(alice.team, 2)
            found = await Mailing.objects.aget(pk=mailing.pk)
            count = await in_thread(mailings.resend_indeterminate)(mailing=found)
            again = [lease for _ in range(2) if (lease := await claim(connection))]

    assert (found.state, count) == (MailingState.DONE, 3)
    assert [(lease.mailed_at, lease.positions) for lease in again] == [(first + MINUTE, [0, 1]), (second, [2])]
    assert not await SendLog.objects.filter(mailing_id=mailing.pk).aexists()


async def test_claiming_reads_neither_history_nor_what_is_due_later(alice: Person, steps: Changes) -> None:
    mailing = await in_thread(publish)(alice.team)
    contact_ids = await in_thread(make_contacts)(alice.team, 2)
    await in_thread(make_history)(mailing, 200_000)
    await in_thread(accept_contacts)(mailing, contact_ids[:1])
    await in_thread(accept_contacts)(mailing, contact_ids[1:], due_at=clock.now() + timedelta(days=1))

    async with await connect() as connection:
        claiming = await explained(connection, wire._CLAIM, claim_values())
        handing_out = await explained(connection, wire._WINDOW, await in_thread(window_values)(mailing))
        lease = await claim(connection)

    # Of 220,000; the exact number depends on statistics and index state left by earlier tests.
    assert rows_read(claiming) < 1_000
    assert rows_read(handing_out) < 1_000
    assert lease is not None
    assert lease.positions == [200_000]


async def test_accepting_reads_neither_history_nor_other_contacts(alice: Person, steps: Changes) -> None:
    mailing = await in_thread(publish)(alice.team)
    contact_ids = await in_thread(make_contacts)(alice.team, 3_000)
    await in_thread(make_history)(mailing, 20_000)
    read: list[int] = []

    def call() -> None:
        with explaining(read):
            accept(
                mailing,
                *(Candidate(f"k{number}", contact_id) for number, contact_id in enumerate(contact_ids[:10])),
                Candidate("h7", email="r11@example.com"),
                Candidate("new", email="r12@example.com"),
            )

    await in_thread(call)()

    assert len(read) == 2
    assert max(read) < 200


@contextmanager
def explaining(read: list[int]) -> Iterator[None]:
    """Records how many rows each statement on recipients reads, by running it twice, the first time for its plan."""

    def run(execute: Any, statement: str, values: Any, many: bool, context: Any) -> Any:
        if "unnest" in statement:
            with connections["default"].cursor() as cursor, transaction.atomic():
                cursor.cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", values)
                read.append(rows_read(plan_in(cursor.cursor.fetchone())))
                transaction.set_rollback(True)
        return execute(statement, values, many, context)

    with connections["default"].execute_wrapper(run):
        yield


def make_history(mailing: Mailing, count: int) -> None:
    """Recipients in finished batches, and a tenth as many batches that are due later."""
    with connections["default"].cursor() as cursor:
        cursor.execute(
            "INSERT INTO delivery_recipient (mailing_id, position, email, fields, key, mailed_at)"
            " SELECT %s, n, 'h' || n || '@example.com', '{}', 'h' || n, now() FROM generate_series(0, %s - 1) AS n",
            [mailing.pk, count],
        )
        cursor.execute(
            "INSERT INTO delivery_batch (mailing_id, first, size, positions, attempt, state, mailed_at, due_at, worker,"
            " fence, high_water) SELECT %s, 0, 1, ARRAY[n], 1, 'done', now(), now(), '', 1, 1"
            " FROM generate_series(0, %s - 1) AS n",
            [mailing.pk, count],
        )
        cursor.execute(
            "INSERT INTO delivery_batch (mailing_id, first, size, positions, attempt, state, mailed_at, due_at, worker,"
            " fence, high_water) SELECT %s, 0, 1, ARRAY[n], 1, 'waiting', now(), now() + interval '1 day', '', 0, 0"
            " FROM generate_series(0, %s - 1) AS n",
            [mailing.pk, count // 10],
        )
        cursor.execute("UPDATE delivery_mailingintake SET next_position = %s", [count])
        cursor.execute("ANALYZE delivery_recipient")
        cursor.execute("ANALYZE delivery_batch")


def claim_values() -> dict[str, Any]:
    return {
        "worker": "w",
        "now": clock.now(),
        "until": clock.now() + MINUTE,
        "least": 2,
        "most": 9,
        "pools": [],
        "relay": True,
        "origins": ["campaign", "steps"],
        "known": ["campaign", "steps"],
    }


def window_values(mailing: Mailing) -> dict[str, Any]:
    waiting = Batch.objects.filter(mailing=mailing, state=BatchState.WAITING).order_by("pk")
    return {
        "high_water": 1,
        "until": clock.now() + MINUTE,
        "batch_id": waiting.values_list("pk", flat=True)[0],
        "fence": 0,
        "team_id": mailing.team_id,
        "mailing_id": mailing.pk,
        "positions": "{200000}",
        "now": clock.now(),
        "marketing": True,
        "asks": False,
        "origins": ["campaign", "steps"],
    }


async def explained(connection: wire.Connection, statement: str, values: dict[str, Any]) -> dict[str, Any]:
    """The executed plan of a statement; its changes are rolled back."""
    async with connection.transaction(force_rollback=True):
        cursor = await connection.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", values)
        row = await cursor.fetchone()
    return plan_in(row)


def plan_in(row: Any) -> dict[str, Any]:
    """The plan in a row of EXPLAIN."""
    assert row is not None
    found: dict[str, Any] = (json.loads(row[0]) if isinstance(row[0], str) else row[0])[0]["Plan"]
    return found


def rows_read(plan: dict[str, Any]) -> int:
    """The rows that the scans of a plan have read, including filtered ones."""
    own = 0
    if "Relation Name" in plan or "Index Name" in plan:
        removed = sum(plan.get(name, 0) for name in ("Rows Removed by Filter", "Rows Removed by Index Recheck"))
        own = int((plan["Actual Rows"] + removed) * plan["Actual Loops"])
    return own + sum(rows_read(part) for part in plan.get("Plans", ()))
