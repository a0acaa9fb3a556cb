"""Scheduled campaigns: scheduling, rescheduling, cancelling and start."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from time_machine import Traveller

from server.activity.models import Activity
from server.campaigns.models import Campaign
from server.campaigns.services import scheduling
from server.contacts.models import Contact, ContactLabel
from server.contacts.states import ContactState
from server.core import jobs
from server.core.models import Job, JobState, OutboxEvent
from server.delivery.models import Batch, Mailing, Recipient, SendingPause
from server.notifications.models import Notification
from server.plans import quota
from server.plans.features import EMAIL_SENT
from server.plans.models import Subscription
from server.senders.models import Sender
from server.teams.models import Team
from tests.cast import Person, make_person, make_team
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
TOMORROW = NOON + timedelta(hours=20)  # within the idle limit of a session


@pytest.fixture(autouse=True)
def traveller() -> Iterator[Traveller]:
    """Freezes the time at noon, before the fixtures are created."""
    with time_machine.travel(NOON, tick=False) as moving:
        yield moving


@pytest.fixture
def alice(db: None, traveller: Traveller) -> Person:
    return make_person("Alice", make_team("Kopi", timezone="(GMT+07:00) Asia/Jakarta"), role="admin")


@pytest.fixture
def mallory(db: None, traveller: Traveller) -> Person:
    return make_person("Mallory", make_team("Teh"), role="admin")


@pytest.fixture
def campaign(alice: Person, newsletter: ContactLabel) -> Campaign:
    """A draft of Alice's with two recipients."""
    return make_campaign(alice.team, sender=make_sender(alice.team), label_ids=[newsletter.pk])


def schedule(person: Person, campaign: Campaign, at: datetime | str = TOMORROW, **fields: Any) -> Any:
    moment = at if isinstance(at, str) else at.isoformat()
    return person.api.post(f"email-marketing/{campaign.pk}/send", {"scheduleAt": moment} | fields)


def reread(campaign: Campaign) -> Campaign:
    campaign.refresh_from_db()
    return campaign


def read_quota_usage(person: Person) -> tuple[int, int]:
    found = quota.get_state(team_id=person.team.pk, limit=EMAIL_SENT)
    return found.used, found.reserved


def work() -> list[str]:
    """Runs the scheduler once with its jobs. Returns the names of the jobs."""
    scheduling.enqueue_due()
    done = []
    for job in Job.objects.filter(name=scheduling.FIRE_JOB, state=JobState.WAITING).order_by("pk"):
        claimed = jobs.claim(job.pk)
        if claimed is not None:
            jobs.run(claimed)
            done.append(claimed.name)
    return done


def notices(person: Person) -> list[str]:
    return list(Notification.objects.for_team(person.team).order_by("pk").values_list("kind", flat=True))


def assert_still_a_draft(person: Person, campaign: Campaign) -> None:
    found = reread(campaign)
    assert (found.status, found.revision, found.schedule_at, found.fires_at) == ("DRAFT", 1, None, None)
    assert not Activity.objects.exists()
    assert not Job.objects.exists()
    assert notices(person) == []
    assert read_quota_usage(person) == (0, 0)


class TestScheduling:
    def test_a_draft_is_kept_until_its_time_and_holds_nothing(self, alice: Person, campaign: Campaign) -> None:
        answer = schedule(alice, campaign, perHour=600)

        body = answer.json()
        assert (answer.status_code, body["status"], body["revision"]) == (200, "SCHEDULED", 2)
        assert (body["scheduleAt"], body["firesAt"]) == ("2026-11-23T08:00:00Z", "2026-11-23T08:00:00Z")
        assert (body["scheduleZone"], body["perHour"], body["failure"]) == ("team", 600, "")
        assert (body["startedAt"], body["figures"]) == (None, None)
        assert read_quota_usage(alice) == (0, 0)
        assert not Mailing.objects.for_team(alice.team).exists()
        assert Activity.objects.get().action == "UPDATED"
        assert notices(alice) == ["campaign.scheduled"]
        moved = OutboxEvent.objects.get(name="campaigns.campaign.changed")
        assert (moved.payload["change"], moved.payload["status"]) == ("moved", "SCHEDULED")

    @pytest.mark.parametrize(
        ("timezone", "given", "moment"),
        [
            pytest.param("Asia/Jakarta", "2026-11-30T09:00:00", "2026-11-30T02:00:00Z", id="the team's clock"),
            pytest.param("Asia/Jakarta", "2026-11-30T09:00:00+01:00", "2026-11-30T08:00:00Z", id="with an offset"),
            pytest.param("Europe/Berlin", "2027-07-01T09:00:00", "2027-07-01T07:00:00Z", id="summer time"),
            pytest.param("Europe/Berlin", "2027-03-28T02:30:00", "2027-03-28T01:30:00Z", id="an hour that is left out"),
            pytest.param("Europe/Berlin", "2027-10-31T02:30:00", "2027-10-31T00:30:00Z", id="an hour that comes twice"),
        ],
    )
    def test_a_time_without_an_offset_is_the_teams(
        self, alice: Person, campaign: Campaign, timezone: str, given: str, moment: str
    ) -> None:
        Team.objects.filter(pk=alice.team.pk).update(timezone=f"(GMT+00:00) {timezone}")

        assert schedule(alice, campaign, given).json()["scheduleAt"] == moment

    @pytest.mark.parametrize(
        ("body", "code", "field"),
        [
            ({"scheduleAt": NOON.isoformat()}, "invalidData", "scheduleAt"),
            ({"scheduleAt": "2026-11-22T18:59:00"}, "invalidData", "scheduleAt"),
            ({"scheduleAt": "2027-11-24T12:00:00Z"}, "invalidData", "scheduleAt"),
            ({"scheduleAt": "soon"}, "invalidData", "scheduleAt"),
            ({"scheduleAt": TOMORROW.isoformat(), "zone": "moon"}, "invalidData", "zone"),
            ({"scheduleAt": TOMORROW.isoformat(), "perHour": 9}, "invalidData", "perHour"),
        ],
    )
    def test_a_time_that_cannot_be_is_refused(
        self, alice: Person, campaign: Campaign, body: dict[str, Any], code: str, field: str
    ) -> None:
        answer = alice.api.post(f"email-marketing/{campaign.pk}/send", body)

        assert (answer.status_code, answer.json()["code"]) == (400, code)
        assert answer.json()["payload"]["field"] == field
        assert_still_a_draft(alice, campaign)

    def test_a_pace_that_takes_longer_than_a_month_is_refused(
        self, alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("server.campaigns.recipients.count", lambda _: type("Count", (), {"count": 7_201})())

        answer = schedule(alice, campaign, perHour=10)

        assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "perHour")
        assert_still_a_draft(alice, campaign)

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"subject": ""}, "requiredFieldsNotSet"),
            ({"sender_id": None}, "senderNotChosen"),
            ({"label_ids": []}, "emptyRecipient"),
            ({"body": "{{ gone }}"}, "invalidTag"),
        ],
    )
    def test_what_could_not_be_sent_is_not_scheduled(
        self, alice: Person, campaign: Campaign, fields: dict[str, Any], code: str
    ) -> None:
        Campaign.objects.for_team(alice.team).update(**fields)

        assert schedule(alice, campaign).json()["code"] == code
        assert_still_a_draft(alice, campaign)

    def test_while_sending_is_paused_nothing_is_scheduled(self, alice: Person, campaign: Campaign) -> None:
        SendingPause.objects.create(team=alice.team, at=NOON, reason="bounces", sent=100, counted=50, threshold=0.05)

        assert schedule(alice, campaign).json()["code"] == "sendingPaused"
        assert_still_a_draft(alice, campaign)

    def test_a_quota_that_is_renewed_before_may_be_used_up_now(self, alice: Person, campaign: Campaign) -> None:
        quota.use(team_id=alice.team.pk, limit=EMAIL_SENT, amount=999)

        before = schedule(alice, campaign)
        after = schedule(alice, campaign, "2026-12-01T12:00:00Z")

        assert (before.status_code, before.json()["code"]) == (403, "sendLimitExceeded")
        assert (after.status_code, after.json()["status"]) == (200, "SCHEDULED")

    def test_another_teams_campaign_is_not_found(self, mallory: Person, alice: Person, campaign: Campaign) -> None:
        own = make_campaign(alice.team)
        answers = [
            schedule(mallory, campaign),
            mallory.api.put(f"email-marketing/{own.pk}/schedule", {"scheduleAt": TOMORROW.isoformat()}),
            mallory.api.post(f"email-marketing/{own.pk}/cancel-schedule", {}),
            mallory.api.post(f"email-marketing/{own.pk}/resend", {}),
        ]

        assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "noEntity")}
        assert_still_a_draft(alice, campaign)


class TestMoving:
    def test_a_scheduled_one_is_moved(self, alice: Person, campaign: Campaign) -> None:
        schedule(alice, campaign)
        later = TOMORROW + timedelta(days=3)

        body = {"scheduleAt": later.isoformat(), "perHour": 100}
        answer = alice.api.put(f"email-marketing/{campaign.pk}/schedule", body)

        assert (answer.status_code, answer.json()["status"]) == (200, "SCHEDULED")
        assert (reread(campaign).schedule_at, campaign.fires_at, campaign.per_hour) == (later, later, 100)

    @pytest.mark.parametrize("at", [None, "2026-11-22T11:59:59Z", "2028-01-01T00:00:00Z"])
    def test_it_is_not_moved_to_no_time(self, alice: Person, campaign: Campaign, at: str | None) -> None:
        schedule(alice, campaign)

        answer = alice.api.put(f"email-marketing/{campaign.pk}/schedule", {"scheduleAt": at})

        assert answer.status_code in (400, 409)
        assert (reread(campaign).schedule_at, campaign.fires_at, campaign.revision) == (TOMORROW, TOMORROW, 2)

    def test_a_draft_is_planned_for_a_day_and_does_not_go(
        self, alice: Person, campaign: Campaign, traveller: Traveller
    ) -> None:
        path = f"email-marketing/{campaign.pk}/schedule"

        planned = alice.api.put(path, {"scheduleAt": TOMORROW.isoformat()})
        traveller.move_to(TOMORROW)
        gone = work()
        cleared = alice.api.put(path, {"scheduleAt": None})

        assert (planned.json()["status"], planned.json()["firesAt"]) == ("DRAFT", None)
        assert planned.json()["scheduleAt"] == "2026-11-23T08:00:00Z"
        assert gone == []
        assert (cleared.json()["status"], cleared.json()["scheduleAt"]) == ("DRAFT", None)

    def test_what_was_called_off_is_a_draft_again_and_does_not_go(
        self, alice: Person, campaign: Campaign, traveller: Traveller
    ) -> None:
        schedule(alice, campaign)

        answer = alice.api.post(f"email-marketing/{campaign.pk}/cancel-schedule", {})
        traveller.move_to(TOMORROW)

        assert (answer.status_code, answer.json()["status"]) == (200, "DRAFT")
        assert (answer.json()["scheduleAt"], answer.json()["firesAt"]) == ("2026-11-23T08:00:00Z", None)
        assert work() == []
        assert alice.api.put(f"email-marketing/{campaign.pk}", {"name": "June"}).status_code == 200

    @pytest.mark.parametrize("status", ["DRAFT", "SENDING", "PAUSED", "SENT", "CANCELLED", "FAILED"])
    def test_only_a_schedule_is_called_off(self, alice: Person, campaign: Campaign, status: str) -> None:
        Campaign.objects.for_team(alice.team).update(status=status, started_at=NOON)

        answer = alice.api.post(f"email-marketing/{campaign.pk}/cancel-schedule", {})

        assert answer.json()["payload"] == {"action": "cancel-schedule", "status": status}
        assert (reread(campaign).status, campaign.revision) == (status, 1)

    def test_a_scheduled_one_is_neither_changed_nor_deleted_nor_scheduled_again(
        self, alice: Person, campaign: Campaign
    ) -> None:
        schedule(alice, campaign)

        answers = [
            alice.api.put(f"email-marketing/{campaign.pk}", {"subject": "Other"}),
            alice.api.post(f"email-marketing/{campaign.pk}/delete", {}),
            schedule(alice, campaign, TOMORROW + timedelta(days=1)),
        ]

        assert [answer.json()["code"] for answer in answers] == ["actionNotAllowed"] * 3
        assert (reread(campaign).subject, campaign.fires_at) == ("Hello {{ firstname }}", TOMORROW)

    def test_it_may_be_sent_before_its_time(self, alice: Person, campaign: Campaign, traveller: Traveller) -> None:
        schedule(alice, campaign, zone="contact")

        answer = alice.api.post(f"email-marketing/{campaign.pk}/send", {})
        traveller.move_to(TOMORROW)

        assert (answer.json()["status"], answer.json()["scheduleAt"], answer.json()["firesAt"]) == (
            "SENDING",
            None,
            None,
        )
        assert work() == []
        assert [batch.due_at for batch in Batch.objects.filter(mailing__origin_id=campaign.pk)] == [NOON]


class TestFiring:
    def test_at_its_time_it_begins_once(self, alice: Person, campaign: Campaign, traveller: Traveller) -> None:
        schedule(alice, campaign)

        traveller.move_to(TOMORROW - timedelta(seconds=1))
        early = work()
        traveller.move_to(TOMORROW)
        late = [work(), work()]

        assert (early, late) == ([], [[scheduling.FIRE_JOB], []])
        assert (reread(campaign).status, campaign.started_at, campaign.fires_at) == ("SENDING", TOMORROW, None)
        assert (campaign.from_name, campaign.recipient_count) == ("Kopi", 2)
        assert read_quota_usage(alice) == (0, 2)
        mailing = Mailing.objects.for_team(alice.team).get()
        assert Recipient.objects.filter(mailing=mailing).count() == 2
        sent = Activity.objects.get(action="SENT")
        assert (sent.fullname, sent.user_id) == ("", None)
        assert notices(alice) == ["campaign.scheduled", "campaign.started"]

    def test_recipients_are_those_of_its_time(self, alice: Person, campaign: Campaign, traveller: Traveller) -> None:
        schedule(alice, campaign)
        label = ContactLabel.objects.for_team(alice.team).get()
        make_contact(alice.team, "new@pelanggan.example", label)
        Contact.objects.for_team(alice.team).filter(firstname="Ani").update(state=ContactState.UNSUBSCRIBED)

        traveller.move_to(TOMORROW)
        work()

        emails = Recipient.objects.filter(mailing__origin_id=campaign.pk).order_by("position")
        assert [row.email for row in emails] == ["budi@pelanggan.example", "new@pelanggan.example"]

    def test_of_two_who_look_at_once_each_finds_the_one_job(
        self, alice: Person, campaign: Campaign, traveller: Traveller
    ) -> None:
        schedule(alice, campaign)
        traveller.move_to(TOMORROW)

        assert [scheduling.enqueue_due(), scheduling.enqueue_due()] == [1, 1]

        assert Job.objects.filter(name=scheduling.FIRE_JOB).count() == 1
        assert Job.objects.get(name=scheduling.FIRE_JOB).queue == "punctual"

    def test_a_job_that_a_killed_worker_holds_is_not_waited_for(
        self, alice: Person, campaign: Campaign, traveller: Traveller
    ) -> None:
        schedule(alice, campaign)
        traveller.move_to(TOMORROW)
        scheduling.enqueue_due()
        jobs.claim(Job.objects.get(name=scheduling.FIRE_JOB).pk)  # and the worker is killed

        traveller.shift(timedelta(seconds=1))
        work()
        traveller.shift(timedelta(minutes=5))
        left = [jobs.claim(job.pk) for job in Job.objects.filter(state=JobState.RUNNING)]
        for claimed in left:
            assert claimed is not None
            jobs.run(claimed)

        assert (reread(campaign).status, campaign.started_at) == ("SENDING", TOMORROW + timedelta(seconds=1))
        assert Mailing.objects.for_team(alice.team).count() == 1
        assert len(left) == 1

    def test_a_clock_that_goes_back_begins_nothing_twice(
        self, alice: Person, campaign: Campaign, traveller: Traveller
    ) -> None:
        schedule(alice, campaign)
        traveller.move_to(TOMORROW + timedelta(hours=2))
        work()

        traveller.move_to(TOMORROW)
        again = work()

        assert again == []
        assert Mailing.objects.for_team(alice.team).count() == 1

    @pytest.mark.parametrize(
        ("spoil", "reason"),
        [
            (
                lambda team: Sender.objects.for_team(team).update(validated_at=None, is_default=False),
                "senderNotValidated",
            ),
            (lambda team: Contact.objects.for_team(team).delete(), "emptyRecipient"),
            (lambda team: quota.use(team_id=team.pk, limit=EMAIL_SENT, amount=999), "sendLimitExceeded"),
            (lambda team: Team.objects.filter(pk=team.pk).update(suspended_at=NOON), "userSuspended"),
            (lambda team: Team.objects.filter(pk=team.pk).update(locked_at=NOON), "actionNotAllowed"),
            (lambda team: Subscription.objects.for_team(team).update(expires_at=NOON), "userExpired"),
        ],
    )
    def test_what_would_refuse_it_fails_it(
        self, alice: Person, campaign: Campaign, traveller: Traveller, spoil: Any, reason: str
    ) -> None:
        schedule(alice, campaign)
        spoil(alice.team)
        used = read_quota_usage(alice)

        traveller.move_to(TOMORROW)
        work()

        assert (reread(campaign).status, campaign.failure, campaign.fires_at) == ("FAILED", reason, None)
        assert (campaign.started_at, campaign.from_email) == (None, "")
        assert not Mailing.objects.for_team(alice.team).exists()
        assert read_quota_usage(alice) == used
        assert notices(alice)[-1] == "campaign.notStarted"
        assert work() == []

    def test_a_failed_one_is_copied_and_deleted(self, alice: Person, campaign: Campaign, traveller: Traveller) -> None:
        schedule(alice, campaign)
        Sender.objects.for_team(alice.team).update(validated_at=None, is_default=False)
        traveller.move_to(TOMORROW)
        work()

        copy = alice.api.post(f"email-marketing/{campaign.pk}/duplicate", {}).json()
        again = alice.api.post(f"email-marketing/{campaign.pk}/send", {})
        gone = alice.api.post(f"email-marketing/{campaign.pk}/delete", {})

        assert (copy["status"], copy["scheduleAt"], copy["failure"]) == ("DRAFT", None, "")
        assert (again.json()["code"], gone.status_code) == ("actionNotAllowed", 204)

    def test_what_nobody_foresaw_is_tried_again_and_fails_it_in_the_end(
        self, alice: Person, campaign: Campaign, traveller: Traveller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        schedule(alice, campaign)
        monkeypatch.setattr("server.campaigns.services.sending.start", lambda *_, **__: 1 // 0)
        traveller.move_to(TOMORROW)

        tried = 0
        while reread(campaign).status == "SCHEDULED" and tried < 9:
            tried += 1
            with pytest.raises(ZeroDivisionError):
                work()
            traveller.shift(timedelta(minutes=20))

        assert (tried, campaign.status, campaign.failure) == (5, "FAILED", "serverException")


class TestContactsClocks:
    """Sending at a local time in each contact's time zone."""

    @pytest.fixture
    def spread(self, alice: Person) -> Campaign:
        """A draft to contacts around the world."""
        label = make_label(alice.team, "World")
        make_contact(alice.team, "tokyo@x.example", label, timezone="Asia/Tokyo")
        make_contact(alice.team, "berlin@x.example", label, country="Germany", city="Berlin")
        make_contact(alice.team, "honolulu@x.example", label, timezone="Pacific/Honolulu")
        make_contact(alice.team, "nowhere@x.example", label)
        make_contact(alice.team, "kiritimati@x.example", label, timezone="Pacific/Kiritimati")
        return make_campaign(alice.team, sender=make_sender(alice.team), label_ids=[label.pk])

    def dues(self, campaign: Campaign) -> dict[str, str]:
        [mailing] = Mailing.objects.for_team(campaign.team_id).filter(origin_id=campaign.pk)
        people = list(Recipient.objects.filter(mailing=mailing).order_by("position"))
        found = {}
        for batch in Batch.objects.filter(mailing=mailing):
            for person in people[batch.first : batch.first + batch.size]:
                found[person.email.partition("@")[0]] = f"{batch.due_at:%d %H:%M}"
        return found

    def test_it_begins_when_the_hour_comes_first_anywhere(
        self, alice: Person, spread: Campaign, traveller: Traveller
    ) -> None:
        body = schedule(alice, spread, "2026-11-25T09:00:00", zone="contact").json()
        traveller.move_to(datetime(2026, 11, 24, 19, tzinfo=UTC))
        work()

        assert (body["scheduleAt"], body["firesAt"]) == ("2026-11-25T02:00:00Z", "2026-11-24T19:00:00Z")
        assert self.dues(spread) == {
            "kiritimati": "24 19:00",
            "tokyo": "25 00:00",
            "nowhere": "25 02:00",
            "berlin": "25 08:00",
            "honolulu": "25 19:00",
        }

    def test_where_the_hour_has_passed_it_goes_at_once(
        self, alice: Person, spread: Campaign, traveller: Traveller
    ) -> None:
        body = schedule(alice, spread, "2026-11-22T19:30:00", zone="contact").json()
        traveller.shift(timedelta(seconds=1))
        work()

        assert (body["scheduleAt"], body["firesAt"]) == ("2026-11-22T12:30:00Z", "2026-11-22T12:00:00Z")
        assert self.dues(spread) == {
            "kiritimati": "22 12:00",
            "tokyo": "22 12:00",
            "nowhere": "22 12:30",
            "berlin": "22 18:30",
            "honolulu": "23 05:30",
        }

    def test_an_hour_that_a_clock_leaves_out_is_the_one_after_it(
        self, alice: Person, spread: Campaign, traveller: Traveller
    ) -> None:
        schedule(alice, spread, "2027-03-28T02:30:00", zone="contact")
        traveller.move_to(datetime(2027, 3, 27, 12, 30, tzinfo=UTC))
        work()

        assert self.dues(spread)["berlin"] == "28 01:30"  # 03:30 local time

    def test_a_pace_counts_by_contacts_clocks_too(self, alice: Person, spread: Campaign, traveller: Traveller) -> None:
        schedule(alice, spread, "2026-11-22T19:30:00", zone="contact", perHour=10)
        work()

        assert self.dues(spread) == {
            "kiritimati": "22 12:00",
            "tokyo": "22 12:06",
            "nowhere": "22 12:30",
            "berlin": "22 18:30",
            "honolulu": "23 05:30",
        }


class TestPace:
    def test_a_campaign_goes_so_many_an_hour(self, alice: Person, campaign: Campaign) -> None:
        answer = alice.api.post(f"email-marketing/{campaign.pk}/send", {"perHour": 10})

        assert (answer.status_code, answer.json()["perHour"]) == (200, 10)
        rows = Batch.objects.filter(mailing__origin_id=campaign.pk).order_by("first")
        assert [(row.first, row.size, row.due_at - NOON) for row in rows] == [
            (0, 1, timedelta(0)),
            (1, 1, timedelta(minutes=6)),
        ]

    def test_stopping_midway_leaves_the_rest_and_gives_back_its_quota(self, alice: Person, campaign: Campaign) -> None:
        path = f"email-marketing/{campaign.pk}"
        alice.api.post(f"{path}/send", {"perHour": 10})

        answer = alice.api.post(f"{path}/stop", {})

        assert answer.json()["status"] == "CANCELLED"
        assert set(Batch.objects.filter(mailing__origin_id=campaign.pk).values_list("state", flat=True)) == {"done"}
        assert read_quota_usage(alice) == (0, 0)
