"""Resending a campaign to recipients who did not open it."""

from typing import Any

import pytest

from server.campaigns.models import Campaign
from server.contacts.models import Contact
from server.contacts.states import ContactState
from server.core import clock
from server.delivery.models import Mailing, Recipient, RecipientActivity, SendLog
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_contact, make_sender

pytestmark = pytest.mark.django_db

NAMES = ("opened", "clicked", "machine", "quiet", "left", "failed", "bounced", "doubt")


@pytest.fixture
def sent(alice: Person) -> Campaign:
    """An ended campaign. Each recipient's name says what they did."""
    for name in NAMES:
        make_contact(alice.team, f"{name}@x.example")
    campaign = make_campaign(alice.team, sender=make_sender(alice.team), to_all=True, category="News")
    assert alice.api.post(f"email-marketing/{campaign.pk}/send", {}).status_code == 200
    mailing = Mailing.objects.for_team(alice.team).get(origin_id=campaign.pk)
    assert mailing.started_at is not None
    for row in Recipient.objects.filter(mailing=mailing):
        name = row.email.partition("@")[0]
        SendLog.objects.create(
            mailing_id=mailing.pk,
            position=row.position,
            mailed_at=mailing.started_at,
            at=mailing.started_at,
            state={"failed": "failed", "doubt": "inDoubt"}.get(name, "sent"),
            bounced_at=clock.now() if name == "bounced" else None,
        )
        done = {"opened": {"opens": 1}, "clicked": {"clicks": 1}, "machine": {"machine_opens": 2, "machine_clicks": 1}}
        if name in done:
            RecipientActivity.objects.create(mailing_id=mailing.pk, position=row.position, **done[name])
    Contact.objects.for_team(alice.team).filter(email="left@x.example").update(state=ContactState.UNSUBSCRIBED)
    Campaign.objects.for_team(alice.team).update(status="SENT", sent_at=clock.now())
    make_contact(alice.team, "later@x.example")
    return campaign


def resend(person: Person, campaign: Campaign) -> Any:
    return person.api.post(f"email-marketing/{campaign.pk}/resend", {})


def test_the_draft_goes_to_who_was_sent_to_and_read_nothing(alice: Person, sent: Campaign) -> None:
    made = resend(alice, sent).json()

    assert (made["name"], made["status"], made["category"]) == ("May news (again)", "DRAFT", "News")
    assert made["unopenedOf"] == {"id": str(sent.pk), "name": "May news"}
    assert alice.api.get(f"email-marketing/{made['id']}").json() == made
    count = alice.api.get(f"email-marketing/{made['id']}/count-recipient").json()
    assert (count["count"], count["suppressed"]) == (2, 0)

    # Recipients who open the first email before the second is sent do not get it.
    mailing = Mailing.objects.for_team(alice.team).get(origin_id=sent.pk)
    quiet = Recipient.objects.get(mailing=mailing, email="quiet@x.example")
    RecipientActivity.objects.create(mailing_id=mailing.pk, position=quiet.position, opens=1)
    assert alice.api.post(f"email-marketing/{made['id']}/send", {}).status_code == 200

    people = Recipient.objects.filter(mailing__origin_id=made["id"])
    assert [row.email for row in people] == ["machine@x.example"]


def test_marked_as_ready_the_draft_still_says_what_it_follows(alice: Person, sent: Campaign) -> None:
    made = resend(alice, sent).json()
    items = alice.api.get(f"email-marketing/{made['id']}/checks").json()["items"]

    answer = alice.api.post(f"email-marketing/{made['id']}/ready", {"seen": [item["code"] for item in items]})

    assert answer.status_code == 200, answer.content
    assert answer.json()["unopenedOf"] == {"id": str(sent.pk), "name": "May news"}


def test_a_copy_goes_to_the_same_and_other_recipients_are_chosen_anew(alice: Person, sent: Campaign) -> None:
    made = resend(alice, sent).json()

    copy = alice.api.post(f"email-marketing/{made['id']}/duplicate", {}).json()
    changed = alice.api.put(f"email-marketing/{copy['id']}", {"recipients": {"all": True}}).json()

    assert copy["unopenedOf"] == made["unopenedOf"]
    assert (changed["unopenedOf"], changed["recipients"]["all"]) == (None, True)
    assert alice.api.get(f"email-marketing/{copy['id']}/count-recipient").json()["count"] == 8


def test_the_first_may_be_deleted_before(alice: Person, sent: Campaign) -> None:
    made = resend(alice, sent).json()

    alice.api.post(f"email-marketing/{sent.pk}/delete", {})

    found = alice.api.get(f"email-marketing/{made['id']}").json()
    assert found["unopenedOf"] == {"id": str(sent.pk), "name": ""}
    assert alice.api.get(f"email-marketing/{made['id']}/count-recipient").json()["count"] == 2


@pytest.mark.parametrize("status", ["DRAFT", "SCHEDULED", "SENDING", "PAUSED", "FAILED"])
def test_what_is_not_over_is_not_sent_again(alice: Person, sent: Campaign, status: str) -> None:
    Campaign.objects.for_team(alice.team).update(status=status)

    answer = resend(alice, sent)

    assert (answer.status_code, answer.json()["payload"]) == (409, {"action": "resend", "status": status})
    assert Campaign.objects.for_team(alice.team).count() == 1


def test_a_long_name_is_cut(alice: Person, sent: Campaign) -> None:
    Campaign.objects.for_team(alice.team).update(name="M" * 200)

    assert resend(alice, sent).json()["name"] == "M" * 192 + " (again)"


def test_another_team_reaches_nobody_by_it(alice: Person, mallory: Person, sent: Campaign) -> None:
    theirs = make_campaign(mallory.team, unopened_of=sent.pk)

    answer = mallory.api.get(f"email-marketing/{theirs.pk}/count-recipient")

    assert (answer.json()["chosen"], answer.json()["count"]) == (0, 0)
    assert mallory.api.get(f"email-marketing/{theirs.pk}").json()["unopenedOf"]["name"] == ""
