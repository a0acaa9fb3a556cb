"""Publishing: which endpoints get an event, in which order, and beside another transaction."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from threading import Thread
from typing import Any
from uuid import UUID

import psycopg
import pytest
import time_machine
from django.db import connection, connections, transaction
from pytest_django import DjangoAssertNumQueries

from server.core.ids import uuid7
from server.core.pagination import PageQuery
from server.teams.models import Team
from server.webhooks import owners, selectors
from server.webhooks.kinds import WebhookEvent
from server.webhooks.models import WebhookDelivery, WebhookEndpoint
from server.webhooks.schedule import RETAINED_FOR
from server.webhooks.services import deliveries, endpoints, publishing
from server.webhooks.sql.publishing import CHANNEL
from server.webhooks.states import DeliveryState, DisabledReason
from tests.cast import make_team
from tests.locks import is_row_awaited
from tests.server.webhooks.parcels import COUNTED, OWNER, RETURNED, SHIPPED, CountData, ParcelData, installed

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
OTHER_OWNER = "depots"
ALL = PageQuery.model_validate({})


@pytest.fixture(autouse=True)
def _parcels() -> Iterator[None]:
    with installed():
        owners.register(replace(owners.OWNERS[OWNER], name=OTHER_OWNER))
        yield


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def team(db: None) -> Team:
    return make_team()


def make_endpoint(team: Team, *, owner: str = OWNER, kinds: Sequence[str] = (SHIPPED,)) -> WebhookEndpoint:
    url = "https://hooks.example.com/parcels"
    return endpoints.create(owner, team_id=team.pk, url=url, description="", kinds=kinds, scope_ids=[]).endpoint


def shipped(label: str = "Kopi", **fields: Any) -> WebhookEvent:
    return WebhookEvent(SHIPPED, NOON, ParcelData(parcel_id=UUID(int=1), packed_at=NOON, label=label), **fields)


def queued(endpoint: WebhookEndpoint) -> list[WebhookDelivery]:
    """The deliveries of an endpoint, in order."""
    return list(WebhookDelivery.objects.filter(endpoint=endpoint).order_by("due_at", "pk"))


def states(endpoint: WebhookEndpoint) -> list[str]:
    return [delivery.state for delivery in queued(endpoint)]


# --- recipients -------------------------------------------------------------------------------------------------------
def test_a_delivery_has_what_its_event_says(team: Team) -> None:
    endpoint = make_endpoint(team)
    event = shipped(record_id=UUID(int=7), record_label="ayu@example.com")

    publishing.publish(team.pk, [event])

    [delivery] = queued(endpoint)
    assert (delivery.team_id, delivery.event_id, delivery.kind) == (team.pk, event.id, SHIPPED)
    assert (delivery.record_id, delivery.record_label) == (UUID(int=7), "ayu@example.com")
    assert (delivery.state, delivery.is_test, delivery.attempt_count) == (DeliveryState.WAITING, False, 0)
    assert delivery.due_at == delivery.created_at == NOON
    assert delivery.body == (
        '{"type":"parcel.shipped","timestamp":"2026-03-02T12:00:00.000Z","data":{"parcelId":'
        '"00000000-0000-0000-0000-000000000001","packedAt":"2026-03-02T12:00:00.000Z","label":"Kopi"}}'
    )


def test_each_endpoint_has_the_events_in_their_order(team: Team) -> None:
    one, other = (make_endpoint(team, kinds=[COUNTED, SHIPPED]) for _ in range(2))
    # Ids in falling order, so that no other order is equal to this one.
    ids = sorted((uuid7() for _ in range(40)), reverse=True)
    events = [
        shipped(id=key) if number % 3 else WebhookEvent(COUNTED, NOON, CountData(count=number), id=key)
        for number, key in enumerate(ids)
    ]

    publishing.publish(team.pk, events[:30])
    publishing.publish(team.pk, events[30:])

    assert [delivery.event_id for delivery in queued(one)] == ids
    assert [delivery.event_id for delivery in queued(other)] == ids


def test_every_owner_gets_its_own_deliveries(team: Team) -> None:
    endpoint, other, unsubscribed = (
        make_endpoint(team),
        make_endpoint(team, owner=OTHER_OWNER),
        make_endpoint(team, owner=OTHER_OWNER, kinds=[RETURNED]),
    )
    foreign = make_endpoint(make_team("Teh"))

    publishing.publish(team.pk, [shipped(record_id=UUID(int=7))])

    assert [states(each) for each in (endpoint, other, unsubscribed, foreign)] == [["waiting"], ["waiting"], [], []]
    for owner, own in ((OWNER, endpoint), (OTHER_OWNER, other)):
        of_record = selectors.list_deliveries_of_record(owner, team_id=team.pk, record_id=UUID(int=7))
        assert [delivery.endpoint_id for delivery in of_record] == [own.pk]
        listed = selectors.list_deliveries(owner, team_id=team.pk, endpoint_id=own.pk, query=ALL, state=None)
        assert [delivery.endpoint_id for delivery in listed.items] == [own.pk]


def test_an_endpoint_gets_an_event_once(team: Team) -> None:
    endpoint, event = make_endpoint(team), shipped()

    publishing.publish(team.pk, [event])
    publishing.publish(team.pk, [event, shipped()])

    assert len(queued(endpoint)) == 2


def test_nothing_costs_nothing_and_everything_one_statement(
    team: Team, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        make_endpoint(team)

    with django_assert_num_queries(0):
        publishing.publish(team.pk, [])
    with django_assert_num_queries(1):
        publishing.publish(team.pk, [shipped() for _ in range(50)])

    assert WebhookDelivery.objects.for_team(team).count() == 150


# --- disabled endpoints -----------------------------------------------------------------------------------------------
def test_events_are_held_for_a_disabled_endpoint_for_three_days(team: Team, clock: time_machine.Traveller) -> None:
    endpoint, enabled = make_endpoint(team), make_endpoint(team)
    endpoints.disable(endpoint.pk, DisabledReason.FAILING)

    publishing.publish(team.pk, [shipped()])
    clock.shift(RETAINED_FOR - timedelta(seconds=1))
    publishing.publish(team.pk, [shipped()])
    clock.shift(timedelta(seconds=1))
    publishing.publish(team.pk, [shipped()])

    assert (states(endpoint), states(enabled)) == (["held"] * 2, ["waiting"] * 3)


def test_disabling_holds_what_is_queued_but_tests(team: Team) -> None:
    endpoint, enabled = make_endpoint(team), make_endpoint(team)
    publishing.publish(team.pk, [shipped()])
    deliveries.send_test(OWNER, team_id=team.pk, endpoint_id=endpoint.pk)

    endpoints.disable(endpoint.pk, DisabledReason.GONE)

    assert (states(endpoint), states(enabled)) == (["held", "waiting"], ["waiting"])


# --- transactions -----------------------------------------------------------------------------------------------------
@pytest.fixture
def _committing(transactional_db: None) -> Iterator[None]:
    yield
    connections.close_all()


@pytest.fixture
def listener(_committing: None) -> Iterator[psycopg.Connection[Any]]:
    """A connection that is notified like the posting process."""
    settings = connection.get_connection_params()
    names = ("dbname", "user", "password", "host", "port")
    known = {name: settings[name] for name in names if settings.get(name)}
    with psycopg.connect(**known, autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}")
        yield listening


def read_announcements(listener: psycopg.Connection[Any]) -> list[str]:
    """The announcements since the last call, in commit order."""
    listener.execute("SELECT pg_notify(%s, 'end')", [CHANNEL])
    payloads = (notification.payload for notification in listener.notifies(timeout=10))
    return list(takewhile(lambda payload: payload != "end", payloads))


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_neither_queued_nor_announced(team: Team, listener: psycopg.Connection[Any]) -> None:
    endpoint, event = make_endpoint(team), shipped()

    with pytest.raises(ZeroDivisionError), transaction.atomic():
        publishing.publish(team.pk, [event])
        assert states(endpoint) == ["waiting"]
        raise ZeroDivisionError
    assert (states(endpoint), read_announcements(listener)) == ([], [])

    # It is not one that the endpoint already has.
    with transaction.atomic():
        publishing.publish(team.pk, [event])
        publishing.publish(team.pk, [shipped()])
        assert read_announcements(listener) == []
    assert (states(endpoint), read_announcements(listener)) == (["waiting"] * 2, [str(team.pk)])


@pytest.mark.django_db(transaction=True)
def test_nobody_is_woken_for_what_is_held(team: Team, listener: psycopg.Connection[Any]) -> None:
    endpoints.disable(make_endpoint(team).pk, DisabledReason.GONE)

    publishing.publish(team.pk, [shipped()])

    assert read_announcements(listener) == []


def beside(function: Callable[[], object]) -> Thread:
    """Runs a function in its own transaction, until it waits for the caller's."""

    def run() -> None:
        with transaction.atomic():
            function()
        connection.close()

    thread = Thread(target=run)
    thread.start()
    while thread.is_alive() and not is_row_awaited():
        thread.join(0.01)
    return thread


CHANGES: dict[str, tuple[Callable[[WebhookEndpoint], object], list[str]]] = {
    "disabled": (lambda endpoint: endpoints.disable(endpoint.pk, DisabledReason.PERSON), ["held"]),
    "deleted": (lambda endpoint: endpoints.delete(OWNER, team_id=endpoint.team_id, endpoint_id=endpoint.pk), []),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_committing")
@pytest.mark.parametrize("change", CHANGES)
def test_an_endpoint_that_changes_while_an_event_is_published_keeps_nothing_queued(team: Team, change: str) -> None:
    (apply, expected), endpoint = CHANGES[change], make_endpoint(team)

    with transaction.atomic():
        publishing.publish(team.pk, [shipped()])
        other = beside(lambda: apply(endpoint))
        assert other.is_alive()
    other.join(10)

    assert states(endpoint) == expected


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_committing")
@pytest.mark.parametrize("change", CHANGES)
def test_an_event_that_is_published_while_an_endpoint_changes_finds_it_changed(team: Team, change: str) -> None:
    (apply, expected), endpoint = CHANGES[change], make_endpoint(team)
    untouched = make_endpoint(team)

    with transaction.atomic():
        apply(endpoint)
        other = beside(lambda: publishing.publish(team.pk, [shipped()]))
        assert other.is_alive()
    other.join(10)

    assert (states(endpoint), states(untouched)) == (expected, ["waiting"])


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_committing")
def test_two_transactions_publish_to_one_endpoint_side_by_side(team: Team) -> None:
    endpoint = make_endpoint(team)

    with transaction.atomic():
        publishing.publish(team.pk, [shipped()])
        other = beside(lambda: publishing.publish(team.pk, [shipped()]))
        assert not other.is_alive()

    assert states(endpoint) == ["waiting"] * 2
