"""The frequency cap: checked just before sending, for campaigns only, and counted as skipped."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from django.db import connections

from bench.sink import Sink, running
from server.campaigns.origins import CAMPAIGN
from server.core import clock
from server.core.async_database import connect
from server.core.models import OutboxEvent
from server.delivery import selectors
from server.delivery.models import FrequencyCap, FrequencyClaim, Mailing, SendLog
from server.delivery.origins import TEST
from server.delivery.services import mailings
from server.delivery.sql import recounting
from server.delivery.sql import sending as wire
from server.teams.models import Team
from tests.cast import Person, make_team
from tests.server.delivery.mailing_factory import addresses, in_thread, make_mailing, sending, start, until_done

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


async def sent(team: Team, count: int, *, origin: str = CAMPAIGN) -> Mailing:
    """A mailing to the first `count` contacts, sent completely."""
    mailing = await in_thread(make_mailing)(team, origin=origin)
    await in_thread(start)(mailing, addresses(count))
    async with running(Sink()) as port, sending(port):
        return await until_done(mailing)


def figures(mailing: Mailing) -> tuple[int, int, int]:
    found = selectors.get_metrics(mailing=mailing)
    return found.sent, found.skipped, found.waiting


async def test_who_had_enough_is_skipped_and_counted_so(team: Team) -> None:
    await FrequencyCap.objects.acreate(team=team, mails=2, days=7)
    await sent(team, 2)
    await sent(team, 3)

    done = await sent(team, 5)

    assert await in_thread(figures)(done) == (3, 2, 0)
    states = SendLog.objects.filter(mailing_id=done.pk).order_by("position").values_list("state", flat=True)
    assert [state async for state in states] == ["skipped", "skipped", "sent", "sent", "sent"]
    await in_thread(recounting.recount)(team.pk, mailing_id=done.pk)
    assert await in_thread(figures)(done) == (3, 2, 0)


async def test_older_mail_tests_and_other_teams_do_not_count(team: Team) -> None:
    await FrequencyCap.objects.acreate(team=team, mails=1, days=7)
    await sent(team, 2, origin=TEST)
    old = await sent(team, 1)
    week_ago = clock.now() - timedelta(days=7, seconds=1)
    await SendLog.objects.filter(mailing_id=old.pk).aupdate(at=week_ago)
    await sent(await in_thread(make_team)("Teh"), 2)

    done = await sent(team, 2)

    assert await in_thread(figures)(done) == (2, 0, 0)


async def test_without_a_cap_nobody_is_skipped(team: Team) -> None:
    await sent(team, 2)

    assert await in_thread(figures)(await sent(team, 2)) == (2, 0, 0)


async def window(connection: wire.Connection) -> tuple[wire.Lease, list[wire.WindowRow]]:
    """The first window of the next mailing, as a sender gets it: its lease, and the recipients it would send to."""
    now = clock.now()
    lease = await wire.claim(connection, worker="w", now=now, lease=timedelta(minutes=1), priorities=(2, 9))
    assert lease is not None
    rows = await wire.advance(
        connection, lease, high_water=lease.size, now=now, until=now + timedelta(minutes=1), marketing=True
    )
    assert rows is not None
    return lease, [row for row in rows if not row.capped]


async def log(connection: wire.Connection, lease: wire.Lease, rows: list[wire.WindowRow], state: str) -> None:
    results = [wire.LogRow(row.position, row.contact_id, row.email, state) for row in rows]
    assert await wire.flush(connection, lease, results, [], clock.now())


async def test_two_campaigns_at_once_reach_each_contact_once(team: Team) -> None:
    await FrequencyCap.objects.acreate(team=team, mails=1, days=7)
    for _ in range(2):
        await in_thread(start)(await in_thread(make_mailing)(team), addresses(30))

    async with await connect() as one, await connect() as other:
        (_, first), (_, second) = await asyncio.gather(window(one), window(other))

    assert sorted((len(first), len(second))) == [0, 30]


async def test_a_claim_ends_with_its_result(team: Team) -> None:
    await FrequencyCap.objects.acreate(team=team, mails=1, days=7)
    made = [await in_thread(make_mailing)(team) for _ in range(3)]
    for mailing in made:
        await in_thread(start)(mailing, addresses(4))
    async with await connect() as connection:
        lease, rows = await window(connection)
        assert (len(rows), await FrequencyClaim.objects.acount()) == (4, 4)
        await log(connection, lease, rows[:1], "failed")
        await log(connection, lease, rows[1:2], "sent")
        assert await FrequencyClaim.objects.acount() == 2

        # One failed and is free again; one was sent, and two are being sent.
        again, free = await window(connection)
        assert [row.email for row in free] == [rows[0].email]
        await in_thread(mailings.cancel)(mailing=await Mailing.objects.aget(pk=lease.mailing_id))
        await log(connection, again, free, "sent")

        # Claims of a cancelled campaign don't count.
        _, free = await window(connection)
        assert [row.email for row in free] == [row.email for row in rows[2:]]


async def test_without_a_cap_nothing_is_claimed(team: Team) -> None:
    await in_thread(start)(await in_thread(make_mailing)(team), addresses(4))
    async with await connect() as connection:
        _, rows = await window(connection)

    assert (len(rows), await FrequencyClaim.objects.acount()) == (4, 0)


def test_the_cap_is_set_and_dropped(alice: Person, mallory: Person) -> None:
    answer = alice.api.put("contacts/hygiene/cap", {"mails": 3, "days": 7})

    assert answer.json() == {"mails": 3, "days": 7}
    assert alice.api.get("contacts/hygiene").json()["cap"] == {"mails": 3, "days": 7}
    assert mallory.api.get("contacts/hygiene").json()["cap"] is None
    assert alice.api.put("contacts/hygiene/cap", {"mails": 0, "days": 7}).status_code == 400
    assert alice.api.post("contacts/hygiene/cap/drop").status_code == 204
    assert not FrequencyCap.objects.exists()
    told = [event.payload for event in OutboxEvent.objects.filter(name="delivery.cap.changed").order_by("pk")]
    assert told == [{"mails": 3, "days": 7}, {"mails": None, "days": None}]
