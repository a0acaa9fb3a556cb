"""Ingestion of spooled events into the database, each batch once, with the reader's location."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine

from server.core import clock
from server.core.ids import uuid7
from server.delivery.models import (
    Event,
    MailingLocation,
)
from server.delivery.sql import tracking as sql
from server.delivery.sql.tracking import BotScan, TrackedEvent
from server.delivery.tracking import geo
from server.delivery.wire import tracking
from server.delivery.wire.tracking import Tracker
from server.teams.models import Team
from tests.server.delivery.mailing_factory import (
    in_thread,
)
from tests.server.delivery.wire.asking import call, figures, person, sent_mailing, settled, token

PLACES = Path(__file__).parents[3] / "fixtures" / "places"

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_batch_that_is_landed_again_changes_nothing(team: Team) -> None:
    mailing = await sent_mailing(team, 1)
    later = clock.now() + timedelta(hours=1)
    events = [
        TrackedEvent(mailing.pk, 0, "open", later),
        TrackedEvent(mailing.pk, 99, "open", later),
        TrackedEvent(0, 0, "click", later),
    ]
    batch = uuid7()

    moved = [await in_thread(sql.ingest_batch)(batch, lines(events)) for _ in range(2)]

    assert [(list(each.mailings), list(each.contacts)) for each in moved] == [([mailing.pk], [1_000_000]), ([], [])]
    assert (await figures(mailing)).opens == 1


async def test_a_scan_names_what_was_done_since_and_not_what_was_done_before(team: Team) -> None:
    mailing = await sent_mailing(team, 2)
    later = clock.now() + timedelta(hours=1)
    events: list[TrackedEvent | BotScan] = [
        TrackedEvent(mailing.pk, 0, "open", later - timedelta(seconds=11)),
        TrackedEvent(mailing.pk, 0, "click", later, link=1),
        TrackedEvent(mailing.pk, 1, "click", later, link=1),
        TrackedEvent(mailing.pk, 0, "open", later, why="HEAD"),
        BotScan(mailing.pk, 0, later - timedelta(seconds=10), "hidden link"),
    ]

    await in_thread(sql.ingest_batch)(uuid7(), lines(events))

    rows = [(event.position, event.kind, event.why) async for event in Event.objects.for_team(team).order_by("id")]
    assert sorted(rows) == [(0, "click", "hidden link"), (0, "open", ""), (0, "open", "HEAD"), (1, "click", "")]


def lines(events: Sequence[TrackedEvent | BotScan]) -> bytes:
    return b"".join(event.line() for event in events)


class Atlas:
    """A location database with one network."""

    def get(self, address: str) -> object:
        if not address.startswith("203.0.113."):
            return None
        return {"country": {"iso_code": "ID"}, "city": {"names": {"en": "Band\tung\\"}}}


async def test_without_a_database_of_places_no_address_is_read(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unread(scope: object, request: object) -> str:
        raise AssertionError

    monkeypatch.setattr(tracking, "_get_address", unread)
    mailing = await sent_mailing(team)
    with time_machine.travel(clock.now() + timedelta(hours=1)):
        await call(f"/o/{token(mailing)}", headers=person())
        await settled(tracker)

    rows = Event.objects.for_team(team).filter(kind="open")
    assert [(row.country, row.city) async for row in rows] == [("", "")]


async def test_where_a_reader_is_is_kept_and_the_address_is_not(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.GEO_DATABASES = ["atlas"]
    monkeypatch.setattr(geo, "load_database", lambda path: Atlas())
    monkeypatch.setattr(tracking, "_get_address", lambda scope, request: "203.0.113.7")
    mailing = await sent_mailing(team)
    with time_machine.travel(clock.now() + timedelta(hours=1)):
        await call(f"/o/{token(mailing)}", headers=person())
        await call(f"/o/{token(mailing, 1)}", headers=person(**{"user-agent": "Mozilla/5.0 GoogleImageProxy"}))
        await settled(tracker)

    rows = Event.objects.for_team(team).filter(kind="open").order_by("position")
    found = [row async for row in rows.values()]
    assert [(row["country"], row["city"]) for row in found] == [("ID", "Bandung"), ("", "")]
    assert "203.0.113" not in str(found)
    places = MailingLocation.objects.filter(mailing_id=mailing.pk).order_by("country")
    assert [(row.country, row.city, row.count) async for row in places] == [("", "", 1), ("ID", "Bandung", 1)]


@pytest.mark.parametrize(
    ("record", "place"),
    [
        (None, ("", "")),
        ({"registered_country": {"iso_code": "sg"}}, ("SG", "")),
        ({"country": {"iso_code": "ID"}, "city": {"names": {"en": "x" * 99}}}, ("ID", "x" * 60)),
        ({"country": {"iso_code": "\tX"}, "city": {"names": {"en": "Solo"}}}, ("", "")),
        ({"country": "ID"}, ("", "")),
    ],
)
def test_a_place_is_read_from_any_record(
    monkeypatch: pytest.MonkeyPatch, settings: Any, record: object, place: tuple[str, str]
) -> None:
    class One:
        def get(self, address: str) -> object:
            return record

    settings.GEO_DATABASES = ["one"]
    monkeypatch.setattr(geo, "load_database", lambda path: One())

    found = geo.find_location("203.0.113.7")

    assert (found.country, found.city) == place


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("203.0.113.7", ("ID", "Bandung")),
        ("2001:db8:1::5", ("DE", "Köln")),
        ("198.51.100.9", ("SG", "Singapore")),
        ("192.0.2.1", ("", "")),
        ("2001:db8:2::5", ("", "")),
        ("no address", ("", "")),
    ],
)
def test_of_several_databases_the_first_that_knows_an_address_answers(
    settings: Any, address: str, place: tuple[str, str]
) -> None:
    # An IPv4-only one with flat records, and one of both families with nested records.
    settings.GEO_DATABASES = [str(PLACES / "flat-ipv4.mmdb"), str(PLACES / "nested.mmdb")]

    found = geo.find_location(address)

    assert (found.country, found.city) == place


def test_a_database_that_can_not_be_read_is_none(tmp_path: Path, settings: Any) -> None:
    broken = tmp_path / "places.mmdb"
    broken.write_bytes(b"no database")
    settings.GEO_DATABASES = [str(broken)]

    assert not geo.is_available()
    assert geo.find_location("203.0.113.7") == geo.UNKNOWN_LOCATION


async def test_a_segment_that_was_spooled_before_places_lands(team: Team) -> None:
    mailing = await sent_mailing(team)
    event = TrackedEvent(mailing.pk, 0, "open", clock.now() + timedelta(hours=1))
    old = event.line().rstrip(b"\n").removesuffix(b"\t\t") + b"\n"
    assert old.count(b"\t") == 10

    await in_thread(sql.ingest_batch)(uuid7(), old + old)

    assert (await figures(mailing)).opens == 2
