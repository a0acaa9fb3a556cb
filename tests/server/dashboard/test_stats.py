"""The home page: metrics of all campaigns over a period."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.campaigns.models import Campaign
from server.delivery.models import MailingMinute
from server.delivery.origins import TEST
from server.plans.models import Plan, Subscription
from tests.cast import Person, sign_in
from tests.server.campaigns.conftest import make_campaign
from tests.server.reports.history import Deed, act, count, log, mailing_of, send_campaign
from tests.server.reports.sent import make_sent

pytestmark = pytest.mark.django_db

# Noon of the 1st in Jakarta, UTC+07:00, the team's zone.
START = datetime(2026, 11, 1, 5, 0, tzinfo=UTC)


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as made:
        yield made


def campaign_on(person: Person, traveller: time_machine.Traveller, day: int, *, opens: int) -> Campaign:
    """Ten recipients, eight delivered, one bounced, one unconfirmed, on a day of November at noon."""
    traveller.move_to(START + timedelta(days=day - 1))
    made = send_campaign(person, name=f"Day {day}", domain=f"d{day}")
    log(made, [("sent", "")] * 8 + [("failed", "hard"), ("inDoubt", "")])
    act(made, [Deed(n, "open", 1) for n in range(opens)] + [Deed(0, "click", 2, link=1)])
    count(made)
    return made


def stats(person: Person, start: str | None, end: str | None) -> Any:
    answer = sign_in(person.user, person.team).api.post("dashboard/stats", {"start": start, "end": end})
    return answer.json()


def test_a_team_without_campaigns_has_noughts(alice: Person, traveller: time_machine.Traveller) -> None:
    body = stats(alice, None, None)

    rates = dict.fromkeys(
        ("delivered", "bounced", "opened", "clicked", "clickedOfOpened", "unsubscribed", "complained"), 0.0
    )
    assert body["figures"] == {
        "sent": 0,
        "delivered": 0,
        "failed": 0,
        "inDoubt": 0,
        "hardBounced": 0,
        "softBounced": 0,
        "suppressed": 0,
        "opened": 0,
        "machineOpens": 0,
        "anyOpened": 0,
        "clicked": 0,
        "machineClicks": 0,
        "anyClicked": 0,
        "unsubscribed": 0,
        "complained": 0,
        "rates": rates,
    }
    assert (body["series"], body["campaigns"], body["former"]) == ([], [], None)


def test_a_period_is_compared_with_the_one_before(alice: Person, traveller: time_machine.Traveller) -> None:
    for day, opens in ((1, 6), (8, 4), (10, 2)):
        campaign_on(alice, traveller, day, opens=opens)

    body = stats(alice, "2026-11-07T17:00:00Z", "2026-11-10T17:00:00Z")

    figures, former = body["figures"], body["former"]
    assert (figures["sent"], figures["failed"], figures["inDoubt"], figures["opened"], figures["clicked"]) == (
        16,
        2,
        2,
        6,
        2,
    )
    assert figures["rates"]["delivered"] == 0.8
    assert figures["rates"]["opened"] == 0.375
    assert (former["sent"], former["opened"]) == (0, 0)
    assert body["unit"] == "day"
    assert [(row["at"], row["sent"], row["opened"]) for row in body["series"]] == [
        ("2026-11-07T17:00:00Z", 8, 4),
        ("2026-11-09T17:00:00Z", 8, 2),
    ]
    assert [row["name"] for row in body["campaigns"]] == ["Day 10", "Day 8", "Day 1"]
    assert body["campaigns"][0]["figures"] == {
        "recipients": 10,
        "sent": 8,
        "delivered": 8,
        "opened": 2,
        "clicked": 1,
    }


def test_the_former_period_is_as_long_and_just_before(alice: Person, traveller: time_machine.Traveller) -> None:
    for day in (1, 8):
        campaign_on(alice, traveller, day, opens=day)

    body = stats(alice, "2026-11-02T17:00:00Z", "2026-11-08T17:00:00Z")

    assert (body["figures"]["opened"], body["former"]["opened"]) == (8, 1)


def test_all_time_begins_with_the_first_mail(alice: Person, traveller: time_machine.Traveller) -> None:
    for day in (1, 8):
        campaign_on(alice, traveller, day, opens=3)

    body = stats(alice, None, None)

    assert (body["start"], body["figures"]["sent"], body["former"]) == ("2026-11-01T05:00:00Z", 16, None)


def test_two_days_are_shown_by_hour(alice: Person, traveller: time_machine.Traveller) -> None:
    campaign_on(alice, traveller, 1, opens=1)
    traveller.shift(timedelta(hours=2))

    body = stats(alice, "2026-10-31T17:00:00Z", None)

    assert (body["unit"], [row["at"] for row in body["series"]]) == ("hour", ["2026-11-01T05:00:00Z"])


def test_tests_and_other_teams_do_not_count(alice: Person, mallory: Person, traveller: time_machine.Traveller) -> None:
    campaign_on(mallory, traveller, 1, opens=5)
    test = mailing_of(campaign_on(alice, traveller, 1, opens=5))
    type(test).objects.for_team(alice.team).update(origin=TEST)

    body = stats(alice, None, None)

    assert body["figures"]["sent"] == 0
    assert MailingMinute.objects.for_team(alice.team).exists()


@pytest.mark.parametrize(
    ("start", "end", "field"),
    [
        ("2026-11-03T00:00:00Z", None, "start"),
        (None, "2026-11-03T00:00:00Z", "end"),
        ("2026-10-20T00:00:00Z", "2026-10-10T00:00:00Z", "end"),
        ("2020-01-01T00:00:00Z", "2026-10-10T00:00:00Z", "end"),
        ("2026-10-20T00:00:00", None, "start"),
    ],
)
def test_a_period_that_is_none_is_refused(
    alice: Person, traveller: time_machine.Traveller, start: str | None, end: str | None, field: str
) -> None:
    body = stats(alice, start, end)

    assert (body["number"], body["payload"]["field"]) == (123, field)


def test_the_end_of_today_in_the_teams_zone_is_allowed(alice: Person, traveller: time_machine.Traveller) -> None:
    assert "figures" in stats(alice, "2026-10-31T17:00:00Z", "2026-11-01T17:00:00Z")


def test_no_further_back_than_the_plan_keeps(alice: Person, traveller: time_machine.Traveller) -> None:
    plan = Plan.objects.get(code="SAMPLE")
    limits = {sub["name"]: sub for group in plan.features for sub in group["subFeatures"]}
    limits["retentionDays"]["limit"] = 5
    plan.save()
    for day in (1, 8):
        campaign_on(alice, traveller, day, opens=3)

    body = stats(alice, "2026-10-01T00:00:00Z", None)

    assert (body["retentionDays"], body["start"]) == (5, "2026-11-03T05:00:00Z")
    assert (body["figures"]["sent"], body["former"]) == (8, None)


def test_it_is_read_after_the_plan_has_run_out(alice: Person, traveller: time_machine.Traveller) -> None:
    Subscription.objects.for_team(alice.team).update(expires_at=START - timedelta(days=1))

    assert alice.api.post("dashboard/stats", {}).status_code == 200


def test_drafts_are_not_among_the_newest(alice: Person, traveller: time_machine.Traveller) -> None:
    make_campaign(alice.team, name="Draft")
    campaign_on(alice, traveller, 1, opens=1)

    assert [row["name"] for row in stats(alice, None, None)["campaigns"]] == ["Day 1"]


def test_it_takes_as_many_queries_for_more_campaigns(alice: Person, traveller: time_machine.Traveller) -> None:
    for day in (1, 4):
        campaign_on(alice, traveller, day, opens=1)
    person = sign_in(alice.user, alice.team)
    with CaptureQueriesContext(connection) as two:
        person.api.post("dashboard/stats", {})
    for day in (5, 6, 7):
        campaign_on(alice, traveller, day, opens=1)
    person = sign_in(alice.user, alice.team)

    with CaptureQueriesContext(connection) as five:
        person.api.post("dashboard/stats", {})

    assert len(five) == len(two)


def test_one_control_counts_what_machines_did(alice: Person, traveller: time_machine.Traveller) -> None:
    made = send_campaign(alice)
    log(made, [("sent", "")] * 8)
    traveller.shift(timedelta(hours=1))
    machines = [Deed(n, "open", 1, machine=True) for n in (2, 3, 4, 5)]
    act(made, [*(Deed(n, "open", 1) for n in range(3)), *machines])
    count(made)

    people, anybody = (
        alice.api.post("dashboard/stats", {"machines": choice}).json() for choice in ("exclude", "include")
    )

    assert (people["figures"]["opened"], people["figures"]["anyOpened"]) == (3, 6)
    assert (people["figures"]["rates"]["opened"], anybody["figures"]["rates"]["opened"]) == (0.375, 0.75)
    assert (sum(row["opened"] for row in people["series"]), sum(row["opened"] for row in anybody["series"])) == (3, 6)


def test_the_best_are_those_that_the_largest_share_clicked(alice: Person, traveller: time_machine.Traveller) -> None:
    for name, figures in {
        "Good": {"sent": 100, "clicked": 20},
        "Best": {"sent": 50, "clicked": 11},
        "Few": {"sent": 49, "clicked": 40},
    }.items():
        make_sent(alice.team, at=START, name=name, figures=figures)
    campaign_on(alice, traveller, 1, opens=1)

    body = stats(alice, None, None)

    assert [(row["name"], row["figures"]["rates"]["clicked"]) for row in body["best"]] == [
        ("Best", 0.22),
        ("Good", 0.2),
    ]
