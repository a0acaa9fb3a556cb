"""The whole server pipeline: a campaign sent by an API call, a real sender and a real SMTP server."""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections

from bench.sink import Sink, running
from server.campaigns.models import Campaign
from server.contacts.models import Contact
from server.core import rooms
from server.core.models import OutboxEvent
from server.delivery.models import Mailing, Suppression
from server.plans import quota
from server.plans.features import EMAIL_SENT
from tests.cast import Person, make_person, make_team
from tests.plugs import ASKED
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender
from tests.server.delivery.mailing_factory import sending, until

pytestmark = pytest.mark.django_db(transaction=True)

in_thread = sync_to_async


@pytest.fixture(autouse=True)
async def _closed_connections(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


def kept_in(folder: Path) -> list[bytes]:
    """Returns the messages that the SMTP sink received."""
    return [file.read_bytes() for file in folder.iterdir() if file.is_file()]


@pytest.fixture
def owner(transactional_db: None) -> Person:
    return make_person("Alice", make_team("Kopi"), role="admin")


def ready(person: Person, *, recipients: int) -> Campaign:
    """Creates a draft with this number of recipients."""
    label = make_label(person.team, "Newsletter")
    for number in range(recipients):
        make_contact(person.team, f"r{number}@x.example", label, firstname=f"N{number}")
    return make_campaign(person.team, sender=make_sender(person.team), label_ids=[label.pk])


def standing(person: Person) -> tuple[int, int]:
    found = quota.get_state(team_id=person.team.pk, limit=EMAIL_SENT)
    return found.used, found.reserved


def call(person: Person, path: str, body: Any = None) -> Any:
    answer = person.api.post(path, body) if body is not None else person.api.get(path)
    assert answer.status_code == 200, answer.content
    return answer.json()


async def test_a_campaign_is_sent_told_and_counted(owner: Person, tmp_path: Path) -> None:
    campaign = await in_thread(ready)(owner, recipients=5)
    sink = Sink(keep=tmp_path)

    sent = await in_thread(call)(owner, f"email-marketing/{campaign.pk}/send", {})
    # After the recipients are frozen: the sender checks suppressions last.
    await Suppression.objects.acreate(
        team=owner.team, email="r3@x.example", reason="manual", created_at=campaign.created_at
    )
    async with running(sink) as port, sending(port):
        await until(Campaign.objects.for_team(owner.team).filter(status="SENT").aexists)

    assert sent["status"] == "SENDING"
    mails = kept_in(tmp_path)
    assert len(mails) == sink.counts["received"] == 4
    assert all(b"From: Kopi <news@kopi.example>" in mail for mail in mails)
    assert {name for name in (b"N0", b"N1", b"N2", b"N4") if any(b"Hello " + name in mail for mail in mails)} == {
        b"N0",
        b"N1",
        b"N2",
        b"N4",
    }
    report = await in_thread(call)(owner, f"email-marketing/reports/basic?id={campaign.pk}")
    figures = report["figures"]
    assert (figures["recipients"], figures["sent"], figures["suppressed"], figures["waiting"]) == (5, 4, 1, 0)
    assert report["campaign"]["status"] == "SENT"
    assert await in_thread(standing)(owner) == (4, 0)
    told = [
        event.payload["status"]
        async for event in OutboxEvent.objects.filter(name="campaigns.campaign.changed").order_by("pk")
    ]
    assert told == ["SENDING", "SENT"]


async def test_a_campaign_goes_on_where_it_was_paused(owner: Person) -> None:
    campaign = await in_thread(ready)(owner, recipients=3)
    sink = Sink()
    path = f"email-marketing/{campaign.pk}"
    await in_thread(call)(owner, f"{path}/send", {})
    paused = await in_thread(call)(owner, f"{path}/pause", {})

    async with running(sink) as port, sending(port):
        received_while_paused = sink.counts["received"]
        await in_thread(call)(owner, f"{path}/resume", {})
        await until(Campaign.objects.for_team(owner.team).filter(status="SENT").aexists)

    assert paused["status"] == "PAUSED"
    assert received_while_paused == 0
    assert sink.counts["received"] == 3


def test_of_many_who_press_send_at_once_one_sends(owner: Person) -> None:
    campaign = ready(owner, recipients=2)

    def press(_: int) -> int:
        try:
            status: int = owner.api.post(f"email-marketing/{campaign.pk}/send").status_code
            return status
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        answers = sorted(pool.map(press, range(6)))

    assert answers == [200, 409, 409, 409, 409, 409]
    assert Mailing.objects.for_team(owner.team).count() == 1
    assert standing(owner) == (0, 2)


def test_of_two_campaigns_that_want_the_last_units_one_is_sent(owner: Person) -> None:
    first = ready(owner, recipients=2)
    second = make_campaign(owner.team, sender=first.sender, label_ids=first.label_ids, name="Other")
    quota.use(team_id=owner.team.pk, limit=EMAIL_SENT, amount=997)

    def press(campaign: Campaign) -> int:
        try:
            status: int = owner.api.post(f"email-marketing/{campaign.pk}/send").status_code
            return status
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(press, [first, second]))

    assert answers == [200, 403]
    assert standing(owner) == (997, 2)


def test_a_campaign_is_watched_by_its_own_team_only(owner: Person) -> None:
    mine = ready(owner, recipients=1)
    theirs = make_campaign(make_team("Teh"))
    kind = rooms.find_kind("campaign")
    assert kind is not None

    with connection.cursor() as cursor:
        ids = [str(mine.pk), str(theirs.pk), str(owner.team.pk)]
        cursor.execute(f"{ASKED} {kind.query}", [[owner.team.pk] * 3, ids])
        found = [row[1] for row in cursor.fetchall()]

    assert (found, kind.permission) == ([str(mine.pk)], "campaign.view")
    assert Contact.objects.for_team(owner.team).count() == 1
