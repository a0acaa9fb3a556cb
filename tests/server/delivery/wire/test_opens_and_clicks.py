"""Pixel and links over ASGI, with a real database: what they count, and for whom."""

import quopri
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine

from bench.sink import Sink, running
from server.contacts import timeline
from server.contacts.models import Contact, ContactPreference
from server.core import clock
from server.core.ids import uuid7
from server.delivery import selectors
from server.delivery.models import (
    Event,
    LinkClicker,
    Mailing,
    MailingCounters,
    MailingDevice,
    MailingDomain,
    MailingLocation,
    MailingQuarter,
    MailingReply,
    Recipient,
    SendLog,
)
from server.delivery.services import mailings, subscriptions
from server.delivery.sql import tracking as sql
from server.delivery.sql.recounting import recount
from server.delivery.sql.tracking import TrackedEvent
from server.delivery.wire.tracking import Tracker
from server.teams.models import Team
from tests.server.delivery.mailing_factory import (
    addresses,
    in_thread,
    make_mailing,
    sending,
    until,
    until_done,
)
from tests.server.delivery.wire.asking import call, figures, person, sent_mailing, settled, token
from tests.server.delivery.wire.test_landing import lines
from tests.server.delivery.wire.test_scanners import IPHONE

pytestmark = pytest.mark.django_db(transaction=True)


async def test_who_looks_at_a_contact_hears_of_its_mail_and_its_open(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[int] = []
    monkeypatch.setattr(timeline, "publish_growth", heard.extend)

    async def hears(*contact_ids: int) -> None:
        async def has_heard_all() -> bool:
            return sorted(heard) == list(contact_ids)

        await until(has_heard_all)

    mailing = await sent_mailing(team, 2)
    await hears(1_000_000, 1_000_001)
    heard.clear()
    with time_machine.travel(clock.now() + timedelta(hours=1)):
        await call(f"/o/{token(mailing, 1)}", headers=person())
        await call(f"/o/{token(mailing)}", headers=person(**{"user-agent": "python-requests/2.32"}))
        await hears(1_000_001)


async def test_an_open_and_clicks_move_the_figures(team: Team, tracker: Tracker) -> None:
    mailing = await sent_mailing(team)
    with time_machine.travel(clock.now() + timedelta(hours=1)):
        opened = await call(f"/o/{token(mailing)}", headers=person())
        clicked = await call(f"/c/1/{token(mailing)}", headers=person())
        await call(f"/c/1/{token(mailing)}", headers=person())
        await call(f"/c/2/{token(mailing, 1)}", headers=person(**{"user-agent": IPHONE}))
        await settled(tracker)

    found = await figures(mailing)
    assert (opened.status, opened.headers["content-type"], opened.body[:6]) == (200, "image/gif", b"GIF89a")
    assert (clicked.status, clicked.headers["location"]) == (302, "https://shop.example/N0")
    assert (found.opened, found.opens, found.clicked, found.clicks) == (2, 1, 2, 3)
    assert (found.machine_opens, found.machine_clicks) == (0, 0)
    assert (found.open_rate, found.click_rate, found.click_to_open_rate) == (2 / 3, 2 / 3, 1.0)
    followed = await in_thread(selectors.list_link_metrics)(mailing=mailing)
    assert [(link.address, link.clicks, link.clicked) for link in followed] == [
        ("https://shop.example/{{ firstname }}", 2, 1),
        ("https://shop.example/more", 1, 1),
    ]
    devices = await in_thread(selectors.list_device_metrics)(mailing=mailing)
    assert [(row.kind, row.device, row.os, row.browser, row.count) for row in devices] == [
        ("click", "desktop", "Linux", "Firefox", 2),
        ("open", "desktop", "Linux", "Firefox", 1),
        ("click", "mobile", "iOS", "Mobile Safari", 1),
    ]
    recipient = await Recipient.objects.aget(mailing=mailing, position=0)
    activity = await in_thread(selectors.get_contact_activity)(team_id=team.pk, contact_ids=[recipient.contact_id or 0])
    assert activity[recipient.contact_id or 0].last_clicked_at is not None


async def test_who_does_not_want_to_be_followed_is_not(team: Team, tracker: Tracker, tmp_path: Path) -> None:
    mailing = await in_thread(make_mailing)(team)
    now = clock.now()
    people = [
        await Contact.objects.acreate(team=team, email=email, created_at=now, updated_at=now) for email in addresses(2)
    ]
    await ContactPreference.objects.acreate(contact_id=people[0].pk, team_id=team.pk, follows=False, updated_at=now)
    rows = [(one.pk, one.email, {"firstname": "Ayu"}) for one in people]
    await in_thread(mailings.send_rows)(mailing=mailing, rows=rows)
    async with running(Sink(keep=tmp_path)) as port, sending(port):
        await until_done(mailing)
    kept = await in_thread(lambda: [path.read_bytes() for path in tmp_path.glob("*.eml")])()
    private, followed = sorted(kept, key=lambda message: b"To: <r1@example.com>" in message)

    assert (b"/o/" in followed, b"/c/1/" in followed) == (True, True)
    assert (b"/o/" in private, b"/c/" in private) == (False, False)
    assert b"https://shop.example/more" in quopri.decodestring(private)
    assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in private

    # She is also not tracked by links in older emails, nor by viewing this one in the browser.
    with time_machine.travel(clock.now() + timedelta(hours=1)):
        await call(f"/o/{token(mailing)}", headers=person())
        clicked = await call(f"/c/2/{token(mailing)}", headers=person())
        await call(f"/o/{token(mailing, 1)}", headers=person())
        await settled(tracker)
    assert clicked.headers["location"] == "https://shop.example/more"
    assert (await figures(mailing)).opened == 1
    assert [event.position async for event in Event.objects.for_team(team)] == [1]
    views = [(await call(f"/v/{token(mailing, position)}")).body for position in (0, 1)]
    assert [b"/o/" in body for body in views] == [False, True]


async def test_a_pause_or_a_refused_topic_counts_up_to_the_last_moment(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team)
    await Mailing.objects.filter(pk=mailing.pk).aupdate(topic_id=7)
    now = clock.now()
    said: list[dict[str, Any]] = [
        {"paused_until": now + timedelta(days=30)},
        {"paused_until": now - timedelta(days=1)},
        {"topics_off": [7]},
        {"topics_off": [8]},
    ]
    people = [
        await Contact.objects.acreate(team=team, email=email, created_at=now, updated_at=now) for email in addresses(4)
    ]
    for contact, fields in zip(people, said, strict=True):
        await ContactPreference.objects.acreate(contact_id=contact.pk, team_id=team.pk, updated_at=now, **fields)
    rows = [(one.pk, one.email, {"firstname": "Ayu"}) for one in people]
    await in_thread(mailings.send_rows)(mailing=mailing, rows=rows)
    async with running(Sink()) as port, sending(port):
        await until_done(mailing)

    states = [row.state async for row in SendLog.objects.for_team(team).order_by("position")]
    assert states == ["suppressed", "sent", "suppressed", "sent"]


async def test_running_figures_equal_a_recount(team: Team) -> None:
    mailing = await sent_mailing(team, 40)
    later = clock.now() + timedelta(hours=1)
    events = [
        TrackedEvent(
            mailing.pk,
            n * 7 % 40,
            "click" if n % 3 == 0 else "open",
            later + timedelta(seconds=n * 17),
            link=n % 2 + 1 if n % 3 == 0 else 0,
            why="HEAD" if n % 5 == 0 else "",
            device=("desktop", "mobile")[n % 2],
            country=("", "ID", "US")[n % 3],
            city=("", "Bandung", "")[n % 3],
        )
        for n in range(200)
    ]
    for at in range(0, 200, 30):
        await in_thread(sql.ingest_batch)(uuid7(), lines(events[at : at + 30]))
    await in_thread(subscriptions.unsubscribe)(mailing_id=mailing.pk, position=3)

    running_figures = await in_thread(_everything)(mailing)
    await in_thread(recount)(team.pk, mailing_id=mailing.pk)

    assert await in_thread(_everything)(mailing) == running_figures
    assert running_figures["counters"]["opens"] > 0
    assert running_figures["domains"][0][3:5] == (40, 0)  # sent and failed
    assert all(running_figures["apart"][part] for part in (0, 1, 3))


def _everything(mailing: Mailing) -> dict[str, Any]:
    counters: dict[str, Any] = dict(MailingCounters.objects.filter(pk=mailing.pk).values().get())
    counters.pop("revision")
    team_id = mailing.team_id
    assert team_id is not None
    return {
        "counters": counters,
        "timeline": selectors.list_metric_points(mailing=mailing, step="minute"),
        "links": selectors.list_link_metrics(mailing=mailing),
        "devices": selectors.list_device_metrics(mailing=mailing),
        "apart": [
            sorted(model.objects.filter(mailing_id=mailing.pk).values_list(*names))
            for model, names in (
                (MailingDevice, ("kind", "device", "machine", "count")),
                (MailingLocation, ("kind", "machine", "country", "city", "count")),
                (MailingReply, ("bounce", "code", "words", "count")),
                (LinkClicker, ("number", "position", "machine")),
            )
        ],
        "domains": sorted(MailingDomain.objects.for_team(team_id).values_list()),
        "quarters": sorted(MailingQuarter.objects.for_team(team_id).exclude(count=0).values_list()),
    }
