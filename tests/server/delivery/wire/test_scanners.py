"""Scanners and crawlers over ASGI: their activity is distinguished from people's."""

import quopri
import re
from collections import Counter
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from bench.sink import Sink, running
from server.contacts.models import Contact, ContactPreference
from server.core import clock
from server.delivery import selectors
from server.delivery.models import (
    Event,
    Mailing,
    MailingCounters,
    Suppression,
)
from server.delivery.services import mailings
from server.delivery.wire import tracking
from server.delivery.wire.tracking import Tracker
from server.teams.models import Team
from tests.server.delivery.mailing_factory import (
    addresses,
    in_thread,
    make_mailing,
    sending,
    start,
    until_done,
)
from tests.server.delivery.wire.asking import call, figures, person, sent_mailing, settled, token

pytestmark = pytest.mark.django_db(transaction=True)


IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0"
    " Mobile/15E148 Safari/604.1"
)


@pytest.mark.parametrize(
    ("method", "headers", "why"),
    [
        ("HEAD", {}, "HEAD"),
        ("GET", {"user-agent": ""}, "no user agent"),
        ("GET", {"user-agent": "Mozilla/5.0"}, "mail privacy"),
        ("GET", {"user-agent": "python-requests/2.32"}, "known machine"),
        ("GET", {"user-agent": "Mozilla/5.0 (compatible; bingbot/2.0)"}, "known machine"),
        ("GET", {"sec-purpose": "prefetch;prerender"}, "prefetch"),
        ("GET", {"accept-language": "", "accept": "*/*", "accept-encoding": "x"}, ""),
    ],
)
async def test_machines_are_told_apart(
    team: Team, tracker: Tracker, method: str, headers: dict[str, str], why: str
) -> None:
    mailing = await sent_mailing(team, 1)
    with time_machine.travel(clock.now() + timedelta(hours=1)):
        await call(f"/c/1/{token(mailing)}", method, headers=person(**headers))
        await settled(tracker)

    event = await Event.objects.for_team(team).aget(kind="click")
    found = await figures(mailing)
    assert (event.machine, event.why) == (bool(why), why)
    assert (found.clicks, found.machine_clicks, found.opened) == ((0, 1, 0) if why else (1, 0, 1))


async def test_two_weak_signs_make_a_machine_and_one_does_not(team: Team, tracker: Tracker) -> None:
    mailing = await sent_mailing(team, 2)
    await call(f"/o/{token(mailing)}", headers=person())
    await call(f"/o/{token(mailing, 1)}", headers=person(**{"accept-language": ""}))
    await settled(tracker)

    rows = [row async for row in Event.objects.for_team(team).order_by("position")]
    assert [(row.machine, row.why) for row in rows] == [(False, ""), (True, "no language, at once")]


async def five_links(team: Team, tracker: Tracker) -> Mailing:
    """A mailing with five links to two recipients, whose events are delayed long enough to be evaluated together."""
    tracker.ingest.spool.hold = 0.4
    body = " ".join(f"[l{n}](https://shop.example/{n})" for n in range(5))
    mailing = await in_thread(make_mailing)(team, body=body)
    await in_thread(start)(mailing, addresses(2))
    return mailing


async def test_following_every_link_at_once_is_a_machine_from_the_first_link_on(team: Team, tracker: Tracker) -> None:
    mailing = await five_links(team, tracker)
    await call(f"/o/{token(mailing)}", headers=person())
    for number in range(1, 6):
        await call(f"/c/{number}/{token(mailing)}", headers=person())
    await call(f"/c/1/{token(mailing, 1)}", headers=person())
    await settled(tracker)

    found = await figures(mailing)
    assert (found.opens, found.machine_opens, found.clicks, found.machine_clicks) == (0, 1, 1, 5)
    whys = {event.why async for event in Event.objects.for_team(team).filter(position=0)}
    assert whys == {"all links at once"}


async def test_who_follows_the_hidden_link_is_a_machine_and_a_person_elsewhere_is_not(
    team: Team, tracker: Tracker
) -> None:
    mailing = await five_links(team, tracker)
    await call(f"/c/1/{token(mailing)}", headers=person(), client="198.51.100.1")
    hidden = await call(f"/c/0/{token(mailing)}", headers=person(), client="198.51.100.1")
    await call(f"/o/{token(mailing)}", headers=person(), client="198.51.100.9")
    await settled(tracker)
    await call(f"/c/2/{token(mailing)}", headers=person(), client="198.51.100.200")
    await call(f"/c/3/{token(mailing)}", headers=person(), client="203.0.113.7")
    await settled(tracker)

    assert (hidden.status, hidden.body, "location" in hidden.headers) == (204, b"", False)
    events = [(event.kind, event.link, event.why) async for event in Event.objects.for_team(team).order_by("id")]
    assert sorted(events[:3]) == [("click", 0, "hidden link"), ("click", 1, "hidden link"), ("open", 0, "hidden link")]
    assert events[3][:2] == ("click", 2)
    assert events[3][2] == "hidden link"
    assert (await figures(mailing)).machine_clicks == 4
    assert events[4:] == [("click", 3, "all links at once")]


async def test_a_person_on_another_network_after_a_scan_is_a_person(team: Team, tracker: Tracker) -> None:
    mailing = await five_links(team, tracker)
    await call(f"/c/0/{token(mailing)}", headers=person(), client="198.51.100.1")
    await settled(tracker)
    await call(f"/o/{token(mailing)}", headers=person(), client="203.0.113.7")
    await call(f"/c/1/{token(mailing)}", headers=person(), client="203.0.113.7")
    await settled(tracker)

    found = await figures(mailing)
    assert (found.opens, found.clicks, found.machine_clicks) == (1, 1, 1)


async def test_a_simulated_reader_is_judged_by_its_own_time(team: Team, tracker: Tracker) -> None:
    mailing = await five_links(team, tracker)
    for number in range(1, 6):
        await call(f"/c/{number}/{token(mailing)}", headers=person(**{"x-simulated-pace": "1000000"}))
    await settled(tracker)

    assert (await figures(mailing)).clicks == 5


async def test_nobody_else_says_at_which_pace_time_goes(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "DEMO", False)
    mailing = await five_links(team, tracker)
    for number in range(1, 6):
        await call(f"/c/{number}/{token(mailing)}", headers=person(**{"x-simulated-pace": "1000000"}))
    await settled(tracker)

    assert (await figures(mailing)).machine_clicks == 5


async def test_a_crawler_of_all_addresses_in_a_mail_changes_nothing(
    team: Team, tracker: Tracker, tmp_path: Path
) -> None:
    tracker.ingest.spool.hold = 2.0
    now = clock.now()
    contact = await Contact.objects.acreate(team=team, email="r0@example.com", created_at=now, updated_at=now)
    mailing = await in_thread(make_mailing)(team)
    await in_thread(mailings.send_rows)(mailing=mailing, rows=[(contact.pk, contact.email, {"firstname": "Ayu"})])
    kept = tmp_path / "kept"
    kept.mkdir()
    async with running(Sink(keep=kept)) as port, sending(port):
        await until_done(mailing)
    before = await in_thread(_touched_by_people)(mailing, contact)

    crawled = await _crawl(next(kept.glob("*.eml")).read_bytes())
    await settled(tracker)

    prefixes = Counter(path.split("/")[1] for path in crawled)
    assert set(prefixes) >= {"c", "o", "u", "v", "manage-subscription", "unsubscribe-subscription"}
    assert f"/c/0/{token(mailing)}" in crawled
    assert await in_thread(_touched_by_people)(mailing, contact) == before
    found = await figures(mailing)
    assert (found.machine_opens, found.machine_clicks) == (prefixes["o"], prefixes["c"])
    assert not await Event.objects.for_team(team).filter(machine=False).aexists()


async def _crawl(mail: bytes) -> list[str]:
    """Follows all our addresses in an email and on the linked pages, like a browser."""
    origin = settings.PAGES_ORIGIN
    client = Client(headers={"host": settings.PAGES_HOST} | person())
    body = quopri.decodestring(mail).decode("utf-8", "replace")
    waiting = [found.removeprefix(origin) for found in re.findall(rf"{re.escape(origin)}(/[^\s\"<>)]+)", body)]
    crawled: list[str] = []
    while waiting:
        path = waiting.pop(0)
        if path in crawled:
            continue
        crawled.append(path)
        if path.startswith(tuple(tracking.ROUTES)):
            answer = await call(path, headers=person())
            location, content = answer.headers.get("location", ""), answer.body
        else:
            response = await in_thread(client.get)(path)
            location, content = response.headers.get("Location", ""), response.content
        links = re.findall(rf'(?:href|action|src)="(?:{re.escape(origin)})?(/[^"/][^"]*)"', content.decode("latin-1"))
        waiting += [unescape(link) for link in [location, *links] if link.startswith("/")]
    return crawled


def _touched_by_people(mailing: Mailing, contact: Contact) -> Any:
    counters: dict[str, Any] = dict(MailingCounters.objects.filter(pk=mailing.pk).values().get())
    for machine in ("revision", "machine_opens", "machine_opened", "machine_clicks", "any_opened", "any_clicked"):
        counters.pop(machine)
    team_id = mailing.team_id
    assert team_id is not None
    return (
        counters,
        [link.clicks for link in selectors.list_link_metrics(mailing=mailing)],
        selectors.list_device_metrics(mailing=mailing),
        Contact.objects.filter(pk=contact.pk).values().get(),
        list(ContactPreference.objects.for_team(team_id).values()),
        list(Suppression.objects.for_team(team_id).values()),
        selectors.get_contact_activity(team_id=team_id, contact_ids=[contact.pk]),
    )
