"""Opens and clicks of messages: by the same URLs as those of mailings, each ingested once."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.db import connections

from server.core import clock
from server.delivery import keys
from server.delivery.wire import ingest, tracking
from server.delivery.wire.ingest import Ingest
from server.transactional.models import Message, MessageLink, MessageRecipient
from server.transactional.services import recording
from server.transactional.services import tracking as following
from server.transactional.services.recording import NewEvent
from tests.cast import make_team
from tests.server.delivery.mailing_factory import in_thread, until
from tests.server.delivery.wire.asking import PERSON, call
from tests.server.transactional.outbox import make_message, recipients

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def recorded_events(monkeypatch: pytest.MonkeyPatch) -> list[NewEvent]:
    found: list[NewEvent] = []
    monkeypatch.setattr(recording, "append", lambda team_id, events: found.extend(events))
    return found


@pytest.fixture
async def spool(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ingest]:
    """A separate spool for the test."""
    own = Ingest(tmp_path / "messages", hold=0.02, land=ingest._ingest_messages)
    monkeypatch.setattr(ingest, "_message_ingest", own)
    monkeypatch.setattr(ingest, "_ingest", Ingest(tmp_path / "mailings", hold=0.02))
    tracking._trackers.clear()
    yield own
    await asyncio.to_thread(own.end)
    tracker = tracking.get_tracker()
    if tracker._connection is not None:
        await tracker._connection.close()
    tracking._trackers.clear()
    await in_thread(connections.close_all)()


def make_followed() -> Message:
    message = make_message(make_team("Kopi"), ["ayu@example.com"])
    MessageRecipient.objects.for_team(message.team_id).update(state="delivered", delivered_at=message.accepted_at)
    MessageLink.objects.create(
        message_id=message.pk,
        number=1,
        accepted_at=message.accepted_at,
        team_id=message.team_id,
        url="https://shop.example/?a=1&b=2",
    )
    return message


async def landed(spool: Ingest) -> None:
    async def idle() -> bool:
        return spool.is_idle

    await until(idle)


async def test_an_open_and_a_click_of_a_person(spool: Ingest, recorded_events: list[NewEvent]) -> None:
    message = await in_thread(make_followed)()
    token = keys.get_key_ring().message_token(message.pk, 0)
    opened = await call(f"/o/{token}.gif", headers=PERSON)
    clicked = await call(f"/c/1/{token}", headers=PERSON)
    again = await call(f"/c/1/{token}", headers=PERSON)
    await landed(spool)

    assert (opened.status, opened.body, clicked.status, again.status) == (200, tracking.PIXEL, 302, 302)
    assert clicked.headers["location"] == "https://shop.example/?a=1&b=2"
    row = (await in_thread(recipients)(message))[0]
    assert row.opened_at is not None
    assert row.clicked_at is not None
    assert row.opened_at <= row.clicked_at
    assert [(event.type, event.detail.get("first"), event.detail.get("url")) for event in recorded_events] == [
        ("opened", True, None),
        ("clicked", True, "https://shop.example/?a=1&b=2"),
        ("clicked", None, "https://shop.example/?a=1&b=2"),
    ]
    assert recorded_events[0].detail["agent"]["browser"] == "Firefox"


async def test_a_click_alone_is_an_open_as_well(spool: Ingest, recorded_events: list[NewEvent]) -> None:
    message = await in_thread(make_followed)()
    await call(f"/c/1/{keys.get_key_ring().message_token(message.pk, 0)}", headers=PERSON)
    await landed(spool)

    row = (await in_thread(recipients)(message))[0]
    assert row.opened_at == row.clicked_at is not None
    assert [(event.detail.get("first"), event.detail.get("firstOpen")) for event in recorded_events] == [(True, True)]


async def test_machines_open_for_nobody(spool: Ingest, recorded_events: list[NewEvent]) -> None:
    message = await in_thread(make_followed)()
    token = keys.get_key_ring().message_token(message.pk, 0)
    await call(f"/o/{token}.gif", headers={**PERSON, "sec-purpose": "prefetch"})
    await call(f"/c/1/{token}", "HEAD", headers=PERSON)
    await landed(spool)

    row = (await in_thread(recipients)(message))[0]
    assert (row.opened_at, row.clicked_at) == (None, None)
    assert [(event.type, event.detail["machine"]) for event in recorded_events] == [("opened", True), ("clicked", True)]


async def test_what_was_never_given_out_leads_nowhere(spool: Ingest, recorded_events: list[NewEvent]) -> None:
    message = await in_thread(make_followed)()
    token = keys.get_key_ring().message_token(message.pk, 0)
    unknown = keys.get_key_ring().message_token(uuid4(), 0)
    beyond = keys.get_key_ring().message_token(UUID(int=2**128 - 1), 0)
    changed = ("B" if token[0] == "A" else "A") + token[1:]
    answers = [
        await call(path, headers=PERSON)
        for path in (
            f"/c/2/{token}",
            f"/c/1/{unknown}",
            f"/c/1/{beyond}",
            f"/c/1.1/{token}",
            f"/c/1/{changed}",
            f"/u/{token}",
        )
    ]
    await landed(spool)

    assert [answer.status for answer in answers] == [404] * 6
    assert recorded_events == []


async def test_links_begin_with_a_host_of_the_domain_that_the_message_is_from(spool: Ingest) -> None:
    message = await in_thread(make_followed)()
    path = f"/c/1/{keys.get_key_ring().message_token(message.pk, 0)}"
    own = await call(path, headers={**PERSON, "host": "klik.kopi.example"})
    other = await call(path, headers={**PERSON, "host": "klik.teh.example"})

    assert (own.status, other.status) == (302, 404)


def test_a_batch_lands_once(db: None, recorded_events: list[NewEvent]) -> None:
    message = make_followed()
    batch_id = uuid4()
    line = f"{message.pk}\t0\t{clock.now().isoformat()}\topen\t0\t\t\tdesktop\tLinux\tFirefox\t1\t\t\n".encode()
    following.ingest_batch(batch_id, line * 2)
    following.ingest_batch(batch_id, line * 2)

    assert [event.detail.get("first") for event in recorded_events] == [True, None]


def test_who_follows_every_link_is_a_machine_in_what_it_did_before_as_well(
    db: None, recorded_events: list[NewEvent]
) -> None:
    message = make_followed()
    at = clock.now().isoformat()
    tail = "desktop\tLinux\tFirefox\t1\t\t\n"
    lines = "".join(
        [
            f"{message.pk}\t0\t{at}\topen\t0\t\t\t{tail}",
            f"{message.pk}\t0\t{at}\tclick\t1\tall links at once\t\t{tail}",
            f"{message.pk}\t0\t{at}\tscan\t0\tall links at once\t\t\t\t\t1\t\t\n",
        ]
    )
    following.ingest_batch(uuid4(), lines.encode())

    assert [(event.type, event.detail["machine"]) for event in recorded_events] == [("opened", True), ("clicked", True)]
    assert MessageRecipient.objects.for_team(message.team_id).get().opened_at is None
