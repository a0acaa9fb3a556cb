"""The page with a contact's preferences."""

import re
from datetime import UTC, datetime

import pytest
import time_machine

from server.contacts.models import Contact, ContactEntry, ContactPreference, Topic
from server.contacts.selectors import preferences
from tests.cast import Person
from tests.server.delivery.pages.browsing import browse, nothing_written, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


def test_choosing_topics_is_kept_shown_and_told(
    alice: Person, ayu: Contact, token: str, news: Topic, offers: Topic
) -> None:
    page = browse(f"/manage-subscription/{token}").content.decode()
    assert re.findall(r'name="topic" value="(\d+)"( checked)?', page) == [
        (str(news.pk), " checked"),
        (str(offers.pk), ""),
    ]

    answer = browse(f"/manage-subscription/{token}", post={"act": "save", "topic": [offers.pk, 999_999], "follows": ""})

    assert "Saved." in words(browse(answer["Location"]))
    seen = alice.api.get(f"contacts/{ayu.pk}/preferences").json()
    assert seen == {
        "topics": [
            {"id": news.pk, "name": "News", "taken": False},
            {"id": offers.pk, "name": "Offers", "taken": True},
        ],
        "pausedUntil": None,
        "follows": False,
    }
    [item] = [
        item for item in alice.api.get(f"contacts/{ayu.pk}/timeline").json()["items"] if item["kind"] == "preferred"
    ]
    assert item["preferred"] == {
        "topicsOn": ["Offers"],
        "topicsOff": ["News"],
        "paused": None,
        "pausedUntil": None,
        "follows": False,
    }
    # Saving unchanged preferences publishes nothing.
    browse(f"/manage-subscription/{token}", post={"act": "save", "topic": [offers.pk]})
    assert ContactEntry.objects.for_team(alice.team).count() == 1


def test_a_pause_ends_by_itself(ayu: Contact, token: str) -> None:
    with time_machine.travel(datetime(2027, 3, 1, 20, tzinfo=UTC), tick=False):
        browse(f"/manage-subscription/{token}", post={"act": "pause", "days": "30"})
        page = words(browse(f"/manage-subscription/{token}"))
        shown = preferences.get_preferences(team_id=ayu.team_id, contact_id=ayu.pk)
    # Jakarta is seven hours ahead.
    assert "Paused until 1 April 2027" in page
    assert shown.paused_until == datetime(2027, 3, 31, 20, tzinfo=UTC)
    with time_machine.travel(datetime(2027, 3, 31, 20, 1, tzinfo=UTC), tick=False):
        assert "30 days 60 days 90 days" in words(browse(f"/manage-subscription/{token}"))


def test_a_pause_is_ended_by_hand(alice: Person, ayu: Contact, token: str) -> None:
    browse(f"/manage-subscription/{token}", post={"act": "pause", "days": "90"})

    answer = browse(f"/manage-subscription/{token}", post={"act": "resume"})

    assert "The break is over" in words(browse(answer["Location"]))
    assert ContactPreference.objects.for_team(alice.team).get().paused_until is None
    assert [entry.details["preferred"]["paused"] for entry in ContactEntry.objects.for_team(alice.team)] == [
        True,
        False,
    ]


@pytest.mark.parametrize("days", ["31", "", "-30", "30.5", "999999999999"])
def test_other_pauses_than_those_offered_are_refused(token: str, days: str) -> None:
    with nothing_written():
        assert browse(f"/manage-subscription/{token}", post={"act": "pause", "days": days}).status_code == 400
