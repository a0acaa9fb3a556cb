"""Subaccounts: parts of a team with their own keys and limit."""

from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.activity.models import Activity
from server.core import clock
from server.transactional.errors import KeyUnknown
from server.transactional.models import ApiKey, Subaccount
from server.transactional.services import keys
from server.transactional.states import Scope
from tests.cast import Person
from tests.server.transactional.calling import by_key, by_person, by_role
from tests.server.transactional.factories import ADDRESS, make_key

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]
WHOLE = {"name": "Gerai Dago", "email": "dago@kopi.example", "active": True, "monthlyLimit": 500}


def make_subaccount(person: Person, name: str = "Gerai Dago", **fields: object) -> Subaccount:
    return Subaccount.objects.create(team=person.team, name=name, created_at=clock.now(), **fields)


def test_a_subaccount_is_made_read_changed_and_deleted(alice: Person) -> None:
    api = by_person(alice)

    made = api.post("subaccounts", {"name": "  Gerai   Dago ", "email": " Dago@Kopi.example "})
    assert made.status_code == 200, made.content
    found = made.json()
    assert {**found, "id": "", "createdAt": ""} == {
        "id": "",
        "name": "Gerai Dago",
        "email": "dago@kopi.example",
        "active": True,
        "monthlyLimit": None,
        "used": 0,
        "keys": 0,
        "createdAt": "",
    }
    path = f"subaccounts/{found['id']}"
    assert api.get(path).json() == found

    changed = api.put(path, {"name": "Gerai Braga", "email": "", "active": False, "monthlyLimit": 0})
    assert changed.json() == {**found, "name": "Gerai Braga", "email": "", "active": False, "monthlyLimit": 0}
    assert [row["name"] for row in api.get("subaccounts").json()["items"]] == ["Gerai Braga"]

    assert api.delete(path).status_code == 204
    assert api.get(path).status_code == 404
    acts = Activity.objects.for_team(alice.team).order_by("id").values_list("reference", "action", "name")
    assert list(acts) == [
        ("subaccount", "CREATED", "Gerai Dago"),
        ("subaccount", "UPDATED", "Gerai Braga"),
        ("subaccount", "DELETED", "Gerai Braga"),
    ]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "   "}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "Dago", "email": "nobody"}, "email"),
        ({"name": "Dago", "monthlyLimit": -1}, "monthlyLimit"),
        ({"name": "Dago", "monthlyLimit": 10**12}, "monthlyLimit"),
        ({"name": "Da\x00go"}, "name"),
        ({"name": "Dago", "limit": 3}, "limit"),
    ],
)
def test_what_is_not_well_said_is_refused(alice: Person, body: dict[str, object], field: str) -> None:
    answer = by_person(alice).post("subaccounts", body)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")
    assert answer.json()["payload"]["field"] == field
    assert not Subaccount.objects.for_team(alice.team).exists()


def test_a_change_says_everything(alice: Person) -> None:
    """An omitted limit would be removed."""
    row = make_subaccount(alice, monthly_limit=500)

    answer = by_person(alice).put(f"subaccounts/{row.pk}", {"name": "Gerai Dago"})

    assert (answer.status_code, answer.json()["code"]) == (400, "requiredFieldsNotSet")
    row.refresh_from_db()
    assert row.monthly_limit == 500


def test_a_name_is_once_in_a_team_in_whatever_case(alice: Person, mallory: Person) -> None:
    make_subaccount(alice)
    other = make_subaccount(alice, "Gerai Braga")
    api = by_person(alice)

    created = api.post("subaccounts", {"name": "gerai dago"})
    renamed = api.put(f"subaccounts/{other.pk}", {**WHOLE, "name": "GERAI DAGO"})
    elsewhere = by_person(mallory).post("subaccounts", {"name": "Gerai Dago"})

    for answer in (created, renamed):
        assert (answer.status_code, answer.json()["code"]) == (409, "nameTaken")
        assert answer.json()["payload"]["field"] == "name"
    assert elsewhere.status_code == 200
    other.refresh_from_db()
    assert (other.name, other.email) == ("Gerai Braga", "")


def test_the_count_is_of_the_month_that_it_is(alice: Person) -> None:
    """The team's plan month starts on the first."""
    with time_machine.travel(datetime(2026, 3, 10, tzinfo=UTC), tick=False):
        row = make_subaccount(alice, used=7, period=date(2026, 3, 1))
        api = by_person(alice)
        now = api.get(f"subaccounts/{row.pk}").json()["used"]
    with time_machine.travel(datetime(2026, 4, 1, 0, 0, 1, tzinfo=UTC), tick=False):
        later = by_person(alice).get(f"subaccounts/{row.pk}").json()["used"]

    assert (now, later) == (7, 0)


def test_a_change_leaves_the_count_alone(alice: Person) -> None:
    row = make_subaccount(alice, used=7, period=clock.now().date())

    by_person(alice).put(f"subaccounts/{row.pk}", WHOLE)

    row.refresh_from_db()
    assert (row.used, row.monthly_limit) == (7, 500)


def test_keys_that_work_keep_a_subaccount(alice: Person) -> None:
    row = make_subaccount(alice)
    now = clock.now()
    working, _ = make_key(alice.team, subaccount=row, name="Kasir")
    make_key(alice.team, subaccount=row, name="Lama", revoked_at=now)
    make_key(alice.team, subaccount=row, name="Habis", expires_at=now - timedelta(seconds=1))
    api = by_person(alice)

    answer = api.delete(f"subaccounts/{row.pk}")

    assert (answer.status_code, answer.json()["code"]) == (409, "inUse")
    assert answer.json()["payload"] == {"uses": [{"kind": "apiKey", "name": f"Kasir ({working.prefix})"}]}
    assert api.get(f"subaccounts/{row.pk}").json()["keys"] == 1
    working.refresh_from_db()
    assert working.revoked_at is None


def test_who_confirms_deletes_a_subaccount_and_its_keys_stop(alice: Person) -> None:
    row = make_subaccount(alice)
    key, secret = make_key(alice.team, subaccount=row)
    other, other_secret = make_key(alice.team)

    answer = by_person(alice).delete(f"subaccounts/{row.pk}?revokeKeys=true")

    assert answer.status_code == 204
    kept = ApiKey.objects.for_team(alice.team).get(pk=key.pk)
    assert kept.revoked_at is not None
    assert kept.subaccount_id is None
    with pytest.raises(KeyUnknown):
        keys.identify(secret, ADDRESS, Scope.SEND)
    assert keys.identify(other_secret, ADDRESS, Scope.SEND).key_id == other.pk


def test_who_may_not_touch_keys_revokes_none(alice: Person) -> None:
    row = make_subaccount(alice)
    key, _ = make_key(alice.team, subaccount=row)
    bob = by_role(alice.team)

    refused = bob.delete(f"subaccounts/{row.pk}?revokeKeys=true")

    assert (refused.status_code, refused.json()["code"]) == (403, "notAuthorized")
    key.refresh_from_db()
    assert key.revoked_at is None
    assert Subaccount.objects.for_team(alice.team).filter(pk=row.pk).exists()


def test_a_list_takes_the_same_queries_for_one_and_for_many(alice: Person) -> None:
    api = by_person(alice)
    make_key(alice.team, subaccount=make_subaccount(alice, "A"))
    with CaptureQueriesContext(connection) as one:
        api.get("subaccounts?size=50")
    for number in range(20):
        make_key(alice.team, subaccount=make_subaccount(alice, f"B{number}"))
    with CaptureQueriesContext(connection) as many:
        found = api.get("subaccounts?size=50").json()

    assert len(many) == len(one)
    assert (found["total"], {row["keys"] for row in found["items"]}) == (21, {1})


def test_the_list_is_searched_and_sorted(alice: Person) -> None:
    make_subaccount(alice, "Braga", email="b@kopi.example")
    make_subaccount(alice, "Dago", email="d@kopi.example")
    api = by_person(alice)

    def names(query: str) -> list[str]:
        return [row["name"] for row in api.get(f"subaccounts?{query}").json()["items"]]

    assert names("") == ["Braga", "Dago"]
    assert names("sort=-name") == ["Dago", "Braga"]
    assert names("search=d%40kopi") == ["Dago"]
    assert names("size=-1") == ["Braga", "Dago"]


def test_a_key_reads_and_changes_as_far_as_its_scopes_say(alice: Person) -> None:
    reads, manages = by_key(alice.team, Scope.READ), by_key(alice.team, Scope.MANAGE)

    assert reads.get("subaccounts").status_code == 200
    refused = reads.post("subaccounts", {"name": "Dago"})
    made = manages.post("subaccounts", {"name": "Dago"})

    assert (refused.status_code, refused.json()["code"]) == (403, "scopeMissing")
    assert made.status_code == 200
    assert Activity.objects.for_team(alice.team).get().fullname == "Toko"


def test_what_is_another_team_s_is_not_found(alice: Person, mallory: Person) -> None:
    row = make_subaccount(alice)
    for api in (by_person(mallory), by_key(mallory.team, Scope.READ, Scope.MANAGE)):
        for method, body in (("GET", None), ("PUT", WHOLE), ("DELETE", None)):
            theirs = api.call(method, f"subaccounts/{row.pk}", body)
            nobody_s = api.call(method, f"subaccounts/{uuid4()}", body)
            assert (theirs.status_code, theirs.content) == (404, nobody_s.content)

    row.refresh_from_db()
    assert row.name == "Gerai Dago"


def test_the_same_creation_again_makes_one(alice: Person) -> None:
    api = by_person(alice)

    first = api.post("subaccounts", {"name": "Dago"}, **{"Idempotency-Key": "a-1"})
    again = api.post("subaccounts", {"name": "Dago"}, **{"Idempotency-Key": "a-1"})

    assert first.json() == again.json()
    assert Subaccount.objects.for_team(alice.team).count() == 1
