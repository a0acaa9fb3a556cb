"""The counters by minute equal a recount: after late results, and with temporary rejections."""

from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import connections

from server.core import clock
from server.core.async_database import connect
from server.delivery.models import Mailing, MailingCounters, MailingMinute, SendLog
from server.delivery.sql import sending as wire
from server.delivery.sql.recounting import recount
from server.teams.models import Team
from tests.cast import make_team
from tests.server.delivery.mailing_factory import addresses, in_thread, make_mailing, start

pytestmark = pytest.mark.django_db(transaction=True)
MINUTE = timedelta(minutes=1)
COUNTED = ("sent", "failed", "in_doubt", "hard_bounced", "soft_bounced", "deferred")


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@pytest.fixture(autouse=True)
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(clock.now().replace(second=0, microsecond=0), tick=False) as moved:
        yield moved


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


async def claim(connection: wire.Connection) -> wire.Lease:
    lease = await wire.claim(connection, worker="w", now=clock.now(), lease=MINUTE, priorities=(2, 9))
    assert lease is not None
    return lease


async def advance(connection: wire.Connection, lease: wire.Lease) -> list[wire.WindowRow]:
    now = clock.now()
    rows = await wire.advance(connection, lease, high_water=lease.size, now=now, until=now + MINUTE, marketing=True)
    assert rows is not None
    return rows


def build_results(rows: list[wire.WindowRow], *states: str) -> list[wire.LogRow]:
    found = zip(rows, states, strict=False)
    return [wire.LogRow(row.position, row.contact_id, row.email, state) for row, state in found]


@in_thread
def minutes(mailing: Mailing) -> dict[tuple[datetime, str], int]:
    rows = MailingMinute.objects.filter(mailing_id=mailing.pk, count__gt=0)
    return {(row.minute, row.what): row.count for row in rows}


@in_thread
def counters(mailing: Mailing) -> dict[str, int]:
    found = MailingCounters.objects.filter(pk=mailing.pk).values(*COUNTED).get()
    return {name: count for name, count in found.items() if count}


@in_thread
def recount_all(team: Team, mailing: Mailing) -> None:
    recount(team.pk, mailing_id=mailing.pk)


async def test_late_results_count_once_in_the_minute_of_the_unconfirmed_outcome(
    team: Team, traveller: time_machine.Traveller
) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(4))
    async with await connect() as connection:
        lease = await claim(connection)
        rows = await advance(connection, lease)
        traveller.shift(2 * MINUTE)
        unconfirmed_at = clock.now()
        other = await claim(connection)
        assert await wire.recover(connection, other, now=unconfirmed_at) == 4
        traveller.shift(3 * MINUTE)
        late = build_results(rows, "sent", "sent", "failed")
        assert not await wire.flush(connection, lease, late, [], clock.now())

    assert await minutes(mailing) == {
        (unconfirmed_at, "in_doubt"): 1,
        (unconfirmed_at, "sent"): 2,
        (unconfirmed_at, "failed"): 1,
    }
    assert await counters(mailing) == {"sent": 2, "failed": 1, "in_doubt": 1}
    counted = await minutes(mailing), await counters(mailing)
    await recount_all(team, mailing)
    assert (await minutes(mailing), await counters(mailing)) == counted
    assert {row.at async for row in SendLog.objects.filter(mailing_id=mailing.pk)} == {unconfirmed_at}


async def test_a_recount_keeps_temporary_rejections(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(3))
    async with await connect() as connection:
        lease = await claim(connection)
        rows = await advance(connection, lease)
        again = [wire.RetryGroup([row.position for row in rows[1:]], clock.now() + MINUTE, 2)]
        assert await wire.flush(connection, lease, build_results(rows, "sent"), again, clock.now())

    await recount_all(team, mailing)

    assert await minutes(mailing) == {(clock.now(), "sent"): 1, (clock.now(), "deferred"): 2}
    assert await counters(mailing) == {"sent": 1, "deferred": 2}
