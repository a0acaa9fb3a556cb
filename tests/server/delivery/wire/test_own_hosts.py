"""Hosts of a team's own domain: used in its emails, and accepted in requests."""

import quopri
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connections
from django.test import Client

from bench.sink import Sink, read_messages, running
from server.delivery import keys, own_hosts
from server.delivery.bounces import mailbox as reports_box
from server.delivery.models import Mailing, MailingCounters, SendLog, Suppression
from server.delivery.tokens import encode_mailbox
from server.delivery.wire import mailing_programs
from server.delivery.wire.tracking import Tracker
from tests.cast import Person
from tests.server.delivery.bounces import mails
from tests.server.delivery.bounces.test_listener import listening, mail
from tests.server.delivery.mailing_factory import addresses, in_thread, make_mailing, sending, start, until_done
from tests.server.delivery.wire.asking import call, person, settled, token
from tests.server.senders.conftest import quick_keys
from tests.server.senders.test_domains import OURS, authenticated, check_domain
from tests.server.senders.zones import Zones, zones

__all__ = ["quick_keys", "zones"]

pytestmark = pytest.mark.django_db(transaction=True)

LINKS = "links.kopi.example"
BOUNCES = "bounce.kopi.example"


@pytest.fixture(autouse=True)
def _set_up(monkeypatch: pytest.MonkeyPatch, zones: Zones, quick_keys: None) -> None:
    monkeypatch.setattr(settings, "SPF_INCLUDE", OURS)
    monkeypatch.setattr(settings, "BOUNCE_HOST", "bounce.surat.example")
    monkeypatch.setattr(settings, "TRACKING_HOST", "links.surat.example")
    zones.publish(OURS, TXT=["v=spf1 ip4:192.0.2.0/24 -all"])


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


async def sent(who: Person, count: int = 1) -> Mailing:
    mailing = await in_thread(make_mailing)(who.team)
    await in_thread(start)(mailing, addresses(count))
    async with running(Sink()) as port, sending(port):
        return await until_done(mailing)


async def delivered(who: Person, folder: Path) -> tuple[str, bytes, bytes]:
    """Envelope sender and bytes of the team's email, and its body without soft breaks."""
    mailing = await in_thread(make_mailing)(who.team)
    await in_thread(start)(mailing, addresses(1))
    await in_thread(folder.mkdir)()
    async with running(Sink(keep=folder)) as port, sending(port):
        await until_done(mailing)
    [(_, envelope, _, data)] = read_messages(folder)
    return envelope, data, quopri.decodestring(data)


def hosts_in(body: bytes) -> set[str]:
    """The origins of tracked addresses."""
    return set(re.findall(r"(https?://[^/\s\"]+)/[ocuv]/", body.decode("utf-8", "replace")))


async def test_a_mail_uses_the_hosts_of_its_domain_while_they_are_right(
    alice: Person, zones: Zones, tmp_path: Path
) -> None:
    before = await delivered(alice, tmp_path / "before")
    domain = await in_thread(authenticated)(alice, zones)
    during = await delivered(alice, tmp_path / "during")
    for name in (BOUNCES, LINKS):
        zones.publish(name, CNAME=["elsewhere.example"])
    await in_thread(check_domain)(alice, domain)
    after = await delivered(alice, tmp_path / "after")

    assert [envelope.rpartition("@")[2] for envelope, _, _ in (before, during, after)] == [
        "bounce.surat.example",
        BOUNCES,
        "bounce.surat.example",
    ]
    own = f"http://{LINKS}:8000"
    assert hosts_in(before[2]) == hosts_in(after[2]) == {settings.PAGES_ORIGIN}
    assert hosts_in(during[2]) == {own}
    assert f"List-Unsubscribe:\r\n <{own}/u/".encode() in during[1]
    # Pages for people stay on our own origin.
    assert f"{settings.PAGES_ORIGIN}/manage-subscription/".encode() in during[2]
    assert own.encode() + b"/manage-subscription/" not in during[2]


async def test_a_mailing_under_way_leaves_a_host_that_breaks(
    alice: Person, zones: Zones, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailing_programs, "KEY_CACHE_SECONDS", -1.0)
    domain = await in_thread(authenticated)(alice, zones)
    mailing = await in_thread(make_mailing)(alice.team)
    sink = Sink(keep=tmp_path, halt_after=1)
    # More than a batch, so that the second is filled after the change.
    await in_thread(start)(mailing, addresses(1_200))
    async with running(sink) as port, sending(port, connections=1):
        while not sink.halted:
            await in_thread(lambda: None)()
        zones.publish(LINKS, CNAME=["elsewhere.example"])
        await in_thread(check_domain)(alice, domain)
        sink.go_on()
        done = await until_done(mailing)

    seen = [hosts_in(quopri.decodestring(data)) for _, _, _, data in read_messages(tmp_path)]
    assert (done.counters.sent, seen[0]) == (1_200, {f"http://{LINKS}:8000"})
    assert {settings.PAGES_ORIGIN} in seen


@pytest.mark.parametrize(
    ("origin", "begins"),
    [
        ("https://pages.surat.example", f"https://{LINKS}"),
        ("http://127.0.0.1:8000", f"http://{LINKS}:8000"),
        ("http://pages.surat.example/", f"http://{LINKS}"),
    ],
)
def test_links_are_reached_as_the_pages_are(monkeypatch: pytest.MonkeyPatch, origin: str, begins: str) -> None:
    monkeypatch.setattr(settings, "PAGES_ORIGIN", origin)

    assert own_hosts.get_link_origin(LINKS) == begins
    assert own_hosts.get_link_origin("") == origin.rstrip("/")


async def test_links_are_followed_on_the_host_of_their_own_mail(alice: Person, tracker: Tracker) -> None:
    mailing = await sent(alice)
    # A previous label, and a host with a port or in capitals, also work.
    for host in (LINKS, f"{LINKS}:8000", "Former.Kopi.Example."):
        opened = await call(f"/o/{token(mailing)}.gif", headers=person(host=host))
        clicked = await call(f"/c/1/{token(mailing)}", headers=person(host=host))
        assert (opened.status, opened.headers["content-type"]) == (200, "image/gif")
        assert (clicked.status, clicked.headers["location"]) == (302, "https://shop.example/N0")
    await settled(tracker)
    left = await call(
        f"/u/{token(mailing)}",
        "POST",
        b"List-Unsubscribe=One-Click",
        headers={"host": LINKS, "content-type": "application/x-www-form-urlencoded"},
    )
    page = await call(f"/u/{token(mailing)}", headers=person(host=LINKS))
    view = await call(f"/v/{token(mailing)}", headers=person(host=LINKS))

    assert left.status == 200
    assert (await Suppression.objects.for_team(alice.team).aget()).email == "r0@example.com"
    # The confirmation page is only on our own host, and no header reveals another.
    assert page.headers["location"] == f"{settings.PAGES_ORIGIN}/unsubscribe-subscription/{token(mailing)}"
    assert (view.status, view.headers["content-security-policy"][:8]) == (200, "sandbox ")


@pytest.mark.parametrize(
    "host",
    [
        "links.teh.example",  # another team's
        "kopi.example",
        "a.b.kopi.example",
        "links.kopi.example.evil.example",
        "evil.example",
        "example",
        "",
        "links.kopi.example@evil.example",
        "links.kopi.example:x",
        settings.APP_HOSTS[0],
    ],
)
async def test_no_other_host_leads_anywhere_and_nothing_is_noted(alice: Person, tracker: Tracker, host: str) -> None:
    mailing = await sent(alice)

    for path in (f"/o/{token(mailing)}", f"/c/1/{token(mailing)}", f"/u/{token(mailing)}", f"/v/{token(mailing)}"):
        answer = await call(path, headers=person(host=host))
        assert (answer.status, "location" in answer.headers) == (404, False), path
    posted = await call(
        f"/u/{token(mailing)}",
        "POST",
        b"List-Unsubscribe=One-Click",
        headers={"host": host, "content-type": "application/x-www-form-urlencoded"},
    )

    assert posted.status == 404
    assert tracker.ingest.is_idle
    assert not await Suppression.objects.for_team(alice.team).aexists()


async def test_a_token_that_is_not_ours_makes_no_host_ours(alice: Person, tracker: Tracker) -> None:
    await sent(alice)

    answer = await call(f"/o/{'B' * 31}", headers=person(host=LINKS))

    assert answer.status == 404


@pytest.mark.parametrize("path", ["/", "/contacts", "/api/ping", "/signin", "/manage-subscription/x", "/preview/x"])
def test_nothing_of_the_dashboard_is_on_a_host_of_a_team(path: str) -> None:
    answer = Client().get(path, headers={"host": LINKS})

    assert answer.status_code == 404
    assert answer.content in (b"Not found", b'{"code": "badGateway", "message": "Not found", "payload": null}')


async def test_bounces_are_taken_at_the_host_of_their_own_mail(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    mailing = await sent(alice, 2)
    local = f"bounce+{encode_mailbox(token(mailing, 1))}"
    async with listening(settings) as listener:
        for host in ("bounce.teh.example", "mail.kopi.example", "kopi.example", "bounce.example", f"{BOUNCES}.example"):
            refused = await mail(listener, f"{local}@{host}", mails.dsn())
            assert refused == (550, b"5.1.1 No such address here"), host
        assert await mail(listener, f"feedback@{BOUNCES}", mails.dsn()) == (550, b"5.1.1 No such address here")
        assert (await MailingCounters.objects.aget(pk=mailing.pk)).returned == 0
        # As a server in between might rewrite it.
        assert await mail(listener, f"{local.upper()}@{BOUNCES.upper()}", mails.dsn()) == (250, b"2.0.0 Taken")
        ours = f"bounce+{encode_mailbox(token(mailing))}@bounce.surat.example"
        assert await mail(listener, ours, mails.dsn()) == (250, b"2.0.0 Taken")

    assert (await MailingCounters.objects.aget(pk=mailing.pk)).returned == 2
    assert await SendLog.objects.for_team(alice.team).filter(bounced_at__isnull=False).acount() == 2


async def test_without_a_database_no_host_is_known_for_now(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    mailing = await sent(alice)

    def away(*_: object) -> Any:
        raise OperationalError("the connection is lost")

    async with listening(settings) as listener:
        monkeypatch.setattr(reports_box, "_can_accept", away)
        address = f"bounce+{encode_mailbox(keys.get_key_ring().token(mailing.pk, 0))}@{BOUNCES}"
        assert await mail(listener, address, mails.dsn()) == (451, b"4.3.0 Try again later")
        # Rejecting an address that was never issued needs no database.
        assert (await mail(listener, f"bounce+x@{BOUNCES}", mails.dsn()))[0] == 550
