"""Contact testers: unique addresses, and the limit of the sample plan."""

import pytest

from server.contacts.models import ContactTester
from server.core.models import OutboxEvent
from server.plans import quota
from server.plans.features import CONTACT_TESTER
from tests.cast import Person

pytestmark = pytest.mark.django_db


def used(person: Person) -> int:
    return quota.get_state(team_id=person.team.pk, limit=CONTACT_TESTER).used


def test_testers_come_and_go(alice: Person, mallory: Person) -> None:
    body = {"email": " Budi@Kantor.example ", "firstname": "Budi", "lastname": "S"}
    budi = alice.api.post("contacts/tester", body).json()
    alice.api.post("contacts/tester", {"email": "ani@kantor.example"})

    assert budi == {"id": budi["id"], "email": "budi@kantor.example", "firstname": "Budi", "lastname": "S"}
    assert [row["email"] for row in alice.api.get("contacts/tester").json()] == [
        "ani@kantor.example",
        "budi@kantor.example",
    ]
    assert (used(alice), mallory.api.get("contacts/tester").json()) == (2, [])

    assert alice.api.delete(f"contacts/tester/{budi['id']}").status_code == 204

    assert [row["email"] for row in alice.api.get("contacts/tester").json()] == ["ani@kantor.example"]
    assert used(alice) == 1
    told = OutboxEvent.objects.filter(name="contacts.tester.changed").order_by("pk")
    assert [row.payload["action"] for row in told] == ["created", "created", "deleted"]


def test_an_address_is_a_tester_once(alice: Person) -> None:
    assert alice.api.post("contacts/tester", {"email": "ani@kantor.example"}).status_code == 200

    again = alice.api.post("contacts/tester", {"email": "ANI@kantor.example"})

    assert (again.status_code, again.json()["code"]) == (409, "contactTesterExists")
    assert (ContactTester.objects.count(), used(alice)) == (1, 1)


def test_the_plan_says_how_many(alice: Person) -> None:
    for number in range(CONTACT_TESTER.sample):
        assert alice.api.post("contacts/tester", {"email": f"t{number}@kantor.example"}).status_code == 200

    full = alice.api.post("contacts/tester", {"email": "more@kantor.example"})

    assert (full.status_code, full.json()["code"], full.json()["payload"]["limit"]) == (403, "quotaLimitExceeded", 10)
    assert (ContactTester.objects.count(), used(alice)) == (10, 10)


def test_another_teams_tester_is_not_found(alice: Person, mallory: Person) -> None:
    tester = mallory.api.post("contacts/tester", {"email": "ani@kantor.example"}).json()

    assert alice.api.delete(f"contacts/tester/{tester['id']}").status_code == 404
    assert ContactTester.objects.count() == 1
