"""Pixel, links, unsubscribe and view: over ASGI, against a real database."""

import asyncio
import quopri
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connections
from django.test import Client

from bench.prove import links
from bench.sink import Sink, running
from server.contacts import timeline
from server.contacts.models import Contact, ContactPreference
from server.contacts.states import ContactState
from server.core import clock
from server.core.ids import uuid7
from server.delivery import keys, selectors
from server.delivery.models import (
    Event,
    LinkClicker,
    Mailing,
    MailingCounters,
    MailingDevice,
    MailingDomain,
    MailingPlace,
    MailingQuarter,
    MailingReply,
    Origin,
    Recipient,
    SendLog,
    Suppression,
)
from server.delivery.selectors import Figures
from server.delivery.services import mailings, subscriptions
from server.delivery.sql import tracking as sql
from server.delivery.sql.recounting import recount
from server.delivery.sql.tracking import Scanned, Seen
from server.delivery.tracking import geo
from server.delivery.wire import ingest, tracking
from server.delivery.wire.tracking import Tracker
from server.teams.models import Team
from tests.cast import make_team
from tests.server.delivery.mailing_factory import (
    addresses,
    in_thread,
    make_mailing,
    sending,
    start,
    until,
    until_done,
)

pytestmark = pytest.mark.django_db(transaction=True)

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0"
    " Mobile/15E148 Safari/604.1"
)
PERSON = {"user-agent": FIREFOX, "accept-language": "en", "accept": "text/html", "accept-encoding": "gzip"}


class Answer:
    """What an ASGI application sent."""

    def __init__(self, messages: list[dict[str, Any]]) -> None:
        self.status: int = messages[0]["status"]
        self.headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
        self.body = b"".join(message.get("body", b"") for message in messages[1:])


async def call(
    path: str,
    method: str = "GET",
    body: bytes = b"",
    *,
    headers: dict[str, str] | None = None,
    client: str = "192.0.2.1",
) -> Answer:
    sent: list[dict[str, Any]] = []
    given = {"host": settings.PAGES_HOST} | (headers or {})
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "client": (client, 1),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body}

    async def send(message: Any) -> None:
        sent.append(message)

    app = next(app for prefix, app in tracking.ROUTES.items() if path.startswith(prefix))
    await app(scope, receive, send)
    return Answer(sent)


def person(**changed: str) -> dict[str, str]:
    return PERSON | changed


@pytest.fixture(autouse=True)
async def tracker(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Tracker]:
    own = ingest.Ingest(tmp_path / "spool", hold=0.02)
    monkeypatch.setattr(ingest, "_ingest", own)
    found = tracking.tracker()
    yield found
    await asyncio.to_thread(own.end)
    if found._connection is not None:
        await found._connection.close()
    tracking._trackers.clear()
    await in_thread(connections.close_all)()


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


async def sent_mailing(team: Team, count: int = 3) -> Mailing:
    """A mailing that was sent an hour ago."""
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(count))
    async with running(Sink()) as port, sending(port):
        await until_done(mailing)
    return mailing


def token(mailing: Mailing, position: int = 0) -> str:
    return keys.ring().token(mailing.pk, position)


async def figures(mailing: Mailing) -> Figures:
    return await in_thread(selectors.figures)(mailing=mailing)


async def settled(tracker: Tracker) -> None:
    async def idle() -> bool:
        return tracker.ingest.is_idle

    await until(idle)


async def test_who_looks_at_a_contact_hears_of_its_mail_and_its_open(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[int] = []
    monkeypatch.setattr(timeline, "grew", heard.extend)

    async def hears(*contact_ids: int) -> None:
        async def told() -> bool:
            return sorted(heard) == list(contact_ids)

        await until(told)

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
    followed = await in_thread(selectors.links)(mailing=mailing)
    assert [(link.address, link.clicks, link.clicked) for link in followed] == [
        ("https://shop.example/{{ firstname }}", 2, 1),
        ("https://shop.example/more", 1, 1),
    ]
    devices = await in_thread(selectors.devices)(mailing=mailing)
    assert [(row.kind, row.device, row.os, row.browser, row.count) for row in devices] == [
        ("click", "desktop", "Linux", "Firefox", 2),
        ("open", "desktop", "Linux", "Firefox", 1),
        ("click", "mobile", "iOS", "Mobile Safari", 1),
    ]
    recipient = await Recipient.objects.aget(mailing=mailing, position=0)
    activity = await in_thread(selectors.contact_activity)(team_id=team.pk, contact_ids=[recipient.contact_id or 0])
    assert activity[recipient.contact_id or 0].last_clicked_at is not None


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
    """A mailing to two with five links, whose events are held long enough to be judged together."""
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
    """Follows every address of ours in a mail and on the pages that they lead to, as a browser would."""
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
        [link.clicks for link in selectors.links(mailing=mailing)],
        selectors.devices(mailing=mailing),
        Contact.objects.filter(pk=contact.pk).values().get(),
        list(ContactPreference.objects.for_team(team_id).values()),
        list(Suppression.objects.for_team(team_id).values()),
        selectors.contact_activity(team_id=team_id, contact_ids=[contact.pk]),
    )


async def test_forged_and_mutated_links_lead_nowhere_and_change_nothing(team: Team, tracker: Tracker) -> None:
    mailing = await sent_mailing(team)

    verdict = await links.forge(seed=7, links=4_000, mailing_id=mailing.pk)

    assert verdict.failures == []
    assert sum(verdict.answers.values()) == 4_000


@pytest.mark.parametrize("path", ["/c/1/{forged}", "/c/9/{token}", "/c/1.0/{token}", "/c/x/{token}", "/c/1/{token}x"])
async def test_a_link_that_leads_nowhere_is_no_redirect(team: Team, tracker: Tracker, path: str) -> None:
    mailing = await sent_mailing(team, 1)
    good = token(mailing)
    # In the middle: some bits of the last sign say nothing.
    forged = good[:10] + ("B" if good[10] == "A" else "A") + good[11:]

    answer = await call(path.format(token=good, forged=forged), headers=person())

    assert (answer.status, "location" in answer.headers) == (404, False)
    assert tracker.ingest.is_idle


@pytest.mark.parametrize(
    ("value", "target"),
    [
        ("https://shop.example/a b?q=ä", "https://shop.example/ab?q=%C3%A4"),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("//evil.example", None),
        ("https://user@evil.example", None),
        ("https://x.example/\r\nSet-Cookie: a=b", "https://x.example/Set-Cookie:a=b"),
        ("", None),
    ],
)
async def test_an_address_from_data_leads_only_to_the_web(team: Team, value: str, target: str | None) -> None:
    mailing = await in_thread(make_mailing)(team, body="[go]({{ firstname }})")
    await in_thread(start)(mailing, addresses(1))
    await Recipient.objects.filter(mailing=mailing).aupdate(fields={"firstname": value})

    answer = await call(f"/c/1/{token(mailing)}", headers=person())

    assert answer.headers.get("location") == target
    assert answer.status == (302 if target else 404)


async def test_a_forged_open_gets_the_same_picture_and_counts_nothing(team: Team, tracker: Tracker) -> None:
    answer = await call("/o/" + "A" * 31, headers=person())

    assert (answer.status, answer.headers["content-type"]) == (200, "image/gif")
    assert tracker.ingest.is_idle


async def test_following_the_unsubscribe_address_leads_to_the_page_and_changes_nothing(team: Team) -> None:
    mailing = await sent_mailing(team, 1)

    answers = [await call(f"/u/{token(mailing)}", method) for method in ("GET", "HEAD")]

    assert [(answer.status, answer.headers["location"]) for answer in answers] == [
        (302, f"/unsubscribe-subscription/{token(mailing)}")
    ] * 2
    assert not await Suppression.objects.for_team(team).aexists()
    assert (await figures(mailing)).unsubscribed == 0


MULTIPART = (
    b'--b0undary\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b0undary--\r\n'
)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"List-Unsubscribe=One-Click"),
        ("application/x-www-form-urlencoded; charset=utf-8", b"List-Unsubscribe=One-Click"),
        ("", b"List-Unsubscribe=One-Click"),
        ("multipart/form-data; boundary=b0undary", MULTIPART),
        ('multipart/form-data; boundary="b0undary"', MULTIPART),
    ],
)
async def test_a_providers_one_click_unsubscribes_once(team: Team, kind: str, body: bytes) -> None:
    mailing = await sent_mailing(team, 2)
    now = clock.now()
    contact = await Contact.objects.acreate(team=team, email="r1@example.com", created_at=now, updated_at=now)
    await Recipient.objects.filter(mailing=mailing, position=1).aupdate(contact_id=contact.pk)

    # As providers send it: no cookie, no language, no browser.
    answers = [await call(f"/u/{token(mailing, 1)}", "POST", body, headers={"content-type": kind}) for _ in range(2)]

    assert [answer.status for answer in answers] == [200, 200]
    assert not any({"location", "set-cookie"} & answer.headers.keys() for answer in answers)
    rows = [(s.email, s.reason) async for s in Suppression.objects.for_team(team)]
    assert rows == [("r1@example.com", "unsubscribed")]
    assert (await figures(mailing)).unsubscribed == 1
    await contact.arefresh_from_db()
    assert contact.state == ContactState.UNSUBSCRIBED


async def test_the_link_of_a_test_mail_unsubscribes_nobody(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team, origin=Origin.TEST)
    await in_thread(start)(mailing, addresses(1))

    answer = await call(f"/u/{token(mailing)}", "POST", b"List-Unsubscribe=One-Click")

    assert answer.status == 200
    assert not await Suppression.objects.for_team(team).aexists()
    assert (await figures(mailing)).unsubscribed == 0


async def test_a_post_that_asks_for_nothing_or_with_a_forged_token_changes_nothing(team: Team) -> None:
    mailing = await sent_mailing(team, 1)

    wrong = [
        ("", b""),
        ("", b"confirm=1"),
        ("application/json", b"List-Unsubscribe=One-Click"),
        ("multipart/form-data; boundary=other", MULTIPART),
        ("multipart/form-data; boundary=b0undary", MULTIPART.replace(b"One-Click", b"Later")),
    ]
    refused = [await call(f"/u/{token(mailing)}", "POST", body, headers={"content-type": kind}) for kind, body in wrong]
    forged = await call("/u/" + "B" * 31, "POST", b"List-Unsubscribe=One-Click")

    assert [answer.status for answer in refused] == [400] * 5
    assert forged.status == 404
    assert not await Suppression.objects.for_team(team).aexists()


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

    # Neither is she by the links of an older mail, nor by looking at this one in the browser.
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


async def test_the_view_in_the_browser_is_sandboxed(team: Team) -> None:
    mailing = await sent_mailing(team, 1)

    answer = await call(f"/v/{token(mailing)}")

    assert answer.status == 200
    assert b"Hi N0" in answer.body
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox ")
    assert "allow-scripts" not in policy
    assert "allow-same-origin" not in policy


async def test_other_hosts_and_methods_are_refused(team: Team) -> None:
    mailing = await sent_mailing(team, 1)

    app_host = await call(f"/c/1/{token(mailing)}", headers={"host": settings.APP_HOSTS[0]})
    deleted = await call(f"/u/{token(mailing)}", "DELETE")

    assert app_host.status == 404
    assert (deleted.status, deleted.headers["allow"]) == (405, "GET, HEAD, POST")


async def test_a_batch_that_is_landed_again_changes_nothing(team: Team) -> None:
    mailing = await sent_mailing(team, 1)
    later = clock.now() + timedelta(hours=1)
    events = [Seen(mailing.pk, 0, "open", later), Seen(mailing.pk, 99, "open", later), Seen(0, 0, "click", later)]
    batch = uuid7()

    moved = [await in_thread(sql.land)(batch, lines(events)) for _ in range(2)]

    assert [(list(each.mailings), list(each.contacts)) for each in moved] == [([mailing.pk], [1_000_000]), ([], [])]
    assert (await figures(mailing)).opens == 1


async def test_a_scan_names_what_was_done_since_and_not_what_was_done_before(team: Team) -> None:
    mailing = await sent_mailing(team, 2)
    later = clock.now() + timedelta(hours=1)
    events: list[Seen | Scanned] = [
        Seen(mailing.pk, 0, "open", later - timedelta(seconds=11)),
        Seen(mailing.pk, 0, "click", later, link=1),
        Seen(mailing.pk, 1, "click", later, link=1),
        Seen(mailing.pk, 0, "open", later, why="HEAD"),
        Scanned(mailing.pk, 0, later - timedelta(seconds=10), "hidden link"),
    ]

    await in_thread(sql.land)(uuid7(), lines(events))

    rows = [(event.position, event.kind, event.why) async for event in Event.objects.for_team(team).order_by("id")]
    assert sorted(rows) == [(0, "click", "hidden link"), (0, "open", ""), (0, "open", "HEAD"), (1, "click", "")]


def lines(events: Sequence[Seen | Scanned]) -> bytes:
    return b"".join(event.line() for event in events)


class Atlas:
    """A database of places that knows one network."""

    def get(self, address: str) -> object:
        if not address.startswith("203.0.113."):
            return None
        return {"country": {"iso_code": "ID"}, "city": {"names": {"en": "Band\tung\\"}}}


async def test_without_a_database_of_places_no_address_is_read(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unread(scope: object, request: object) -> str:
        raise AssertionError

    monkeypatch.setattr(geo, "database", lambda path: None)
    monkeypatch.setattr(tracking, "_address", unread)
    mailing = await sent_mailing(team)
    with time_machine.travel(clock.now() + timedelta(hours=1)):
        await call(f"/o/{token(mailing)}", headers=person())
        await settled(tracker)

    rows = Event.objects.for_team(team).filter(kind="open")
    assert [(row.country, row.city) async for row in rows] == [("", "")]


async def test_where_a_reader_is_is_kept_and_the_address_is_not(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(geo, "database", lambda path: Atlas())
    monkeypatch.setattr(tracking, "_address", lambda scope, request: "203.0.113.7")
    mailing = await sent_mailing(team)
    with time_machine.travel(clock.now() + timedelta(hours=1)):
        await call(f"/o/{token(mailing)}", headers=person())
        await call(f"/o/{token(mailing, 1)}", headers=person(**{"user-agent": "Mozilla/5.0 GoogleImageProxy"}))
        await settled(tracker)

    rows = Event.objects.for_team(team).filter(kind="open").order_by("position")
    found = [row async for row in rows.values()]
    assert [(row["country"], row["city"]) for row in found] == [("ID", "Bandung"), ("", "")]
    assert "203.0.113" not in str(found)
    places = MailingPlace.objects.filter(mailing_id=mailing.pk).order_by("country")
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
    monkeypatch: pytest.MonkeyPatch, record: object, place: tuple[str, str]
) -> None:
    class One:
        def get(self, address: str) -> object:
            return record

    monkeypatch.setattr(geo, "database", lambda path: One())

    found = geo.place_of("203.0.113.7")

    assert (found.country, found.city) == place


def test_a_database_that_can_not_be_read_is_none(tmp_path: Path, settings: Any) -> None:
    broken = tmp_path / "places.mmdb"
    broken.write_bytes(b"no database")
    settings.GEO_DATABASE = str(broken)

    assert not geo.is_available()
    assert geo.place_of("203.0.113.7") == geo.NOWHERE


async def test_a_segment_that_was_spooled_before_places_lands(team: Team) -> None:
    mailing = await sent_mailing(team)
    event = Seen(mailing.pk, 0, "open", clock.now() + timedelta(hours=1))
    old = event.line().rstrip(b"\n").removesuffix(b"\t\t") + b"\n"
    assert old.count(b"\t") == 10

    await in_thread(sql.land)(uuid7(), old + old)

    assert (await figures(mailing)).opens == 2


async def test_running_figures_equal_a_recount(team: Team) -> None:
    mailing = await sent_mailing(team, 40)
    later = clock.now() + timedelta(hours=1)
    events = [
        Seen(
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
        await in_thread(sql.land)(uuid7(), lines(events[at : at + 30]))
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
        "timeline": selectors.timeline(mailing=mailing, step="minute"),
        "links": selectors.links(mailing=mailing),
        "devices": selectors.devices(mailing=mailing),
        "apart": [
            sorted(model.objects.filter(mailing_id=mailing.pk).values_list(*names))
            for model, names in (
                (MailingDevice, ("kind", "device", "machine", "count")),
                (MailingPlace, ("kind", "machine", "country", "city", "count")),
                (MailingReply, ("bounce", "code", "words", "count")),
                (LinkClicker, ("number", "position", "machine")),
            )
        ],
        "domains": sorted(MailingDomain.objects.for_team(team_id).values_list()),
        "quarters": sorted(MailingQuarter.objects.for_team(team_id).exclude(count=0).values_list()),
    }
