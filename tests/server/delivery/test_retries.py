"""Temporary rejections of one batch are retried together, unless leased."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest
from django.db import connections

from server.core import clock
from server.core.async_database import connect
from server.delivery.models import Batch, BatchState, Mailing, MailingCounters
from server.delivery.sql import sending
from server.delivery.sql.sending import JOIN_WINDOW, Lease, LogRow, RetryGroup
from server.teams.models import Team
from tests.cast import make_team
from tests.server.delivery.mailing_factory import addresses, in_thread, make_mailing, start

pytestmark = pytest.mark.django_db(transaction=True)
LEASE = timedelta(minutes=1)


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@pytest.fixture
async def sender(transactional_db: None) -> AsyncIterator[sending.Connection]:
    async with await connect() as connection:
        yield connection


async def leased(sender: sending.Connection, now: datetime) -> Lease:
    lease = await sending.claim(sender, worker="one", now=now, lease=LEASE, priorities=(0, 32767))
    assert lease is not None
    return lease


async def start_mailing(sender: sending.Connection, mailing: Mailing, count: int, now: datetime) -> Lease:
    await in_thread(start)(mailing, addresses(count))
    lease = await leased(sender, now)
    await sending.advance(sender, lease, high_water=count, now=now, until=now + LEASE, marketing=False)
    return lease


async def retries(mailing: Mailing) -> list[tuple[list[int], int, int]]:
    rows = Batch.objects.filter(mailing=mailing, parent_id__isnull=False).order_by("id")
    return [(row.positions or [], row.size, row.attempt) async for row in rows]


async def test_what_is_due_at_about_the_same_moment_is_one_batch(team: Team, sender: sending.Connection) -> None:
    mailing, now = await in_thread(make_mailing)(team), clock.now() + timedelta(seconds=5)
    lease = await start_mailing(sender, mailing, 6, now)
    due = now + timedelta(minutes=1)

    assert await sending.flush(sender, lease, [], [RetryGroup([0], due, 2)], now)
    sent = LogRow(1, None, "r1@example.com", "sent", "", 250)
    assert await sending.flush(sender, lease, [sent], [RetryGroup([3, 2], due + JOIN_WINDOW / 2, 2)], now)
    assert await sending.flush(sender, lease, [], [RetryGroup([4], due, 1)], now)
    assert await sending.flush(sender, lease, [], [RetryGroup([5], due + JOIN_WINDOW, 2)], now)

    assert await retries(mailing) == [([0, 3, 2], 3, 2), ([4], 1, 1), ([5], 1, 2)]
    first = await Batch.objects.filter(mailing=mailing, parent_id=lease.batch_id).order_by("id").afirst()
    assert first is not None
    assert (first.due_at, first.state, first.high_water) == (due, BatchState.WAITING, 0)
    counters = await MailingCounters.objects.aget(pk=mailing.pk)
    assert (counters.sent, counters.deferred) == (1, 4)  # returned, unsent messages are not rejections


async def test_a_batch_that_somebody_has_leased_is_joined_by_nobody(team: Team, sender: sending.Connection) -> None:
    mailing, now = await in_thread(make_mailing)(team), clock.now() + timedelta(seconds=5)
    lease = await start_mailing(sender, mailing, 3, now)
    await sending.flush(sender, lease, [], [RetryGroup([0], now, 2)], now)
    again = await leased(sender, now)
    assert (again.positions, again.attempt) == ([0], 2)

    await sending.flush(sender, lease, [], [RetryGroup([1], now, 2)], now)
    await sending.release(sender, again, due_at=now)
    await sending.flush(sender, lease, [], [RetryGroup([2], now, 2)], now)

    assert await retries(mailing) == [([0], 1, 2), ([1, 2], 2, 2)]
