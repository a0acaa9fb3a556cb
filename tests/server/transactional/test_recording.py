"""Events are written, counted and published together with their cause, or not at all."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from threading import Barrier, Thread
from typing import Any
from uuid import UUID, uuid4

import pytest
import redis
import time_machine
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext

from server.core import clock, outbox
from server.transactional import normalization
from server.transactional.models import MessageEvent, MessagePair, MetricName, TransactionalCounters
from server.transactional.models.counters import COUNTERS, OTHER_NAMES_ID
from server.transactional.services import counter_folding as figures
from server.transactional.services import counting, live, metric_names, recording
from server.transactional.services.recording import NewEvent
from server.transactional.sql import recording as sql
from server.transactional.sql import recounting
from server.transactional.states import EventType
from tests.cast import Person
from tests.server.transactional.happenings import KEYS, by_chance, event

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 10, 5, 20, tzinfo=UTC)
CLICK = {"url": "https://kopi.example/menu"}
HOUR = timedelta(hours=1)


@pytest.fixture
def frozen() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def counted(team_id: UUID) -> list[tuple[Any, ...]]:
    """Every counter of a team by its key, summed over the slots."""
    key = ("hour", "domain_id", "subaccount_id", "tag_id", "sender_id", "subject_id", "link_id")
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {', '.join(key)}, {', '.join(f'sum({name})' for name in COUNTERS)}, transactional_sum(latencies)"  # noqa: S608
            f" FROM transactional_figure WHERE team_id = %s GROUP BY {', '.join(key)} ORDER BY {', '.join(key)}",
            [team_id],
        )
        return list(cursor.fetchall())


def sums(team_id: UUID) -> dict[str, int]:
    found = TransactionalCounters.objects.for_team(team_id).aggregate(**{name: Sum(name) for name in COUNTERS})
    return {name: count for name, count in found.items() if count}


@pytest.mark.usefixtures("frozen")
def test_an_event_is_kept_as_it_was(alice: Person) -> None:
    at = NOW - timedelta(minutes=3, microseconds=7)
    made = event(
        at,
        EventType.BOUNCED,
        recipient="Ani@Kopi.Example",
        sender="Shop@kopi.example",
        subject="  Your order\n 4711 ",
        tag="order",
        position=2,
        detail={"code": 550, "enhanced": "5.1.1", "reply": "No such user", "class": "hard", "attempt": 1},
    )

    recording.append(alice.team.pk, [made])

    row = MessageEvent.objects.for_team(alice.team).get()
    assert (row.id, row.at, row.type, row.message_id, row.accepted_at, row.position) == (
        *(made.id, at, "bounced", made.message_id, made.accepted_at, 2),
    )
    assert (row.recipient, row.sender, row.subject, row.beginning) == (
        *("ani@kopi.example", "shop@kopi.example", "Your order 4711", "your order 4711"),
    )
    assert (row.code, row.enhanced, row.reply, row.tag, row.key_id) == (550, "5.1.1", "No such user", "order", KEYS[0])
    assert row.detail == {"code": 550, "enhanced": "5.1.1", "reply": "No such user", "class": "hard", "attempt": 1}
    assert sums(alice.team.pk) == {"hard_bounced": 1}
    names = MetricName.objects.for_team(alice.team).values_list("kind", "name")
    assert sorted(names) == [("sender", "shop@kopi.example"), ("subject", "Your order #"), ("tag", "order")]


def test_statements_do_not_grow_with_events(alice: Person) -> None:
    events = by_chance(Random(1), 200, end=clock.now(), over=timedelta(hours=2))
    recording.append(alice.team.pk, events)

    def count_queries(count: int) -> int:
        with CaptureQueriesContext(connection) as taken:
            recording.append(alice.team.pk, by_chance(Random(1), count, end=clock.now(), over=timedelta(hours=2)))
        return len(taken)

    # Within the test's transaction, as within a caller's: a savepoint would be two more.
    assert count_queries(2) == count_queries(200) == 2


@pytest.mark.usefixtures("frozen")
def test_statements_do_not_grow_with_teams(alice: Person, mallory: Person) -> None:
    def make_events() -> dict[UUID, list[NewEvent]]:
        return {
            person.team.pk: list(by_chance(Random(seed), 100, end=NOW, over=2 * HOUR))
            for seed, person in enumerate((alice, mallory))
        }

    first, again = make_events(), make_events()
    recording.append_all(first)
    with CaptureQueriesContext(connection) as taken:
        recording.append_all({**again, uuid4(): []})

    # Within the test's transaction no name is cached, so those of each team are queried.
    assert [query["sql"].split()[0] for query in taken] == ["SELECT", "SELECT", "WITH"]
    for person in (alice, mallory):
        events = MessageEvent.objects.for_team(person.team)
        assert events.count() == len(first[person.team.pk]) + len(again[person.team.pk])
        assert {row.tag_id for row in events} <= {
            0,
            *MetricName.objects.for_team(person.team).values_list("pk", flat=True),
        }
        whole = counted(person.team.pk)
        recounting.recount(person.team.pk, start=datetime(2026, 3, 10, tzinfo=UTC), end=NOW + HOUR)
        assert counted(person.team.pk) == whole


@pytest.mark.django_db(transaction=True)
def test_names_are_asked_for_once_and_forgotten_with_what_was_undone(alice: Person) -> None:
    def append() -> list[str]:
        with CaptureQueriesContext(connection) as taken:
            recording.append(alice.team.pk, [event(clock.now(), EventType.CLICKED, tag="order", detail=CLICK)])
        return [query["sql"].split()[0] for query in taken if query["sql"] not in ("BEGIN", "COMMIT")]

    with pytest.raises(ZeroDivisionError), transaction.atomic():
        append()
        1 / 0  # noqa: B018
    assert append() == ["SELECT", "INSERT", "WITH"]
    assert append() == ["WITH"]

    numbers = {each.kind: each.pk for each in MetricName.objects.for_team(alice.team)}
    assert sorted(numbers) == ["link", "sender", "subject", "tag"]
    columns = ("tag_id", "sender_id", "subject_id", "link_id")
    events = MessageEvent.objects.for_team(alice.team).values_list(*columns)
    figures = TransactionalCounters.objects.for_team(alice.team).values_list(*columns)
    for row in (*events, *figures):
        assert row == (numbers["tag"], numbers["sender"], numbers["subject"], numbers["link"])


@pytest.mark.django_db(transaction=True)
def test_names_of_teams_are_kept_apart_and_not_without_end(
    alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metric_names, "_cached_ids", {})
    monkeypatch.setattr(metric_names, "MAX_CACHED_NAMES", 5)
    for person in (alice, mallory, alice):
        recording.append(person.team.pk, [event(clock.now(), tag="order")])
        assert len(metric_names._cached_ids) == 3

    for person in (alice, mallory):
        own = MetricName.objects.for_team(person.team).get(kind="tag").pk
        assert {row.tag_id for row in MessageEvent.objects.for_team(person.team)} == {own}


def test_an_undone_transaction_leaves_nothing(alice: Person) -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        recording.append(alice.team.pk, [event(clock.now())])
        1 / 0  # noqa: B018

    assert not MessageEvent.objects.for_team(alice.team).exists()
    assert not TransactionalCounters.objects.for_team(alice.team).exists()
    assert not MetricName.objects.for_team(alice.team).exists()


@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize(
    ("kind", "detail", "position", "figures"),
    [
        ("accepted", {}, 0, {"accepted": 1, "messages": 1}),
        ("accepted", {}, 1, {"accepted": 1}),
        ("accepted", {"sandbox": True}, 0, {}),
        ("held", {}, None, {"held": 1}),
        ("released", {}, None, {}),
        ("scheduled", {}, None, {}),
        ("cancelled", {}, 0, {"cancelled": 1}),
        ("deferred", {"code": 451}, 0, {"deferrals": 1, "deferred": 1}),
        ("deferred", {"code": 451, "attempt": 1}, 0, {"deferrals": 1, "deferred": 1}),
        ("deferred", {"code": 451, "attempt": 2}, 0, {"deferrals": 1}),
        ("delivered", {}, 0, {"sent": 1}),
        ("delivered", {"latencyMs": 250}, 0, {"sent": 1, "latency_ms": 250, "timed": 1}),
        ("bounced", {"class": "hard"}, 0, {"hard_bounced": 1}),
        ("bounced", {"class": "full", "returned": True}, 0, {"soft_bounced": 1, "returned": 1}),
        ("failed", {"class": "sender"}, 0, {"failed": 1}),
        ("suppressed", {"check": "suppression"}, 0, {"suppressed": 1}),
        ("opened", {"first": True}, 0, {"opens": 1, "opened": 1}),
        ("opened", {}, 0, {"opens": 1}),
        ("opened", {"machine": True}, 0, {"machine_opens": 1}),
        ("clicked", {"first": True, "firstOpen": True}, 0, {"clicks": 1, "clicked": 1, "opened": 1}),
        ("clicked", {"machine": True, "first": True}, 0, {"machine_clicks": 1}),
        ("complained", {}, 0, {"complained": 1}),
        ("unsubscribed", {}, 0, {"unsubscribed": 1}),
        ("inDoubt", {}, 0, {"in_doubt": 1}),
        ("sandboxed", {}, 0, {"sandboxed": 1}),
    ],
)
def test_each_type_is_counted(
    alice: Person, kind: str, detail: dict[str, Any], position: int | None, figures: dict[str, int]
) -> None:
    recording.append(alice.team.pk, [event(NOW, EventType(kind), detail=detail, position=position)])

    assert sums(alice.team.pk) == figures


@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize("seed", range(2))
def test_counting_anew_gives_the_same(alice: Person, mallory: Person, seed: int) -> None:
    random = Random(seed)
    events = list(by_chance(random, 600, end=NOW, over=timedelta(days=3)))
    random.shuffle(events)
    while events:
        recording.append(alice.team.pk, [events.pop() for _ in range(min(len(events), random.randrange(1, 80)))])
    recording.append(mallory.team.pk, by_chance(random, 50, end=NOW, over=timedelta(days=3)))
    running, others = counted(alice.team.pk), counted(mallory.team.pk)

    start = datetime(2026, 3, 7, tzinfo=UTC)
    recounting.recount(alice.team.pk, start=start, end=NOW + HOUR)

    assert counted(alice.team.pk) == running
    assert counted(mallory.team.pk) == others
    assert sum(row[7 + COUNTERS.index("timed")] for row in running) == sum(sum(row[-1] or []) for row in running) > 0


def test_folding_changes_no_figure(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock.now()
    for slots in (2, 3, 5, 7):
        monkeypatch.setattr(sql, "_RECORD", sql._RECORD.replace(f"%% {sql.SHARD_COUNT}", f"%% {slots} + {slots}"))
        recording.append(alice.team.pk, by_chance(Random(slots), 60, end=now - 3 * HOUR, over=timedelta(hours=20)))
        monkeypatch.undo()
    rows = TransactionalCounters.objects.for_team(alice.team)
    assert rows.filter(slot__gt=0).exists()
    before = counted(alice.team.pk)

    figures.fold()

    assert not rows.filter(slot__gt=0).exists()
    assert counted(alice.team.pk) == before


@pytest.mark.usefixtures("frozen")
def test_names_beyond_the_most_are_counted_together(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "MAX_NAMES_OF_KIND", 2)
    for tag in ("one", "two", "three", "four"):
        recording.append(alice.team.pk, [event(NOW, EventType.ACCEPTED, tag=tag)])

    tags = MetricName.objects.for_team(alice.team).filter(kind="tag").values_list("name", flat=True)
    assert sorted(tags) == ["one", "two"]
    rows = TransactionalCounters.objects.for_team(alice.team).values_list("tag_id").annotate(count=Sum("accepted"))
    assert dict(rows)[OTHER_NAMES_ID] == 2
    # The events themselves keep their tags.
    assert MessageEvent.objects.for_team(alice.team).filter(tag="four").exists()


@pytest.mark.usefixtures("frozen")
def test_metadata_is_kept_as_pairs_once_for_each_message(alice: Person) -> None:
    message = event(NOW).message_id
    detail = {"metadata": {"order": "4711", "note": "x" * 400}, "via": "http"}
    told = [event(NOW, EventType.ACCEPTED, message_id=message, position=n, detail=detail) for n in range(3)]

    recording.append(alice.team.pk, told)

    pairs = MessagePair.objects.for_team(alice.team).order_by("pair").values_list("pair", "message_id")
    assert list(pairs) == [("note=" + "x" * 195, message), ("order=4711", message)]
    assert {json.dumps(row.detail) for row in MessageEvent.objects.for_team(alice.team)} == {'{"via": "http"}'}


@pytest.mark.usefixtures("frozen")
def test_words_of_strangers_are_kept_as_far_as_a_text_can(alice: Person) -> None:
    reply = 'a\x00b \\u0000 \ud800 "é" 😀'
    recording.append(alice.team.pk, [event(NOW, EventType.FAILED, subject=reply, detail={"reply": reply})])

    row = MessageEvent.objects.for_team(alice.team).get()
    assert row.reply == row.detail["reply"] == 'ab \\u0000 ? "é" 😀'


def test_a_month_without_a_partition_is_kept_nevertheless(alice: Person) -> None:
    recording.append(alice.team.pk, [event(datetime(2019, 5, 1, tzinfo=UTC))])

    assert MessageEvent.objects.for_team(alice.team).count() == 1


@pytest.mark.django_db(transaction=True)
def test_many_at_once_lose_no_count(alice: Person) -> None:
    at, gate = clock.now(), Barrier(6)

    def write(number: int) -> None:
        gate.wait()
        for each in range(10):
            recording.append(alice.team.pk, [event(at, EventType.ACCEPTED, tag=f"{(each * number) % 4}")])
        connection.close()

    threads = [Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sums(alice.team.pk) == {"accepted": 60, "messages": 60}
    assert MetricName.objects.for_team(alice.team).filter(kind="tag").count() == 4


class TestTelling:
    """A team's open pages are notified at most once a second, and of everything in the end."""

    @pytest.fixture
    def passed_events(self, monkeypatch: pytest.MonkeyPatch, redis_client: redis.Redis) -> list[outbox.EphemeralEvent]:
        found: list[outbox.EphemeralEvent] = []
        monkeypatch.setattr(outbox, "send_ephemeral", found.append)
        monkeypatch.setattr(live, "_redis_status", live._RedisStatus())
        return found

    @pytest.mark.django_db(transaction=True)
    def test_at_most_once_a_second(self, alice: Person, passed_events: list[outbox.EphemeralEvent]) -> None:
        at = clock.now()
        recording.append(alice.team.pk, [event(at), event(at, EventType.OPENED)])
        recording.append(alice.team.pk, [event(at + timedelta(seconds=1), EventType.OPENED)])
        recording.append(alice.team.pk, [event(at, EventType.OPENED)])

        [first] = passed_events
        assert (first.name, first.rooms) == ("transactional.activity.grew", (f"transactional:{alice.team.pk}",))
        assert first.payload["counts"] == {"delivered": 1, "opened": 1}

        live.publish_late()
        live.publish_late()

        [_, late] = passed_events
        assert late.payload["counts"] == {"opened": 2}
        assert late.payload["revision"] >= first.payload["revision"]

    @pytest.mark.django_db(transaction=True)
    def test_each_team_is_told_of_its_own(
        self, alice: Person, mallory: Person, passed_events: list[outbox.EphemeralEvent]
    ) -> None:
        at = clock.now()
        recording.append(mallory.team.pk, [event(at)])
        passed_events.clear()

        recording.append_all(
            {alice.team.pk: [event(at), event(at, EventType.OPENED)], mallory.team.pk: [event(at, EventType.CLICKED)]}
        )

        [now] = passed_events
        assert (now.rooms, now.payload["counts"]) == ((live.get_room(alice.team.pk),), {"delivered": 1, "opened": 1})
        live.publish_late()
        [_, late] = passed_events
        assert (late.rooms, late.payload["counts"]) == ((live.get_room(mallory.team.pk),), {"clicked": 1})

    @pytest.mark.django_db(transaction=True)
    def test_what_was_undone_is_not_told(self, alice: Person, passed_events: list[outbox.EphemeralEvent]) -> None:
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            recording.append(alice.team.pk, [event(clock.now())])
            1 / 0  # noqa: B018

        live.publish_late()
        assert passed_events == []

    @pytest.mark.django_db(transaction=True)
    def test_without_redis_events_are_kept(self, alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(live, "_redis_status", live._RedisStatus())
        monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1/0")

        recording.append(alice.team.pk, [event(clock.now())])

        assert MessageEvent.objects.for_team(alice.team).count() == 1
        assert live._redis_status.is_deaf()


def test_the_counted_subject_and_link_bear_no_numbers() -> None:
    assert counting.find_latency_bin(0) == 0
    assert (counting.find_latency_bin(25), counting.find_latency_bin(26), counting.find_latency_bin(10**9)) == (
        0,
        1,
        24,
    )
    assert normalization.mask_subject("Your order 4711 of 12.3. is here") == "Your order # of # is here"
    assert normalization.mask_url("https://x.example/a/b2/c?token=1#y") == "https://x.example/a/#/c"
    assert normalization.mask_url("") == ""
