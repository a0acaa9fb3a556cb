"""Effects of pools on sending: which relay gets which emails, how many, and in which order."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from django.db import connections

from bench.sink import Sink, running
from server.core import clock, system_email
from server.delivery.models import (
    AddressDay,
    AddressReport,
    Batch,
    BatchState,
    IpPool,
    Mailing,
    RelayAddress,
    SendLog,
    Stream,
)
from server.delivery.origins import TEST
from server.delivery.relaying import sending_daemon
from server.delivery.services import pools
from server.delivery.services.pools import AddressFields
from server.delivery.smtp.relay import Tls
from server.teams.models import Team
from tests.cast import make_team
from tests.server.delivery.mailing_factory import (
    addresses,
    in_thread,
    make_mailing,
    received,
    sending,
    start,
    until,
    until_done,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.setattr(sending_daemon, "ROUTE_SECONDS", 0.05)
    yield
    await in_thread(connections.close_all)()


def fields(port: int, **changed: object) -> AddressFields:
    values = {"host": "127.0.0.1", "port": port, "tls": Tls.NEVER, "helo": "out1.dash.example", "connections": 2}
    return AddressFields(**{**values, **changed})  # type: ignore[arg-type]


def make_pool(name: str, *ports: int, stream: Stream = Stream.TRANSACTIONAL, **changed: object) -> IpPool:
    """The pool for the stream of these mailings (tests of a campaign)."""
    pool = pools.create(name=name)
    for port in ports:
        pools.add_address(pool_id=pool.pk, fields=fields(port, **changed))
    pools.assign_pool(pool_id=pool.pk, stream=stream)
    return pool


def make_started(team: Team, count: int, name: str = "r") -> Mailing:
    mailing = make_mailing(team, origin=TEST)
    start(mailing, addresses(count, name))
    return mailing


async def test_a_stream_leaves_from_its_pool_and_the_rest_from_the_default(team: Team) -> None:
    own, default = Sink(), Sink()

    async with running(own) as own_port, running(default) as default_port:
        await in_thread(make_pool)("Fast", own_port)
        mailing = await in_thread(make_started)(team, 150)
        async with sending(default_port):
            await until_done(mailing)
            context = {"name": "", "link": "https://x"}
            await in_thread(system_email.send)(
                to="a@b.example", template="validate-email", context=context, language="en"
            )
            await received(default, 1)

    assert (own.counts["received"], default.counts["received"]) == (150, 1)


async def test_a_relay_is_greeted_as_configured_with_its_password(team: Team) -> None:
    pool = await in_thread(make_pool)("Fast", 2525, user="kopi", password="geheim", source="127.0.0.2")

    [endpoint] = await in_thread(pools.list_endpoints)()
    stored = await RelayAddress.objects.aget(pool=pool)

    assert (endpoint.relay.helo, endpoint.relay.user, endpoint.relay.password) == (
        "out1.dash.example",
        "kopi",
        "geheim",
    )
    assert endpoint.relay.source == "127.0.0.2"
    assert b"geheim" not in bytes(stored.password or b"")
    assert "geheim" not in repr(endpoint)


async def test_what_is_being_sent_follows_a_change_of_the_pool(team: Team) -> None:
    first, second = Sink(halt_after=20), Sink()

    async with running(first) as first_port, running(second) as second_port, sending(1):
        await in_thread(make_pool)("First", first_port)
        mailing = await in_thread(make_started)(team, 1200)
        await received(first, 20)
        other = await in_thread(pools.create)(name="Second")
        await in_thread(pools.add_address)(pool_id=other.pk, fields=fields(second_port))
        await in_thread(pools.assign_pool)(pool_id=other.pk, stream=Stream.TRANSACTIONAL)
        first.go_on()
        done = await until_done(mailing)

    assert done.counters.sent == 1200
    assert first.counts["received"] + second.counts["received"] == 1200
    assert second.counts["received"] > 0


async def test_a_pool_that_is_down_holds_nobody_else_up(team: Team) -> None:
    default = Sink()
    await in_thread(make_pool)("Down", 1)
    waiting = await in_thread(make_started)(team, 100)

    async with running(default) as port, sending(port):
        await until(AddressReport.objects.filter(address_id__gt=0, answer__startswith="Could not connect").aexists)
        other = await in_thread(make_mailing)(await in_thread(make_team)("Teh"))
        await in_thread(start)(other, addresses(300))
        done = await until_done(other)

    assert done.counters.sent == 300
    # Unsent emails are free for the next sender as soon as this one has ended.
    assert await SendLog.objects.filter(mailing_id=waiting.pk).acount() == 0
    assert not await Batch.objects.filter(mailing=waiting, state=BatchState.LEASED).aexists()


async def test_an_address_that_warms_up_leaves_the_rest_to_a_warm_one(team: Team) -> None:
    cold, warm = Sink(), Sink()

    async with running(cold) as cold_port, running(warm) as warm_port, sending(1):
        pool = await in_thread(make_pool)("Mixed", warm_port)
        new = await in_thread(pools.add_address)(pool_id=pool.pk, fields=fields(cold_port, warms_up=True))
        mailing = await in_thread(make_started)(team, 600)
        done = await until_done(mailing)

    assert done.counters.sent == 600
    assert 0 < cold.counts["received"] <= pools.WARM_UP[0]
    assert cold.counts["received"] + warm.counts["received"] == 600
    assert (await AddressDay.objects.aget(address=new)).taken == 50


async def test_what_a_new_address_may_not_send_today_waits_for_tomorrow(team: Team) -> None:
    cold = Sink()

    async with running(cold) as port, sending(1):
        pool = await in_thread(make_pool)("New", port, warms_up=True)
        mailing = await in_thread(make_started)(team, 120)
        await received(cold, 50)
        await until(AddressDay.objects.filter(taken=50).aexists)
        assert cold.counts["received"] == 50
        yesterday = clock.now().date() - timedelta(days=1)
        await AddressDay.objects.aupdate(day=yesterday)
        await RelayAddress.objects.filter(pool=pool).aupdate(warming_since=yesterday)
        await Batch.objects.filter(mailing=mailing).aupdate(due_at=clock.now())
        await received(cold, 120)

    assert cold.counts["received"] == 120


@dataclass(slots=True)
class OrderedSink(Sink):
    """A sink that records the order of recipients."""

    order: list[str] = field(default_factory=list)

    def receive(self, connection: int, sender: str, recipient: str, data: bytes) -> None:
        self.order.append(recipient)
        self.counts["received"] += 1


async def test_a_team_with_many_mailings_has_one_turn_like_any_other(team: Team) -> None:
    small = await in_thread(make_team)("Teh")
    giants = [await in_thread(make_started)(team, 700, f"g{n}-") for n in range(4)]
    first, second = [await in_thread(make_started)(small, 10, name) for name in ("teh", "susu")]
    sink = OrderedSink(halt_after=2000)

    async with running(sink) as port, sending(port, connections=1):
        await until_done(first)
        await until_done(second)

    assert len(giants) == 4
    # Each of the two workers has at most one batch of the large mailing before the other team's turn, and one before
    # the next.
    assert max(sink.order.index(email) for email in addresses(10, "teh")) < 2 * 500 + 10
    assert max(sink.order.index(email) for email in addresses(10, "susu")) < 3 * 500 + 20


async def test_how_an_address_does_is_told(team: Team) -> None:
    sink = Sink()

    async with running(sink) as port, sending(1):
        pool = await in_thread(make_pool)("Told", port)
        mailing = await in_thread(make_started)(team, 40)
        await until_done(mailing)
        address = await RelayAddress.objects.aget(pool=pool)
        await until(AddressReport.objects.filter(address_id=address.pk, sent=40, connections__gt=0).aexists)
        live = (await in_thread(pools.get_address_statistics)())[address.pk]

    assert (live.sent, live.deferred, live.failed, live.answer) == (40, 0, 0, "250 2.0.0 Taken")
    assert live.connections in (1, 2)
