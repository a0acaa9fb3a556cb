"""events/histogram: the number of events over time."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
import time_machine

from server.transactional.selectors import histogram
from server.transactional.services import recording
from server.transactional.services.recording import NewEvent
from server.transactional.sql import searching
from server.transactional.states import EventType
from tests.cast import Person
from tests.server.transactional.asking import Asker, asker
from tests.server.transactional.happenings import by_chance, event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

NOW = datetime(2026, 3, 10, 5, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
PROBLEMS = {
    EventType.DEFERRED,
    EventType.BOUNCED,
    EventType.FAILED,
    EventType.COMPLAINED,
    EventType.IN_DOUBT,
    EventType.REFUSED,
}


@pytest.fixture
def trx(alice: Person) -> Asker:
    """Alice, admin of Kopi, in the time zone of Jakarta."""
    alice.team.timezone = "(GMT+07:00) Asia/Jakarta"
    alice.team.save(update_fields=["timezone"])
    return asker(alice)


@pytest.fixture(autouse=True)
def frozen() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def filled(answer: Any) -> dict[str, tuple[int, int]]:
    """The bars with events."""
    assert answer.status_code == 200, answer.content
    return {bar["at"]: (bar["count"], bar["problems"]) for bar in answer.json()["bars"] if bar["count"]}


def expected(events: Sequence[NewEvent], answer: Any) -> dict[str, tuple[int, int]]:
    """The expected bars for these events."""
    body = answer.json()
    first = datetime.fromisoformat(body["bars"][0]["at"])
    every: Counter[str] = Counter()
    problems: Counter[str] = Counter()
    for made in events:
        at = first + (made.at - first) // timedelta(seconds=body["seconds"]) * timedelta(seconds=body["seconds"])
        name = at.isoformat().replace("+00:00", "Z")
        every[name] += 1
        problems[name] += made.type in PROBLEMS
    return {name: (count, problems[name]) for name, count in every.items()}


class TestBars:
    def test_a_week_is_told_in_parts_of_two_hours_without_a_gap(self, alice: Person, trx: Asker) -> None:
        recording.append(
            alice.team.pk,
            [
                event(NOW - timedelta(minutes=1)),
                event(NOW - timedelta(minutes=2), EventType.BOUNCED, detail={"code": 550}),
                event(NOW - 3 * HOUR, EventType.DEFERRED),
                event(NOW - 8 * DAY),
            ],
        )

        answer = trx.get("events/histogram")
        body = answer.json()

        assert filled(answer) == {"2026-03-10T05:00:00Z": (2, 1), "2026-03-10T01:00:00Z": (1, 1)}
        begins = [datetime.fromisoformat(bar["at"]) for bar in body["bars"]]
        # Midnight in Jakarta is 17:00 of the day before.
        assert begins == [datetime(2026, 3, 3, 5, tzinfo=UTC) + number * 2 * HOUR for number in range(85)]
        assert (body["seconds"], body["total"]) == (7_200, 3)
        assert (body["from"], body["to"]) == ("2026-03-03T05:20:00Z", "2026-03-10T05:20:00Z")
        assert body["reached"] == body["from"]

    @pytest.mark.parametrize(
        ("length", "seconds", "bars"),
        [(HOUR, 60, 61), (DAY, 900, 97), (30 * DAY, 43_200, 61), (90 * DAY, 86_400, 91), (731 * DAY, 604_800, 105)],
    )
    def test_there_are_never_too_many_bars(self, trx: Asker, length: timedelta, seconds: int, bars: int) -> None:
        body = trx.get("events/histogram", from_=(NOW - length).isoformat()).json()

        assert (body["seconds"], len(body["bars"])) == (seconds, bars)
        assert body["total"] == 0

    @pytest.mark.parametrize(
        "q",
        ["", "type:bounced", "-type:delivered", "tag:welcome", "domain:kopi.example", "metadata.order:4711", "budi"],
    )
    def test_bars_hold_what_the_list_shows(self, alice: Person, trx: Asker, q: str) -> None:
        made = by_chance(Random(5), 80, end=NOW, over=3 * DAY)
        recording.append(alice.team.pk, made)
        listed = {item["id"] for item in trx.get("events", q=q, size=100).json()["items"]}

        answer = trx.get("events/histogram", q=q)

        assert listed
        assert filled(answer) == expected([each for each in made if str(each.id) in listed], answer)
        assert answer.json()["total"] == len(listed)

    def test_what_is_frequent_is_told_by_the_rollups(
        self, alice: Person, trx: Asker, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(searching, "MAX_SLICE_EVENTS", 10)
        uncounted = {EventType.RELEASED, EventType.SCHEDULED, EventType.REFUSED}
        made = by_chance(Random(7), 200, end=NOW, over=6 * DAY)
        recording.append(alice.team.pk, made)
        counted = [
            each
            for each in made
            if each.type not in uncounted and not (each.type == EventType.ACCEPTED and each.detail.get("sandbox"))
        ]

        answer = trx.get("events/histogram")

        assert filled(answer) == expected(counted, answer)
        assert answer.json()["reached"] == answer.json()["from"]

    def test_a_day_of_much_is_told_by_the_hour(
        self, alice: Person, trx: Asker, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(searching, "MAX_SLICE_EVENTS", 10)
        monkeypatch.setattr(histogram, "SEARCH_SECONDS", 0)
        recording.append(alice.team.pk, [event(NOW - minute * timedelta(minutes=5)) for minute in range(24)])

        answer = trx.get("events/histogram", from_=(NOW - DAY).isoformat())

        assert answer.json()["seconds"] == 3_600
        assert filled(answer) == {
            "2026-03-10T05:00:00Z": (5, 0),
            "2026-03-10T04:00:00Z": (12, 0),
            "2026-03-10T03:00:00Z": (7, 0),
        }

    def test_a_search_that_finds_too_much_says_how_far_it_came(
        self, alice: Person, trx: Asker, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(searching, "MAX_SLICE_EVENTS", 10)
        monkeypatch.setattr(histogram, "SEARCH_SECONDS", 0)
        recording.append(alice.team.pk, [event(NOW - number * HOUR) for number in range(24)])

        answer = trx.get("events/histogram", q="-type:opened")

        assert answer.json()["total"] == 10
        assert answer.json()["reached"] == "2026-03-09T20:20:00Z"
        assert min(filled(answer)) == "2026-03-09T19:00:00Z"


class TestCallers:
    def test_another_team_counts_its_own(self, alice: Person, mallory: Person) -> None:
        recording.append(alice.team.pk, [event(NOW - HOUR)])

        assert filled(asker(mallory).get("events/histogram")) == {}

    def test_a_word_that_is_not_understood_is_refused(self, trx: Asker) -> None:
        answer = trx.get("events/histogram", q="colour:red")

        assert (answer.status_code, answer.json()["code"]) == (400, "trxSearchInvalid")
