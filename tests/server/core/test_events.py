from collections.abc import Sequence
from typing import ClassVar, Literal
from uuid import UUID

import pytest
from django.db import transaction
from pydantic import ValidationError

from server.core import events, outbox, rooms
from server.core.models import OutboxEvent


class ThingChanged(events.DomainEvent):
    name: ClassVar[str] = "test.thing.changed"
    delivery: ClassVar[Literal["kept"]] = "kept"

    thing_id: int


class ThingMoved(events.DomainEvent):
    name: ClassVar[str] = "test.thing.moved"
    delivery: ClassVar[Literal["passing"]] = "passing"

    thing_id: int
    revision: int


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> list[outbox.EphemeralEvent]:
    seen: list[outbox.EphemeralEvent] = []
    monkeypatch.setattr(outbox, "send_ephemeral", seen.append)
    monkeypatch.setattr(outbox, "wake", lambda: None)
    return seen


@pytest.mark.django_db(transaction=True)
def test_a_kept_event_is_a_row_of_the_transaction(passed: list[outbox.EphemeralEvent]) -> None:
    events.publish(ThingChanged(thing_id=1), rooms=["team:a"])
    with pytest.raises(RuntimeError), transaction.atomic():
        events.publish(ThingChanged(thing_id=2), rooms=["team:a"])
        raise RuntimeError

    rows = list(OutboxEvent.objects.values_list("name", "rooms", "payload", "moved_at"))

    assert rows == [("test.thing.changed", ["team:a"], {"thingId": 1}, None)]
    assert passed == []


@pytest.mark.django_db(transaction=True)
def test_a_passing_event_leaves_after_commit_and_no_row_behind(passed: list[outbox.EphemeralEvent]) -> None:
    with transaction.atomic():
        events.publish(ThingMoved(thing_id=1, revision=4), rooms=["team:a"])
        assert passed == []

    assert [(event.name, event.rooms, event.payload) for event in passed] == [
        ("test.thing.moved", ("team:a",), {"thingId": 1, "revision": 4})
    ]
    assert OutboxEvent.objects.count() == 0


def test_an_event_with_a_field_too_many_fails_where_it_is_made() -> None:
    with pytest.raises(ValidationError):
        ThingChanged(thing_id=1, colour="red")  # type: ignore[call-arg]


def test_two_events_of_one_name_are_refused() -> None:
    with pytest.raises(TypeError):
        type("Other", (events.DomainEvent,), {"name": "test.thing.changed", "delivery": "kept", "__annotations__": {}})


@pytest.fixture
def reaction_calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[str, ...]]]:
    """The calls of a reaction to both events. It is registered twice, as an app that is loaded twice would."""
    monkeypatch.setattr(events.REACTIONS, "entries", {})
    seen: list[tuple[str, tuple[str, ...]]] = []

    def hear(event: events.DomainEvent, rooms: Sequence[str]) -> None:
        seen.append((event.name, tuple(rooms)))
        if event.wire()["thingId"] == 13:
            raise RuntimeError

    for name in (ThingChanged.name, ThingMoved.name, ThingChanged.name):
        events.add_reaction(name, hear)
    return seen


@pytest.mark.django_db(transaction=True)
def test_a_reaction_runs_once_in_the_transaction_that_publishes(
    passed: list[outbox.EphemeralEvent], reaction_calls: list[tuple[str, tuple[str, ...]]]
) -> None:
    with transaction.atomic():
        events.publish(ThingChanged(thing_id=1), rooms=["team:a"])
        events.publish(ThingMoved(thing_id=1, revision=4), rooms=["team:b"])
        assert reaction_calls == [("test.thing.changed", ("team:a",)), ("test.thing.moved", ("team:b",))]


@pytest.mark.django_db(transaction=True)
def test_what_a_reaction_raises_undoes_the_change(
    passed: list[outbox.EphemeralEvent], reaction_calls: list[tuple[str, tuple[str, ...]]]
) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        events.publish(ThingChanged(thing_id=13), rooms=["team:a"])

    assert (OutboxEvent.objects.count(), passed) == (0, [])


def test_the_ids_of_own_rooms_are_found_among_others() -> None:
    one = UUID("01a1fc3d-0000-7000-8000-00000000a11c")

    found = rooms.parse_ids([rooms.team(one), rooms.user(one), "campaign:7"], rooms.TEAM)

    assert found == [one]
