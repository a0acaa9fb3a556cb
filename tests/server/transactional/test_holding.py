"""Messages held for review: held by the checks with a reason, released or cancelled individually or together."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
import redis
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.activity.models import Activity
from server.core import redis_clients
from server.plans.models import QuotaUsage
from server.senders.models import SenderDomain
from server.senders.states import DomainState
from server.teams.models import Team
from server.transactional.intake import acceptance
from server.transactional.models import (
    Message,
    MessageEvent,
    MessageRecipient,
    TransactionalDomain,
    TransactionalSetting,
)
from server.transactional.schemas.messages import MAX_MESSAGES_PER_ACTION
from server.transactional.services import webhooks
from server.transactional.states import MessageState
from server.webhooks.models import WebhookDelivery
from tests.server.transactional.conftest import TrxClient
from tests.server.transactional.factories import ParsedRequest, make_identity, make_key, make_setting, make_submission

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

NOW = datetime(2026, 7, 23, 10, 5, 30, tzinfo=UTC)
GOOD: dict[str, Any] = {"from": "toko@kopi.example", "to": ["ani@example.com"], "subject": "Halo", "text": "Halo Ani"}
WAITS, GOES = MessageState.HELD, MessageState.ACCEPTED


@pytest.fixture(autouse=True)
def frozen() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def bound(team: Team) -> int:
    """Kopi allows two messages of a key in an hour."""
    make_setting(team, hold_above=2)
    return 2


def state_of(answer: Any) -> str:
    assert answer.status_code == 202, answer.content
    return str(answer.json()["state"])


def used(team: Team) -> int:
    return sum(QuotaUsage.objects.for_team(team).values_list("used", flat=True))


def hold_messages(team: Team, count: int = 1, sender: str = "toko@kopi.example") -> list[str]:
    """The ids of held messages."""
    TransactionalSetting.objects.for_team(team).delete()
    make_setting(team, hold_all=True)
    shop = TrxClient(make_key(team)[1])
    return [shop.post("messages", GOOD | {"from": sender}).json()["id"] for _ in range(count)]


# --- the hourly threshold
# ----------------------------------------------------------------------------------------------


def test_what_a_key_hands_in_beyond_the_bound_waits_until_the_next_hour(
    team: Team, shop: TrxClient, bound: int, frozen: time_machine.Traveller
) -> None:
    states = [state_of(shop.post("messages", GOOD)) for _ in range(bound + 2)]
    another = state_of(TrxClient(make_key(team)[1]).post("messages", GOOD))
    frozen.move_to(NOW + timedelta(hours=1))
    later = state_of(shop.post("messages", GOOD))

    assert states == [GOES, GOES, WAITS, WAITS]
    assert (another, later) == (GOES, GOES)


def test_over_smtp_what_comes_at_one_moment_is_counted_in_its_order(team: Team, bound: int) -> None:
    key, one = make_identity(team), make_submission()

    results = acceptance.accept_each([ParsedRequest(key, one) for _ in range(bound + 1)])

    assert [result[1].state for result in results if isinstance(result, tuple)] == [GOES, GOES, WAITS]


def test_a_batch_waits_whole_or_goes_whole(team: Team, shop: TrxClient, bound: int) -> None:
    people = [{"to": f"{number}@example.com"} for number in range(bound + 1)]
    batch = {name: value for name, value in GOOD.items() if name != "to"}

    assert shop.post("messages", batch | {"recipients": people[:bound]}).status_code == 202
    assert shop.post("messages", batch | {"recipients": people}).status_code == 202

    states = Message.objects.for_team(team).order_by("pk").values_list("state", "hold_reason")
    assert sorted(states) == [(GOES, "")] * bound + [(WAITS, "rate")] * (bound + 1)


def test_what_two_checks_hold_has_the_reason_of_the_first(team: Team, shop: TrxClient) -> None:
    make_setting(team, hold_all=True, hold_above=1)

    for _ in range(2):
        assert state_of(shop.post("messages", GOOD)) == WAITS

    assert sorted(Message.objects.for_team(team).values_list("hold_reason", flat=True)) == ["rate", "review"]


def test_a_team_that_chose_nothing_has_nothing_held(team: Team, shop: TrxClient) -> None:
    make_setting(team)

    assert {state_of(shop.post("messages", GOOD)) for _ in range(5)} == {GOES}


def test_another_team_s_bound_is_its_own(outsider: TrxClient, team: Team, shop: TrxClient) -> None:
    make_setting(Team.objects.exclude(pk=team.pk).get(), hold_above=1)

    assert [state_of(shop.post("messages", GOOD)) for _ in range(3)] == [GOES] * 3


def test_who_is_at_the_dashboard_is_a_person_already(admin: TrxClient, bound: int) -> None:
    assert [state_of(admin.post("messages", GOOD)) for _ in range(bound + 1)] == [GOES] * 3


def test_without_redis_nothing_is_counted_and_nothing_waits(
    shop: TrxClient, bound: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any, **__: Any) -> Any:
        raise redis.ConnectionError("away")

    monkeypatch.setattr(redis_clients, "get_shared_client", away)

    assert [state_of(shop.post("messages", GOOD)) for _ in range(bound + 1)] == [GOES] * 3


def test_the_bound_costs_no_statement(team: Team, shop: TrxClient) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert state_of(shop.post("messages", GOOD)) == GOES
        return len(captured)

    setting = make_setting(team)
    shop.post("messages", GOOD)
    without = statements()
    setting.hold_above = 1_000
    setting.save()

    assert statements() == without


def test_its_check_and_its_reason_are_told_like_any_hold(
    team: Team, shop: TrxClient, admin: TrxClient, bound: int
) -> None:
    webhooks.create(
        team_id=team.pk, url="https://hooks.example/mail", description="", types=["held"], domains=[], by=None
    )
    for _ in range(bound):
        shop.post("messages", GOOD)
    answer = shop.post("messages", GOOD).json()

    assert [each["state"] for each in answer["recipients"]] == ["held"]
    found = shop.get(f"messages/{answer['id']}").json()
    assert (found["state"], found["holdReason"]) == ("held", "rate")
    [event] = MessageEvent.objects.for_team(team).filter(type="held")
    assert (str(event.message_id), event.detail) == (answer["id"], {"check": "rate", "reason": "rate"})
    [delivery] = WebhookDelivery.objects.for_team(team)
    assert (delivery.kind, delivery.event_id) == ("message.held", event.id)
    story = admin.get(f"events/{answer['id']}/{answer['time']}").json()
    assert (story["message"]["holdReason"], story["message"]["may"]["release"]) == ("rate", True)
    assert {"name": "rate", "result": "hold", "reason": "rate"} in story["checks"]


def test_a_release_is_no_way_around_the_quota(team: Team, shop: TrxClient, admin: TrxClient, bound: int) -> None:
    ids = [shop.post("messages", GOOD).json()["id"] for _ in range(bound + 1)]
    before = used(team)

    assert admin.post(f"messages/{ids[-1]}/release").json()["state"] == GOES

    assert (before, used(team)) == (bound + 1, bound + 1)


# --- searches ---------------------------------------------------------------------------------------------------------


def test_a_search_for_what_is_held_finds_what_waits_now(team: Team, admin: TrxClient, shop: TrxClient) -> None:
    waiting, released, cancelled = hold_messages(team, 3)
    admin.post(f"messages/{released}/release")
    shop.post(f"messages/{cancelled}/cancel")

    def find_messages(q: str) -> list[str]:
        answer = admin.get(f"events?{urlencode({'q': q})}")
        return sorted(item["messageId"] for item in answer.json()["items"])

    assert find_messages("type:held") == [waiting]
    assert find_messages("type:held type:released") == sorted([waiting, released])
    # A message that was held is found by the action on it.
    assert (find_messages("type:released"), find_messages("type:cancelled")) == ([released], [cancelled])
    assert admin.get("events/histogram?q=type:held").json()["total"] == 1
    assert MessageEvent.objects.for_team(team).filter(type="held").count() == 3


# --- changes while a message is held
# ------------------------------------------------------------------------------------


def test_what_is_released_must_still_be_of_a_verified_domain(team: Team, admin: TrxClient) -> None:
    [message_id] = hold_messages(team)
    SenderDomain.objects.for_team(team).update(state=DomainState.PENDING)

    refused = admin.post(f"messages/{message_id}/release")

    assert (refused.status_code, refused.json()["code"]) == (409, "trxDomainNotVerified")
    assert Message.objects.for_team(team).get().state == WAITS
    assert MessageRecipient.objects.for_team(team).get().state == "held"
    assert not Activity.objects.for_team(team).exists()

    SenderDomain.objects.for_team(team).update(state=DomainState.AUTHENTICATED)
    assert admin.post(f"messages/{message_id}/release").json()["state"] == GOES


def test_what_is_released_must_still_be_of_a_domain_of_the_team(team: Team, admin: TrxClient) -> None:
    [message_id] = hold_messages(team)
    TransactionalDomain.objects.for_team(team).delete()

    refused = admin.post(f"messages/{message_id}/release")

    assert (refused.status_code, refused.json()["code"]) == (403, "fromNotAllowed")
    assert Message.objects.for_team(team).get().state == WAITS


# --- several messages
# --------------------------------------------------------------------------------------------------


def acted(answer: Any) -> dict[str, str | None]:
    assert answer.status_code == 200, answer.content
    return {item["id"]: item["code"] for item in answer.json()["items"]}


def test_several_are_released_and_each_that_can_t_be_is_named(
    team: Team, admin: TrxClient, outsider: TrxClient
) -> None:
    one, two, gone = hold_messages(team, 3)
    [foreign] = hold_messages(Team.objects.exclude(pk=team.pk).get(), sender="toko@teh.example")
    admin.post(f"messages/{gone}/release")

    answer = acted(admin.post("messages/release", {"messageIds": [one, gone, foreign, two, one]}))

    assert answer == {one: None, gone: "actionNotAllowed", foreign: "noEntity", two: None}
    assert set(Message.objects.for_team(team).values_list("state", flat=True)) == {GOES}
    assert Message.objects.get(pk=foreign).state == WAITS  # of the other team
    assert MessageEvent.objects.for_team(team).filter(type="released").count() == 3
    assert list(Activity.objects.for_team(team).values_list("action", flat=True)) == ["RELEASED"] * 3


def test_several_are_called_off_and_their_units_come_back(team: Team, admin: TrxClient, shop: TrxClient) -> None:
    ids = hold_messages(team, 3)

    assert acted(shop.post("messages/cancel", {"messageIds": ids[:2]})) == dict.fromkeys(ids[:2])
    assert acted(admin.post("messages/cancel", {"messageIds": ids})) == {
        ids[0]: "actionNotAllowed",
        ids[1]: "actionNotAllowed",
        ids[2]: None,
    }

    assert set(Message.objects.for_team(team).values_list("state", flat=True)) == {MessageState.FINISHED}
    assert used(team) == 0


def test_only_people_release_and_only_so_many_at_once(team: Team, admin: TrxClient, shop: TrxClient) -> None:
    [message_id] = hold_messages(team)

    assert shop.post("messages/release", {"messageIds": [message_id]}).json()["code"] == "notAuthorized"
    for ids in ([], [message_id] * (MAX_MESSAGES_PER_ACTION + 1), ["x"]):
        assert admin.post("messages/release", {"messageIds": ids}).json()["code"] == "invalidData"

    assert Message.objects.for_team(team).get().state == WAITS
