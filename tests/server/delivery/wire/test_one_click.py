"""One-click unsubscribe requests of a provider."""

import asyncio
import threading
import time

import pytest

from server.contacts.models import Contact
from server.contacts.states import ContactState
from server.core import clock
from server.delivery.models import (
    Recipient,
    Suppression,
)
from server.delivery.origins import TEST
from server.delivery.wire import tracking
from server.teams.models import Team
from tests.server.delivery.mailing_factory import (
    addresses,
    in_thread,
    make_mailing,
    start,
)
from tests.server.delivery.wire.asking import Answer, call, figures, sent_mailing, token

pytestmark = pytest.mark.django_db(transaction=True)


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

    # Like providers: no cookie, no language, no browser.
    answers = [await call(f"/u/{token(mailing, 1)}", "POST", body, headers={"content-type": kind}) for _ in range(2)]

    assert [answer.status for answer in answers] == [200, 200]
    assert not any({"location", "set-cookie"} & answer.headers.keys() for answer in answers)
    rows = [(s.email, s.reason) async for s in Suppression.objects.for_team(team)]
    assert rows == [("r1@example.com", "unsubscribed")]
    assert (await figures(mailing)).unsubscribed == 1
    await contact.arefresh_from_db()
    assert contact.state == ContactState.UNSUBSCRIBED


async def test_few_leave_at_once(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    mailing = await sent_mailing(team, 1)
    begun, free = threading.Semaphore(0), threading.Event()
    running: list[None] = []
    most: list[int] = []

    def leave(*_: object) -> None:
        running.append(None)
        most.append(len(running))
        begun.release()
        free.wait(10)
        running.pop()

    monkeypatch.setattr(tracking, "_unsubscribe_recipient", leave)
    clicks = [
        asyncio.create_task(call(f"/u/{token(mailing)}", "POST", b"List-Unsubscribe=One-Click"))
        for _ in range(2 * tracking.MAX_CONCURRENT_UNSUBSCRIBES)
    ]
    for _ in range(tracking.MAX_CONCURRENT_UNSUBSCRIBES):
        assert await asyncio.to_thread(begun.acquire, timeout=10)
    assert not await asyncio.to_thread(begun.acquire, timeout=0.1)
    free.set()

    assert [(await click).status for click in clicks] == [200] * len(clicks)
    assert max(most) == tracking.MAX_CONCURRENT_UNSUBSCRIBES


async def test_one_recipients_clicks_are_carried_out_so_often_in_a_minute(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailing = await sent_mailing(team, 2)
    left: list[int] = []
    monkeypatch.setattr(tracking, "_unsubscribe_recipient", lambda recipient, *_: left.append(recipient.position))

    async def click(position: int) -> Answer:
        return await call(f"/u/{token(mailing, position)}", "POST", b"List-Unsubscribe=One-Click")

    answers = [await click(0) for _ in range(tracking.MAX_UNSUBSCRIBES_PER_MINUTE + 1)]

    assert [answer.status for answer in answers] == [200] * tracking.MAX_UNSUBSCRIBES_PER_MINUTE + [429]
    assert answers[-1].headers["retry-after"] == "60"
    assert left == [0] * tracking.MAX_UNSUBSCRIBES_PER_MINUTE
    assert (await click(1)).status == 200
    now = time.monotonic() + 60
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert (await click(0)).status == 200


async def test_the_link_of_a_test_mail_unsubscribes_nobody(team: Team) -> None:
    mailing = await in_thread(make_mailing)(team, origin=TEST)
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
