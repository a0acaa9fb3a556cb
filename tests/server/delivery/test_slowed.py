"""Throttled destinations for operators: from the sender's reports to the combined list of all senders."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connections

from bench.sink import Sink, SinkRule, running
from server.core import clock
from server.delivery.models import DestinationReport
from server.delivery.relaying import sending_daemon
from server.delivery.services import slowed_destinations
from server.delivery.services.slowed_destinations import MAX_REPORTED_DESTINATIONS, SlowedDestination
from tests.cast import make_team
from tests.server.delivery.mailing_factory import addresses, in_thread, make_mailing, sending, start, until

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def one(destination: str = "google.com", **changed: object) -> SlowedDestination:
    values: dict[str, Any] = {
        "pool_id": 0,
        "destination": destination,
        "at_once": 10,
        "most": 100,
        "pause_seconds": 0.0,
        "per_second": None,
        "deferred": 4,
        "answer": "421 4.7.28 Too fast",
        "answered_at": NOON,
        "slowed_at": NOON - timedelta(minutes=5),
    }
    return SlowedDestination(**{**values, **changed})


@pytest.fixture
def noon() -> object:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_what_several_senders_hold_back_is_one_line() -> None:
    later = NOON - timedelta(minutes=1)
    earlier = NOON - timedelta(hours=1)
    slowed_destinations.store_report("a:1", [one(answered_at=later, per_second=2.5)])
    slowed_destinations.store_report(
        "b:2", [one(at_once=1, pause_seconds=8.0, deferred=9, answer="451 4.7.0 Later", slowed_at=earlier)]
    )

    assert slowed_destinations.list_by_pool() == {
        0: [
            one(
                at_once=11,
                most=200,
                pause_seconds=8.0,
                per_second=2.5,
                deferred=13,
                answer="451 4.7.0 Later",
                slowed_at=earlier,
            )
        ]
    }


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_the_slowest_come_first_and_pools_are_apart() -> None:
    slowed_destinations.store_report(
        "a:1", [one("b.example"), one("c.example", pause_seconds=1.0), one("a.example", pool_id=7)]
    )

    found = slowed_destinations.list_by_pool()

    assert {pool_id: [row.destination for row in rows] for pool_id, rows in found.items()} == {
        0: ["c.example", "b.example"],
        7: ["a.example"],
    }


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_no_pool_names_more_than_the_slowest_fifty() -> None:
    slowed_destinations.store_report(
        "a:1", [one(f"d{n:03}.example", deferred=n) for n in range(MAX_REPORTED_DESTINATIONS + 10)]
    )

    assert DestinationReport.objects.count() == MAX_REPORTED_DESTINATIONS
    assert [row.deferred for row in slowed_destinations.list_by_pool()[0]] == list(
        range(MAX_REPORTED_DESTINATIONS + 9, 9, -1)
    )


@pytest.mark.django_db
def test_what_is_well_again_and_what_a_dead_process_said_is_shown_no_more(noon: time_machine.Traveller) -> None:
    slowed_destinations.store_report("a:1", [one()])
    slowed_destinations.store_report("b:2", [one("kopi.example")])
    slowed_destinations.store_report("a:1", [])
    assert [row.destination for row in slowed_destinations.list_by_pool()[0]] == ["kopi.example"]

    noon.shift(timedelta(seconds=21))
    assert slowed_destinations.list_by_pool() == {}

    noon.shift(timedelta(days=1))
    slowed_destinations.store_report("a:1", [])
    assert not DestinationReport.objects.exists()


@pytest.mark.django_db(transaction=True)
class TestSender:
    @pytest.fixture(autouse=True)
    async def _no_connection_left(self, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
        monkeypatch.setattr(sending_daemon, "ROUTE_SECONDS", 0.05)
        yield
        await in_thread(connections.close_all)()

    async def test_a_sender_tells_what_a_destination_said(self) -> None:
        mailing = await in_thread(make_mailing)(await in_thread(make_team)("Kopi"))
        await in_thread(start)(mailing, addresses(30))
        began = clock.now()
        sink = Sink(rules=[SinkRule(match="*", at="rcpt", answer="421 4.7.28 Too fast")])

        async with running(sink) as port, sending(port):
            await until(DestinationReport.objects.filter(destination="example.com").aexists)
            [found] = (await in_thread(slowed_destinations.list_by_pool)())[0]

        assert (found.most, found.per_second) == (100, None)
        assert found.at_once < 100
        assert found.deferred >= 3
        assert found.answer == "421 4.7.28 Too fast"
        assert began <= found.slowed_at <= found.answered_at <= clock.now()
