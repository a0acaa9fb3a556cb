"""Campaigns by day and by category."""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test.utils import CaptureQueriesContext

from server.campaigns.models import Campaign
from server.campaigns.selectors import campaigns
from server.core.models import OutboxEvent
from server.teams.models import Team
from tests.cast import Person
from tests.server.campaigns.ab.making import make_test
from tests.server.campaigns.conftest import make_campaign

pytestmark = pytest.mark.django_db


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def calendar(person: Person, start: str = "2026-11-01", end: str = "2026-12-01") -> Any:
    return person.api.get(f"email-marketing/calendar?start={start}&end={end}")


@pytest.fixture
def november(alice: Person, mallory: Person) -> None:
    """Campaigns of Kopi, seven hours ahead of UTC, in and around November."""
    Team.objects.filter(pk=alice.team.pk).update(timezone="(GMT+07:00) Asia/Jakarta")
    made: dict[str, dict[str, Any]] = {
        "first": {"status": "SENT", "started_at": at("2026-10-31T17:00:00")},
        "last": {"status": "SCHEDULED", "schedule_at": at("2026-11-30T16:59:59")},
        "plan": {"schedule_at": at("2026-11-10T02:00:00")},
        "late": {
            "status": "SENDING",
            "schedule_at": at("2026-10-30T00:00:00"),
            "started_at": at("2026-11-09T00:00:00"),
        },
        "failed": {"status": "FAILED", "schedule_at": at("2026-11-11T02:00:00")},
        "before": {"status": "SENT", "started_at": at("2026-10-31T16:59:59")},
        "after": {"schedule_at": at("2026-11-30T17:00:00")},
        "early": {"status": "SENT", "schedule_at": at("2026-11-12T00:00:00"), "started_at": at("2026-10-01T00:00:00")},
        "unplanned": {},
    }
    for name, fields in made.items():
        make_campaign(alice.team, name=name, **fields)
    make_campaign(mallory.team, name="theirs", schedule_at=at("2026-11-10T02:00:00"))


@pytest.mark.usefixtures("november")
def test_a_month_shows_what_began_and_what_is_to_begin_by_the_teams_clock(alice: Person) -> None:
    body = calendar(alice).json()

    assert [row["name"] for row in body["items"]] == ["first", "late", "plan", "failed", "last"]
    assert body["isWhole"]


@pytest.mark.usefixtures("november")
def test_a_month_is_a_few_queries_and_never_without_bound(
    alice: Person, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr(campaigns, "MAX_CALENDAR_CAMPAIGNS", 3)

    with django_assert_max_num_queries(6) as asked:
        body = calendar(alice).json()

    assert isinstance(asked, CaptureQueriesContext)
    assert [row["name"] for row in body["items"]] == ["first", "late", "plan"]
    assert not body["isWhole"]


@pytest.mark.parametrize(
    ("start", "end", "field"),
    [
        ("2026-11-01", "2026-11-01", "end"),
        ("2026-11-02", "2026-11-01", "end"),
        ("2026-11-01", "2027-01-11", "end"),
        ("soon", "2026-11-01", "start"),
    ],
)
def test_what_is_no_span_of_days_is_refused(alice: Person, start: str, end: str, field: str) -> None:
    answer = calendar(alice, start, end)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")
    assert answer.json()["payload"]["field"] == field


def test_categories_are_counted_renamed_and_removed(alice: Person, mallory: Person) -> None:
    for category in ("News", "News", "Offers", ""):
        make_campaign(alice.team, category=category)
    make_campaign(mallory.team, category="News")

    def counts() -> dict[str, int]:
        body = alice.api.get("email-marketing/category").json()
        assert body["items"] == [row["name"] for row in body["counts"]]
        return {row["name"]: row["count"] for row in body["counts"]}

    def move(category: str, to: str) -> int:
        answer = alice.api.put("email-marketing/category", {"category": category, "to": to})
        assert answer.status_code == 200
        return int(answer.json()["count"])

    before = counts()
    with time_machine.travel("2026-11-22T12:00:00Z", tick=False):
        moved, renamed = move("News", " Letters "), counts()
    merged, all_together = move("Offers", "Letters"), counts()
    removed, left = move("Letters", ""), counts()

    assert (before, moved, renamed) == ({"News": 2, "Offers": 1}, 2, {"Letters": 2, "Offers": 1})
    assert (merged, all_together) == (1, {"Letters": 3})
    assert (removed, left) == (3, {})
    assert Campaign.objects.for_team(mallory.team).get().category == "News"
    told = OutboxEvent.objects.filter(name="campaigns.campaign.changed", payload__change="updated")
    assert sorted(row.payload["revision"] for row in told) == [2, 2, 2, 3, 3, 3]


def test_a_category_says_how_many_of_its_campaigns_are_tests(alice: Person) -> None:
    make_campaign(alice.team, category="News")
    test = make_test(alice.team)
    Campaign.objects.filter(pk=test.pk).update(category="News")

    [found] = alice.api.get("email-marketing/category").json()["counts"]
    emails = alice.api.get("email-marketing?category=News").json()["items"]
    tests = alice.api.get("ab-test?category=News").json()["items"]

    assert found == {"name": "News", "count": 2, "tests": 1}
    assert [len(emails), [row["id"] for row in tests]] == [1, [str(test.pk)]]


def test_a_category_of_nothing_is_not_found(alice: Person, mallory: Person) -> None:
    make_campaign(alice.team, category="News")

    answer = mallory.api.put("email-marketing/category", {"category": "News", "to": "Stolen"})

    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")
    assert Campaign.objects.for_team(alice.team).get().category == "News"
