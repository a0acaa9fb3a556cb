"""Operators manage relays and pools; each action is recorded, and no other user sees or changes them."""

from typing import Any

import pytest

from server.core import clock
from server.delivery.models import AddressReport, IpPool, PoolUse, RelayAddress
from server.delivery.services import slowed_destinations
from server.delivery.services.slowed_destinations import SlowedDestination
from server.support.models import AuditEntry
from tests.cast import Person
from tests.server.support.test_acts import recorded

pytestmark = pytest.mark.django_db
REASON = {"reason": "A new address for receipts."}
RELAY = {
    **REASON,
    "host": "relay.example",
    "port": 587,
    "helo": "out1.dash.example",
    "user": "kopi",
    "password": "geheim",
    "connections": 5,
}


def make_pool(putri: Person, name: str = "Receipts") -> int:
    return int(putri.api.post("admin/pools", {**REASON, "name": name}).json()["poolId"])


def add_relay(putri: Person, pool_id: int, **changed: Any) -> dict[str, Any]:
    answer = putri.api.post(f"admin/pools/{pool_id}/relays", {**RELAY, **changed})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_a_pool_is_made_filled_used_and_shown(putri: Person, alice: Person) -> None:
    pool_id = make_pool(putri)
    relay = add_relay(putri, pool_id)
    used = putri.api.post(
        f"admin/pools/{pool_id}/use", {**REASON, "stream": "transactional", "companyId": str(alice.team.pk)}
    )

    shown = putri.api.get("admin/pools").json()

    assert used.json() == {"changed": True}
    [pool] = shown["pools"]
    assert (pool["poolId"], pool["name"]) == (pool_id, "Receipts")
    assert pool["relays"] == [relay]
    assert [(use["stream"], use["companyName"]) for use in pool["uses"]] == [("transactional", str(alice.team))]
    assert (relay["hasPassword"], relay["allowedToday"], relay["tls"]) == (True, None, "required")
    assert "geheim" not in str(shown)
    assert [kind for kind, _ in recorded()] == ["pool.created", "relay.added", "pool.used"]
    # across teams: a test reads the whole record
    assert [act.subject for act in AuditEntry.objects.order_by("id")] == [
        "Receipts",
        "Receipts: relay.example:587",
        "Receipts: transactional",
    ]
    assert [act.kind for act in AuditEntry.objects.for_team(alice.team)] == ["pool.used"]


def test_how_a_relay_does_is_shown(putri: Person) -> None:
    relay = add_relay(putri, make_pool(putri), warmsUp=True)
    now = RelayAddress.objects.get().created_at
    AddressReport.objects.create(
        address_id=relay["relayId"],
        worker="a:1",
        connections=3,
        sent=40,
        deferred=2,
        failed=1,
        answer="250 2.0.0 Taken",
        answered_at=now,
        reported_at=now,
    )

    [pool] = putri.api.get("admin/pools").json()["pools"]

    assert pool["relays"][0]["allowedToday"] == 50
    live = pool["relays"][0]["live"]
    assert (live["connections"], live["sent"], live["deferred"], live["failed"]) == (3, 40, 2, 1)
    assert live["answer"] == "250 2.0.0 Taken"


def test_what_is_held_back_is_shown_with_its_pool(putri: Person) -> None:
    pool_id = make_pool(putri)
    now = clock.now()
    held_back: dict[str, Any] = {
        "at_once": 4,
        "most": 100,
        "pause_seconds": 0.0,
        "per_second": None,
        "deferred": 7,
        "answer": "421 4.7.28 Too fast",
        "answered_at": now,
        "slowed_at": now,
    }
    of_pool = SlowedDestination(pool_id=pool_id, destination="google.com", **held_back)
    of_default = SlowedDestination(pool_id=0, destination="kopi.example", **held_back)
    slowed_destinations.store_report("a:1", [of_pool, of_default])

    shown = putri.api.get("admin/pools").json()

    [row] = shown["pools"][0]["slowed"]
    assert (row["destination"], row["atOnce"], row["most"], row["deferred"]) == ("google.com", 4, 100, 7)
    assert (row["pauseSeconds"], row["perSecond"], row["answer"]) == (0, None, "421 4.7.28 Too fast")
    assert [row["destination"] for row in shown["defaultSlowed"]] == ["kopi.example"]


def test_a_relay_is_changed_tried_and_removed(putri: Person) -> None:
    pool_id = make_pool(putri)
    endpoint = {"host": "127.0.0.1", "port": 1, "tls": "never"}
    relay = add_relay(putri, pool_id, **endpoint)
    path = f"admin/relays/{relay['relayId']}"
    without = {key: value for key, value in RELAY.items() if key != "password"}

    tried = putri.api.post(f"{path}/try").json()
    changed = putri.api.post(f"{path}/change", {**without, **endpoint, "connections": 9}).json()
    removed = putri.api.post(f"{path}/remove", REASON)

    assert (tried["works"], tried["dialogue"]) == (False, [])
    assert tried["why"].startswith("Could not connect to 127.0.0.1:1")
    assert (changed["connections"], changed["hasPassword"]) == (9, True)
    assert removed.json() == {"changed": True}
    assert not RelayAddress.objects.exists()
    assert [kind for kind, _ in recorded()] == ["pool.created", "relay.added", "relay.changed", "relay.removed"]


@pytest.mark.parametrize("change", [{"host": "elsewhere.example"}, {"port": 25}, {"tls": "never"}])
def test_a_stored_password_is_not_sent_to_another_endpoint(putri: Person, change: dict[str, Any]) -> None:
    relay = add_relay(putri, make_pool(putri))
    path = f"admin/relays/{relay['relayId']}/change"
    without = {key: value for key, value in RELAY.items() if key != "password"}
    before = RelayAddress.objects.values().get()

    refused = putri.api.post(path, {**without, **change})

    assert (refused.status_code, refused.json()["payload"]["field"]) == (400, "password")
    assert RelayAddress.objects.values().get() == before
    forgotten = putri.api.post(path, {**without, **change, "password": ""}).json()
    assert (forgotten["hasPassword"], forgotten["host"]) == (False, change.get("host", "relay.example"))
    again = putri.api.post(path, {**without, "password": "baru"}).json()
    assert (again["hasPassword"], again["host"]) == (True, "relay.example")


@pytest.mark.parametrize("host", ["a" * 64, f"{'a' * 64}.example", "relay..example", "-relay.example"])
def test_a_host_that_no_dns_can_hold_is_refused(putri: Person, host: str) -> None:
    answer = putri.api.post(f"admin/pools/{make_pool(putri)}/relays", {**RELAY, "host": host})

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "host")
    assert not RelayAddress.objects.exists()


@pytest.mark.parametrize("host", ["a" * 63, "127.0.0.1", "::1", "2001:db8::192.0.2.1", "relay-1.example"])
def test_a_host_name_or_an_address_is_taken(putri: Person, host: str) -> None:
    assert add_relay(putri, make_pool(putri), host=host)["host"] == host


def test_a_stored_host_that_no_dns_can_hold_is_said_to_be_unreachable(putri: Person) -> None:
    relay = add_relay(putri, make_pool(putri))
    RelayAddress.objects.update(host="a" * 64)

    tried = putri.api.post(f"admin/relays/{relay['relayId']}/try").json()

    assert tried["works"] is False
    assert tried["why"].startswith(f"Could not connect to {'a' * 64}:587")


def test_a_pool_that_is_used_is_not_removed(putri: Person) -> None:
    pool_id = make_pool(putri)
    add_relay(putri, pool_id)
    putri.api.post(f"admin/pools/{pool_id}/use", {**REASON, "stream": "marketing"})
    before = recorded()

    refused = putri.api.post(f"admin/pools/{pool_id}/remove", REASON)

    assert (refused.status_code, refused.json()["code"]) == (409, "poolInUse")
    assert recorded() == before
    # across teams: a test reads all uses
    use = PoolUse.objects.get()
    assert putri.api.post(f"admin/pool-uses/{use.pk}/end", REASON).json() == {"changed": True}
    assert putri.api.post(f"admin/pools/{pool_id}/rename", {**REASON, "name": "Old"}).json() == {"poolId": pool_id}
    assert putri.api.post(f"admin/pools/{pool_id}/remove", REASON).json() == {"changed": True}
    assert not IpPool.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"host": "relay example"},
        {"host": "relay.example\r\nQUIT"},
        {"helo": "out1>\r\nQUIT"},
        {"port": 0},
        {"port": 65536},
        {"source": "relay"},
        {"connections": 0},
        {"tls": "maybe"},
        {"reason": ""},
    ],
)
def test_what_no_relay_can_be_is_refused(putri: Person, wrong: dict[str, Any]) -> None:
    pool_id = make_pool(putri)

    assert putri.api.post(f"admin/pools/{pool_id}/relays", {**RELAY, **wrong}).status_code == 400

    assert not RelayAddress.objects.exists()


def test_nobody_else_sees_or_changes_them(putri: Person, alice: Person) -> None:
    pool_id = make_pool(putri)
    relay = add_relay(putri, pool_id)

    answers = [
        alice.api.get("admin/pools"),
        alice.api.post("admin/pools", {**REASON, "name": "Mine"}),
        alice.api.post(f"admin/relays/{relay['relayId']}/remove", REASON),
        alice.api.post(f"admin/relays/{relay['relayId']}/try"),
    ]

    assert {answer.status_code for answer in answers} == {answers[0].status_code}
    assert answers[0].status_code in (401, 403, 404)
    assert (IpPool.objects.count(), RelayAddress.objects.count()) == (1, 1)
