"""Subscribing and unsubscribing many contacts: recorded per contact, without overriding recipients' decisions."""

import pytest

from server.activity.models import Activity
from server.contacts.models import BulkAction, Contact, ContactConsent
from server.contacts.services import bulk
from server.core import jobs
from server.core.models import Job, JobState
from server.delivery.models import Suppression
from server.delivery.states import SuppressionReason
from server.teams.models import Team
from tests.cast import Person
from tests.server.contacts.factories import make_contact

pytestmark = pytest.mark.django_db

WORDS = "Agreed at the fair in Bogor"


def states(team: Team) -> dict[str, str]:
    return dict(Contact.objects.for_team(team).order_by("pk").values_list("email", "state"))


def suppressed(team: Team) -> dict[str, str]:
    return dict(Suppression.objects.for_team(team).order_by("email").values_list("email", "reason"))


def cast(team: Team) -> list[int]:
    return [
        make_contact(team, f"{state}@example.com", state=state).pk
        for state in ("subscribed", "waiting", "unsubscribed", "bounced", "complained")
    ]


def test_many_are_subscribed_again_but_for_who_bounced_or_complained(alice: Person, mallory: Person) -> None:
    ids = cast(alice.team)
    foreign = make_contact(mallory.team, "unsubscribed@example.com", state="unsubscribed")
    for reason in (SuppressionReason.UNSUBSCRIBED, SuppressionReason.COMPLAINT):
        alice.api.post("contacts/suppression", {"emails": [f"{reason}@elsewhere.example"]})
    Suppression.objects.create(
        team=alice.team,
        email="unsubscribed@example.com",
        reason=SuppressionReason.UNSUBSCRIBED,
        created_at="2026-01-01T00:00Z",
    )
    kept = suppressed(alice.team)
    kept.pop("unsubscribed@example.com")

    answer = alice.api.post(
        "contacts/find/subscription", {"ids": [*ids, foreign.pk], "state": "subscribed", "words": WORDS}
    )

    assert answer.json() == {"count": 2, "queued": False}
    assert states(alice.team) == {
        "subscribed@example.com": "subscribed",
        "waiting@example.com": "subscribed",
        "unsubscribed@example.com": "subscribed",
        "bounced@example.com": "bounced",
        "complained@example.com": "complained",
    }
    assert states(mallory.team) == {"unsubscribed@example.com": "unsubscribed"}
    assert suppressed(alice.team) == kept
    consents = ContactConsent.objects.order_by("contact_id")
    assert [(one.contact_id, one.given, one.way, one.words, one.fullname) for one in consents] == [
        (ids[1], True, "person", WORDS, "Alice"),
        (ids[2], True, "person", WORDS, "Alice"),
    ]
    entry = Activity.objects.for_team(alice.team).filter(reference="contact").get()
    assert (entry.action, entry.name) == ("UPDATED", "waiting@example.com +1")


def test_many_are_unsubscribed_and_not_written_to(alice: Person) -> None:
    ids = cast(alice.team)

    answer = alice.api.post("contacts/find/subscription", {"ids": ids, "state": "unsubscribed"})

    assert answer.json() == {"count": 4, "queued": False}
    assert set(states(alice.team).values()) == {"unsubscribed"}
    assert suppressed(alice.team) == {
        f"{state}@example.com": SuppressionReason.UNSUBSCRIBED
        for state in ("subscribed", "waiting", "bounced", "complained")
    }
    assert set(Contact.objects.for_team(alice.team).values_list("email", "revision")) == {
        ("subscribed@example.com", 2),
        ("waiting@example.com", 2),
        ("unsubscribed@example.com", 1),
        ("bounced@example.com", 2),
        ("complained@example.com", 2),
    }


def test_nobody_is_subscribed_without_a_word_on_how_that_was_agreed(alice: Person) -> None:
    ids = cast(alice.team)
    before = states(alice.team)

    refused = alice.api.post("contacts/find/subscription", {"ids": ids, "state": "subscribed", "words": " "})

    assert (refused.status_code, refused.json()["payload"]["field"]) == (400, "words")
    assert states(alice.team) == before
    assert not ContactConsent.objects.exists()


def test_all_that_a_filter_finds_are_decided_for_in_the_background(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "BATCH_SIZE", 2)
    for number in range(5):
        make_contact(alice.team, f"c{number}@example.com", state="unsubscribed")
    make_contact(alice.team, "other@example.com", state="waiting")

    answer = alice.api.post(
        "contacts/find/subscription",
        {"filter": {"states": ["unsubscribed"]}, "state": "subscribed", "words": WORDS},
    )

    assert answer.json() == {"count": 5, "queued": True}
    claim = jobs.claim(Job.objects.get(name=bulk.RUN_JOB, state=JobState.WAITING).pk)
    assert claim is not None
    jobs.run(claim)
    row = BulkAction.objects.get()
    assert (row.kind, row.state, row.total, row.changed) == ("subscribe", "DONE", 5, 5)
    assert sorted(states(alice.team).values()) == ["subscribed"] * 5 + ["waiting"]
    assert ContactConsent.objects.filter(words=WORDS, fullname="Alice").count() == 5
