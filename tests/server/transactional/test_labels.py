"""Labels: named tags of the team (TRX-51, TRX-52, TRX-58, TRX-70)."""

from uuid import uuid4

import pytest

from server.activity.models import Activity
from server.core import clock
from server.transactional.models import TransactionalLabel
from server.transactional.states import Scope
from tests.cast import Person
from tests.server.transactional.calling import by_key, by_person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


def make_label(person: Person, name: str = "nota", description: str = "") -> TransactionalLabel:
    return TransactionalLabel.objects.create(
        team=person.team, name=name, description=description, created_at=clock.now()
    )


def test_a_label_is_made_listed_changed_and_deleted(alice: Person) -> None:
    api = by_person(alice)

    made = api.post("label", {"name": " nota  belanja ", "description": " Setelah bayar "})
    assert made.status_code == 200, made.content
    found = made.json()
    assert (found["name"], found["description"]) == ("nota belanja", "Setelah bayar")
    assert api.get("label").json()["items"] == [found]

    changed = api.put(f"label/{found['id']}", {"name": "nota"})
    assert changed.json() == {**found, "name": "nota", "description": ""}
    assert api.delete(f"label/{found['id']}").status_code == 204
    assert api.get("label").json()["total"] == 0
    acts = Activity.objects.for_team(alice.team).order_by("id").values_list("action", flat=True)
    assert list(acts) == ["CREATED", "UPDATED", "DELETED"]


@pytest.mark.parametrize(
    "body",
    [{"name": "  "}, {"name": "x" * 65}, {"name": "a\u200bb"}, {"name": "nota", "description": "x" * 201}],
)
def test_what_is_not_well_said_is_refused(alice: Person, body: dict[str, str]) -> None:
    answer = by_person(alice).post("label", body)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")
    assert not TransactionalLabel.objects.for_team(alice.team).exists()


def test_a_name_is_once_in_a_team(alice: Person, mallory: Person) -> None:
    make_label(alice)
    other = make_label(alice, "struk")
    api = by_person(alice)

    answers = [api.post("label", {"name": "nota"}), api.put(f"label/{other.pk}", {"name": "nota"})]

    assert [(each.status_code, each.json()["code"]) for each in answers] == [(409, "nameTaken")] * 2
    assert by_person(mallory).post("label", {"name": "nota"}).status_code == 200
    other.refresh_from_db()
    assert other.name == "struk"


def test_the_list_is_by_name_and_searched(alice: Person) -> None:
    for name in ("struk", "nota", "promo"):
        make_label(alice, name)
    api = by_person(alice)

    assert [row["name"] for row in api.get("label").json()["items"]] == ["nota", "promo", "struk"]
    assert [row["name"] for row in api.get("label?search=ot").json()["items"]] == ["nota"]


def test_what_is_another_team_s_is_not_found(alice: Person, mallory: Person) -> None:
    label = make_label(alice)
    for api in (by_person(mallory), by_key(mallory.team, Scope.MANAGE)):
        for method, body in (("PUT", {"name": "punyaku"}), ("DELETE", None)):
            theirs = api.call(method, f"label/{label.pk}", body)
            assert (theirs.status_code, theirs.content) == (
                404,
                api.call(method, f"label/{uuid4()}", body).content,
            )

    label.refresh_from_db()
    assert label.name == "nota"
