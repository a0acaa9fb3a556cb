"""Recipient counts of campaigns."""

from datetime import timedelta

import pytest

from server.campaigns.services import sending
from server.contacts.models import Contact, ContactLabel
from server.contacts.states import ContactState
from server.core import clock
from server.delivery.models import Recipient, Suppression
from server.segments.models import Segment
from server.teams.models import Team
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender

pytestmark = pytest.mark.django_db


def suppress(person: Person, email: str, *, days: int | None = None) -> None:
    now = clock.now()
    expires_at = None if days is None else now + timedelta(days=days)
    Suppression.objects.create(
        team=person.team, email=email, reason="hardBounce", expires_at=expires_at, created_at=now
    )


def counted(person: Person, **fields: object) -> dict[str, int | None]:
    """Returns all counts."""
    campaign = make_campaign(person.team, **fields)
    found: dict[str, int | None] = person.api.get(f"email-marketing/{campaign.pk}/count-recipient").json()
    return found


def count(person: Person, **fields: object) -> dict[str, int | None]:
    """Returns the counts of recipients and suppressed contacts."""
    found = counted(person, **fields)
    return {name: found[name] for name in ("count", "suppressed")}


def test_nothing_chosen_is_nobody(alice: Person, newsletter: ContactLabel) -> None:
    assert count(alice) == {"count": 0, "suppressed": 0}


def test_only_subscribed_contacts_of_the_team_count(alice: Person, mallory: Person, newsletter: ContactLabel) -> None:
    make_contact(mallory.team, "ani@pelanggan.example")
    for state in ContactState:
        make_contact(alice.team, f"{state.value}@pelanggan.example", state=state)

    assert count(alice, to_all=True) == {"count": 3, "suppressed": 0}


def test_a_contact_with_two_of_the_labels_counts_once(alice: Person, newsletter: ContactLabel) -> None:
    other = make_label(alice.team, "Buyers")
    make_contact(alice.team, "dewi@pelanggan.example", newsletter, other)
    make_contact(alice.team, "eka@pelanggan.example", other)

    assert count(alice, label_ids=[newsletter.pk]) == {"count": 3, "suppressed": 0}
    assert count(alice, label_ids=[newsletter.pk, other.pk]) == {"count": 4, "suppressed": 0}


def test_suppressed_addresses_are_counted_apart(alice: Person, mallory: Person, newsletter: ContactLabel) -> None:
    suppress(alice, "ani@pelanggan.example")
    suppress(alice, "budi@pelanggan.example", days=-1)  # expired
    suppress(mallory, "budi@pelanggan.example")  # of another team
    suppress(alice, "stranger@pelanggan.example")

    assert count(alice, label_ids=[newsletter.pk]) == {"count": 1, "suppressed": 1}


def segment(team: Team, name: str, *rules: dict[str, object]) -> Segment:
    """Creates a segment that matches any of the rules."""
    now = clock.now()
    stored = {"kind": "group", "match": "any", "rules": list(rules)}
    return Segment.objects.create(team=team, name=name, rules=stored, created_at=now, updated_at=now)


def lives_in(city: str) -> dict[str, object]:
    return {"kind": "field", "field": "city", "operator": "is", "value": city}


def test_segments_and_labels_add_up_and_each_contact_counts_once(alice: Person, newsletter: ContactLabel) -> None:
    medan = segment(alice.team, "Medan", lives_in("Medan"))
    bogor = segment(alice.team, "Bogor", lives_in("Bogor"))
    make_contact(alice.team, "dewi@pelanggan.example", city="Medan")
    make_contact(alice.team, "eka@pelanggan.example", city="Medan", state=ContactState.BOUNCED)
    make_contact(alice.team, "fajar@pelanggan.example", city="Bogor")

    assert count(alice, segment_ids=[medan.pk]) == {"count": 2, "suppressed": 0}
    assert count(alice, segment_ids=[medan.pk, bogor.pk]) == {"count": 3, "suppressed": 0}
    # Ani has the label and lives in Medan.
    assert count(alice, segment_ids=[medan.pk], label_ids=[newsletter.pk]) == {"count": 3, "suppressed": 0}

    suppress(alice, "dewi@pelanggan.example")
    assert count(alice, segment_ids=[medan.pk]) == {"count": 1, "suppressed": 1}


def test_a_segment_that_is_empty_or_has_gone_is_nobody(alice: Person, newsletter: ContactLabel) -> None:
    nowhere = segment(alice.team, "Nowhere", lives_in("Atlantis"))

    assert count(alice, segment_ids=[nowhere.pk]) == {"count": 0, "suppressed": 0}
    assert count(alice, segment_ids=[2_000_000_000]) == {"count": 0, "suppressed": 0}
    assert count(alice, segment_ids=[nowhere.pk], label_ids=[newsletter.pk]) == {"count": 2, "suppressed": 0}


def test_a_draft_keeps_its_segments_and_refuses_those_of_others(alice: Person, mallory: Person) -> None:
    mine = segment(alice.team, "Medan", lives_in("Medan"))
    theirs = segment(mallory.team, "Medan", lives_in("Medan"))
    campaign = make_campaign(alice.team)
    path = f"email-marketing/{campaign.pk}"

    kept = alice.api.put(path, {"recipients": {"segmentIds": [mine.pk, mine.pk]}})
    refused = alice.api.put(path, {"recipients": {"segmentIds": [mine.pk, theirs.pk]}})

    assert kept.json()["recipients"] == {
        "all": False,
        "labelIds": [],
        "segmentIds": [mine.pk],
        "topicId": None,
        "excludeLabelIds": [],
        "excludeSegmentIds": [],
    }
    assert refused.status_code == 400
    assert (refused.json()["payload"]["field"], refused.json()["payload"]["value"]) == (
        "recipients.segmentIds",
        theirs.pk,
    )
    campaign.refresh_from_db()
    assert campaign.segment_ids == [mine.pk]
    assert alice.api.post(f"{path}/duplicate").json()["recipients"]["segmentIds"] == [mine.pk]


def test_those_in_the_segment_at_the_start_get_the_mail(alice: Person, newsletter: ContactLabel) -> None:
    medan = segment(alice.team, "Medan", lives_in("Medan"))
    sender = make_sender(alice.team)
    campaign = make_campaign(alice.team, sender=sender, segment_ids=[medan.pk])
    late = make_contact(alice.team, "late@pelanggan.example", city="Medan")

    answer = alice.api.post(f"email-marketing/{campaign.pk}/send")

    assert answer.status_code == 200
    Contact.objects.filter(pk=late.pk).update(city="Bogor")
    got = Recipient.objects.filter(mailing__origin_id=campaign.pk).values_list("email", flat=True)
    assert sorted(got) == ["ani@pelanggan.example", "late@pelanggan.example"]


def test_a_campaign_to_a_segment_that_has_gone_does_not_start(alice: Person, newsletter: ContactLabel) -> None:
    campaign = make_campaign(
        alice.team, sender=make_sender(alice.team), label_ids=[newsletter.pk], segment_ids=[2_000_000_000]
    )

    answer = alice.api.post(f"email-marketing/{campaign.pk}/send")

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "recipients.segmentIds")
    campaign.refresh_from_db()
    assert (campaign.status, campaign.started_at) == ("DRAFT", None)
    assert not Recipient.objects.filter(mailing__origin_id=campaign.pk).exists()


def test_a_segment_of_a_scheduled_campaign_stays(alice: Person) -> None:
    medan = segment(alice.team, "Medan", lives_in("Medan"))
    campaign = make_campaign(alice.team, name="May", segment_ids=[medan.pk], status="SCHEDULED")

    refused = alice.api.delete(f"contacts/segment/{medan.pk}")

    assert (refused.status_code, refused.json()["payload"]) == (409, {"uses": [{"kind": "campaign", "name": "May"}]})
    assert Segment.objects.filter(pk=medan.pk).exists()
    campaign.status = "DRAFT"
    campaign.save()
    assert alice.api.delete(f"contacts/segment/{medan.pk}").status_code == 204


def test_a_segment_stays_while_recipients_are_being_frozen(
    alice: Person, newsletter: ContactLabel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.campaigns.services.sending.MAX_IMMEDIATE_FREEZE", 0)
    medan = segment(alice.team, "Medan", lives_in("Medan"))
    campaign = make_campaign(alice.team, name="May", sender=make_sender(alice.team), segment_ids=[medan.pk])
    assert alice.api.post(f"email-marketing/{campaign.pk}/send").status_code == 200

    assert alice.api.delete(f"contacts/segment/{medan.pk}").status_code == 409
    sending.freeze(team_id=alice.team.pk, campaign_id=campaign.pk)
    assert Recipient.objects.filter(mailing__origin_id=campaign.pk).count() == 1
    assert alice.api.delete(f"contacts/segment/{medan.pk}").status_code == 204
