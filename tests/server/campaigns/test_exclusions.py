"""Contacts excluded from a campaign, and their counts."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.campaigns.origins import CAMPAIGN
from server.contacts.models import ContactLabel, ContactPreference
from server.core import clock
from server.delivery.models import FrequencyCap, LogState, Mailing, Recipient, SendLog
from server.delivery.sql import capping
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender
from tests.server.campaigns.test_recipients import counted, lives_in, segment, suppress
from tests.server.delivery.mailing_factory import make_mailing, start

pytestmark = pytest.mark.django_db

NOBODY_ELSE = {"excluded": 0, "suppressed": 0, "paused": 0, "capped": None}


def pause(person: Person, contact_id: int) -> None:
    ContactPreference.objects.create(
        team_id=person.team.pk,
        contact_id=contact_id,
        paused_until=clock.now() + timedelta(days=3),
        updated_at=clock.now(),
    )


def test_every_chosen_contact_is_in_one_figure(alice: Person, newsletter: ContactLabel) -> None:
    staff = make_label(alice.team, "Staff")
    bogor = segment(alice.team, "Bogor", lives_in("Bogor"))
    make_contact(alice.team, "dewi@pelanggan.example", newsletter, staff, city="Bogor")
    make_contact(alice.team, "eka@pelanggan.example", newsletter, city="Bogor")
    resting = make_contact(alice.team, "fajar@pelanggan.example", newsletter)
    both = make_contact(alice.team, "gita@pelanggan.example", newsletter)
    pause(alice, resting.pk)
    pause(alice, both.pk)
    suppress(alice, both.email)
    suppress(alice, "eka@pelanggan.example")  # counted as excluded, not as suppressed

    found = counted(alice, label_ids=[newsletter.pk], exclude_label_ids=[staff.pk], exclude_segment_ids=[bogor.pk])

    # Ani and Budi remain.
    assert found == {"count": 2, "chosen": 6, "excluded": 2, "suppressed": 1, "paused": 1, "capped": None}


def test_without_exclusions_nobody_is_excluded(alice: Person, newsletter: ContactLabel) -> None:
    assert counted(alice, to_all=True) == {"count": 2, "chosen": 2, **NOBODY_ELSE}


def test_an_empty_segment_excludes_nobody(alice: Person, newsletter: ContactLabel) -> None:
    nowhere = segment(alice.team, "Nowhere", lives_in("Atlantis"))

    assert counted(alice, to_all=True, exclude_segment_ids=[nowhere.pk]) == {"count": 2, "chosen": 2, **NOBODY_ELSE}


def test_counting_takes_as_many_queries_for_more_contacts(alice: Person, newsletter: ContactLabel) -> None:
    staff = make_label(alice.team, "Staff")
    campaign = make_campaign(alice.team, to_all=True, exclude_label_ids=[staff.pk])

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            assert alice.api.get(f"email-marketing/{campaign.pk}/count-recipient").status_code == 200
        return len(found)

    few = queries()
    for number in range(20):
        make_contact(alice.team, f"n{number}@pelanggan.example", staff if number % 2 else newsletter)

    assert queries() == few


def had(person: Person, contact_id: int, email: str, *, state: str = LogState.SENT) -> None:
    """Records a campaign that the contact got yesterday."""
    mailing = make_mailing(person.team)
    start(mailing, [email])
    yesterday = clock.now() - timedelta(days=1)
    Mailing.objects.filter(pk=mailing.pk).update(started_at=yesterday, state="done", finished_at=yesterday)
    Recipient.objects.filter(mailing=mailing).update(contact_id=contact_id)
    SendLog.objects.create(mailing_id=mailing.pk, position=0, mailed_at=yesterday, at=yesterday, state=state)


def test_who_had_enough_mail_for_now_is_told_beside_the_count(alice: Person, newsletter: ContactLabel) -> None:
    FrequencyCap.objects.create(team=alice.team, mails=2, days=7)
    full = make_contact(alice.team, "dewi@pelanggan.example", newsletter)
    half = make_contact(alice.team, "eka@pelanggan.example", newsletter)
    for contact, state in ((full, "sent"), (full, "inDoubt"), (half, "sent"), (half, "failed")):
        had(alice, contact.pk, contact.email, state=state)

    assert counted(alice, label_ids=[newsletter.pk]) == {"count": 4, "chosen": 4, **NOBODY_ELSE, "capped": 1}


def test_a_count_of_the_cap_that_takes_too_long_is_none(
    alice: Person, newsletter: ContactLabel, monkeypatch: pytest.MonkeyPatch
) -> None:
    FrequencyCap.objects.create(team=alice.team, mails=1, days=7)
    slow = capping._COUNT.replace("SELECT count(*)", "SELECT pg_sleep(5)::text, count(*)")
    monkeypatch.setattr(capping, "_COUNT", slow)
    monkeypatch.setattr(capping, "MAX_QUERY_MILLISECONDS", 20)

    assert counted(alice, to_all=True) == {"count": 2, "chosen": 2, **NOBODY_ELSE}


def test_the_excluded_get_no_mail(alice: Person, newsletter: ContactLabel) -> None:
    staff = make_label(alice.team, "Staff")
    make_contact(alice.team, "dewi@pelanggan.example", newsletter, staff)
    medan = segment(alice.team, "Medan", lives_in("Medan"))  # matches Ani
    campaign = make_campaign(
        alice.team,
        sender=make_sender(alice.team),
        label_ids=[newsletter.pk],
        exclude_label_ids=[staff.pk],
        exclude_segment_ids=[medan.pk],
    )

    assert alice.api.post(f"email-marketing/{campaign.pk}/send").status_code == 200

    got = Recipient.objects.filter(mailing__origin_id=campaign.pk).values_list("email", flat=True)
    assert list(got) == ["budi@pelanggan.example"]


def test_exclusions_are_kept_copied_and_refused_where_they_are_not_the_team_s(alice: Person, mallory: Person) -> None:
    label, theirs = make_label(alice.team, "Staff"), make_label(mallory.team, "Staff")
    mine, foreign = segment(alice.team, "A", lives_in("A")), segment(mallory.team, "A", lives_in("A"))
    campaign = make_campaign(alice.team)
    path = f"email-marketing/{campaign.pk}"
    chosen = {"all": True, "excludeLabelIds": [label.pk], "excludeSegmentIds": [mine.pk, mine.pk]}

    kept = alice.api.put(path, {"recipients": chosen}).json()["recipients"]
    no_label = alice.api.put(path, {"recipients": {"all": True, "excludeLabelIds": [theirs.pk]}})
    no_segment = alice.api.put(path, {"recipients": {"all": True, "excludeSegmentIds": [foreign.pk]}})

    assert (kept["excludeLabelIds"], kept["excludeSegmentIds"]) == ([label.pk], [mine.pk])
    assert (no_label.status_code, no_label.json()["code"]) == (400, "recipientLabelNotFound")
    assert (no_segment.status_code, no_segment.json()["payload"]["field"]) == (400, "recipients.excludeSegmentIds")
    campaign.refresh_from_db()
    assert (campaign.exclude_label_ids, campaign.exclude_segment_ids) == ([label.pk], [mine.pk])
    copy = alice.api.post(f"{path}/duplicate").json()["recipients"]
    assert (copy["excludeLabelIds"], copy["excludeSegmentIds"]) == ([label.pk], [mine.pk])


@pytest.mark.parametrize(
    ("gone", "code"),
    [
        ({"exclude_label_ids": [2_000_000_000]}, "recipientLabelNotFound"),
        ({"exclude_segment_ids": [2_000_000_000]}, "invalidData"),
    ],
)
def test_a_campaign_whose_exclusion_has_gone_does_not_start(
    alice: Person, newsletter: ContactLabel, gone: dict[str, list[int]], code: str
) -> None:
    campaign = make_campaign(alice.team, sender=make_sender(alice.team), to_all=True, **gone)

    answer = alice.api.post(f"email-marketing/{campaign.pk}/send")

    assert (answer.status_code, answer.json()["code"]) == (400, code)
    campaign.refresh_from_db()
    assert (campaign.status, campaign.started_at) == ("DRAFT", None)
    assert not Mailing.objects.filter(origin=CAMPAIGN, origin_id=campaign.pk).exists()


def test_what_a_scheduled_campaign_excludes_stays(alice: Person) -> None:
    label, medan = make_label(alice.team, "Staff"), segment(alice.team, "Medan", lives_in("Medan"))
    make_campaign(
        alice.team,
        name="May",
        to_all=True,
        status="SCHEDULED",
        exclude_label_ids=[label.pk],
        exclude_segment_ids=[medan.pk],
    )

    refused = alice.api.delete(f"contacts/segment/{medan.pk}")

    assert (refused.status_code, refused.json()["payload"]) == (409, {"uses": [{"kind": "campaign", "name": "May"}]})
    assert alice.api.delete(f"contacts/label/{label.pk}").status_code == 409
