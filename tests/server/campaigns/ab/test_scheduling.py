"""Scheduled A/B tests: scheduling, rescheduling, cancelling, start and failure."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from time_machine import Traveller

from server.campaigns.models import Campaign
from server.campaigns.services import scheduling
from server.core import jobs
from server.core.models import Job, JobState
from server.delivery.models import Mailing
from server.notifications.models import Notification
from server.plans import quota
from server.plans.features import AB_EMAIL_SENT, EMAIL_SENT
from server.plans.models import QuotaUsage
from server.senders.models import Sender
from tests.cast import Person, make_person, make_team
from tests.server.campaigns.ab.making import make_test, parts_of, setting_of

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


def schedule(person: Person, campaign: Campaign, at: datetime = TOMORROW) -> Any:
    return person.api.post(f"ab-test/{campaign.pk}/send", {"scheduleAt": at.isoformat()})


def work() -> int:
    """Runs the scheduler once with its jobs. Returns the number of jobs."""
    scheduling.enqueue_due()
    waiting = Job.objects.filter(name=scheduling.FIRE_JOB, state=JobState.WAITING).order_by("pk")
    claimed = [found for job in waiting if (found := jobs.claim(job.pk)) is not None]
    for claim in claimed:
        jobs.run(claim)
    return len(claimed)


def reread(campaign: Campaign) -> Campaign:
    campaign.refresh_from_db()
    return campaign


def used(person: Person) -> tuple[int, int]:
    """Returns the used A/B tests and the reserved emails."""
    tests = quota.get_state(team_id=person.team.pk, limit=AB_EMAIL_SENT)
    return tests.used, quota.get_state(team_id=person.team.pk, limit=EMAIL_SENT).reserved


def notices(person: Person) -> list[tuple[str, str]]:
    rows = Notification.objects.for_team(person.team).order_by("pk")
    return list(rows.values_list("kind", "link"))


def test_it_waits_and_begins_at_its_moment_once(alice: Person, traveller: Traveller) -> None:
    campaign = make_test(alice.team, people=20, shares=(10, 20))

    body = schedule(alice, campaign).json()

    assert (body["status"], body["scheduleAt"], body["firesAt"]) == (
        "SCHEDULED",
        "2026-11-23T08:00:00Z",
        "2026-11-23T08:00:00Z",
    )
    assert used(alice) == (0, 0)
    assert work() == 0
    assert not Mailing.objects.for_team(alice.team).exists()

    traveller.move_to(TOMORROW)
    assert work() == 1
    assert work() == 0

    assert reread(campaign).status == "SENDING"
    assert (campaign.started_at, campaign.fires_at) == (TOMORROW, None)
    assert [(part.variant, part.state, part.recipients) for part in parts_of(campaign)] == [
        (0, "sending", 2),
        (1, "sending", 4),
        (None, "preparing", 14),
    ]
    assert setting_of(campaign).ends_at == TOMORROW + timedelta(hours=4)
    assert used(alice) == (1, 20)
    link = f"/ab-tests/{campaign.pk}"
    assert notices(alice) == [("campaign.scheduled", link), ("campaign.started", link)]


def test_an_hour_without_an_offset_is_the_teams(alice: Person) -> None:
    campaign = make_test(alice.team)

    body = alice.api.post(f"ab-test/{campaign.pk}/send", {"scheduleAt": "2026-11-23T09:30"}).json()

    assert body["firesAt"] == "2026-11-23T02:30:00Z"


def test_it_is_moved_and_called_off(alice: Person, traveller: Traveller) -> None:
    campaign = make_test(alice.team)
    schedule(alice, campaign)
    later = TOMORROW + timedelta(hours=1)

    moved = alice.api.put(f"ab-test/{campaign.pk}/schedule", {"scheduleAt": later.isoformat()}).json()
    assert (moved["status"], moved["firesAt"]) == ("SCHEDULED", "2026-11-23T09:00:00Z")
    traveller.move_to(TOMORROW)
    assert work() == 0

    off = alice.api.post(f"ab-test/{campaign.pk}/cancel-schedule").json()
    assert (off["status"], off["scheduleAt"], off["firesAt"]) == ("DRAFT", "2026-11-23T09:00:00Z", None)
    traveller.move_to(later)
    assert work() == 0
    assert used(alice) == (0, 0)
    assert alice.api.post(f"ab-test/{campaign.pk}/cancel-schedule").status_code == 409


def test_a_draft_is_planned_for_a_day_and_stands_in_the_calendar(alice: Person) -> None:
    campaign = make_test(alice.team, campaign={"name": "Planned"})
    other = make_test(alice.team, people=0, campaign={"name": "Waiting"})

    planned = alice.api.put(f"ab-test/{campaign.pk}/schedule", {"scheduleAt": TOMORROW.isoformat()}).json()
    schedule(alice, other)

    assert (planned["status"], planned["firesAt"]) == ("DRAFT", None)
    items = alice.api.get("email-marketing/calendar?start=2026-11-23&end=2026-11-24").json()["items"]
    assert sorted((item["name"], item["kind"], item["status"]) for item in items) == [
        ("Planned", "abTest", "DRAFT"),
        ("Waiting", "abTest", "SCHEDULED"),
    ]


def test_sending_now_makes_the_schedule_void(alice: Person, traveller: Traveller) -> None:
    campaign = make_test(alice.team)
    schedule(alice, campaign)

    body = alice.api.post(f"ab-test/{campaign.pk}/send").json()

    assert (body["status"], body["scheduleAt"], body["firesAt"]) == ("SENDING", None, None)
    traveller.move_to(TOMORROW)
    assert work() == 0
    assert used(alice)[0] == 1


def test_what_could_not_be_sent_is_not_scheduled(alice: Person) -> None:
    campaign = make_test(alice.team, people=9)

    answer = schedule(alice, campaign)

    assert (answer.status_code, answer.json()["code"]) == (400, "lessThanTenContacts")
    assert (reread(campaign).status, campaign.schedule_at, campaign.fires_at) == ("DRAFT", None, None)
    assert not notices(alice)


def use_up_tests(person: Person) -> None:
    limit = quota.get_limit(team_id=person.team.pk, limit=AB_EMAIL_SENT)
    quota.use(team_id=person.team.pk, limit=AB_EMAIL_SENT, amount=limit)
    assert QuotaUsage.objects.for_team(person.team).filter(name=AB_EMAIL_SENT.name, used=limit).exists()


def test_without_a_test_left_it_is_not_scheduled(alice: Person) -> None:
    campaign = make_test(alice.team)
    use_up_tests(alice)

    answer = schedule(alice, campaign)

    assert (answer.status_code, answer.json()["code"]) == (403, "quotaLimitExceeded")
    assert (reread(campaign).status, campaign.schedule_at) == ("DRAFT", None)


@pytest.mark.parametrize("cause", ["senderNotChosen", "quotaLimitExceeded"])
def test_what_refuses_it_at_its_moment_fails_it_with_a_reason(alice: Person, traveller: Traveller, cause: str) -> None:
    campaign = make_test(alice.team)
    schedule(alice, campaign)
    if cause == "quotaLimitExceeded":
        use_up_tests(alice)
    else:
        Sender.objects.for_team(alice.team).delete()
    before = used(alice)
    traveller.move_to(TOMORROW)

    work()

    assert (reread(campaign).status, campaign.failure, campaign.started_at) == ("FAILED", cause, None)
    assert used(alice) == before
    assert not Mailing.objects.for_team(alice.team).exists()
    assert notices(alice)[-1] == ("campaign.notStarted", f"/ab-tests/{campaign.pk}")


def test_each_kind_is_scheduled_under_its_own_path(alice: Person) -> None:
    campaign = make_test(alice.team)

    assert alice.api.put(f"email-marketing/{campaign.pk}/schedule", {"scheduleAt": None}).status_code == 404
    assert alice.api.post(f"email-marketing/{campaign.pk}/cancel-schedule").status_code == 404
    assert reread(campaign).schedule_at is None
