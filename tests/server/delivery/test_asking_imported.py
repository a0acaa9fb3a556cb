"""Confirmation emails of imports: once per new contact, never to suppressed ones, and none after an undo."""

import asyncio
import quopri
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import connections

from bench.sink import Sink, running
from server.contacts.models import Contact, ContactConsent
from server.contacts.services import subscriptions
from server.contacts.states import ContactState
from server.core import clock, jobs
from server.core.models import Job, JobState, OutboxEvent
from server.delivery import keys
from server.delivery.models import Batch, Mailing, MailingState, Recipient, SendLog, Suppression
from server.delivery.origins import CONFIRMATION
from server.delivery.services import confirmation_mailings, mailings
from server.delivery.services import subscriptions as leaving
from server.delivery.states import SuppressionReason
from server.plans import quota
from server.plans.features import CONTACT, EMAIL_SENT
from server.senders.models import Sender, SenderDomain
from server.senders.states import DomainState
from tests.cast import Person
from tests.server.contacts.conftest import uploads
from tests.server.contacts.factories import make_contact
from tests.server.contacts.importing import imported, prepare, read_retained_report, start, undo
from tests.server.delivery.mailing_factory import in_thread, make_mailing, sending, until_done
from tests.server.delivery.pages.browsing import browse

__all__ = ["uploads"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("uploads", "redis_client")]

FILE = "Email,Name\nayu@x.com,Ayu\nbudi@x.com,Budi\n"


def ask() -> None:
    """Runs the due jobs like a worker."""
    for job in Job.objects.filter(name=confirmation_mailings.JOB, state=JobState.WAITING, due_at__lte=clock.now()):
        claim = jobs.claim(job.pk)
        assert claim is not None
        jobs.run(claim)


def asking(person: Person) -> Mailing:
    return Mailing.objects.for_team(person.team).get(origin=CONFIRMATION)


def send(mailing: Mailing, folder: Path) -> dict[str, str]:
    """Sends the mailing completely. Returns the sent emails by address."""
    folder.mkdir(exist_ok=True)

    async def whole() -> None:
        async with running(Sink(keep=folder)) as port, sending(port):
            await until_done(mailing)
        await in_thread(connections.close_all)()

    asyncio.run(whole())
    mails = [quopri.decodestring(path.read_bytes()).decode() for path in sorted(folder.iterdir())]
    return {re.findall(r"^To: <(.+)>", mail, re.MULTILINE)[0]: mail for mail in mails}


def status(person: Person, done: dict[str, Any]) -> dict[str, Any]:
    item: dict[str, Any] = person.api.get(f"contacts/import/status?importId={done['importId']}").json()["item"]
    return item


def figures(person: Person, done: dict[str, Any]) -> tuple[Any, ...]:
    told = status(person, done)["confirmation"]
    return tuple(told[name] for name in ("toAsk", "asked", "confirmed", "declined", "askWaits"))


def states(person: Person) -> dict[str, str]:
    return dict(Contact.objects.for_team(person.team).order_by("email").values_list("email", "state"))


def standing(person: Person) -> tuple[int, int]:
    found = quota.get_state(team_id=person.team.pk, limit=EMAIL_SENT)
    return found.used, found.reserved


def refuse(person: Person, email: str, reason: SuppressionReason = SuppressionReason.MANUAL) -> None:
    Suppression.objects.create(team=person.team, email=email, reason=reason, created_at=clock.now())


def link_to(mailing: Mailing, email: str) -> str:
    position = Recipient.objects.get(mailing=mailing, email=email).position
    return f"/confirm-subscription/{keys.get_key_ring().token(mailing.pk, position)}"


def test_each_new_contact_is_asked_once_and_agrees_by_the_page(alice: Person, tmp_path: Path) -> None:
    make_contact(alice.team, "known@x.com")
    make_contact(alice.team, "left@x.com", state=ContactState.UNSUBSCRIBED)
    make_contact(alice.team, "waits@x.com", state=ContactState.WAITING)
    refuse(alice, "refused@x.com", SuppressionReason.UNSUBSCRIBED)

    done = imported(
        alice, FILE + "known@x.com,K\nleft@x.com,L\nwaits@x.com,W\nrefused@x.com,R\nayu@x.com,Ayu\n", confirms=True
    )
    assert figures(alice, done) == (0, 0, 0, 0, False)
    ask()
    mailing = asking(alice)

    assert states(alice) == {
        "ayu@x.com": "waiting",
        "budi@x.com": "waiting",
        "known@x.com": "subscribed",
        "left@x.com": "unsubscribed",
        "refused@x.com": "waiting",
        "waits@x.com": "waiting",
    }
    assert figures(alice, done) == (2, 0, 0, 0, False)
    assert (mailing.priority, standing(alice)) == (3, (0, 2))

    # A worker that died after its work repeats it.
    confirmation_mailings.send_confirmations(team_id=alice.team.pk, import_id=mailing.origin_id)
    mails = send(mailing, tmp_path / "mails")

    assert set(mails) == {"ayu@x.com", "budi@x.com"}
    assert figures(alice, done) == (2, 2, 0, 0, False)
    assert standing(alice) == (2, 0)
    path = link_to(mailing, "ayu@x.com")
    assert f'{path}"' in mails["ayu@x.com"]
    assert path not in mails["budi@x.com"]
    assert "/o/" not in mails["ayu@x.com"]

    assert browse(path).status_code == 200
    assert states(alice)["ayu@x.com"] == "waiting"
    assert browse(path, post={}).status_code == 303
    assert browse(path, post={}).status_code == 303

    assert states(alice)["ayu@x.com"] == "subscribed"
    assert figures(alice, done) == (2, 2, 1, 0, False)
    consent = ContactConsent.objects.for_team(alice.team).get()
    assert (consent.given, consent.way, consent.page) == (True, "page", "confirm-subscription")
    assert (consent.words, consent.ip) == ("Confirmed by email after the import of people.csv", "203.0.113.9")
    key = consent.contact_id
    assert [row["way"] for row in alice.api.get(f"contacts/{key}/consents").json()["items"]] == ["page"]


@pytest.mark.parametrize(
    ("state", "address"),
    [
        (None, "halo@kopi.example"),
        (DomainState.AUTHENTICATED, "halo@kopi.example"),
        (DomainState.BROKEN, "no-reply@dashboard-smtp.example"),
    ],
)
def test_the_team_s_default_sender_asks_unless_its_domain_is_broken(
    alice: Person, tmp_path: Path, state: DomainState | None, address: str
) -> None:
    now = clock.now()
    common = {"team": alice.team, "domain": "kopi.example", "created_at": now, "validated_at": now}
    Sender.objects.create(name="Kopi Halo", email="halo@kopi.example", is_default=True, **common)
    Sender.objects.create(name="Other", email="other@kopi.example", **common)
    if state is not None:
        SenderDomain.objects.create(
            team=alice.team, name="kopi.example", state=state, created_at=now, next_check_at=now
        )

    imported(alice, FILE, confirms=True)
    ask()
    mails = send(asking(alice), tmp_path / "mails")

    name = "Kopi Halo" if address.startswith("halo") else "Kopi"
    assert [f"From: {name} <{address}>" in mail for mail in mails.values()] == [True, True]


def test_without_a_default_sender_the_product_asks(alice: Person, tmp_path: Path) -> None:
    imported(alice, FILE, confirms=True)
    ask()

    mailing = asking(alice)

    assert (mailing.from_name, mailing.from_address) == ("Kopi", "no-reply@dashboard-smtp.example")


def test_who_never_wants_mail_is_counted_and_not_written_to_again(alice: Person, tmp_path: Path) -> None:
    done = imported(alice, FILE, confirms=True)
    ask()
    mailing = asking(alice)
    send(mailing, tmp_path / "mails")

    token = link_to(mailing, "budi@x.com").rpartition("/")[2]
    assert browse(f"/unsubscribe-subscription/{token}", post={}).status_code == 303

    assert states(alice) == {"ayu@x.com": "waiting", "budi@x.com": "unsubscribed"}
    assert figures(alice, done) == (2, 2, 0, 1, False)
    assert leaving.can_resubscribe(
        team_id=alice.team.pk, contact=Contact.objects.for_team(alice.team).get(email="budi@x.com")
    )


def test_what_happens_between_the_freezing_and_the_sending_counts(alice: Person, tmp_path: Path) -> None:
    done = imported(alice, FILE + "citra@x.com,C\ndewi@x.com,D\n", confirms=True)
    ask()
    ids = dict(Contact.objects.for_team(alice.team).values_list("email", "pk"))
    refuse(alice, "ayu@x.com")
    subscriptions.confirm(team_id=alice.team.pk, contact_id=ids["budi@x.com"])
    assert alice.api.post("contacts/delete", {"ids": [ids["citra@x.com"]]}).status_code in (200, 204)

    mails = send(asking(alice), tmp_path / "mails")

    assert set(mails) == {"dewi@x.com"}
    assert figures(alice, done) == (4, 1, 0, 0, False)
    assert standing(alice) == (1, 0)


def test_taking_the_import_back_withdraws_what_was_not_sent(alice: Person) -> None:
    done = imported(alice, FILE, confirms=True)
    ask()
    assert standing(alice) == (0, 2)

    last = undo(alice, done)

    assert (last["state"], states(alice)) == ("UNDONE", {})
    assert asking(alice).state == MailingState.CANCELLED
    assert not Batch.objects.exclude(state="done").exists()
    assert standing(alice) == (0, 0)
    assert quota.get_state(team_id=alice.team.pk, limit=CONTACT).used == 0


def test_who_was_asked_stays_and_is_not_asked_by_another_import(alice: Person, tmp_path: Path) -> None:
    done = imported(alice, FILE, confirms=True)
    ask()
    send(asking(alice), tmp_path / "mails")

    undo(alice, done)

    assert read_retained_report(alice, done).count("Has received an email since the import") == 2
    assert states(alice) == {"ayu@x.com": "waiting", "budi@x.com": "waiting"}
    again = imported(alice, FILE, confirms=True)
    ask()
    assert figures(alice, again) == (0, 0, 0, 0, False)
    assert Mailing.objects.for_team(alice.team).filter(origin=CONFIRMATION).count() == 1


def test_who_a_sender_is_writing_to_stays(alice: Person) -> None:
    done = imported(alice, FILE, confirms=True)
    ask()
    later = clock.now() + timedelta(minutes=5)
    Batch.objects.update(state="leased", lease_until=later, high_water=1)
    first = Recipient.objects.get(mailing=asking(alice), position=0)

    undo(alice, done)

    assert list(states(alice)) == [first.email]


def test_an_import_that_is_taken_back_before_asks_nobody(alice: Person) -> None:
    done = imported(alice, FILE, confirms=True)
    undo(alice, done)

    ask()

    assert not Mailing.objects.exists()


def test_without_mail_left_it_is_not_started_and_what_runs_out_meanwhile_waits(alice: Person) -> None:
    limit = quota.get_limit(team_id=alice.team.pk, limit=EMAIL_SENT)
    quota.use(team_id=alice.team.pk, limit=EMAIL_SENT, amount=limit - 1)
    prepared = prepare(alice, FILE)
    refused = start(alice, prepared, confirms=True)
    assert (refused.status_code, refused.json()["code"]) == (403, "sendLimitExceeded")
    assert status(alice, prepared.json())["state"] == "PREPARED"
    assert not Job.objects.exists()

    quota.return_units(team_id=alice.team.pk, limit=EMAIL_SENT, amount=1)
    done = imported(alice, FILE, confirms=True)
    quota.use(team_id=alice.team.pk, limit=EMAIL_SENT, amount=1)
    ask()

    assert figures(alice, done) == (2, 0, 0, 0, True)
    assert not Mailing.objects.exists()
    quota.return_units(team_id=alice.team.pk, limit=EMAIL_SENT, amount=1)
    with time_machine.travel(clock.now() + timedelta(hours=1, seconds=1)):
        ask()
    assert figures(alice, done) == (2, 0, 0, 0, False)
    assert asking(alice).recipients == 2


def test_an_import_that_does_not_ask_subscribes_at_once(alice: Person) -> None:
    done = imported(alice, FILE)

    assert status(alice, done)["confirmation"] is None
    assert set(states(alice).values()) == {"subscribed"}
    assert not Job.objects.filter(name=confirmation_mailings.JOB).exists()


def test_no_other_mail_confirms_and_no_old_one(alice: Person) -> None:
    ayu = make_contact(alice.team, "waits@x.com", state=ContactState.WAITING)
    campaign = make_mailing(alice.team)
    mailings.send_rows(mailing=campaign, rows=[(ayu.pk, ayu.email, {})])
    answer = browse(f"/confirm-subscription/{keys.get_key_ring().token(campaign.pk, 0)}", post={})
    assert (answer.status_code, states(alice)["waits@x.com"]) == (404, "waiting")

    imported(alice, FILE, confirms=True)
    ask()
    path = link_to(asking(alice), "ayu@x.com")
    with time_machine.travel(clock.now() + timedelta(days=30, seconds=5)):
        assert browse(path, post={}).status_code == 404
    assert states(alice)["ayu@x.com"] == "waiting"
    assert browse(path, post={}).status_code == 303


def test_the_figures_are_told_to_who_watches(alice: Person, tmp_path: Path) -> None:
    done = imported(alice, FILE, confirms=True)
    ask()
    before = status(alice, done)["revision"]
    send(asking(alice), tmp_path / "mails")
    assert status(alice, done)["revision"] > before
    assert SendLog.objects.filter(state="sent").count() == 2
    finished = OutboxEvent.objects.get(name="contacts.import.finished").payload
    assert finished["confirmation"] == {"toAsk": 0, "asked": 0, "confirmed": 0, "declined": 0, "askWaits": False}
