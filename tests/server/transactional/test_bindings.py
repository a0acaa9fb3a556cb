"""Keys bound to the sandbox, a subaccount or a domain: what they can see and change, and what not.

tests/architecture/test_callers.py checks that each operation rejects ids outside of the binding.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest

from server.core import clock
from server.core.ids import to_milliseconds
from server.transactional.intake import acceptance
from server.transactional.models import ApiKey, Message, MessageEvent, Subaccount, TransactionalDomain
from server.transactional.models.batches import TransactionalBatch
from server.transactional.services import keys
from server.transactional.states import Scope
from server.webhooks.models import WebhookEndpoint
from tests.cast import Person
from tests.server.transactional.asking import Asker
from tests.server.transactional.calling import by_person
from tests.server.transactional.factories import ADDRESS, make_domain, make_key, make_submission

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

KINDS = ("sandbox", "subaccount", "domain")


@dataclass(frozen=True)
class Sent:
    """A message with its batch."""

    id: UUID
    time: int
    batch: UUID


@dataclass(frozen=True)
class Shop:
    """Kopi with two domains and two subaccounts, and a message of each kind of key."""

    bindings: dict[str, dict[str, Any]]
    sent: dict[str, Sent]
    others: dict[str, Sent]
    person: Person

    def asker(self, kind: str, *scopes: str) -> Asker:
        """A key with this binding and these scopes."""
        return Asker(make_key(self.person.team, scopes=list(scopes), **self.bindings[kind])[1])


@pytest.fixture
def shop(alice: Person) -> Shop:
    """For each kind of binding a visible message and an invisible one."""
    team, now = alice.team, clock.now()
    domains = [make_domain(team, name) for name in ("kopi.example", "teh.example")]
    subaccounts = [Subaccount.objects.create(team=team, name=name, created_at=now) for name in ("Dago", "Braga")]

    def send(to: str, sender: str, **key: Any) -> Sent:
        secret = make_key(team, **key)[1]
        batch = TransactionalBatch.objects.create(team=team, subject=to, size=1, created_at=now)
        submission = make_submission(to, from_address=sender, subject=to)
        accepted = acceptance.accept(keys.identify(secret, ADDRESS, Scope.SEND), submission)
        Message.objects.for_team(team).filter(pk=accepted.id).update(batch_id=batch.pk)
        return Sent(accepted.id, to_milliseconds(accepted.accepted_at), batch.pk)

    at_kopi, at_teh = "toko@kopi.example", "toko@teh.example"
    return Shop(
        bindings={
            "sandbox": {"sandbox": True},
            "subaccount": {"subaccount": subaccounts[0]},
            "domain": {"domain": domains[0]},
        },
        sent={
            "sandbox": send("sandbox@in.example", at_teh, sandbox=True),
            "subaccount": send("subaccount@in.example", at_teh, subaccount=subaccounts[0]),
            "domain": send("domain@in.example", at_kopi),
        },
        others={
            "sandbox": send("sandbox@out.example", at_teh),
            "subaccount": send("subaccount@out.example", at_teh, subaccount=subaccounts[1]),
            "domain": send("domain@out.example", at_teh),
        },
        person=alice,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_bound_key_lists_only_what_it_is_bound_to(shop: Shop, kind: str) -> None:
    trx, own = shop.asker(kind, "read"), shop.sent[kind]

    events = trx.get("events").json()["items"]
    found = trx.get("events", q="recipient:@out.example")
    histogram = trx.get("events/histogram").json()
    batches = trx.get("batches").json()

    assert {(row["messageId"], row["recipient"]) for row in events} == {(str(own.id), f"{kind}@in.example")}
    assert (found.status_code, found.json()["items"]) == (200, [])
    assert histogram["total"] == len(events)
    assert [row["id"] for row in batches["items"]] == [str(own.batch)]
    assert batches["total"] == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_bound_key_searches_only_by_keys_with_its_binding(shop: Shop, kind: str) -> None:
    trx, own = shop.asker(kind, "read"), shop.sent[kind]
    team, ids = shop.person.team, {"team_id": shop.person.team.pk, "message_id": own.id}
    accepted = MessageEvent.objects.for_team(team).get(**ids)
    assert accepted.key_id is not None
    ApiKey.objects.for_team(team).filter(pk=accepted.key_id).update(name="Till")
    # The same subaccount and domain, but a key without a binding.
    other = make_key(team, name="Server")[0]

    def search(words: str) -> list[str]:
        return [row["messageId"] for row in trx.get("events", q=words).json()["items"]]

    by_own = [search("key:till"), search("-key:till")]
    MessageEvent.objects.for_team(team).filter(pk=accepted.pk).update(key_id=other.pk)
    by_other = [search("key:server"), search(f"key:{other.prefix}"), search("-key:server")]

    # The domain's own message was sent by a key without a binding.
    assert by_own == ([[], [str(own.id)]] if kind == "domain" else [[str(own.id)], []])
    assert by_other == [[], [], [str(own.id)]]
    assert Asker(make_key(team, scopes=["read"])[1]).get("events", q="key:server").json()["items"] != []


@pytest.mark.parametrize("kind", KINDS)
def test_a_bound_key_reads_only_its_own_messages(shop: Shop, kind: str) -> None:
    trx, own, other = shop.asker(kind, "read"), shop.sent[kind], shop.others[kind]
    paths: list[Callable[[Sent], str]] = [
        lambda sent: f"messages/{sent.id}",
        lambda sent: f"events/{sent.id}/{sent.time}",
        lambda sent: f"batches/{sent.batch}",
    ]

    assert [trx.get(path(own)).status_code for path in paths] == [200, 200, 200]
    for path in paths:
        answer = trx.get(path(other))
        assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")


@pytest.mark.parametrize("kind", KINDS)
def test_a_bound_key_cancels_only_its_own_messages(shop: Shop, kind: str) -> None:
    trx, own, other = shop.asker(kind, "send"), shop.sent[kind], shop.others[kind]
    Message.objects.for_team(shop.person.team).filter(pk__in=[own.id, other.id]).update(state="held")
    before = MessageEvent.objects.for_team(shop.person.team).filter(message_id=other.id).count()

    one = trx.post(f"messages/{other.id}/cancel")
    each = trx.post("messages/cancel", {"messageIds": [str(other.id)]})

    assert (one.status_code, one.json()["code"]) == (404, "noEntity")
    assert each.json()["items"] == [{"id": str(other.id), "code": "noEntity"}]
    assert Message.objects.for_team(shop.person.team).get(pk=other.id).state == "held"
    assert MessageEvent.objects.for_team(shop.person.team).filter(message_id=other.id).count() == before


@pytest.mark.parametrize("kind", ["subaccount", "domain"])
def test_statistics_of_a_bound_key_count_only_its_own_messages(shop: Shop, kind: str) -> None:
    trx, sender = shop.asker(kind, "read"), {"subaccount": "toko@teh.example", "domain": "toko@kopi.example"}[kind]

    subjects = [row["name"] for row in trx.get("subjects").json()["items"]]
    senders = [(row["name"], row["accepted"]) for row in trx.get("senders").json()["items"]]
    basic = trx.get("stats/basic").json()["figures"]["accepted"]
    groups = trx.get("stats/groups", groupBy="subject").json()
    elsewhere = trx.get("stats/basic", domain={"subaccount": "kopi.example", "domain": "teh.example"}[kind])

    assert subjects == [f"{kind}@in.example"]
    assert senders == [(sender, 1)]
    assert basic == 1
    assert [(row["name"], row["figures"]["accepted"]) for row in groups["items"]] == [(f"{kind}@in.example", 1)]
    assert elsewhere.json()["figures"]["accepted"] == 0


def test_the_sandbox_has_no_statistics(shop: Shop) -> None:
    answer = shop.asker("sandbox", "read").get("stats/basic")

    assert (answer.status_code, answer.json()["code"]) == (403, "keyBound")
    assert answer.json()["payload"] == {"bindings": ["sandbox"]}


def test_a_key_bound_twice_sees_what_both_bindings_have(shop: Shop) -> None:
    team = shop.person.team
    both = Asker(make_key(team, **shop.bindings["subaccount"], **shop.bindings["domain"])[1])

    assert both.get("events").json()["items"] == []
    assert both.get(f"messages/{shop.sent['subaccount'].id}").status_code == 404
    assert both.get(f"messages/{shop.sent['domain'].id}").status_code == 404


def test_a_bound_key_lists_its_domain_and_its_subaccount(shop: Shop) -> None:
    domains = shop.asker("domain", "read").get("domains").json()["items"]
    subaccounts = shop.asker("subaccount", "read").get("subaccounts").json()["items"]
    from_all = shop.asker("subaccount", "read").get("domains").json()["items"]

    # Keys of other bindings are not counted.
    assert [(row["name"], row["keys"]) for row in domains] == [("kopi.example", 1)]
    assert [row["name"] for row in subaccounts] == ["Dago"]
    assert [(row["name"], row["keys"]) for row in from_all] == [("kopi.example", 0), ("teh.example", 0)]


def test_setup_help_of_a_bound_key_knows_only_its_domain_and_keys(shop: Shop) -> None:
    trx = shop.asker("domain", "read")
    other = ApiKey.objects.for_team(shop.person.team).filter(domain=None).latest("created_at")

    snippets = trx.post("config/generate", {}).json()["snippets"]
    found = trx.post("config/validate", {"keyPrefix": other.prefix, "from": "a@teh.example"}).json()["problems"]

    assert all("teh.example" not in str(each) for each in snippets)
    assert [(each["field"], each["code"]) for each in found] == [
        ("keyPrefix", "keyUnknown"),
        ("from", "fromUnknownDomain"),
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_a_bound_key_manages_nothing(shop: Shop, kind: str) -> None:
    trx = shop.asker(kind, *Scope.values)
    subaccount = Subaccount.objects.for_team(shop.person.team).get(name="Braga")
    webhook = {"url": "https://hooks.example.com/mail", "events": ["delivered"]}

    answers = [
        trx.post("webhooks", webhook),
        trx.delete(f"subaccounts/{subaccount.pk}?revokeKeys=true"),
        trx.post("events/export"),
        trx.get("events/exports"),
    ]

    assert [(each.status_code, each.json()["code"]) for each in answers] == [(403, "keyBound")] * 4
    assert not WebhookEndpoint.objects.for_team(shop.person.team).exists()
    assert Subaccount.objects.for_team(shop.person.team).count() == 2
    assert not ApiKey.objects.for_team(shop.person.team).filter(revoked_at__isnull=False).exists()


def test_only_a_person_ends_keys_with_their_subaccount(shop: Shop) -> None:
    manager = Asker(make_key(shop.person.team, scopes=["manage"])[1])
    subaccount = Subaccount.objects.for_team(shop.person.team).get(name="Braga")

    answer = manager.delete(f"subaccounts/{subaccount.pk}?revokeKeys=true")

    assert (answer.status_code, answer.json()["code"]) == (403, "notAuthorized")
    assert Subaccount.objects.for_team(shop.person.team).filter(pk=subaccount.pk).exists()
    assert not ApiKey.objects.for_team(shop.person.team).filter(revoked_at__isnull=False).exists()


def test_a_binding_goes_with_no_key_that_manages(alice: Person) -> None:
    domain = make_domain(alice.team)
    subaccount = Subaccount.objects.create(team=alice.team, name="Dago", created_at=clock.now())
    trx = by_person(alice)

    for bound in ({"sandbox": True}, {"domainId": str(domain.pk)}, {"subaccountId": str(subaccount.pk)}):
        answer = trx.post("apikeys", {"name": "Toko", "scopes": ["send", "manage"], **bound})
        assert (answer.status_code, answer.json()["code"]) == (400, "boundKeyManages")
        assert answer.json()["payload"] == {"field": "scopes"}
    assert not ApiKey.objects.for_team(alice.team).exists()

    key, _ = make_key(alice.team, sandbox=True, scopes=["send"])
    changed = trx.put(f"apikeys/{key.pk}", {"name": "Toko", "scopes": ["manage"]})
    assert changed.json()["code"] == "boundKeyManages"
    assert ApiKey.objects.for_team(alice.team).get().scopes == ["send"]


def test_a_team_s_domain_is_found_as_before(shop: Shop) -> None:
    """An unbound key and a user see the whole team."""
    trx = Asker(make_key(shop.person.team, scopes=["read"])[1])

    assert len({row["messageId"] for row in trx.get("events", size=100).json()["items"]}) == 6
    assert trx.get("batches").json()["total"] == 6
    assert trx.get("domains").json()["total"] == TransactionalDomain.objects.for_team(shop.person.team).count()
