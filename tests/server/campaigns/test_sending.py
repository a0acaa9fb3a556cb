"""Sending: requirements, frozen data, quota, and how a campaign follows its mailing."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db.models import F

from server.activity.models import Activity
from server.campaigns.models import Campaign
from server.campaigns.services import scheduling, sending
from server.campaigns.states import CampaignStatus
from server.contacts.models import Contact, ContactLabel, CustomField
from server.contacts.states import ContactState
from server.core import clock, jobs
from server.core.models import Job, OutboxEvent
from server.delivery import origins
from server.delivery.models import Batch, Mailing, MailingCounters, MailingState, Recipient, Suppression
from server.delivery.services import mailings
from server.notifications.models import Notification
from server.plans import quota
from server.plans.features import EMAIL_SENT
from server.plans.models import QuotaUsage
from server.senders.models import Sender
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(alice: Person, newsletter: ContactLabel) -> Campaign:
    """A draft of Alice's with two recipients."""
    return make_campaign(alice.team, sender=make_sender(alice.team), label_ids=[newsletter.pk])


def post(person: Person, campaign: Campaign, action: str, body: Any = None, **headers: str) -> Any:
    return person.api.post(f"email-marketing/{campaign.pk}/{action}", body, **headers)


def standing(person: Person) -> tuple[int, int]:
    found = quota.get_state(team_id=person.team.pk, limit=EMAIL_SENT)
    return found.used, found.reserved


def status(campaign: Campaign) -> str:
    campaign.refresh_from_db()
    return campaign.status


def mailing_of(campaign: Campaign) -> Mailing:
    return Mailing.objects.for_team(campaign.team_id).get(origin_id=campaign.pk)


def moves() -> list[str]:
    rows = OutboxEvent.objects.filter(name="campaigns.campaign.changed", payload__change="moved").order_by("pk")
    return [row.payload["status"] for row in rows]


def test_it_freezes_recipients_and_content_and_holds_the_quota(alice: Person, campaign: Campaign) -> None:
    answer = post(alice, campaign, "send")

    assert answer.status_code == 200
    body = answer.json()
    assert (body["status"], body["revision"]) == ("SENDING", 2)
    assert body["sender"] == {
        "senderId": str(campaign.sender_id),
        "name": "Kopi",
        "email": "news@kopi.example",
        "validated": True,
    }
    assert body["figures"] == {"recipients": 2, "sent": 0, "delivered": 0, "opened": 0, "clicked": 0}
    mailing = mailing_of(campaign)
    assert (mailing.state, mailing.recipients, mailing.subject) == ("sending", 2, "Hello {{ firstname }}")
    assert (mailing.from_name, mailing.from_address) == ("Kopi", "news@kopi.example")
    rows = Recipient.objects.filter(mailing=mailing).order_by("position")
    ani, budi = Contact.objects.for_team(alice.team).order_by("pk")[:2]
    assert [(row.contact_id, row.email, row.fields) for row in rows] == [
        (ani.pk, "ani@pelanggan.example", {"firstname": "Ani"}),
        (budi.pk, "budi@pelanggan.example", {"firstname": "Budi"}),
    ]
    assert [(batch.first, batch.size) for batch in Batch.objects.filter(mailing=mailing)] == [(0, 2)]
    assert standing(alice) == (0, 2)
    assert Activity.objects.get(action="SENT").name == "May news"
    assert moves() == ["SENDING"]


def test_it_is_compiled_once_with_tracking_and_once_without(
    alice: Person, campaign: Campaign, compiles: list[bool]
) -> None:
    post(alice, campaign, "send")

    mailing = mailing_of(campaign)
    assert compiles == [True, False]
    assert mailing.plain is not None
    assert mailing.compiled != mailing.plain


def test_the_start_of_a_mailing_calls_nobody_back(
    alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(origins, "notify_hook", lambda origin, change: told.append(change.state))
    post(alice, campaign, "send")
    assert (told, status(campaign)) == ([], "SENDING")

    post(alice, campaign, "pause")

    assert told == ["paused"]


def test_what_is_sent_is_not_changed_by_what_happens_later(alice: Person, campaign: Campaign) -> None:
    post(alice, campaign, "send")

    Contact.objects.for_team(alice.team).update(firstname="Other")
    Sender.objects.for_team(alice.team).update(name="Renamed")

    rows = Recipient.objects.filter(mailing=mailing_of(campaign)).order_by("position")
    assert [row.fields for row in rows] == [{"firstname": "Ani"}, {"firstname": "Budi"}]
    assert alice.api.get(f"email-marketing/{campaign.pk}").json()["sender"]["name"] == "Kopi"


def test_only_what_the_text_uses_is_frozen(alice: Person, newsletter: ContactLabel) -> None:
    field = CustomField.objects.create(
        team=alice.team, name="Points", tag="points", type="number", created_at=clock.now()
    )
    contacts = Contact.objects.for_team(alice.team)
    contacts.filter(firstname="Ani").update(
        birthday="1990-05-04", lastname="Sari", custom_field={str(field.pk): 7, "99": "secret"}
    )
    campaign = make_campaign(
        alice.team,
        sender=make_sender(alice.team),
        label_ids=[newsletter.pk],
        subject="{{ fullname }}",
        body="{% if points > 5 %}{{ birthday }}{% endif %} [Go](https://kopi.example/{{ city }})",
    )

    post(alice, campaign, "send")

    ani, budi = Recipient.objects.filter(mailing=mailing_of(campaign)).order_by("position")
    assert ani.fields == {"fullname": "Ani Sari", "points": 7, "birthday": "1990-05-04", "city": "Medan"}
    assert budi.fields == {"fullname": "Budi", "points": None, "birthday": None, "city": ""}


def test_the_suppressed_and_the_unsubscribed_get_nothing(alice: Person, campaign: Campaign) -> None:
    Suppression.objects.create(
        team=alice.team, email="ani@pelanggan.example", reason="complaint", created_at=clock.now()
    )

    post(alice, campaign, "send")

    emails = Recipient.objects.filter(mailing=mailing_of(campaign)).values_list("email", flat=True)
    assert list(emails) == ["budi@pelanggan.example"]
    assert standing(alice) == (0, 1)


def refuse_cases() -> list[Any]:
    return [
        pytest.param({"subject": ""}, 400, "requiredFieldsNotSet", id="no subject"),
        pytest.param({"body": " \n"}, 400, "requiredFieldsNotSet", id="no content"),
        pytest.param({"sender_id": None}, 400, "senderNotChosen", id="no sender"),
        pytest.param({"label_ids": []}, 400, "emptyRecipient", id="nobody chosen"),
        pytest.param({"label_ids": [2_000_000_000]}, 400, "recipientLabelNotFound", id="label gone"),
        pytest.param({"subject": "{{ gone }}"}, 400, "invalidTag", id="field gone"),
        pytest.param({"body": "{{ gone }}"}, 400, "invalidTag", id="field of the body gone"),
    ]


@pytest.mark.parametrize(("fields", "code", "name"), refuse_cases())
def test_what_lacks_something_is_refused(
    alice: Person, campaign: Campaign, fields: dict[str, Any], code: int, name: str
) -> None:
    Campaign.objects.for_team(alice.team).update(**fields)

    answer = post(alice, campaign, "send")

    assert (answer.status_code, answer.json()["code"]) == (code, name)
    assert_nothing_happened(alice, campaign)


def assert_nothing_happened(person: Person, campaign: Campaign) -> None:
    assert status(campaign) == "DRAFT"
    assert (campaign.revision, campaign.from_email) == (1, "")
    assert not Mailing.objects.for_team(person.team).exists()
    assert standing(person) == (0, 0)
    assert not Activity.objects.exists()
    assert moves() == []


def test_an_unconfirmed_sender_is_refused(alice: Person, campaign: Campaign) -> None:
    Sender.objects.for_team(alice.team).update(validated_at=None, is_default=False)

    answer = post(alice, campaign, "send")

    assert (answer.status_code, answer.json()["code"]) == (409, "senderNotValidated")
    assert_nothing_happened(alice, campaign)


def test_a_label_without_contacts_is_refused_by_its_name(alice: Person, campaign: Campaign) -> None:
    empty = make_label(alice.team, "Empty")
    Campaign.objects.for_team(alice.team).update(label_ids=[empty.pk])

    answer = post(alice, campaign, "send")

    assert (answer.json()["code"], answer.json()["payload"]) == ("recipientLabelEmpty", {"labels": ["Empty"]})
    assert_nothing_happened(alice, campaign)


def test_a_label_whose_contacts_all_left_is_nobody(alice: Person, campaign: Campaign) -> None:
    Contact.objects.for_team(alice.team).update(state=ContactState.UNSUBSCRIBED)

    answer = post(alice, campaign, "send")

    assert answer.json()["code"] == "emptyRecipient"
    assert_nothing_happened(alice, campaign)


def test_more_than_the_quota_is_refused(alice: Person, campaign: Campaign) -> None:
    quota.use(team_id=alice.team.pk, limit=EMAIL_SENT, amount=999)

    answer = post(alice, campaign, "send")

    assert (answer.status_code, answer.json()["code"]) == (403, "sendLimitExceeded")
    assert answer.json()["payload"]["left"] == 1
    QuotaUsage.objects.for_team(alice.team).filter(name="emailSent").update(used=F("used") - 999)
    assert_nothing_happened(alice, campaign)


def test_sending_twice_is_refused_and_a_repeat_is_answered_the_same(alice: Person, campaign: Campaign) -> None:
    headers = {"Idempotency-Key": "one"}

    first, repeated = post(alice, campaign, "send", **headers), post(alice, campaign, "send", **headers)
    second = post(alice, campaign, "send")

    assert repeated.json() == first.json()
    assert (second.status_code, second.json()["code"]) == (409, "actionNotAllowed")
    assert Mailing.objects.for_team(alice.team).count() == 1
    assert standing(alice) == (0, 2)


def test_sending_needs_its_own_permission(alice: Person, campaign: Campaign, mallory: Person) -> None:
    answers = [post(mallory, campaign, action) for action in ("send", "pause", "resume", "stop")]
    answers.append(post(mallory, campaign, "send-test", {"emails": ["a@b.example"]}))

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "noEntity")}
    assert_nothing_happened(alice, campaign)


def test_pause_resume_and_stop_move_campaign_and_mailing_together(alice: Person, campaign: Campaign) -> None:
    post(alice, campaign, "send")

    seen = []
    for action in ("pause", "resume", "pause", "stop"):
        answer = post(alice, campaign, action)
        seen.append((answer.json()["status"], mailing_of(campaign).state))

    assert seen == [("PAUSED", "paused"), ("SENDING", "sending"), ("PAUSED", "paused"), ("CANCELLED", "cancelled")]
    assert moves() == ["SENDING", "PAUSED", "SENDING", "PAUSED", "CANCELLED"]
    campaign.refresh_from_db()
    assert campaign.sent_at is not None


def test_it_is_recorded_who_paused_resumed_stopped_and_tested(alice: Person, campaign: Campaign) -> None:
    post(alice, campaign, "send-test", {"emails": ["a@b.example"]})
    for action in ("send", "pause", "resume", "stop"):
        assert post(alice, campaign, action).status_code == 200
    assert post(alice, campaign, "pause").status_code == 409

    rows = Activity.objects.for_team(alice.team).order_by("pk").values_list("reference", "action", "name", "user_id")
    assert list(rows) == [
        ("campaign", action, "May news", alice.user.pk) for action in ("TESTED", "SENT", "PAUSED", "RESUMED", "STOPPED")
    ]


@pytest.mark.parametrize("action", ["pause", "resume", "stop"])
def test_a_draft_can_not_be_moved_that_way(alice: Person, campaign: Campaign, action: str) -> None:
    answer = post(alice, campaign, action)

    assert (answer.status_code, answer.json()["payload"]) == (409, {"action": action, "status": "DRAFT"})
    assert_nothing_happened(alice, campaign)


@pytest.mark.parametrize("final", ["SENT", "CANCELLED"])
@pytest.mark.parametrize("action", ["send", "pause", "resume", "stop"])
def test_what_has_ended_stays_so(alice: Person, campaign: Campaign, final: str, action: str) -> None:
    Campaign.objects.for_team(alice.team).update(status=final, started_at=clock.now())

    answer = post(alice, campaign, action)

    assert (answer.status_code, answer.json()["code"]) == (409, "actionNotAllowed")
    assert status(campaign) == final


def test_a_campaign_is_sent_when_its_mailing_is_done(alice: Person, campaign: Campaign) -> None:
    with time_machine.travel("2026-11-21T03:00:00Z", tick=False) as traveller:
        post(alice, campaign, "send")
        mailing = mailing_of(campaign)
        MailingCounters.objects.filter(mailing=mailing).update(sent=1, in_doubt=1)
        Batch.objects.filter(mailing=mailing).update(state="done")
        traveller.shift(timedelta(minutes=3))

        finished = mailings.finish(mailing.pk)
        mailings.commit_quota(mailing.pk)
        used = standing(alice)

    assert finished
    assert status(campaign) == CampaignStatus.SENT
    assert campaign.sent_at is not None
    assert campaign.started_at is not None
    assert campaign.sent_at - campaign.started_at == timedelta(minutes=3)
    assert moves() == ["SENDING", "SENT"]
    assert used == (2, 0)  # unconfirmed emails count as used


def test_what_the_last_batch_counts_while_it_is_settled_is_used(
    alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    post(alice, campaign, "send")
    mailing = mailing_of(campaign)
    Batch.objects.filter(mailing=mailing).update(state="done")
    mailings.finish(mailing.pk)

    def ends_now(mailing_id: int) -> bool:
        MailingCounters.objects.filter(mailing_id=mailing_id).update(sent=2)
        return False

    monkeypatch.setattr(mailings, "has_work", ends_now)
    mailings.commit_quota(mailing.pk)

    assert standing(alice) == (2, 0)


def test_stopping_gives_back_what_was_not_sent(alice: Person, campaign: Campaign) -> None:
    post(alice, campaign, "send")
    mailing = mailing_of(campaign)
    MailingCounters.objects.filter(mailing=mailing).update(sent=1)

    post(alice, campaign, "stop")
    mailings.commit_quota(mailing.pk)

    assert standing(alice) == (1, 0)


def test_a_deleted_campaigns_mailing_can_still_end(alice: Person, campaign: Campaign) -> None:
    post(alice, campaign, "send")
    mailing = mailing_of(campaign)
    Campaign.objects.for_team(alice.team).delete()
    Batch.objects.filter(mailing=mailing).update(state="done")

    assert mailings.finish(mailing.pk)


def test_a_sender_in_use_can_not_go(alice: Person, campaign: Campaign) -> None:
    post(alice, campaign, "send")

    answer = alice.api.delete(f"senders/{campaign.sender_id}")

    assert (answer.status_code, answer.json()["code"]) == (409, "inUse")
    assert answer.json()["payload"] == {"uses": [{"kind": "campaign", "name": "May news"}]}
    assert Sender.objects.for_team(alice.team).exists()


def test_the_label_of_a_scheduled_campaign_can_not_go(alice: Person, campaign: Campaign) -> None:
    free = alice.api.delete(f"contacts/label/{make_label(alice.team, 'Free').pk}")
    Campaign.objects.for_team(alice.team).update(status="SCHEDULED")

    used = alice.api.delete(f"contacts/label/{campaign.label_ids[0]}")

    assert free.status_code in (200, 204)
    assert (used.status_code, used.json()["payload"]) == (409, {"uses": [{"kind": "campaign", "name": "May news"}]})


class TestLarge:
    """A campaign whose recipients are frozen by a job."""

    @pytest.fixture(autouse=True)
    def _small_bound(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sending, "MAX_IMMEDIATE_FREEZE", 1)

    def run(self) -> None:
        claimed = jobs.claim(Job.objects.get(name=sending.FREEZE_JOB).pk)
        assert claimed is not None
        jobs.run(claimed)

    def test_the_quota_is_held_at_once_and_the_job_freezes(self, alice: Person, campaign: Campaign) -> None:
        answer = post(alice, campaign, "send")

        before = (answer.json()["status"], mailing_of(campaign).state, standing(alice))
        self.run()
        sending.freeze(team_id=alice.team.pk, campaign_id=campaign.pk)

        assert before == ("SENDING", MailingState.PREPARING, (0, 2))
        assert mailing_of(campaign).state == MailingState.SENDING
        assert Recipient.objects.filter(mailing=mailing_of(campaign)).count() == 2
        assert standing(alice) == (0, 2)
        assert moves() == ["SENDING"]

    def test_no_more_are_frozen_than_are_held(self, alice: Person, campaign: Campaign) -> None:
        post(alice, campaign, "send")
        newsletter = ContactLabel.objects.for_team(alice.team).get()
        make_contact(alice.team, "late@pelanggan.example", newsletter)

        self.run()

        assert Recipient.objects.filter(mailing=mailing_of(campaign)).count() == 2

    def test_who_left_meanwhile_is_left_out(self, alice: Person, campaign: Campaign) -> None:
        post(alice, campaign, "send")
        Contact.objects.for_team(alice.team).filter(firstname="Ani").update(state=ContactState.UNSUBSCRIBED)

        self.run()

        campaign.refresh_from_db()
        assert (campaign.recipient_count, campaign.status) == (1, "SENDING")

    def test_with_nobody_left_it_is_cancelled_and_the_quota_comes_back(self, alice: Person, campaign: Campaign) -> None:
        post(alice, campaign, "send")
        Contact.objects.for_team(alice.team).update(state=ContactState.UNSUBSCRIBED)

        self.run()

        assert (status(campaign), mailing_of(campaign).state) == ("CANCELLED", "cancelled")
        assert standing(alice) == (0, 0)

    def test_what_nobody_foresaw_is_tried_again_and_fails_it_in_the_end(
        self, alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(mailings, "start", lambda **_: 1 // 0)
        with time_machine.travel("2026-11-21T03:00:00Z", tick=False) as traveller:
            post(alice, campaign, "send")
            for _ in range(5):
                assert (status(campaign), standing(alice)) == ("SENDING", (0, 2))
                with pytest.raises(ZeroDivisionError):
                    self.run()
                traveller.shift(timedelta(hours=1))

        assert (status(campaign), campaign.failure, campaign.recipient_count) == ("FAILED", "serverException", 0)
        assert (campaign.started_at, campaign.from_email) == (None, "")
        assert mailing_of(campaign).state == MailingState.CANCELLED
        assert standing(alice) == (0, 0)
        assert moves() == ["SENDING", "FAILED"]
        told = Notification.objects.for_team(alice.team).get(kind="campaign.notStarted")
        assert told.params["reason"] == "serverException"

    def test_one_that_was_stopped_meanwhile_does_not_fail(self, alice: Person, campaign: Campaign) -> None:
        post(alice, campaign, "send")
        post(alice, campaign, "stop")

        scheduling.fail_freezing(team_id=alice.team.pk, campaign_id=campaign.pk)

        assert (status(campaign), campaign.failure) == ("CANCELLED", "")

    def test_stopping_before_the_job_ends_it(self, alice: Person, campaign: Campaign) -> None:
        post(alice, campaign, "send")

        paused, stopped = post(alice, campaign, "pause"), post(alice, campaign, "stop")
        self.run()

        assert (paused.status_code, stopped.json()["status"]) == (409, "CANCELLED")
        assert not Recipient.objects.filter(mailing=mailing_of(campaign)).exists()
        assert standing(alice) == (0, 0)


class TestTests:
    """Sending test emails."""

    def test_a_test_goes_to_the_addresses_filled_for_the_contact(self, alice: Person, campaign: Campaign) -> None:
        budi = Contact.objects.for_team(alice.team).get(firstname="Budi")
        emails = ["Alice@Kopi.example", "alice@kopi.example", "qa@kopi.example"]

        answer = post(alice, campaign, "send-test", {"emails": emails, "contactId": budi.pk})

        assert answer.json() == {"queued": 2}
        mailing = Mailing.objects.for_team(alice.team).get()
        assert (mailing.origin, mailing.priority, mailing.state) == ("test", 1, "sending")
        assert mailing.subject == "[Test] Hello {{ firstname }}"
        rows = Recipient.objects.filter(mailing=mailing).order_by("position")
        assert [(row.email, row.fields) for row in rows] == [
            ("alice@kopi.example", {"firstname": "Budi"}),
            ("qa@kopi.example", {"firstname": "Budi"}),
        ]
        assert status(campaign) == "DRAFT"
        assert standing(alice) == (0, 0)

    @pytest.mark.parametrize(
        ("body", "number"),
        [
            ({"emails": []}, 123),
            ({"emails": ["nobody"]}, 123),
            ({"emails": [f"a{n}@kopi.example" for n in range(11)]}, 123),
            ({}, 124),
        ],
    )
    def test_what_is_no_list_of_addresses_is_refused(
        self, alice: Person, campaign: Campaign, body: dict[str, Any], number: int
    ) -> None:
        answer = post(alice, campaign, "send-test", body)

        assert (answer.status_code, answer.json()["number"]) == (400, number)
        assert not Mailing.objects.for_team(alice.team).exists()

    def test_tests_are_few(self, alice: Person, campaign: Campaign) -> None:
        body = {"emails": ["qa@kopi.example"]}
        with time_machine.travel("2026-11-21T03:00:00Z", tick=False) as traveller:
            for _ in range(sending.MAX_TEST_MAILINGS_PER_HOUR):
                post(alice, campaign, "send-test", body)
            traveller.shift(timedelta(minutes=59))
            early = post(alice, campaign, "send-test", body)
            traveller.shift(timedelta(minutes=1))
            late = post(alice, campaign, "send-test", body)

        assert (early.status_code, early.json()["payload"]) == (429, {"retryAfterSeconds": 60})
        assert late.status_code == 200
