"""The list, urgent notifications, and a user's actions on them; every tab is notified."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from server.core import clock
from server.core.models import OutboxEvent
from server.notifications.models import Notification
from server.notifications.services import reading
from server.notifications.services.creation import notify
from server.teams.models import Team
from tests.cast import Person

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the time to this many seconds after the start."""

    def move(seconds: float) -> None:
        monkeypatch.setattr(clock, "now", lambda: NOW + timedelta(seconds=seconds))

    move(0)
    return move


def validated(person: Person, number: int) -> str:
    return str(notify("sender.validated", team_id=person.team.pk, email=f"{number}@kopi.example"))


def ids(answer: Any) -> list[str]:
    return [item["notificationId"] for item in answer.json()["items"]]


def published(name: str) -> list[tuple[list[str], dict[str, Any]]]:
    rows = OutboxEvent.objects.filter(name=f"notifications.notification.{name}").order_by("id")
    return [(row.rooms, row.payload) for row in rows]


def test_six_a_page_the_newest_first(alice: Person, at: Any) -> None:
    made = []
    for number in range(8):
        at(number)
        made.append(validated(alice, number))
    newest_first = made[::-1]

    first, second, more = (alice.api.get(f"notifications{query}") for query in ("", "?page=2", "?size=12"))

    assert ids(first) == newest_first[:6]
    assert ids(second) == newest_first[6:]
    assert ids(more) == newest_first
    assert [answer.json()["total"] for answer in (first, second, more)] == [8, 8, 8]


def test_of_the_same_moment_the_later_notice_comes_first(alice: Person, at: Any) -> None:
    made = [validated(alice, number) for number in range(3)]

    assert ids(alice.api.get("notifications")) == made[::-1]


@pytest.mark.parametrize("query", ["page=0", "size=0", "size=301"])
def test_what_the_list_never_asks_is_refused(alice: Person, query: str) -> None:
    answer = alice.api.get(f"notifications?{query}")

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")


def test_the_newest_unread_alert_stands_above_all(alice: Person, at: Any) -> None:
    validated(alice, 1)
    assert alice.api.get("notifications/alert").json() == {"unread": 1, "alert": None}
    at(1)
    older = str(notify("team.suspended", team_id=alice.team.pk, team="Kopi"))
    at(2)
    newer = str(notify("plan.last-day", team_id=alice.team.pk, plan="Growth", day="2026-11-22"))
    at(3)

    both = alice.api.get("notifications/alert").json()
    alice.api.put(f"notifications/read/{newer}")
    one = alice.api.get("notifications/alert").json()

    assert (both["unread"], both["alert"]["notificationId"]) == (3, newer)
    assert (one["unread"], one["alert"]["notificationId"]) == (2, older)
    assert one["alert"] == alice.api.get("notifications").json()["items"][1]


def test_reading_is_told_once_and_for_this_person_only(alice: Person, bob: Person, at: Any) -> None:
    notice = validated(alice, 1)

    first = alice.api.put(f"notifications/read/{notice}")
    again = alice.api.put(f"notifications/read/{notice}")

    assert (first.json(), again.json()) == ({"ids": [notice]}, {"ids": []})
    assert alice.api.get("notifications").json()["items"][0]["read"] is True
    assert bob.api.get("notifications").json()["items"][0]["read"] is False
    assert published("read") == [
        ([f"user:{alice.user.pk}"], {"companyId": str(alice.team.pk), "notificationIds": [notice]})
    ]


def test_all_are_read_in_one_call_and_one_event(alice: Person, at: Any) -> None:
    made = [validated(alice, number) for number in range(3)]
    alice.api.put(f"notifications/read/{made[0]}")

    answer = alice.api.put("notifications/read")

    assert sorted(answer.json()["ids"]) == sorted(made[1:])
    assert alice.api.get("notifications/alert").json()["unread"] == 0
    assert sorted(published("read")[1][1]["notificationIds"]) == sorted(made[1:])


def test_what_is_dismissed_is_off_the_list_and_comes_back_where_it_stood(alice: Person, bob: Person, at: Any) -> None:
    made = []
    for number in range(3):
        at(number)
        made.append(validated(alice, number))
    before = alice.api.get("notifications").json()

    gone = alice.api.put("notifications/dismiss", {"ids": [made[1]]})
    left = ids(alice.api.get("notifications"))
    back = alice.api.put("notifications/restore", {"ids": gone.json()["ids"]})

    assert (gone.json(), left, back.json()) == ({"ids": [made[1]]}, [made[2], made[0]], {"ids": [made[1]]})
    assert alice.api.get("notifications").json() == before
    assert len(ids(bob.api.get("notifications"))) == 3
    told = ([f"user:{alice.user.pk}"], {"companyId": str(alice.team.pk), "notificationIds": [made[1]]})
    assert (published("dismissed"), published("restored")) == ([told], [told])


def test_all_are_dismissed_at_once(alice: Person, at: Any) -> None:
    made = [validated(alice, number) for number in range(8)]

    answer = alice.api.put("notifications/dismiss")

    assert sorted(answer.json()["ids"]) == sorted(made)
    assert alice.api.get("notifications").json() == {"items": [], "total": 0}
    assert alice.api.get("notifications/alert").json() == {"unread": 0, "alert": None}


def test_dismissing_nothing_tells_nothing(alice: Person, at: Any) -> None:
    assert alice.api.put("notifications/dismiss").json() == {"ids": []}
    assert alice.api.put("notifications/dismiss", {"ids": [str(uuid4())]}).json() == {"ids": []}
    assert published("dismissed") == []


@pytest.mark.parametrize("call", ["read/{id}", "dismiss", "restore"])
def test_others_are_out_of_reach(alice: Person, bob: Person, mallory: Person, at: Any, call: str) -> None:
    mine = str(notify("session.new-device", team_id=alice.team.pk, user_id=alice.user.pk, device="Safari"))

    for stranger in (bob, mallory):
        answer = stranger.api.put(f"notifications/{call.format(id=mine)}", {"ids": [mine]})
        assert answer.status_code == 404 or answer.json() == {"ids": []}

    row = Notification.objects.for_team(alice.team).get()
    assert (row.read_at, row.dismissed_at) == (None, None)
    assert [*published("read"), *published("dismissed"), *published("restored")] == []


def test_what_is_dismissed_can_not_be_read(alice: Person, at: Any) -> None:
    notice = validated(alice, 1)
    alice.api.put("notifications/dismiss")

    answer = alice.api.put(f"notifications/read/{notice}")

    assert (answer.status_code, Notification.objects.for_team(alice.team).get().read_at) == (404, None)


def test_a_suspended_team_can_read_why(alice: Person, at: Any) -> None:
    Team.objects.filter(pk=alice.team.pk).update(suspended_at=NOW, locked_at=NOW)
    notice = str(notify("team.suspended", team_id=alice.team.pk, team="Kopi"))

    assert alice.api.get("notifications/alert").json()["alert"]["title"] == "Kopi is suspended"
    assert alice.api.put(f"notifications/read/{notice}").json() == {"ids": [notice]}


def test_a_page_costs_the_same_however_long_the_list(alice: Person, at: Any, django_assert_num_queries: Any) -> None:
    for number in range(30):
        validated(alice, number)

    with django_assert_num_queries(3):  # the caller, the total, the rows
        assert len(ids(alice.api.get("notifications?size=30"))) == 30
    with django_assert_num_queries(3):
        alice.api.get("notifications/alert")


def test_the_old_are_forgotten(alice: Person, at: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PURGE_BATCH_ROWS", 2)
    for number in range(5):
        validated(alice, number)
    at(60)
    kept = validated(alice, 5)
    at(timedelta(days=90).total_seconds() + 1)

    assert reading.purge_expired() == 5
    assert [str(row.notice_id) for row in Notification.objects.for_team(alice.team)] == [kept]
