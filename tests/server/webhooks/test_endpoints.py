"""Endpoints belong to an app, which reaches no others and decides what they can be limited to."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from server.core import clock
from server.core.errors import FieldsInvalid, NotFound
from server.core.ids import uuid7
from server.core.pagination import PageQuery
from server.teams.models import Team
from server.webhooks import selectors
from server.webhooks.errors import WebhookLimitReached
from server.webhooks.models import WebhookDelivery, WebhookEndpoint
from server.webhooks.services import deliveries, endpoints
from server.webhooks.states import DeliveryState
from tests.cast import make_team
from tests.server.webhooks import parcels

pytestmark = pytest.mark.django_db
URL = "https://hooks.example.com/parcels"
ANOTHER_OWNER = "transactional"
ALL = PageQuery.model_validate({})


@pytest.fixture(autouse=True)
def _parcels() -> Iterator[None]:
    with parcels.installed():
        yield


@pytest.fixture
def team() -> Team:
    return make_team()


def create(team: Team, **fields: Any) -> WebhookEndpoint:
    values = {"url": URL, "description": "", "kinds": [parcels.SHIPPED], "scope_ids": []}
    return endpoints.create(parcels.OWNER, team_id=team.pk, **(values | fields)).endpoint


def test_an_owner_reaches_no_endpoint_of_another(team: Team) -> None:
    endpoint = create(team)
    now = clock.now()
    delivery = WebhookDelivery.objects.create(
        team=team,
        endpoint=endpoint,
        event_id=uuid7(),
        kind=parcels.SHIPPED,
        record_id=UUID(int=7),
        body="{}",
        state=DeliveryState.FAILED,
        due_at=now,
        created_at=now,
    )
    one: dict[str, Any] = {"team_id": team.pk, "endpoint_id": endpoint.pk}
    changes = {"url": URL, "description": "", "kinds": [parcels.SHIPPED], "scope_ids": [], "is_active": False}
    period = {"since": now - timedelta(hours=1), "until": now + timedelta(hours=1), "delivered_too": True}
    calls: list[tuple[Any, dict[str, Any]]] = [
        (endpoints.update, one | changes),
        (endpoints.delete, one),
        (endpoints.rotate_secret, one | {"overlap_hours": 1}),
        (endpoints.enable, one | {"replay_held": True}),
        (deliveries.send_test, one),
        (deliveries.replay_one, one | {"delivery_id": delivery.pk}),
        (deliveries.replay_period, one | period),
        (selectors.get_endpoint, one),
        (selectors.list_deliveries, one | {"query": ALL, "state": None}),
        (selectors.get_delivery, one | {"delivery_id": delivery.pk}),
    ]
    before = WebhookEndpoint.objects.for_team(team).values().get()

    for function, arguments in calls:
        with pytest.raises(NotFound):
            function(ANOTHER_OWNER, **arguments)

    listed = selectors.list_endpoints(ANOTHER_OWNER, team_id=team.pk, query=ALL, sees_urls=True)
    assert (listed.total, list(listed.items)) == (0, [])
    of_record: dict[str, Any] = {"team_id": team.pk, "record_id": UUID(int=7)}
    assert selectors.list_deliveries_of_record(ANOTHER_OWNER, **of_record) == []
    assert selectors.list_deliveries_of_record(parcels.OWNER, **of_record) == [delivery]
    assert WebhookEndpoint.objects.for_team(team).values().get() == before


def test_the_owner_says_what_an_endpoint_can_be_limited_to(team: Team) -> None:
    depot = uuid7()
    endpoint = create(team, scope_ids=[depot, depot])
    assert endpoint.scope_ids == [depot]
    changes: dict[str, Any] = {"url": URL, "description": "", "kinds": [parcels.SHIPPED], "is_active": True}

    with pytest.raises(FieldsInvalid):
        create(team, scope_ids=[parcels.UNKNOWN_DEPOT])
    with pytest.raises(FieldsInvalid):
        endpoints.update(
            parcels.OWNER, team_id=team.pk, endpoint_id=endpoint.pk, scope_ids=[parcels.UNKNOWN_DEPOT], **changes
        )

    assert WebhookEndpoint.objects.for_team(team).get().scope_ids == [depot]


def test_each_owner_has_its_own_limit(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "MAX_ENDPOINTS", 1)
    create(team)

    with pytest.raises(WebhookLimitReached):
        create(team)
    endpoints.create(ANOTHER_OWNER, team_id=team.pk, url=URL, description="", kinds=["message.delivered"], scope_ids=[])

    owners = WebhookEndpoint.objects.for_team(team).order_by("owner").values_list("owner", flat=True)
    assert list(owners) == [parcels.OWNER, ANOTHER_OWNER]


def test_each_owner_is_told_of_its_own_endpoints(team: Team) -> None:
    first, second = (team.pk, uuid7()), (team.pk, uuid7())

    endpoints.publish_attempted([(parcels.OWNER, *first), (ANOTHER_OWNER, team.pk, uuid7()), (parcels.OWNER, *second)])

    [told] = parcels.LEDGER
    assert told == ("attempted", [first, second])
