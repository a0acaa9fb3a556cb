"""Usage of the plan over time."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from server.campaigns.origins import CAMPAIGN
from server.delivery.models import Mailing
from server.delivery.origins import CONFIRMATION, TEST
from server.plans import quota
from server.plans.features import AB_EMAIL_SENT, EMAIL_SENT
from server.stats.services import closing
from tests.cast import Person, sign_in
from tests.server.campaigns.conftest import make_campaign
from tests.server.reports.sent import happen, make_sent

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 10, 5, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as made:
        yield made


def mailing_of(person: Person, origin: str) -> Mailing:
    campaign = make_sent(person.team, at=NOW - 9 * DAY, figures={"sent": 10})
    rows = Mailing.objects.for_team(person.team).filter(origin_id=campaign.pk)
    rows.update(origin=origin)
    return rows.get()


def test_emails_by_day_with_the_period_before(alice: Person) -> None:
    campaign = mailing_of(alice, CAMPAIGN)
    happen(campaign, NOW - 3 * DAY, sent=7, in_doubt=1, failed=50, opened=9)
    happen(campaign, NOW - 1 * DAY, sent=4)
    happen(mailing_of(alice, CONFIRMATION), NOW - 1 * DAY, sent=2)
    happen(mailing_of(alice, TEST), NOW - 1 * DAY, sent=100)
    closing.close_days(team_id=alice.team.pk)
    quota.use(team_id=alice.team.pk, limit=EMAIL_SENT, amount=14)

    body = alice.api.get("usage/email?start=2026-03-07T17:00:00Z").json()

    assert body["quota"] == {
        "name": "emailSentUsed",
        "feature": "emailMarketing",
        "subfeature": "emailSent",
        "used": 14,
        "reserved": 0,
        "limit": 1000,
        "left": 986,
        "resetsAt": "2026-04-01",
    }
    assert (body["used"], body["former"], body["unit"]) == (6, 8, "day")
    assert body["series"] == [{"at": "2026-03-08T17:00:00Z", "used": 6}]
    whole = alice.api.get("usage/email").json()
    assert (whole["used"], whole["former"], whole["start"]) == (14, None, "2026-03-07T05:00:00Z")


def test_a_team_that_sent_nothing_has_its_quota_alone(alice: Person) -> None:
    body = alice.api.get("usage/email").json()

    assert (body["series"], body["used"], body["start"], body["quota"]["left"]) == ([], 0, None, 1000)


def test_a_period_after_today_is_refused(alice: Person) -> None:
    body = alice.api.get("usage/email?start=2026-03-12T00:00:00Z").json()

    assert (body["number"], body["payload"]["field"]) == (123, "start")


def start_test(person: Person, at: datetime, **fields: Any) -> None:
    make_sent(person.team, at=at, figures={"sent": 10}, kind="abTest", **fields)


def test_ab_tests_by_day_with_the_period_before(alice: Person) -> None:
    """REP-18: by the team's day, which starts at 17:00 UTC; without regular campaigns and campaigns that have not
    started."""
    midnight = datetime(2026, 3, 8, 17, 0, tzinfo=UTC)
    start_test(alice, midnight - timedelta(minutes=1))
    start_test(alice, midnight)
    start_test(alice, NOW - timedelta(hours=1))
    start_test(alice, NOW - 5 * DAY)
    make_sent(alice.team, at=NOW - DAY, figures={"sent": 10})
    make_campaign(alice.team, kind="abTest", status="SCHEDULED", schedule_at=NOW)
    happen(Mailing.objects.for_team(alice.team).order_by("pk")[3], NOW - 5 * DAY, sent=10)
    quota.use(team_id=alice.team.pk, limit=AB_EMAIL_SENT, amount=4)

    body = alice.api.get("usage/ab?start=2026-03-07T17:00:00Z").json()

    assert body["quota"] == {
        "name": "abEmailSentUsed",
        "feature": "abTest",
        "subfeature": "abEmailSent",
        "used": 4,
        "reserved": 0,
        "limit": 10,
        "left": 6,
        "resetsAt": "2026-04-01",
    }
    assert (body["used"], body["former"], body["unit"]) == (3, 1, "day")
    assert body["series"] == [
        {"at": "2026-03-07T17:00:00Z", "used": 1},
        {"at": "2026-03-08T17:00:00Z", "used": 1},
        {"at": "2026-03-09T17:00:00Z", "used": 1},
    ]
    whole = alice.api.get("usage/ab").json()
    assert (whole["used"], whole["former"], whole["start"]) == (4, None, "2026-03-05T05:00:00Z")
    hours = alice.api.get("usage/ab?start=2026-03-10T00:00:00Z").json()
    assert (hours["unit"], hours["series"]) == ("hour", [{"at": "2026-03-10T04:00:00Z", "used": 1}])


def test_a_team_that_tested_nothing_has_its_quota_of_tests_alone(alice: Person) -> None:
    body = alice.api.get("usage/ab").json()

    assert (body["series"], body["used"], body["start"], body["quota"]["left"]) == ([], 0, None, 10)


def test_other_teams_are_not_in_it(alice: Person, mallory: Person) -> None:
    happen(mailing_of(mallory, CAMPAIGN), NOW - DAY, sent=5)
    start_test(mallory, NOW - DAY)

    person = sign_in(alice.user, alice.team)
    for area in ("email", "ab"):
        assert person.api.get(f"usage/{area}?start=2026-03-01T00:00:00Z").json()["used"] == 0
