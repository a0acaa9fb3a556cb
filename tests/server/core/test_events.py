from typing import ClassVar, Literal

import pytest
from django.db import transaction
from pydantic import ValidationError

from server.core import events, outbox
from server.core.models import OutboxEvent


class ThingChanged(events.Event):
    name: ClassVar[str] = "test.thing.changed"
    delivery: ClassVar[Literal["kept"]] = "kept"

    thing_id: int


class ThingMoved(events.Event):
    name: ClassVar[str] = "test.thing.moved"
    delivery: ClassVar[Literal["passing"]] = "passing"

    thing_id: int
    revision: int


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> list[outbox.Passing]:
    seen: list[outbox.Passing] = []
    monkeypatch.setattr(outbox, "pass_on", seen.append)
    monkeypatch.setattr(outbox, "wake", lambda: None)
    return seen


@pytest.mark.django_db(transaction=True)
def test_a_kept_event_is_a_row_of_the_transaction(passed: list[outbox.Passing]) -> None:
    events.publish(ThingChanged(thing_id=1), rooms=["team:a"])
    with pytest.raises(RuntimeError), transaction.atomic():
        events.publish(ThingChanged(thing_id=2), rooms=["team:a"])
        raise RuntimeError

    rows = list(OutboxEvent.objects.values_list("name", "rooms", "payload", "moved_at"))

    assert rows == [("test.thing.changed", ["team:a"], {"thingId": 1}, None)]
    assert passed == []


@pytest.mark.django_db(transaction=True)
def test_a_passing_event_leaves_after_commit_and_no_row_behind(passed: list[outbox.Passing]) -> None:
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
        type("Other", (events.Event,), {"name": "test.thing.changed", "delivery": "kept", "__annotations__": {}})
