"""Marking a campaign as ready (CAMP-07): conditions, result and what clears the mark."""

from typing import Any

import pytest

from server.activity.models import Activity
from server.campaigns.models import Campaign
from server.core import clock
from server.core.models import OutboxEvent
from server.teams.models import Team
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_contact, make_sender

pytestmark = pytest.mark.django_db

SEEN = ["addressMissing", "domainNotSetUp", "preheaderMissing"]


@pytest.fixture
def campaign(alice: Person) -> Campaign:
    """A draft with three warnings and no blocking finding."""
    make_contact(alice.team, "ani@pelanggan.example")
    body = "Our roastery opens its doors on Saturday. Taste six beans."
    Team.objects.filter(pk=alice.team.pk).update(address="", city="", zipcode="", country="")
    return make_campaign(alice.team, sender=make_sender(alice.team), to_all=True, subject="Six beans", body=body)


def test_it_is_marked_once_the_warnings_were_seen(alice: Person, campaign: Campaign) -> None:
    before = clock.now()

    answer = alice.api.post(f"email-marketing/{campaign.pk}/ready", {"seen": [*SEEN, "somethingElse"]})

    assert answer.status_code == 200
    campaign.refresh_from_db()
    assert campaign.ready_at is not None
    assert before <= campaign.ready_at <= clock.now()
    assert answer.json()["readyAt"] is not None
    assert (campaign.status, campaign.seen, campaign.revision) == ("DRAFT", SEEN, 2)
    assert Activity.objects.get().action == "UPDATED"
    told = OutboxEvent.objects.get(name="campaigns.campaign.changed").payload
    assert (told["change"], told["revision"]) == ("updated", 2)


def test_a_warning_that_nobody_has_seen_refuses(alice: Person, campaign: Campaign) -> None:
    answer = alice.api.post(f"email-marketing/{campaign.pk}/ready", {"seen": SEEN[:2]})

    assert (answer.status_code, answer.json()["code"]) == (409, "warningsNotSeen")
    assert answer.json()["payload"] == {"codes": ["preheaderMissing"]}
    campaign.refresh_from_db()
    assert (campaign.ready_at, campaign.seen, campaign.revision) == (None, [], 1)
    assert not OutboxEvent.objects.exists()


@pytest.mark.parametrize("change", [{"subject": "Seven beans"}, {"senderId": None}, {"name": "June"}])
def test_any_edit_takes_the_mark_away(alice: Person, campaign: Campaign, change: dict[str, Any]) -> None:
    alice.api.post(f"email-marketing/{campaign.pk}/ready", {"seen": SEEN})

    answer = alice.api.put(f"email-marketing/{campaign.pk}", change)

    assert answer.json()["readyAt"] is None
    campaign.refresh_from_db()
    assert (campaign.ready_at, campaign.seen, campaign.revision) == (None, [], 3)


def test_a_copy_is_not_marked(alice: Person, campaign: Campaign) -> None:
    alice.api.post(f"email-marketing/{campaign.pk}/ready", {"seen": SEEN})

    copy = alice.api.post(f"email-marketing/{campaign.pk}/duplicate").json()

    assert copy["readyAt"] is None


def test_what_is_no_draft_is_refused(alice: Person, campaign: Campaign) -> None:
    alice.api.post(f"email-marketing/{campaign.pk}/send")

    answer = alice.api.post(f"email-marketing/{campaign.pk}/ready", {"seen": SEEN})

    assert (answer.status_code, answer.json()["code"]) == (409, "actionNotAllowed")
    campaign.refresh_from_db()
    assert campaign.ready_at is None


def test_sending_does_not_wait_for_the_mark(alice: Person, campaign: Campaign) -> None:
    assert alice.api.post(f"email-marketing/{campaign.pk}/send").json()["status"] == "SENDING"
