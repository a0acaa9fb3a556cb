"""Domain purchases: search, order, payment, registration exactly once, and DNS publication."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.activity.models import Activity
from server.core.errors import ActionNotAllowed, PathNotFound
from server.core.models import Job, OutboxEvent
from server.notifications.models import Notification
from server.plans import quota
from server.plans.features import SENDER_DOMAIN
from server.senders.errors import RegistrarUnavailable
from server.senders.models import DomainOrder, SandboxRegistration, SenderDomain
from server.senders.registrar.protocol import DomainUnavailable, HostRecord
from server.senders.registrar.sandbox import Sandbox
from server.senders.services import checking, domains, orders
from server.senders.states import DomainState
from server.teams.models import Member, Role, Team
from tests.cast import Person
from tests.server.senders.zones import Zones, zones

__all__ = ["zones"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_keys", "redis_client")]

START = "2026-11-21T03:00:00Z"
WANTED = {"selectedDomain": "Kopi Baru", "selectedTld": "example", "billingPeriod": 2}
NAME = "kopi-baru.example"


class Killed(Exception):
    """Simulates a killed worker."""


def ordered(person: Person, **changes: Any) -> dict[str, Any]:
    answer = person.api.post("billings/domain", WANTED | changes)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def paid(person: Person, **changes: Any) -> dict[str, Any]:
    order = ordered(person, **changes)
    answer = person.api.post(f"domain-orders/{order['orderId']}/confirm")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def register(order: dict[str, Any]) -> None:
    orders.register(order_id=UUID(order["orderId"]))


def shown(person: Person, order: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = person.api.get(f"domain-orders/{order['orderId']}").json()
    return found


def used(person: Person) -> int:
    return quota.get_state(team_id=person.team.pk, limit=SENDER_DOMAIN).used


def list_changes() -> list[str]:
    rows = OutboxEvent.objects.filter(name="senders.order.changed").order_by("pk")
    return [row.payload["change"] for row in rows]


def test_what_is_sold_is_told_with_its_price(alice: Person) -> None:
    found = alice.api.get("domain-packet").json()

    assert found["sandbox"] is True
    assert [packet["tld"] for packet in found["items"]] == ["com", "id", "my.id", "example"]
    assert found["items"][0] == {"tld": "com", "price": 185_000.0, "currency": "IDR", "longestPeriod": 10}


def test_a_label_is_looked_up_under_every_ending_and_a_domain_alone(alice: Person) -> None:
    SandboxRegistration.objects.create(
        name="kopi-baru.com", key="other", years=1, registered_at="2026-01-01T00:00Z", expires_at="2027-01-01T00:00Z"
    )

    wide = alice.api.get("domains/available").status_code
    every = alice.api.get("domains/available?name=Kopi%20Baru").json()["items"]
    one = alice.api.get(f"domains/available?name={NAME}").json()["items"]

    assert wide == 400
    assert [(each["name"], each["available"]) for each in every] == [
        ("kopi-baru.com", False),
        ("kopi-baru.id", True),
        ("kopi-baru.my.id", True),
        (NAME, True),
    ]
    assert one == [
        {
            "name": NAME,
            "selectedDomain": "kopi-baru",
            "selectedTld": "example",
            "available": True,
            "price": 10_000.0,
            "currency": "IDR",
            "longestPeriod": 10,
        }
    ]


@pytest.mark.parametrize("name", ["kopi.zzz", "-kopi", "ko_pi", "a" * 64, "%20", "kopi..com"])
def test_what_cant_be_registered_is_refused_at_the_field(alice: Person, name: str) -> None:
    answer = alice.api.get(f"domains/available?name={name}")

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "name")


def test_suggestions_can_be_bought_and_begin_with_the_teams_name(alice: Person) -> None:
    Team.objects.filter(pk=alice.team.pk).update(name="Kopi Kita, PT!")
    Sandbox().register("kopi-kita-pt.com", years=1, key="other")

    found = alice.api.get("domains/suggestion").json()["items"]

    assert len(found) == orders.MAX_SUGGESTIONS
    assert [each["name"] for each in found[:3]] == ["kopi-kita-pt.id", "kopi-kita-pt.my.id", "kopi-kita-pt.example"]
    assert all(each["available"] for each in found)
    assert alice.api.get("domains/suggestion?name=%F0%9F%98%80").json() == {"items": []}


def test_an_order_is_unpaid_and_holds_a_unit_of_the_plan(alice: Person) -> None:
    with time_machine.travel(START, tick=False):
        order = ordered(alice)

    assert order == {
        "orderId": order["orderId"],
        "name": NAME,
        "buyStatus": "UNPAID",
        "billingPeriod": 2,
        "price": 20_000.0,
        "currency": "IDR",
        "problem": "",
        "domainId": None,
        "createdAt": "2026-11-21T03:00:00Z",
        "paidAt": None,
        "activeAt": None,
        "expiresAt": None,
    }
    assert (used(alice), list_changes()) == (1, ["created"])
    assert not SandboxRegistration.objects.exists()
    assert not SenderDomain.objects.exists()
    assert not Job.objects.filter(name=orders.REGISTER_JOB).exists()
    row = Activity.objects.for_team(alice.team).get()
    assert (row.reference, row.action, row.name) == ("sender", "CREATED", NAME)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"selectedDomain": "taken-long-ago"}, "domainNotAvailable"),
        ({"selectedDomain": "yahoo"}, "senderFreeDomain"),
        ({"selectedDomain": "ko.pi"}, "invalidData"),
        ({"selectedTld": "zzz"}, "invalidData"),
        ({"selectedTld": "my.id"}, "invalidData"),
        ({"billingPeriod": 11}, "invalidData"),
        ({"billingPeriod": 0}, "invalidData"),
    ],
)
def test_a_refused_order_leaves_nothing(alice: Person, changes: dict[str, Any], code: str) -> None:
    answer = alice.api.post("billings/domain", WANTED | changes)

    assert answer.json()["code"] == code
    assert not DomainOrder.objects.exists()
    assert (used(alice), list_changes()) == (0, [])


def test_a_domain_is_ordered_once_by_a_team_and_not_beyond_its_plan(alice: Person) -> None:
    ordered(alice)
    assert alice.api.post("billings/domain", WANTED).json()["code"] == "senderDomainExists"
    alice.api.post("domains", {"name": "teh.example"})
    own = alice.api.post("billings/domain", WANTED | {"selectedDomain": "teh"})
    full = alice.api.post("billings/domain", WANTED | {"selectedDomain": "susu"})

    assert [own.json()["code"], full.json()["code"]] == ["senderDomainExists", "quotaLimitExceeded"]
    assert (DomainOrder.objects.count(), used(alice)) == (1, 2)


def test_the_same_key_orders_once(alice: Person) -> None:
    first, again = (alice.api.post("billings/domain", WANTED, **{"Idempotency-Key": "one"}) for _ in range(2))

    assert first.json() == again.json()
    assert (DomainOrder.objects.count(), used(alice)) == (1, 1)


def test_an_unpaid_order_is_cancelled_and_a_paid_one_is_not(alice: Person) -> None:
    order = ordered(alice)
    path = f"domain-orders/{order['orderId']}"

    assert alice.api.delete(path).status_code == 204
    assert (DomainOrder.objects.count(), used(alice), list_changes()) == (0, 0, ["created", "canceled"])
    order = paid(alice)
    assert alice.api.delete(f"domain-orders/{order['orderId']}").json()["code"] == "actionNotAllowed"
    assert (shown(alice, order)["buyStatus"], used(alice)) == ("PAID", 1)


def test_a_paid_order_is_registered_and_its_records_are_published(alice: Person, zones: Zones) -> None:
    with time_machine.travel(START, tick=False):
        order = paid(alice)
        jobs = Job.objects.filter(name=orders.REGISTER_JOB)
        assert [job.arguments for job in jobs] == [{"order_id": order["orderId"]}]
        assert (order["buyStatus"], order["paidAt"]) == ("PAID", "2026-11-21T03:00:00Z")
        register(order)
        done = shown(alice, order)

    kept = SandboxRegistration.objects.get()
    assert (kept.name, kept.key, kept.years) == (NAME, order["orderId"], 2)
    assert (done["buyStatus"], done["expiresAt"]) == ("ACTIVE", "2028-11-20T03:00:00Z")
    domain = alice.api.get(f"domains/{done['domainId']}").json()
    assert (domain["name"], domain["buyStatus"], domain["category"]) == (NAME, "ACTIVE", "BOUGHT")
    assert kept.records == [[each["host"], each["type"], each["value"]] for each in domain["records"] if each["value"]]
    assert (used(alice), list_changes()) == (1, ["created", "paid", "active"])
    assert [row.kind for row in Notification.objects.for_team(alice.team)] == ["domain.bought"]

    for host, kind, value in kept.records:
        zones.publish(host, **{kind: [value]})
    checking.check([UUID(done["domainId"])])
    assert SenderDomain.objects.get().state == DomainState.AUTHENTICATED


@pytest.mark.parametrize("step", ["register", "adopted", "set_records", "before the end"])
def test_killed_anywhere_it_is_registered_once(alice: Person, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    order = paid(alice)

    def die(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        if step == "register":
            real = Sandbox.register

            def registered(self: Sandbox, name: str, *, years: int, key: str) -> None:
                real(self, name, years=years, key=key)
                raise Killed

            patch.setattr(Sandbox, "register", registered)
        elif step == "adopted":
            patch.setattr(orders, "create_with_keys", die)
        elif step == "set_records":
            patch.setattr(Sandbox, "set_records", die)
        else:
            patch.setattr(orders, "_finish", die)
        with pytest.raises(Killed):
            register(order)
    assert shown(alice, order)["buyStatus"] == "PAID"

    register(order)
    register(order)

    assert shown(alice, order)["buyStatus"] == "ACTIVE"
    assert (SandboxRegistration.objects.count(), SenderDomain.objects.count(), used(alice)) == (1, 1, 1)
    assert len(SandboxRegistration.objects.get().records) == 4
    assert list_changes() == ["created", "paid", "active"]
    assert Notification.objects.for_team(alice.team).count() == 1


def test_paid_twice_is_paid_once(alice: Person) -> None:
    order = paid(alice)

    again = alice.api.post(f"domain-orders/{order['orderId']}/confirm")

    assert again.json() == order
    assert (list_changes(), Job.objects.filter(name=orders.REGISTER_JOB).count()) == (["created", "paid"], 1)


def test_of_two_teams_the_second_stays_paid_and_is_told(alice: Person, mallory: Person) -> None:
    first, second = paid(alice), paid(mallory)
    register(first)
    register(second)
    register(second)

    found = shown(mallory, second)
    assert (found["buyStatus"], found["problem"], found["domainId"]) == ("PAID", "nameTaken", None)
    assert not SenderDomain.objects.for_team(mallory.team).exists()
    assert [row.kind for row in Notification.objects.for_team(mallory.team)] == ["domain.notBought"]
    assert SandboxRegistration.objects.get().key == first["orderId"]
    assert alice.api.get(f"domains/available?name={NAME}").json()["items"][0]["available"] is False


class TestTakenMeanwhile:
    @pytest.fixture
    def order(self, alice: Person, mallory: Person) -> dict[str, Any]:
        """An order that Alice paid after another team registered the name."""
        first, order = paid(mallory), paid(alice)
        register(first)
        register(order)
        Job.objects.all().delete()
        assert shown(alice, order)["problem"] == "nameTaken"
        return order

    def rename(self, person: Person, order: dict[str, Any], label: str = "Kopi Lain") -> Any:
        return person.api.post(f"domain-orders/{order['orderId']}/name", {"selectedDomain": label})

    def test_another_name_is_registered_for_what_was_paid(self, alice: Person, order: dict[str, Any]) -> None:
        answer = self.rename(alice, order)

        assert answer.status_code == 200
        changed = {"name": "kopi-lain.example", "problem": ""}
        assert answer.json() == shown(alice, order) == order | changed
        assert Job.objects.get().arguments == {"order_id": order["orderId"]}
        register(order)
        assert (shown(alice, order)["buyStatus"], used(alice)) == ("ACTIVE", 1)
        assert SenderDomain.objects.for_team(alice.team).get().name == "kopi-lain.example"
        assert SandboxRegistration.objects.get(key=order["orderId"]).name == "kopi-lain.example"

    @pytest.mark.parametrize(
        ("label", "status", "code"),
        [("Kopi Baru", 409, "domainNotAvailable"), ("-", 400, "invalidData"), ("kopi-satu", 409, "senderDomainExists")],
    )
    def test_what_cant_be_bought_leaves_the_order_as_it_is(
        self, alice: Person, order: dict[str, Any], label: str, status: int, code: str
    ) -> None:
        ordered(alice, selectedDomain="kopi-satu")
        before = shown(alice, order)

        answer = self.rename(alice, order, label)

        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert shown(alice, order) == before
        assert not Job.objects.exists()

    def test_an_order_in_order_keeps_its_name(self, alice: Person) -> None:
        order = ordered(alice)
        unpaid = self.rename(alice, order)
        alice.api.post(f"domain-orders/{order['orderId']}/confirm")
        being_registered = self.rename(alice, order)

        assert (unpaid.status_code, being_registered.status_code) == (409, 409)
        assert shown(alice, order)["name"] == NAME

    def test_another_teams_is_not_found(self, alice: Person, mallory: Person, order: dict[str, Any]) -> None:
        assert self.rename(mallory, order).status_code == 404
        assert shown(alice, order)["name"] == NAME


@pytest.mark.parametrize("step", ["order", "rename"])
def test_the_registrar_is_called_outside_of_the_transaction(
    alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    if step == "rename":
        first, order = paid(mallory), paid(alice)
        register(first)
        register(order)
    # The test has a transaction of its own; those of the code are savepoints in it.
    savepoints: list[int] = []
    packets, available = Sandbox.packets, Sandbox.available

    def record_packets(registrar: Sandbox) -> Any:
        savepoints.append(len(connection.savepoint_ids))
        return packets(registrar)

    def record_available(registrar: Sandbox, names: Any) -> Any:
        savepoints.append(len(connection.savepoint_ids))
        return available(registrar, names)

    monkeypatch.setattr(Sandbox, "packets", record_packets)
    monkeypatch.setattr(Sandbox, "available", record_available)

    if step == "rename":
        orders.rename(team_id=alice.team.pk, order_id=UUID(order["orderId"]), label="Kopi Lain", by=alice.caller)
    else:
        orders.order(team_id=alice.team.pk, label="Kopi Lain", tld="example", years=1, by=alice.caller)

    assert savepoints == [0] * (1 if step == "rename" else 2)


def test_of_two_renames_at_once_the_second_is_refused(
    alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, order = paid(mallory), paid(alice)
    register(first)
    register(order)
    of_it: dict[str, Any] = {"team_id": alice.team.pk, "order_id": UUID(order["orderId"]), "by": alice.caller}
    available = Sandbox.available

    def rename_first(registrar: Sandbox, names: Any) -> Any:
        monkeypatch.setattr(Sandbox, "available", available)
        orders.rename(**of_it, label="Kopi Satu")
        return available(registrar, names)

    monkeypatch.setattr(Sandbox, "available", rename_first)

    with pytest.raises(ActionNotAllowed):
        orders.rename(**of_it, label="Kopi Dua")

    assert shown(alice, order)["name"] == "kopi-satu.example"


class TestWhoMayBuy:
    def test_a_member_looks_and_buys_nothing(self, alice: Person, bob: Person) -> None:
        order = ordered(alice)
        path = f"domain-orders/{order['orderId']}"

        answers = [
            bob.api.post("billings/domain", WANTED | {"selectedDomain": "kopi-lain"}),
            bob.api.post(f"{path}/confirm"),
            bob.api.post(f"{path}/name", {"selectedDomain": "kopi-lain"}),
            bob.api.delete(path),
        ]

        assert [answer.status_code for answer in answers] == [403, 403, 403, 403]
        assert bob.api.get("domain-orders").json()["total"] == 1
        assert (shown(alice, order), list_changes(), used(alice)) == (order, ["created"], 1)

    def test_a_role_may_say_that_its_members_buy(self, alice: Person, bob: Person) -> None:
        role = Role.objects.create(team=alice.team, name="Buyer", permissions=["sender.view", "domain.buy"])
        Member.objects.for_team(alice.team).filter(user=bob.user).update(role="custom", custom_role=role)

        assert paid(bob)["buyStatus"] == "PAID"


def test_another_teams_order_is_not_found(alice: Person, mallory: Person) -> None:
    order = ordered(alice)
    path = f"domain-orders/{order['orderId']}"

    answers = [mallory.api.get(path), mallory.api.delete(path), mallory.api.post(f"{path}/confirm")]

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert mallory.api.get("domain-orders").json()["total"] == 0
    assert (shown(alice, order)["buyStatus"], list_changes()) == ("UNPAID", ["created"])


def test_a_registrar_that_is_away_leaves_the_order_paid(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    order = paid(alice)
    monkeypatch.setattr(settings, "REGISTRAR", "")

    with pytest.raises(RegistrarUnavailable):
        register(order)

    assert DomainOrder.objects.get().status == "PAID"
    assert not SenderDomain.objects.exists()


def test_the_schedule_drops_what_nobody_pays_and_tries_paid_ones_again(alice: Person, mallory: Person) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        ordered(alice)
        order = paid(mallory)
        Job.objects.all().delete()
        assert orders.sweep() == 0
        traveller.shift(orders.RETRY_DELAY)
        assert orders.sweep() == 1
        assert Job.objects.get().arguments == {"order_id": order["orderId"]}
        traveller.shift(orders.UNPAID_LIFETIME - orders.RETRY_DELAY - timedelta(seconds=1))
        orders.sweep()
        assert DomainOrder.objects.for_team(alice.team).exists()
        traveller.shift(1)
        orders.sweep()

    assert not DomainOrder.objects.for_team(alice.team).exists()
    assert (used(alice), used(mallory), list_changes()[-1]) == (0, 1, "canceled")


def test_that_a_bought_domain_ends_is_told_thirty_seven_and_one_day_before_each_once(
    alice: Person, mallory: Person
) -> None:
    def warned(now: datetime) -> list[dict[str, Any]]:
        with time_machine.travel(now, tick=False):
            orders.warn_expiring()
            orders.warn_expiring()
        rows = Notification.objects.for_team(alice.team).filter(kind="domain.ending").order_by("created_at")
        return [row.params for row in rows]

    with time_machine.travel(START, tick=False):
        order = paid(alice)
        register(order)
        ended = DomainOrder.objects.get()
        deleted = paid(mallory, selectedDomain="Kopi Lama")
        register(deleted)
        SenderDomain.objects.for_team(mallory.team).delete()
    assert ended.expires_at is not None
    about = {"domain": NAME, "domain_id": str(ended.domain_id), "day": "2028-11-20"}

    assert warned(ended.expires_at - timedelta(days=30, seconds=1)) == []
    assert warned(ended.expires_at - timedelta(days=30)) == [about]
    assert warned(ended.expires_at - timedelta(days=8)) == [about]
    assert warned(ended.expires_at - timedelta(days=6)) == [about] * 2
    assert warned(ended.expires_at - timedelta(hours=3)) == [about] * 3
    assert warned(ended.expires_at) == [about] * 3
    assert not Notification.objects.for_team(mallory.team).filter(kind="domain.ending").exists()


def test_what_changes_of_a_bought_domain_is_published_by_us(alice: Person) -> None:
    order = paid(alice)
    register(order)
    path = f"domains/{shown(alice, order)['domainId']}"

    alice.api.put(f"{path}/slug", {"slug": "go"})
    waiting = Job.objects.filter(name=domains.PUBLISH_JOB)
    assert [job.arguments for job in waiting] == [{"domain_id": path.partition("/")[2]}]
    orders.publish(domain_id=UUID(path.partition("/")[2]))

    domain = alice.api.get(path).json()
    wanted = [[each["host"], each["type"], each["value"]] for each in domain["records"] if each["value"]]
    assert sorted(SandboxRegistration.objects.get().records) == sorted(wanted)


def test_a_bought_domain_is_the_companys_and_comes_back_after_it_was_deleted(alice: Person) -> None:
    Team.objects.filter(pk=alice.team.pk).update(website="https://kopi.example")
    order = paid(alice)
    assert alice.api.post("domains", {"name": NAME}).json()["code"] == "senderOtherDomain"
    register(order)
    assert alice.api.delete(f"domains/{shown(alice, order)['domainId']}").status_code == 204
    assert (shown(alice, order)["buyStatus"], shown(alice, order)["domainId"], used(alice)) == ("ACTIVE", None, 0)

    again = alice.api.post("domains", {"name": NAME}).json()

    assert (again["category"], again["buyStatus"], used(alice)) == ("BOUGHT", "ACTIVE", 1)
    assert shown(alice, order)["domainId"] == again["domainId"]
    assert Job.objects.filter(name=domains.PUBLISH_JOB).count() == 1


def test_a_domain_that_was_added_meanwhile_counts_once(alice: Person) -> None:
    order = paid(alice)
    assert alice.api.post("domains", {"name": NAME}).json()["category"] == "OWN"
    assert used(alice) == 2

    register(order)

    assert (SenderDomain.objects.get().category, used(alice)) == ("BOUGHT", 1)


def test_without_a_registrar_there_is_nothing_of_it(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    order = ordered(alice)
    monkeypatch.setattr(settings, "REGISTRAR", "")

    answers = [
        alice.api.get("domains/available?name=kopi"),
        alice.api.get("domains/suggestion"),
        alice.api.post("billings/domain", WANTED | {"selectedDomain": "teh"}),
        alice.api.post(f"domain-orders/{order['orderId']}/confirm"),
    ]

    assert [answer.json()["code"] for answer in answers] == [PathNotFound.code] * 4
    assert alice.api.get("domain-packet").json() == {"sandbox": False, "items": []}
    assert (DomainOrder.objects.count(), DomainOrder.objects.get().status) == (1, "UNPAID")


def test_a_real_registrars_payment_is_not_played(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    order = ordered(alice)
    monkeypatch.setattr(Sandbox, "is_sandbox", False)

    answer = alice.api.post(f"domain-orders/{order['orderId']}/confirm")

    assert (answer.status_code, shown(alice, order)["buyStatus"]) == (404, "UNPAID")


def test_lists_of_domains_take_ten_a_hundred_or_all(alice: Person) -> None:
    for number in range(12):
        SenderDomain.objects.create(
            team=alice.team, name=f"d{number:02}.example", created_at=START, next_check_at="2036-01-01T00:00Z"
        )
        DomainOrder.objects.create(
            team=alice.team, name=f"d{number:02}.example", years=1, price=1, currency="IDR", created_at=START
        )

    for path in ("domains", "domain-orders"):
        usual, every = alice.api.get(path).json(), alice.api.get(f"{path}?size=-1&page=7").json()
        assert (len(usual["items"]), usual["page"], usual["size"], usual["total"]) == (10, 1, 10, 12)
        assert (len(every["items"]), every["page"], every["size"], every["total"]) == (12, 1, 1_000, 12)
        for size in (0, -2, 101):
            assert alice.api.get(f"{path}?size={size}").json()["code"] == "invalidData"


def test_the_list_of_orders_takes_as_many_queries_for_more_rows(alice: Person) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert alice.api.get("domain-orders?size=-1").status_code == 200
        return len(caught)

    ordered(alice)
    few = queries()
    for number in range(5):
        DomainOrder.objects.create(
            team=alice.team, name=f"d{number}.example", years=1, price=1, currency="IDR", created_at=START
        )

    assert queries() == few


def test_the_sandbox_keeps_what_it_is_not_told_to_replace() -> None:
    sandbox = Sandbox()
    first = sandbox.register(NAME, years=1, key="one")
    sandbox.set_records(NAME, [HostRecord(NAME, "TXT", "a"), HostRecord(f"www.{NAME}", "CNAME", "shop.example")])
    sandbox.set_records(NAME, [HostRecord(NAME, "TXT", "b"), HostRecord(NAME, "TXT", "c")])

    assert SandboxRegistration.objects.get().records == [
        [f"www.{NAME}", "CNAME", "shop.example"],
        [NAME, "TXT", "b"],
        [NAME, "TXT", "c"],
    ]
    assert sandbox.register(NAME, years=5, key="one") == first
    with pytest.raises(DomainUnavailable):
        sandbox.register(NAME, years=1, key="two")
