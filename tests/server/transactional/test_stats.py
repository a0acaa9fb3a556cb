"""Metrics: read from rollups, equal to the events, by day of the team, by group, with the previous period."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.teams.models import Team
from server.transactional.models.counters import LATENCY_LIMITS_MS
from server.transactional.selectors import stats
from server.transactional.services import recording
from server.transactional.sql import recording as sql
from server.transactional.states import EventType
from tests.cast import Person
from tests.server.transactional.asking import Asker, asker
from tests.server.transactional.factories import make_domain
from tests.server.transactional.happenings import by_chance, event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

# Jakarta is seven hours ahead: its 10th began at 17:00 UTC of the 9th.
NOW = datetime(2026, 3, 10, 5, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = 24 * HOUR


@pytest.fixture(autouse=True)
def frozen() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def trx(alice: Person) -> Asker:
    return asker(alice)


def read_body(answer: Any) -> Any:
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_the_figures_of_a_period_and_of_the_one_before(alice: Person, trx: Asker) -> None:
    kinds = {
        EventType.ACCEPTED: 10,
        EventType.DELIVERED: 8,
        EventType.BOUNCED: 1,
        EventType.FAILED: 1,
        EventType.SUPPRESSED: 2,
    }
    made = [event(NOW - HOUR, kind) for kind, count in kinds.items() for _ in range(count)]
    made += [event(NOW - HOUR, EventType.OPENED, detail={"first": True})] * 4
    made += [event(NOW - HOUR, EventType.OPENED, detail={"machine": True})] * 3
    made += [event(NOW - HOUR, EventType.CLICKED, detail={"first": True, "url": "https://a.example/x"})] * 2
    made += [event(NOW - HOUR, EventType.BOUNCED, detail={"class": "hard", "returned": True})]
    distinct = [event(each.at, each.type, detail=each.detail) for each in made]  # type: ignore[arg-type]
    recording.append(alice.team.pk, distinct)
    recording.append(alice.team.pk, [event(NOW - 8 * DAY, EventType.ACCEPTED) for _ in range(3)])

    body = read_body(trx.get("stats/basic", compare="previous"))

    figures = body["figures"]
    assert (body["from"], body["to"]) == ("2026-03-03T05:00:00Z", "2026-03-10T06:00:00Z")
    assert [figures[name] for name in ("accepted", "sent", "delivered", "returned")] == [10, 8, 7, 1]
    assert [figures[name] for name in ("bounced", "hardBounced", "softBounced")] == [2, 1, 1]
    assert [figures[name] for name in ("failed", "suppressed", "opened", "opens", "machineOpens")] == [1, 2, 4, 4, 3]
    assert [figures[name] for name in ("clicked", "clicks", "machineClicks")] == [2, 2, 0]
    assert figures["rates"] == {
        "delivered": 0.7,
        "bounced": 0.2,
        "opened": round(4 / 7, 6),
        "clicked": round(2 / 7, 6),
        "clickedOfOpened": 0.5,
        "complained": 0,
        "unsubscribed": 0,
    }
    assert body["former"]["accepted"] == 3
    assert read_body(trx.get("stats/basic"))["former"] is None


def test_every_sum_is_what_the_events_say(alice: Person, mallory: Person, trx: Asker) -> None:
    events = by_chance(Random(5), 400, end=NOW, over=5 * DAY)
    recording.append(alice.team.pk, events)
    recording.append(mallory.team.pk, by_chance(Random(6), 60, end=NOW, over=5 * DAY))
    accepted = [e for e in events if e.type == EventType.ACCEPTED and not e.detail["sandbox"]]
    by_tag = Counter(e.tag for e in accepted)

    body = read_body(trx.get("stats/analytics", unit="hour"))
    groups = read_body(trx.get("stats/groups", groupBy="tag"))
    days = read_body(trx.get("stats/summary"))
    tags = read_body(trx.get("stats/category"))

    assert body["figures"]["accepted"] == len(accepted)
    deferred = [e for e in events if e.type == EventType.DEFERRED]
    assert body["figures"]["deferrals"] == len(deferred)
    assert body["figures"]["deferred"] == sum(e.detail["attempt"] == 1 for e in deferred)
    for name in ("accepted", "delivered", "opens", "clicked", "complained"):
        whole = body["figures"][name]
        assert sum(point["figures"][name] for point in body["series"]) == whole
        assert sum(group["figures"][name] for group in groups["items"]) == whole
        assert sum(point["figures"][name] for point in days["items"]) == days["figures"][name] == whole
    assert {group["name"]: group["figures"]["accepted"] for group in groups["items"]} == by_tag
    assert {item["name"]: item["figures"]["accepted"] for item in tags["items"]} == by_tag
    assert (groups["others"], tags["others"]) == (None, None)
    assert len(body["series"]) == 7 * 24 + 1


def test_days_begin_at_midnight_of_the_team(alice: Person, trx: Asker) -> None:
    midnight = datetime(2026, 3, 9, 17, 0, tzinfo=UTC)
    recording.append(alice.team.pk, [event(midnight - timedelta(minutes=1)), event(midnight), event(midnight + HOUR)])

    items = read_body(trx.get("stats/summary", from_="2026-03-08T17:00:00Z"))["items"]

    assert [(item["at"], item["figures"]["sent"]) for item in items] == [
        ("2026-03-08T17:00:00Z", 1),
        ("2026-03-09T17:00:00Z", 2),
    ]


def test_groups_by_domain_sender_and_subject(alice: Person, trx: Asker) -> None:
    domain = make_domain(alice.team)
    told_ = [
        event(NOW, EventType.ACCEPTED, subject=f"Order {number}", sender="a@kopi.example", domain_id=domain.pk)
        for number in range(3)
    ]
    recording.append(alice.team.pk, [*told_, event(NOW, EventType.ACCEPTED, subject="Hello", domain_id=domain.pk)])

    def groups(by: str, **more: str) -> dict[str, int]:
        body = read_body(trx.get("stats/groups", groupBy=by, **more))
        return {group["name"]: group["figures"]["accepted"] for group in body["items"]}

    assert groups("subject") == {"Order #": 3, "Hello": 1}
    assert groups("sender") == {"a@kopi.example": 3, "shop@kopi.example": 1}
    assert groups("domain") == {"kopi.example": 4}
    assert groups("subject", sender="A@kopi.example") == {"Order #": 3}
    assert groups("subject", domain="kopi.example", subject="Hello") == {"Hello": 1}
    assert groups("subject", tag="never") == groups("subject", domain="teh.example") == {}


def test_what_is_beyond_the_fifty_is_told_together(alice: Person, trx: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stats, "MAX_GROUPS", 2)
    for number, count in enumerate((5, 4, 2, 1)):
        made = [event(NOW, EventType.ACCEPTED, tag=f"tag {'x' * number}") for _ in range(count)]
        recording.append(alice.team.pk, made)

    body = read_body(trx.get("stats/category"))

    assert [item["figures"]["accepted"] for item in body["items"]] == [5, 4]
    assert body["others"]["accepted"] == 3


def accepted(team: Team, subject: str, times: int = 1, *, before: timedelta = HOUR) -> None:
    recording.append(team.pk, [event(NOW - before, EventType.ACCEPTED, subject=subject) for _ in range(times)])


def named(body: Any) -> list[tuple[str, int]]:
    return [(item["name"], item["figures"]["accepted"]) for item in body["items"]]


def test_groups_come_page_by_page_in_an_order_that_stays(alice: Person, mallory: Person, trx: Asker) -> None:
    for subject, times in (("Receipt", 2), ("Welcome", 3), ("Reset", 1), ("Invite", 1), ("Alert", 1)):
        accepted(alice.team, subject, times)
    accepted(mallory.team, "Mallory's", 9)

    pages = [read_body(trx.get("stats/groups", groupBy="subject", size=2, page=page)) for page in (1, 2, 3, 4)]

    assert [named(page) for page in pages] == [
        [("Welcome", 3), ("Receipt", 2)],
        [("Reset", 1), ("Invite", 1)],
        [("Alert", 1)],
        [],
    ]
    assert [(page["total"], page["page"], page["size"]) for page in pages] == [(5, page, 2) for page in (1, 2, 3, 4)]


def test_a_page_stands_beside_the_same_groups_of_the_period_before(alice: Person, trx: Asker) -> None:
    accepted(alice.team, "Welcome", 3)
    accepted(alice.team, "Receipt", 2)
    accepted(alice.team, "Receipt", 7, before=8 * DAY)
    accepted(alice.team, "Gone", 5, before=8 * DAY)

    body = read_body(trx.get("stats/groups", groupBy="subject", size=1, page=2, compare="previous"))

    assert named(body) == [("Receipt", 2)]
    assert body["items"][0]["former"]["accepted"] == 7
    assert body["total"] == 2


@pytest.mark.parametrize(
    ("by", "search", "found"),
    [
        ("subject", "RECEIPT", ["Your receipt", "Receipt % off"]),
        ("subject", "%", ["Receipt % off"]),
        ("subject", "never", []),
        ("sender", "kopi", ["a@kopi.example"]),
        ("domain", "OPI.ex", ["kopi.example"]),
        ("domain", "teh", []),
    ],
)
def test_groups_are_searched_by_what_their_names_have_in_them(
    alice: Person, mallory: Person, trx: Asker, by: str, search: str, found: list[str]
) -> None:
    domain = make_domain(alice.team)
    named_so = {"sender": "a@kopi.example", "domain_id": domain.pk}
    made = [event(NOW, EventType.ACCEPTED, subject="Your receipt", **named_so) for _ in range(2)]
    made.append(event(NOW, EventType.ACCEPTED, subject="Receipt % off", **named_so))
    made.append(event(NOW, EventType.ACCEPTED, subject="Welcome", sender="b@roti.example"))
    recording.append(alice.team.pk, made)
    recording.append(mallory.team.pk, [event(NOW, EventType.ACCEPTED, subject="Her receipt", sender="m@kopi.example")])

    body = read_body(trx.get("stats/groups", groupBy=by, search=search))

    assert ([item["name"] for item in body["items"]], body["total"], body["others"]) == (found, len(found), None)


def test_those_whose_names_are_no_longer_told_apart_are_no_group(
    alice: Person, trx: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql, "MAX_NAMES_OF_KIND", 2)
    for subject, times in (("Welcome", 2), ("Receipt", 1), ("Reset", 3), ("Alert", 4)):
        accepted(alice.team, subject, times)

    body = read_body(trx.get("stats/groups", groupBy="subject"))
    searched = read_body(trx.get("stats/groups", groupBy="subject", search="e"))

    assert (named(body), body["total"], body["others"]["accepted"]) == ([("Welcome", 2), ("Receipt", 1)], 2, 7)
    assert (named(searched), searched["others"]) == ([("Welcome", 2), ("Receipt", 1)], None)


def test_links(alice: Person, trx: Asker) -> None:
    urls = ["https://a.example/o/1?x=1"] * 2 + ["https://a.example/o/2#y", "https://a.example/menu"]
    made = [event(NOW, EventType.CLICKED, detail={"url": url}) for url in urls]
    machine = event(NOW, EventType.CLICKED, detail={"url": urls[0], "machine": True})
    recording.append(alice.team.pk, [*made, machine])

    body = read_body(trx.get("stats/link"))

    assert body["items"] == [
        {"url": "https://a.example/o/#", "clicks": 3, "clicked": 0, "machineClicks": 1, "share": 0.75},
        {"url": "https://a.example/menu", "clicks": 1, "clicked": 0, "machineClicks": 0, "share": 0.25},
    ]
    assert body["others"] == 0


def test_recipients_in_their_order(alice: Person, trx: Asker, mallory: Person) -> None:
    made = [event(NOW - HOUR, EventType.DELIVERED, recipient=f"u{number}@kopi.example") for number in range(5)]
    made += [
        event(NOW, EventType.OPENED, recipient="u1@kopi.example"),
        event(NOW - 20 * DAY, recipient="old@a.example"),
    ]
    recording.append(alice.team.pk, made)
    recording.append(mallory.team.pk, [event(NOW, recipient="u11@teh.example")])

    first = read_body(trx.get("stats/recipients", search="U", size=2))
    second = read_body(trx.get("stats/recipients", search="u", size=2, after=first["after"]))
    last = read_body(trx.get("stats/recipients", search="u", size=2, after=second["after"]))

    found = [[item["recipient"] for item in page["items"]] for page in (first, second, last)]
    assert found == [
        ["u0@kopi.example", "u1@kopi.example"],
        ["u2@kopi.example", "u3@kopi.example"],
        ["u4@kopi.example"],
    ]
    assert (last["after"], first["items"][1]["opened"], first["items"][1]["delivered"]) == (None, 1, 1)
    whole = read_body(trx.get("stats/recipients"))["items"]
    assert "old@a.example" not in [item["recipient"] for item in whole]


def test_subjects_and_senders(alice: Person, trx: Asker) -> None:
    made = [event(NOW, EventType.ACCEPTED, subject=f"Order {number}") for number in range(3)]
    recording.append(
        alice.team.pk, [*made, event(NOW, EventType.DELIVERED, subject="Order 7"), event(NOW, subject="Hi")]
    )

    assert read_body(trx.get("subjects"))["items"] == [
        {"name": "Order #", "accepted": 3, "delivered": 1},
        {"name": "Hi", "accepted": 0, "delivered": 1},
    ]
    assert [item["name"] for item in read_body(trx.get("subjects", search="ORD"))["items"]] == ["Order #"]
    assert [item["name"] for item in read_body(trx.get("senders"))["items"]] == ["shop@kopi.example"]


def test_latencies(alice: Person, trx: Asker) -> None:
    times = [20] * 50 + [480] * 45 + [9_000] * 5
    made = [event(NOW, EventType.DELIVERED, detail={"latencyMs": time}) for time in times]
    recording.append(alice.team.pk, made)

    latency = read_body(trx.get("stats/basic"))["latency"]

    assert latency == {"count": 100, "average": 676, "p50": 25, "p95": 500, "p99": 9500}


@pytest.mark.parametrize(
    ("places", "share", "milliseconds"),
    [
        ({0: 4}, 0.5, 12),
        ({1: 2, 3: 2}, 0.5, 50),
        ({24: 1}, 0.5, LATENCY_LIMITS_MS[-1]),
        ({0: 1, 24: 99}, 0.99, LATENCY_LIMITS_MS[-1]),
    ],
)
def test_percentiles(places: dict[int, int], share: float, milliseconds: int) -> None:
    histogram = [places.get(place, 0) for place in range(len(LATENCY_LIMITS_MS) + 1)]

    assert stats.compute_percentile(histogram, share) == milliseconds


def test_queries_do_not_grow_with_groups_and_points(alice: Person, trx: Asker) -> None:
    def count_queries() -> int:
        with CaptureQueriesContext(connection) as taken:
            read_body(trx.get("stats/analytics", compare="previous"))
            read_body(trx.get("stats/groups", groupBy="tag", size=100, compare="previous"))
        return len(taken)

    recording.append(alice.team.pk, [event(NOW, EventType.ACCEPTED, tag="one")])
    few = count_queries()
    recording.append(alice.team.pk, by_chance(Random(2), 150, end=NOW, over=5 * DAY))

    assert count_queries() == few <= 24


@pytest.mark.parametrize(
    "asked",
    [
        {"unit": "hour", "from_": "2025-12-01T00:00:00Z"},
        {"unit": "week"},
        {"compare": "year"},
        {"from_": "2026-03-01"},
    ],
)
def test_bad_questions(trx: Asker, asked: dict[str, str]) -> None:
    answer = trx.get("stats/analytics", **asked)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")


@pytest.mark.parametrize(
    "asked",
    [
        {"groupBy": "key"},
        {"groupBy": "tag", "size": "101"},
        {"groupBy": "tag", "size": "0"},
        {"groupBy": "tag", "page": "0"},
        {"groupBy": "tag", "search": "x" * 201},
    ],
)
def test_a_page_of_groups_has_bounds(trx: Asker, asked: dict[str, str]) -> None:
    answer = trx.get("stats/groups", **asked)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")
