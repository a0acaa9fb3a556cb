"""Repeated requests by one recipient: the stored events and the cost."""

import threading
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from server.core import clock, disk_space
from server.core.ids import uuid7
from server.delivery.content.links import TrackedLink
from server.delivery.mime import filling
from server.delivery.mime.filling import FillProgram
from server.delivery.models import Event, MailingDevice, Recipient
from server.delivery.sql import sending
from server.delivery.sql import tracking as sql
from server.delivery.sql.recounting import recount
from server.delivery.sql.tracking import TrackedEvent
from server.delivery.tags.grammar import parse_text
from server.delivery.tags.tree import Context, Text
from server.delivery.tokens import RecipientKey as Named
from server.delivery.tracking import allowance
from server.delivery.wire import browser_views, ingest, link_targets, tracking
from server.delivery.wire.link_targets import LinkTargets
from server.delivery.wire.tracking import MailingLinkIndex, Tracker
from server.teams.models import Team
from tests.server.delivery.mailing_factory import addresses, in_thread, make_mailing, start
from tests.server.delivery.wire.asking import call, figures, person, sent_mailing, settled, token
from tests.server.delivery.wire.test_landing import lines

pytestmark = pytest.mark.django_db(transaction=True)


async def test_opens_of_one_recipient_beyond_the_bound_are_answered_and_not_stored(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "MAX_EVENTS_PER_RECIPIENT", 5)
    mailing = await sent_mailing(team)

    with time_machine.travel(clock.now() + timedelta(hours=1)):
        answers = [await call(f"/o/{token(mailing)}", headers=person()) for _ in range(8)]
        clicked = await call(f"/c/1/{token(mailing)}", headers=person())
        await call(f"/o/{token(mailing, 1)}", headers=person())
        await settled(tracker)

    assert {(answer.status, answer.body[:6]) for answer in answers} == {(200, b"GIF89a")}
    assert clicked.status == 302
    found = await figures(mailing)
    assert (found.opened, found.opens, found.clicked, found.clicks) == (2, 6, 1, 1)
    assert await Event.objects.for_team(team).acount() == 7


async def test_nothing_is_spooled_where_the_rest_of_the_disk_is_needed_for_messages(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    mailing = await sent_mailing(team)
    settings.MIN_FREE_BYTES = 1_000
    monkeypatch.setattr(disk_space, "get_free_bytes", lambda: 999)
    reports: list[str] = []
    monkeypatch.setattr(ingest.log, "error", lambda event, **_: reports.append(event))
    before = ingest.dropped_events._value.get()

    with time_machine.travel(clock.now() + timedelta(hours=1)):
        answers = [(await call(f"/o/{token(mailing)}", headers=person())).status for _ in range(3)]

        assert answers == [200] * 3
        assert (ingest.dropped_events._value.get() - before, reports) == (3, ["delivery.ingest.spool_full"])
        assert tracker.ingest.is_idle
        monkeypatch.setattr(disk_space, "get_free_bytes", lambda: 1_000)
        await call(f"/o/{token(mailing)}", headers=person())
        await settled(tracker)

    assert (await figures(mailing)).opens == 1


def seen(mailing_id: int, browsers: Sequence[str]) -> list[TrackedEvent]:
    later = clock.now() + timedelta(hours=1)
    return [TrackedEvent(mailing_id, 0, "open", later, os="Linux", browser=browser) for browser in browsers]


async def test_programs_of_a_mailing_that_are_told_apart_are_bounded(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql, "MAX_DEVICES_PER_MAILING", 3)
    mailing, other = await sent_mailing(team, 1), await sent_mailing(team, 1)

    await in_thread(sql.ingest_batch)(uuid7(), lines(seen(mailing.pk, ["Firefox", "Firefox", "Safari"])))
    made_up = [*seen(mailing.pk, ["Firefox", "B", "B", "C", "D"]), *seen(other.pk, ["D"])]
    await in_thread(sql.ingest_batch)(uuid7(), lines(made_up))
    await in_thread(sql.ingest_batch)(uuid7(), lines(seen(mailing.pk, ["E", "Safari"])))

    rows = MailingDevice.objects.order_by("-count", "browser")
    told_apart = [("Linux", "Firefox", 3), ("Other", "Other", 3), ("Linux", "B", 2), ("Linux", "Safari", 2)]
    assert [(row.os, row.browser, row.count) async for row in rows.filter(mailing_id=mailing.pk)] == told_apart
    assert [(row.browser, row.count) async for row in rows.filter(mailing_id=other.pk)] == [("D", 1)]
    assert (await figures(mailing)).opens == 10
    # A recount has the same limit.
    await in_thread(recount)(team.pk, mailing_id=mailing.pk)
    assert [(row.os, row.browser, row.count) async for row in rows.filter(mailing_id=mailing.pk)] == told_apart


async def test_views_of_one_recipient_are_bounded(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_views, "MAX_VIEWS_PER_MINUTE", 2)
    mailing = await sent_mailing(team)

    answers = [await call(f"/v/{token(mailing)}") for _ in range(3)]

    assert [answer.status for answer in answers] == [200, 200, 429]
    assert answers[2].headers["retry-after"] == "60"
    assert (await call(f"/v/{token(mailing, 1)}")).status == 200


async def test_views_are_few_at_a_time(team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch) -> None:
    mailing = await sent_mailing(team)
    monkeypatch.setattr(browser_views, "MAX_WAITING", 0)

    assert (await call(f"/v/{token(mailing)}")).status == 429


async def test_mail_is_filled_off_the_loop_and_compiled_once_for_a_while(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailing = await sent_mailing(team)
    threads: list[str] = []
    documents: list[int] = []
    fill, document = FillProgram.fill, sending.fetch_document

    def watched_fill(program: FillProgram, *arguments: Any) -> Any:
        threads.append(threading.current_thread().name)
        return fill(program, *arguments)

    async def watched_document(connection: Any, mailing_id: int) -> Any:
        documents.append(mailing_id)
        return await document(connection, mailing_id)

    monkeypatch.setattr(FillProgram, "fill", watched_fill)
    monkeypatch.setattr(sending, "fetch_document", watched_document)

    pages = [(await call(f"/v/{token(mailing, position)}")).body for position in (0, 1)]

    assert [b"Hi N0" in pages[0], b"Hi N1" in pages[1]] == [True, True]
    assert all(name.startswith("browser-view") for name in threads)
    assert (len(threads), documents) == (2, [mailing.pk])


class Work:
    """Work caused by clicks: threads that filled a target, and positions of recipients that were read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.threads: list[str] = []
        self.read: list[int] = []
        fill, read = filling.fill_text, sql.fetch_recipient

        def watched_fill(*arguments: Any) -> str:
            self.threads.append(threading.current_thread().name)
            return fill(*arguments)

        async def watched_read(connection: Any, mailing_id: int, position: int) -> Any:
            self.read.append(position)
            return await read(connection, mailing_id, position)

        monkeypatch.setattr(tracking, "fill_text", watched_fill)
        monkeypatch.setattr(sql, "fetch_recipient", watched_read)


async def test_targets_of_links_are_filled_off_the_loop_and_once_for_a_while(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailing = await sent_mailing(team)
    work = Work(monkeypatch)

    for position in (0, 0, 1, 0):
        clicked = await call(f"/c/1/{token(mailing, position)}", headers=person())
        assert clicked.headers["location"] == f"https://shop.example/N{position}"
    same_for_all = await call(f"/c/2/{token(mailing)}", headers=person())

    assert same_for_all.headers["location"] == "https://shop.example/more"
    assert (len(work.threads), work.read) == (2, [0, 1])
    assert all(name.startswith("link-target") for name in work.threads)
    monkeypatch.setattr(link_targets, "CACHE_SECONDS", 0.0)
    await call(f"/c/1/{token(mailing)}", headers=person())
    assert work.read == [0, 1, 0]


async def test_clicks_of_one_recipient_are_refused_before_a_target_is_filled(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_targets, "MAX_FILLS_PER_MINUTE", 2)
    body = " ".join(f"[go](https://shop.example/{number}/{{{{ firstname }}}})" for number in range(4))
    mailing = await in_thread(make_mailing)(team, body=body)
    await in_thread(start)(mailing, addresses(2))
    work = Work(monkeypatch)

    answers = [await call(f"/c/{number}/{token(mailing)}", headers=person()) for number in (1, 2, 3, 4, 1)]

    assert [answer.status for answer in answers] == [302, 302, 429, 429, 302]
    assert answers[2].headers["retry-after"] == "60"
    assert (len(work.threads), work.read) == (2, [0, 0])
    assert (await call(f"/c/3/{token(mailing, 1)}", headers=person())).status == 302


async def test_few_clicks_wait_for_a_target_at_a_time(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailing = await sent_mailing(team, 2)
    await call(f"/c/1/{token(mailing)}", headers=person())
    monkeypatch.setattr(link_targets, "MAX_WAITING", 0)
    work = Work(monkeypatch)

    paths = [f"/c/1/{token(mailing, 1)}", f"/c/1/{token(mailing)}", f"/c/2/{token(mailing, 1)}"]
    answers = [(await call(path, headers=person())).status for path in paths]

    assert (answers, work.read, work.threads) == ([429, 302, 302], [], [])


async def test_cached_targets_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_targets, "MAX_CACHED_TARGETS", 2)
    monkeypatch.setattr(link_targets, "MAX_CACHED_CHARACTERS", 10)
    targets, read = LinkTargets(), []

    async def follow(number: int, target: str) -> None:
        async def read_fields() -> dict[str, Any]:
            read.append(number)
            return {}

        found = await targets.find(Named(1, 0), number, [], read_fields=read_fields, fill=lambda _: target)
        assert found == target

    for number in (1, 2, 3, 3, 2, 1):
        await follow(number, "short")
    for _ in range(2):
        await follow(4, "longer than ten")

    assert read == [1, 2, 3, 1, 4, 4]
    assert len(targets._cached) == 2


async def test_a_link_in_a_repeat_is_counted_for_each_made_up_turn(
    team: Team, tracker: Tracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_targets, "MAX_FILLS_PER_MINUTE", 4)
    mailing = await sent_mailing(team, 1)
    await Recipient.objects.filter(mailing=mailing).aupdate(fields={"items": ["a", "b"]})
    link = TrackedLink(1, (Text("https://shop.example/x"),), "", (("item", ("items",)),))
    tracker._links[mailing.pk] = MailingLinkIndex({1: link}, "en")

    answers = [await call(f"/c/1.{turn}/{token(mailing)}", headers=person()) for turn in (0, 1, 2, 3, 4)]

    # A link that is the same for all, in existing turns.
    assert [answer.status for answer in answers] == [302, 302, 404, 404, 429]
    assert answers[1].headers["location"] == "https://shop.example/x"


def test_a_target_takes_a_part_of_what_a_message_may_cost() -> None:
    def target(conditions: int) -> str | None:
        source = "https://shop.example/" + '{% if long contains "zz" %}a{% endif %}' * conditions
        link = TrackedLink(1, parse_text(source, Context.URL, known=None), "")
        return tracking._fill_target(link, [], {"long": "x" * 10_000})

    assert target(190) == "https://shop.example/"
    assert target(900) is None
