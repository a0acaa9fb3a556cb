"""Webhooks over HTTP: permissions, rejections, and events."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from server.activity.models import Activity
from server.core import clock
from server.core.callers import TokenKind
from server.core.ids import uuid7
from server.teams.models import Member, Role, Team
from server.transactional.api.timelines import delivery_out
from server.transactional.models import TransactionalDomain
from server.transactional.services import recording
from server.transactional.services.recording import NewEvent
from server.transactional.services.webhooks import OWNER
from server.webhooks.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint
from server.webhooks.selectors import list_deliveries_of_record
from server.webhooks.services.endpoints import MAX_ENDPOINTS
from server.webhooks.states import DeliveryState, DisabledReason, WebhookOutcome
from tests.cast import make_person
from tests.server.transactional.conftest import TrxClient
from tests.server.transactional.factories import make_key

GOOD = {"url": "https://hooks.example.com/mail", "events": ["delivered", "bounced"]}


def create_webhook(client: TrxClient, **fields: Any) -> dict[str, Any]:
    """The response with a new webhook."""
    response = client.post("webhooks", GOOD | fields)
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def make_delivery(team: Team, state: str = DeliveryState.FAILED, **fields: Any) -> WebhookDelivery:
    """A delivery of the team's only webhook."""
    endpoint = WebhookEndpoint.objects.for_team(team).get()
    now = clock.now()
    given = {
        "event_id": uuid7(),
        "kind": "message.delivered",
        "record_label": "ani@example.com",
        "body": '{"type":"message.delivered"}',
        "state": state,
        "due_at": now,
        "created_at": now,
    }
    return WebhookDelivery.objects.create(team=team, endpoint=endpoint, **(given | fields))


def test_the_list_says_that_the_last_test_failed_when_and_why(admin: TrxClient, team: Team) -> None:
    webhook_id = create_webhook(admin)["id"]
    assert admin.get("webhooks").json()["items"][0]["lastTest"] is None
    WebhookEndpoint.objects.for_team(team).update(
        last_test_at=clock.now(), last_test_outcome=WebhookOutcome.REFUSED, last_test_status=404
    )
    [listed] = admin.get("webhooks").json()["items"]
    assert (listed["lastTest"]["outcome"], listed["lastTest"]["status"]) == ("refused", 404)
    assert admin.get(f"webhooks/{webhook_id}").json()["lastTest"] == listed["lastTest"]


def test_a_secret_is_told_once(admin: TrxClient, team: Team) -> None:
    created = create_webhook(admin, description="Orders")
    assert created["secret"].startswith("whsec_")
    assert (created["active"], created["waiting"], created["failed"], created["held"]) == (True, 0, 0, 0)
    shown = admin.get(f"webhooks/{created['id']}").json()
    assert shown == {name: value for name, value in created.items() if name != "secret"}
    [listed] = admin.get("webhooks").json()["items"]
    assert listed.keys() < shown.keys()
    assert created["secret"] not in admin.get("webhooks").content.decode()


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.com/",
        "ftp://hooks.example.com/",
        "hooks.example.com",
        "https://localhost/",
        "https://10.1.2.3/",
        "https://[::1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://2130706433/",
        "https://user:password@hooks.example.com/",
        "https://hooks.example.com:8443/",
        "https://printer.local/",
    ],
)
def test_an_address_that_is_never_posted_to(admin: TrxClient, team: Team, url: str) -> None:
    response = admin.post("webhooks", GOOD | {"url": url})
    assert (response.status_code, response.json()["code"]) == (400, "invalidData")
    assert response.json()["payload"]["field"] == "url"
    assert not WebhookEndpoint.objects.for_team(team).exists()


@pytest.mark.parametrize(
    "change",
    [
        {"events": []},
        {"events": ["exploded"]},
        {"url": ""},
        {"description": "x" * 201},
        {"domains": ["kopi"]},
        {"a": 1},
    ],
)
def test_fields_that_are_wrong(admin: TrxClient, team: Team, change: dict[str, Any]) -> None:
    assert admin.post("webhooks", GOOD | change).status_code == 400
    assert not WebhookEndpoint.objects.for_team(team).exists()


def test_a_domain_is_one_of_the_team(admin: TrxClient, outsider: TrxClient, team: Team) -> None:
    ours = TransactionalDomain.objects.for_team(team).get()
    assert create_webhook(admin, domains=[str(ours.pk)])["domains"] == [str(ours.pk)]
    refused = outsider.post("webhooks", GOOD | {"domains": [str(ours.pk)]})
    assert (refused.status_code, refused.json()["payload"]["field"]) == (400, "domains")


def test_there_are_only_so_many(admin: TrxClient, team: Team) -> None:
    for _ in range(MAX_ENDPOINTS):
        create_webhook(admin)
    refused = admin.post("webhooks", GOOD)
    assert (refused.status_code, refused.json()["code"]) == (409, "webhookLimitReached")
    assert refused.json()["payload"] == {"limit": MAX_ENDPOINTS}
    assert WebhookEndpoint.objects.for_team(team).count() == MAX_ENDPOINTS


def test_it_is_changed_turned_off_and_on(admin: TrxClient, team: Team) -> None:
    created = create_webhook(admin)
    path = f"webhooks/{created['id']}"
    changed = admin.put(path, {"url": "https://other.example.com/", "events": ["opened"], "active": False}).json()
    assert (changed["url"], changed["events"], changed["active"], changed["disabledReason"]) == (
        "https://other.example.com/",
        ["opened"],
        False,
        "person",
    )
    make_delivery(team, DeliveryState.HELD)
    assert admin.get(path).json()["held"] == 1
    assert admin.post(f"{path}/enable", {"replayHeld": False}).json() == {"replayed": 0}
    assert admin.post(f"{path}/enable", {}).json() == {"replayed": 1}
    after = admin.get(path).json()
    assert (after["active"], after["disabledReason"], after["held"], after["waiting"]) == (True, None, 0, 1)


def test_another_secret(admin: TrxClient, team: Team) -> None:
    created = create_webhook(admin)
    path = f"webhooks/{created['id']}/secret"
    rotated = admin.post(path, {"overlapHours": 2}).json()
    assert rotated["secret"] != created["secret"]
    assert rotated["formerSecretUntil"] is not None
    assert admin.post(path, {"overlapHours": 0}).json()["formerSecretUntil"] is None
    assert admin.post(path, {"overlapHours": 169}).status_code == 400


def test_one_test_at_a_time(admin: TrxClient, team: Team) -> None:
    path = f"webhooks/{create_webhook(admin)['id']}/test"
    sent = admin.post(path).json()
    assert (sent["type"], sent["test"], sent["state"]) == ("test", True, "waiting")
    refused = admin.post(path)
    assert (refused.status_code, refused.json()["code"]) == (409, "webhookBusy")
    assert WebhookDelivery.objects.for_team(team).count() == 1


def test_a_delivery_with_its_tries(admin: TrxClient, team: Team) -> None:
    path = f"webhooks/{create_webhook(admin)['id']}/deliveries"
    delivery = make_delivery(team, body="x" * 5_000, attempt_count=1, status=500, outcome=WebhookOutcome.REFUSED)
    at = clock.now()
    WebhookAttempt.objects.create(
        team=team,
        delivery=delivery,
        attempted_at=at,
        duration_ms=12,
        outcome=WebhookOutcome.REFUSED,
        status=500,
        response_body="no",
    )
    [listed] = admin.get(path).json()["items"]
    assert (listed["state"], listed["status"], listed["outcome"], listed["tries"]) == ("failed", 500, "refused", 1)
    assert "requestBody" not in listed
    shown = admin.get(f"{path}/{delivery.pk}").json()
    assert shown["requestBody"] == "x" * 4_096
    [attempt] = shown["attempts"]
    assert (attempt["status"], attempt["milliseconds"], attempt["responseBody"]) == (500, 12, "no")
    assert admin.get(f"{path}?state=delivered").json()["total"] == 0
    assert admin.get(f"{path}?state=failed").json()["total"] == 1
    assert admin.get(f"{path}?state=lost").status_code == 400
    assert admin.get(f"{path}/{2**63}").status_code == 404


def test_replaying(admin: TrxClient, team: Team) -> None:
    path = f"webhooks/{create_webhook(admin)['id']}/replay"
    failed, done = make_delivery(team), make_delivery(team, DeliveryState.DELIVERED)
    waiting = make_delivery(team, DeliveryState.WAITING)
    now = clock.now()
    window = {"from": (now - timedelta(hours=1)).isoformat(), "to": (now + timedelta(hours=1)).isoformat()}
    assert admin.post(path, {"deliveryId": waiting.pk}).json()["code"] == "webhookBusy"
    assert admin.post(path, {"deliveryId": failed.pk}).json() == {"replayed": 1}
    assert admin.post(path, window).json()["code"] == "webhookNothingToReplay"
    assert admin.post(path, window | {"deliveredToo": True}).json() == {"replayed": 1}
    done.refresh_from_db()
    assert (done.state, done.attempt_count) == (DeliveryState.WAITING, 0)
    WebhookEndpoint.objects.for_team(team).update(disabled_at=now, disabled_reason=DisabledReason.GONE)
    assert admin.post(path, {"deliveryId": failed.pk}).json()["code"] == "webhookIsOff"
    assert admin.post(path, window).json()["code"] == "webhookIsOff"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"from": "2026-01-01T00:00:00Z"},
        {"deliveryId": 1, "from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z"},
        {"from": "2026-01-02T00:00:00Z", "to": "2026-01-01T00:00:00Z"},
        {"from": "2026-01-01T00:00:00", "to": "2026-01-02T00:00:00"},
        {"deliveryId": 0},
    ],
)
def test_a_replay_that_says_too_little_or_too_much(admin: TrxClient, team: Team, body: dict[str, Any]) -> None:
    assert admin.post(f"webhooks/{create_webhook(admin)['id']}/replay", body).status_code == 400


def test_another_team_finds_nothing(admin: TrxClient, outsider: TrxClient, team: Team) -> None:
    path = f"webhooks/{create_webhook(admin)['id']}"
    delivery = make_delivery(team)
    before = WebhookEndpoint.objects.for_team(team).values().get()
    calls = [
        outsider.get(path),
        outsider.put(path, GOOD),
        outsider.delete(path),
        outsider.post(f"{path}/secret", {}),
        outsider.post(f"{path}/test"),
        outsider.post(f"{path}/enable", {}),
        outsider.get(f"{path}/deliveries"),
        outsider.get(f"{path}/deliveries/{delivery.pk}"),
        outsider.post(f"{path}/replay", {"deliveryId": delivery.pk}),
    ]
    assert {response.status_code for response in calls} == {404}
    assert WebhookEndpoint.objects.for_team(team).values().get() == before
    assert WebhookDelivery.objects.for_team(team).count() == 1


def test_keys_need_their_scope(admin: TrxClient, team: Team) -> None:
    path = f"webhooks/{create_webhook(admin)['id']}"
    reader = TrxClient(make_key(team, scopes=["read"])[1])
    sender = TrxClient(make_key(team, scopes=["send"])[1])
    manager = TrxClient(make_key(team, scopes=["manage"])[1])
    assert (reader.get(path).status_code, sender.get(path).status_code) == (200, 403)
    assert (reader.delete(path).status_code, sender.delete(path).status_code) == (403, 403)
    assert manager.delete(path).status_code == 204
    assert not WebhookEndpoint.objects.for_team(team).exists()


def test_deleting_forgets_what_was_told(admin: TrxClient, team: Team) -> None:
    path = f"webhooks/{create_webhook(admin)['id']}"
    make_delivery(team)
    assert admin.delete(path).status_code == 204
    assert admin.get(path).status_code == 404
    assert not WebhookDelivery.objects.for_team(team).exists()


def test_nobody_pays_for_webhooks_that_are_not_there(
    admin: TrxClient, team: Team, django_assert_num_queries: Any
) -> None:
    now = clock.now()

    def events() -> list[NewEvent]:
        about = (now, uuid7(), now, 0, "ani@example.com", "", "", "", None, None, None, "")
        return [NewEvent("delivered", *about) for _ in range(50)]

    with transaction.atomic(), django_assert_num_queries(1):
        recording.append(team.pk, events())
    assert not WebhookDelivery.objects.for_team(team).exists()

    create_webhook(admin)
    with transaction.atomic(), django_assert_num_queries(2):
        recording.append(team.pk, events())
    assert WebhookDelivery.objects.for_team(team).count() == 50


SECRET_URL = "https://hooks.example.com/in/T0KEN?key=S3CRET"


def test_an_address_is_shown_whole_only_to_who_can_change_it(admin: TrxClient, team: Team) -> None:
    """Its path can contain a secret, which a search does not reveal either."""
    webhook = create_webhook(admin, url=SECRET_URL)
    path = f"webhooks/{webhook['id']}"
    role = Role.objects.create(team=team, name="Support", permissions=["transactional.view"])
    looking = make_person("Bob", team, kind=TokenKind.TRX)
    Member.objects.filter(user=looking.user).update(role="custom", custom_role=role)
    reader = TrxClient(make_key(team, scopes=["read"])[1])
    manager = TrxClient(make_key(team, scopes=["read", "manage"])[1])

    def find_urls(client: TrxClient, search: str) -> list[str]:
        return [row["url"] for row in client.get(f"webhooks?search={search}").json()["items"]]

    for client in (reader, TrxClient(looking.token)):
        assert client.get(path).json()["url"] == "https://hooks.example.com"
        assert find_urls(client, "HOOKS.example") == ["https://hooks.example.com"]
        assert find_urls(client, "T0KEN") == []
    for client in (admin, manager):
        assert client.get(path).json()["url"] == SECRET_URL
        assert find_urls(client, "t0ken") == [SECRET_URL]


def test_the_activity_names_the_host_of_a_webhook(admin: TrxClient, team: Team) -> None:
    path = f"webhooks/{create_webhook(admin, url=SECRET_URL)['id']}"
    admin.put(path, GOOD | {"url": SECRET_URL, "active": False})
    admin.post(f"{path}/enable", {})
    admin.post(f"{path}/secret", {})
    admin.delete(path)

    acts = Activity.objects.for_team(team).filter(reference="webhook").order_by("id").values_list("action", "name")

    assert list(acts) == [
        (action, "hooks.example.com") for action in ("CREATED", "UPDATED", "ACTIVATE", "UPDATED", "DELETED")
    ]


def test_the_story_of_a_message_names_the_host_of_a_webhook(admin: TrxClient, team: Team) -> None:
    create_webhook(admin, url=SECRET_URL)
    message_id = uuid7()
    make_delivery(team, record_id=message_id)

    def urls(sees_urls: bool) -> list[str]:
        deliveries = list_deliveries_of_record(OWNER, team_id=team.pk, record_id=message_id)
        return [delivery_out(each, sees_url=sees_urls).url for each in deliveries]

    assert (urls(False), urls(True)) == (["https://hooks.example.com"], [SECRET_URL])
