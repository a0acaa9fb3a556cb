"""Emails on a contact's timeline."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.contacts import timeline
from server.contacts.models import Contact, ContactConsent, FeedEntry
from server.contacts.timeline import TimelineEntry
from server.core import clock
from server.core.errors import NotFound
from server.delivery.models import (
    Event,
    EventKind,
    LogState,
    Mailing,
    MailingCounters,
    Recipient,
    SendLog,
    Suppression,
)
from server.delivery.services import history, mailings, subscriptions
from server.delivery.services.history import RecipientAction, SendOutcome
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.delivery.mailing_factory import make_mailing

pytestmark = pytest.mark.django_db


def mailed(contacts: list[Contact]) -> Mailing:
    mailing = make_mailing(contacts[0].team)
    mailings.send_rows(mailing=mailing, rows=[(c.pk, c.email, {"firstname": c.firstname}) for c in contacts])
    mailing.refresh_from_db()
    return mailing


def entries(contact: Contact, *kinds: str) -> list[TimelineEntry]:
    found = timeline.list_page(team_id=contact.team_id, contact_id=contact.pk, wanted=kinds, after=None, size=50)
    return [entry for _, entry in found.items]


def test_mail_and_what_became_of_it_stand_on_the_timeline_newest_first(alice: Person) -> None:
    ayu, budi, citra = (
        make_contact(alice.team, f"{name}@example.com", firstname=name.title()) for name in ("ayu", "budi", "citra")
    )
    mailing = mailed([ayu, budi, citra])
    assert mailing.started_at is not None
    at = mailing.started_at + timedelta(minutes=1)
    history.import_history(
        team=alice.team,
        mailing=mailing,
        outcomes=[
            SendOutcome(0, at),
            SendOutcome(1, at, LogState.FAILED, "hard", 550, "5.1.1", "No such user"),
            SendOutcome(2, at, LogState.SUPPRESSED, code=0, enhanced=""),
        ],
        acts=[
            RecipientAction(
                0, at + timedelta(minutes=1), EventKind.OPEN, device="mobile", os="Android", browser="Chrome Mobile"
            ),
            RecipientAction(0, at + timedelta(minutes=2), EventKind.CLICK, link=2),
            RecipientAction(0, at + timedelta(minutes=3), EventKind.OPEN, why="mail privacy"),
            RecipientAction(0, at + timedelta(minutes=4), EventKind.COMPLAINT),
        ],
    )

    answer = alice.api.get(f"contacts/{ayu.pk}/timeline").json()["items"]

    assert [item["kind"] for item in answer] == ["complained", "clicked", "opened", "sent", "added"]
    mail = {"subject": "Hello Ayu", "campaignId": str(mailing.origin_id)}
    assert [item["mail"] for item in answer] == [mail, mail, mail, mail, None]
    assert answer[1]["link"] == "https://shop.example/more"
    assert answer[2]["device"] == "Chrome Mobile, Android"
    assert [(entry.kind, entry.details["reply"]) for entry in entries(budi, "bounced", "failed")] == [
        ("bounced", "550 5.1.1 No such user")
    ]
    assert [entry.kind for entry in entries(citra)] == ["suppressed", "added"]


def test_kinds_are_told_apart_and_another_team_sees_nothing(alice: Person, mallory: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")
    mailing = mailed([ayu])
    assert mailing.started_at is not None
    at = mailing.started_at + timedelta(minutes=1)
    acts = [RecipientAction(0, at, EventKind.OPEN), RecipientAction(0, at, EventKind.CLICK, link=1)]
    history.import_history(team=alice.team, mailing=mailing, outcomes=[SendOutcome(0, at)], acts=acts)

    assert [entry.kind for entry in entries(ayu, "opened")] == ["opened"]
    assert [entry.kind for entry in entries(ayu, "sent", "clicked")] == ["clicked", "sent"]
    found = timeline.list_page(team_id=mallory.team.pk, contact_id=ayu.pk, wanted=[], after=None, size=50)
    assert list(found.items) == []
    assert mallory.api.get(f"contacts/{ayu.pk}/timeline").status_code == 404


@pytest.mark.parametrize("source", ["log", "mail"])
def test_a_page_is_found_by_indexes_of_the_contact_alone(alice: Person, source: str) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")
    mailing = mailed([ayu])
    others = (
        Recipient(mailing=mailing, position=n, contact_id=ayu.pk + n, email="b@c.example") for n in range(1, 3_000)
    )
    Recipient.objects.bulk_create(others)
    with connection.cursor() as cursor:
        # For a table without statistics the planner considers all indexes equal.
        cursor.execute("ANALYZE delivery_recipient")
        cursor.execute("SET LOCAL enable_seqscan = off")
        # Sent emails are found by recipients and sorted; a contact's events are in index order.
        cursor.execute("SET LOCAL enable_sort = off")
        cursor.execute("SET LOCAL enable_hashjoin = off")
        cursor.execute("SET LOCAL enable_mergejoin = off")
    with CaptureQueriesContext(connection) as asked:
        entries(ayu, "sent" if source == "log" else "opened")
    [statement] = [query["sql"] for query in asked if "delivery_" in query["sql"]]
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN " + statement)
        plan = "\n".join(row[0] for row in cursor.fetchall())

    assert "Seq Scan on delivery_" not in plan
    assert re.search(r"Index Cond: .*contact_id = ", plan)
    if source == "mail":
        assert "Merge Append" in plan
    else:
        assert "recipient_contact" in plan
        assert plan.count("_once on delivery_send_log_") >= 2


def test_leaving_by_a_mail_is_kept_with_its_proof(alice: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")
    mailing = mailed([ayu])

    subscriptions.unsubscribe(mailing_id=mailing.pk, position=0, ip="203.0.113.9", user_agent="Thunderbird")
    subscriptions.unsubscribe(mailing_id=mailing.pk, position=0, ip="203.0.113.9", user_agent="Thunderbird")

    [consent] = ContactConsent.objects.for_team(alice.team)
    assert (consent.given, consent.way, consent.ip, consent.user_agent) == (False, "mail", "203.0.113.9", "Thunderbird")
    assert [entry.kind for entry in entries(ayu)] == ["unsubscribed", "added"]


def decide(person: Person, contact: Contact, **body: Any) -> int:
    status: int = person.api.put(f"contacts/{contact.pk}/subscription", body).status_code
    return status


def test_who_is_subscribed_again_by_the_team_gets_mail_again(alice: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")
    mailing = mailed([ayu])
    subscriptions.unsubscribe(mailing_id=mailing.pk, position=0)
    assert Suppression.objects.for_team(alice.team).count() == 1

    assert decide(alice, ayu, state="subscribed", words="Asked for it at the counter") == 200
    assert not Suppression.objects.for_team(alice.team).exists()

    assert decide(alice, ayu, state="unsubscribed") == 200
    assert [row.reason for row in Suppression.objects.for_team(alice.team)] == ["unsubscribed"]


@pytest.mark.parametrize(
    ("reason", "days", "then", "lifted"),
    [
        ("manual", -1, "unsubscribed", True),
        ("hardBounce", -1, "unsubscribed", True),
        ("sunset", None, "unsubscribed", True),
        ("manual", 1, "manual", False),
        ("softBounce", None, "softBounce", False),
        ("complaint", None, "complaint", False),
    ],
)
def test_unsubscribing_by_the_team_suppresses_permanently(
    alice: Person, reason: str, days: int | None, then: str, *, lifted: bool
) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")
    until = None if days is None else clock.now() + timedelta(days=days)
    before = clock.now() - timedelta(days=2)
    Suppression.objects.create(team=alice.team, email=ayu.email, reason=reason, expires_at=until, created_at=before)

    assert decide(alice, ayu, state="unsubscribed") == 200

    row = Suppression.objects.for_team(alice.team).get()
    assert (row.reason, row.expires_at, row.created_at > before) == (then, None, lifted)
    assert decide(alice, ayu, state="subscribed", words="Asked for it") == 200
    assert Suppression.objects.for_team(alice.team).exists() is not lifted


def test_a_dead_address_stays_suppressed_whatever_the_team_decides(alice: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com", state="unsubscribed")
    mailing = mailed([ayu])
    Suppression.objects.create(
        team=alice.team, email=ayu.email, reason="hardBounce", marketing_only=False, created_at=mailing.created_at
    )

    assert decide(alice, ayu, state="subscribed", words="Asked for it") == 200

    assert Suppression.objects.for_team(alice.team).get().reason == "hardBounce"


def test_what_mail_did_with_both_is_of_the_one_who_stays(alice: Person) -> None:
    ayu, other = (make_contact(alice.team, f"{name}@example.com") for name in ("ayu", "other"))
    mailing = mailed([ayu, other])
    assert mailing.started_at is not None
    at = mailing.started_at + timedelta(minutes=1)
    acts = [RecipientAction(1, at + timedelta(minutes=2), EventKind.OPEN)]
    history.import_history(
        team=alice.team, mailing=mailing, outcomes=[SendOutcome(0, at), SendOutcome(1, at)], acts=acts
    )
    newest = FeedEntry.objects.for_team(alice.team).latest("pk").pk

    assert alice.api.post(f"contacts/{ayu.pk}/merge", {"otherId": other.pk}).status_code == 200

    assert [entry.kind for entry in entries(ayu)] == ["opened", "sent", "sent", "merged", "added"]
    assert set(Recipient.objects.filter(mailing=mailing).values_list("contact_id", flat=True)) == {ayu.pk}
    copies = FeedEntry.objects.for_team(alice.team).filter(pk__gt=newest, is_copy=True)
    assert sorted((copy.kind, copy.contact_ids, copy.subjects) for copy in copies) == [
        ("email.opened", [ayu.pk], [mailing.pk]),
        ("email.sent", [ayu.pk], [mailing.pk]),
    ]


def test_of_an_erased_contact_mail_keeps_the_figures_alone(alice: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com", firstname="Ayu")
    mailing = mailed([ayu])
    assert mailing.started_at is not None
    at = mailing.started_at + timedelta(minutes=1)
    refused = SendOutcome(0, at, LogState.FAILED, "hard", 550, "5.1.1", "ayu@example.com is unknown")
    history.import_history(
        team=alice.team, mailing=mailing, outcomes=[refused], acts=[RecipientAction(0, at, EventKind.OPEN)]
    )

    assert alice.api.post(f"contacts/{ayu.pk}/erase", {"email": ayu.email}).status_code == 204

    [row], [recipient] = SendLog.objects.for_team(alice.team), Recipient.objects.filter(mailing=mailing)
    assert (row.reply, row.state) == ("", "failed")
    assert (recipient.contact_id, recipient.email, recipient.fields) == (None, "", {})
    assert set(Event.objects.for_team(alice.team).values_list("contact_id", flat=True)) == {None}
    assert MailingCounters.objects.get(mailing=mailing).hard_bounced == 1
    assert Suppression.objects.for_team(alice.team).get().email == "ayu@example.com"
    with pytest.raises(NotFound):
        subscriptions.unsubscribe(mailing_id=mailing.pk, position=0)
    assert Suppression.objects.for_team(alice.team).count() == 1
