"""A throttled mailing keeps its rate whatever is due: one batch in each gap, over all senders."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest
from django.db import connections, transaction

from bench.sink import Sink, running
from server.core import clock
from server.core.async_database import connect
from server.delivery import send_schedule
from server.delivery.models import Batch, BatchState, Mailing, MailingState, MailingThrottle
from server.delivery.send_schedule import HOUR, RecipientGroup
from server.delivery.services import mailings
from server.delivery.sql import freezing, sending
from server.delivery.sql.freezing import FrozenRow
from server.delivery.sql.sending import Lease
from server.teams.models import Team
from tests.cast import make_team
from tests.server.delivery.mailing_factory import addresses, in_thread, make_mailing, until
from tests.server.delivery.mailing_factory import sending as sender_at_work

pytestmark = pytest.mark.django_db(transaction=True)

PER_HOUR = 60  # batches of 5, five minutes apart
GAP = timedelta(minutes=5)


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


def make_paced(team: Team, count: int) -> Mailing:
    """A throttled mailing that is being sent."""
    mailing = make_mailing(team)
    mailing.per_hour = PER_HOUR
    now = clock.now()
    with transaction.atomic():
        freezing.freeze_rows(
            team.pk, mailing_id=mailing.pk, rows=[FrozenRow(None, email) for email in addresses(count)]
        )
        mailings.release(
            mailing, count, cut=send_schedule.schedule_batches([RecipientGroup(now, count)], now=now, per_hour=PER_HOUR)
        )
    return mailing


async def claim(
    connection: sending.Connection, now: datetime, *, lease: timedelta = timedelta(minutes=1), relay: bool = True
) -> Lease | None:
    return await sending.claim(connection, worker="w", now=now, lease=lease, priorities=(2, 32767), relay=relay)


async def work(connection: sending.Connection, lease: Lease, now: datetime, mark: int | None = None) -> None:
    """Releases the remaining recipients, or up to the mark, and returns the batch."""
    high_water = mark or lease.size
    assert await sending.advance(
        connection, lease, high_water=high_water, now=now, until=now + timedelta(minutes=1), marketing=True
    )
    await sending.release(connection, lease, due_at=now)


async def test_what_became_due_without_a_sender_goes_at_the_pace(team: Team) -> None:
    mailing = await in_thread(make_paced)(team, 200)
    now = clock.now() + timedelta(days=2)
    begun: list[tuple[datetime, int]] = []

    async with await connect() as connection:
        while await Batch.objects.filter(mailing=mailing, state=BatchState.WAITING).aexists():
            if lease := await claim(connection, now):
                begun.append((now, lease.size))
                await work(connection, lease, now)
            now += timedelta(seconds=50)

    assert sum(size for _, size in begun) == 200
    for at, _ in begun:
        assert sum(size for other, size in begun if at <= other < at + HOUR) <= PER_HOUR
    assert begun[-1][0] - begun[0][0] == 39 * GAP


async def test_what_came_due_in_a_pause_goes_at_the_pace(team: Team) -> None:
    mailing = await in_thread(make_paced)(team, 15)
    await in_thread(mailings.pause)(mailing=mailing)
    await in_thread(mailings.resume)(mailing=mailing)
    now = clock.now() + HOUR

    async with await connect() as connection:
        first = await claim(connection, now)
        assert first is not None
        await work(connection, first, now)
        too_soon = await claim(connection, now + GAP - timedelta(seconds=1))
        second = await claim(connection, now + GAP)

    assert too_soon is None
    assert second is not None
    assert (second.first, second.sending) == (5, True)


async def test_two_senders_never_take_the_same_slot(team: Team) -> None:
    await in_thread(make_paced)(team, 50)
    now = clock.now() + HOUR

    async with await connect() as one, await connect() as other:
        async with one.transaction():
            first = await claim(one, now)
            second = asyncio.ensure_future(claim(other, now))
            await until(lambda: waits_for_a_lock(other.info.backend_pid))
        assert first is not None
        assert await second is None

    assert await Batch.objects.filter(state=BatchState.LEASED).acount() == 1
    pace = await MailingThrottle.objects.aget()
    assert (pace.batch_id, pace.free_at) == (first.batch_id, now + GAP)


async def waits_for_a_lock(pid: int) -> bool:
    async with await connect() as connection:
        cursor = await connection.execute(
            "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'", (pid,)
        )
        return await cursor.fetchone() is not None


async def test_a_batch_goes_on_within_its_slot_and_takes_another_after_it(team: Team) -> None:
    await in_thread(make_paced)(team, 10)
    now = clock.now()

    async with await connect() as connection:
        first = await claim(connection, now)
        assert first is not None
        await work(connection, first, now, mark=2)
        same = await claim(connection, now + timedelta(seconds=3))
        assert same is not None
        await work(connection, same, now + timedelta(seconds=3), mark=4)
        before = (await MailingThrottle.objects.aget()).free_at
        later = await claim(connection, now + GAP + timedelta(seconds=1))

    assert (same.batch_id, same.sending, before) == (first.batch_id, True, now + GAP)
    assert later is not None
    assert (await MailingThrottle.objects.aget()).free_at == now + 2 * GAP + timedelta(seconds=1)


async def test_what_a_crash_left_is_recovered_at_once_and_sent_in_a_slot(team: Team) -> None:
    await in_thread(make_paced)(team, 10)
    now = clock.now()

    async with await connect() as connection:
        crashed = await claim(connection, now, lease=GAP + timedelta(seconds=30))
        other = await claim(connection, now + GAP)
        recovered = await claim(connection, now + GAP + timedelta(seconds=30, microseconds=1))
        assert crashed is not None
        assert other is not None
        assert recovered is not None
        await sending.release(connection, recovered, due_at=now)
        too_soon = await claim(connection, now + GAP + timedelta(seconds=40))
        again = await claim(connection, now + 2 * GAP)

    assert (crashed.sending, other.first, other.sending) == (True, 5, True)
    assert (recovered.batch_id, recovered.sending) == (crashed.batch_id, False)
    assert too_soon is None
    assert again is not None
    assert (again.batch_id, again.sending) == (crashed.batch_id, True)


async def test_retries_come_on_top_and_other_mailings_are_not_held_up(team: Team) -> None:
    paced = await in_thread(make_paced)(team, 10)
    now = clock.now()

    async with await connect() as connection:
        lease = await claim(connection, now)
        assert lease is not None
        retry = await Batch.objects.acreate(
            mailing=paced, size=1, positions=[0], parent_id=lease.batch_id, attempt=2, due_at=now
        )
        assert (found := await claim(connection, now)) is not None
        assert found.batch_id == retry.pk
        free = await in_thread(make_mailing)(team)
        await in_thread(mailings.send_rows)(mailing=free, rows=[(None, "a@b.example", {})])
        assert (found := await claim(connection, clock.now())) is not None
        assert found.mailing_id == free.pk


async def test_a_slot_is_kept_while_the_relay_is_down(team: Team) -> None:
    mailing = await in_thread(make_paced)(team, 10)
    now = clock.now()

    async with await connect() as connection:
        assert await claim(connection, now, relay=False) is None
        assert (await MailingThrottle.objects.aget()).batch_id is None
        assert await claim(connection, now) is not None

    assert (await Mailing.objects.aget(pk=mailing.pk)).state == MailingState.SENDING


async def test_a_relay_that_comes_back_is_found_without_mail_for_it(team: Team) -> None:
    sink = Sink()
    async with running(sink) as port:
        free_port = port
    async with sender_at_work(free_port) as sender:
        first = await in_thread(make_mailing)(team)
        await in_thread(mailings.send_rows)(mailing=first, rows=[(None, "a@b.example", {})])

        async def is_down() -> bool:
            return not sender._pools[0].clients[0].is_ready

        await until(is_down)
        await in_thread(mailings.cancel)(mailing=first)
        async with running(Sink(), port=free_port):

            async def is_up() -> bool:
                return sender._pools[0].clients[0].is_ready

            await until(is_up)
