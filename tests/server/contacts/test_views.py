"""Saved views of the list: private and shared, the default view, and permissions."""

from typing import Any

import pytest

from server.contacts.models import ContactView, DefaultContactView
from server.contacts.services import views
from server.core.models import OutboxEvent
from server.teams.models import Member, Role, Team
from tests.cast import Person

pytestmark = pytest.mark.django_db

LOOK = {
    "filter": {"search": "bogor", "whole": True, "labelIds": [7], "states": ["bounced"]},
    "sort": "-updatedAt",
    "columns": ["email", "city", "custom:3", "email"],
}


@pytest.fixture
def reader(bob: Person, alice: Person) -> Person:
    """A member of Alice's team with read access to contacts."""
    role = Role.objects.create(team=alice.team, name="Reader", permissions=["contact.view"])
    Member.objects.for_team(alice.team).filter(user=bob.user).update(role="custom", custom_role=role)
    return bob


def save(person: Person, name: str, **fields: Any) -> dict[str, Any]:
    answer = person.api.post("contacts/view", {"name": name, **fields})
    assert answer.status_code == 200, answer.content
    made: dict[str, Any] = answer.json()
    return made


def names(person: Person) -> list[str]:
    return [view["name"] for view in person.api.get("contacts/view").json()["items"]]


def test_a_view_keeps_what_the_list_shows(alice: Person) -> None:
    made = save(alice, " Bounced in Bogor ", **LOOK)

    assert made == {
        "id": made["id"],
        "name": "Bounced in Bogor",
        "shared": False,
        "own": True,
        "fullname": "Alice",
        "filter": {
            "search": "bogor",
            "whole": True,
            "labelIds": [7],
            "states": ["bounced"],
            "stages": [],
            "segmentId": None,
            "rules": None,
        },
        "sort": "-updatedAt",
        "columns": ["email", "city", "custom:3"],
        "updatedAt": made["updatedAt"],
    }
    assert alice.api.get("contacts/view").json() == {"items": [made], "defaultId": None, "columns": None}


def test_only_what_is_shared_is_seen_by_the_team(alice: Person, reader: Person, mallory: Person) -> None:
    save(alice, "Mine")
    shared = save(alice, "Everybody", shared=True)
    save(reader, "Of the reader")

    assert names(alice) == ["Everybody", "Mine"]
    assert names(reader) == ["Everybody", "Of the reader"]
    assert names(mallory) == []
    [seen] = [view for view in reader.api.get("contacts/view").json()["items"] if view["id"] == shared["id"]]
    assert (seen["own"], seen["shared"], seen["fullname"]) == (False, True, "Alice")


def test_who_may_not_edit_shares_nothing_and_changes_nothing_shared(alice: Person, reader: Person) -> None:
    shared = save(alice, "Everybody", shared=True)
    own = save(reader, "Of the reader")
    before = list(ContactView.objects.order_by("pk").values())

    refused = [
        reader.api.post("contacts/view", {"name": "For all", "shared": True}),
        reader.api.put(f"contacts/view/{own['id']}", {"name": "For all", "shared": True}),
        reader.api.put(f"contacts/view/{shared['id']}", {"name": "Mine now", "shared": True}),
        reader.api.delete(f"contacts/view/{shared['id']}"),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in refused] == [(403, "notAuthorized")] * 4
    assert list(ContactView.objects.order_by("pk").values()) == before


def test_anothers_view_is_not_found(alice: Person, reader: Person, mallory: Person) -> None:
    own = save(alice, "Mine")
    shared = save(alice, "Everybody", shared=True)

    for person, view in ((reader, own), (mallory, own), (mallory, shared)):
        assert person.api.put(f"contacts/view/{view['id']}", {"name": "Taken"}).status_code == 404
        assert person.api.delete(f"contacts/view/{view['id']}").status_code == 404
        assert person.api.put("contacts/view/default", {"viewId": view["id"]}).status_code == 404

    assert names(alice) == ["Everybody", "Mine"]
    assert not DefaultContactView.objects.exists()


def test_a_shared_view_is_changed_by_another_and_stays_shared(alice: Person, bob: Person) -> None:
    shared = save(alice, "Everybody", shared=True)

    assert bob.api.put(f"contacts/view/{shared['id']}", {"name": "Bob's"}).status_code == 403
    changed = bob.api.put(f"contacts/view/{shared['id']}", {"name": "All of us", "shared": True, **LOOK}).json()

    assert (changed["name"], changed["own"], changed["fullname"]) == ("All of us", False, "Alice")
    [seen] = alice.api.get("contacts/view").json()["items"]
    assert (seen["name"], seen["own"], seen["sort"]) == ("All of us", True, "-updatedAt")


def test_each_person_chooses_what_the_list_begins_with(alice: Person, reader: Person) -> None:
    shared = save(alice, "Everybody", shared=True)
    own = save(alice, "Mine")
    for view in (own, shared):
        assert alice.api.put("contacts/view/default", {"viewId": view["id"]}).status_code == 204
    reader.api.put("contacts/view/default", {"viewId": shared["id"]})

    assert alice.api.get("contacts/view").json()["defaultId"] == shared["id"]
    alice.api.put("contacts/view/default", {"viewId": None})
    assert alice.api.get("contacts/view").json()["defaultId"] is None
    assert reader.api.get("contacts/view").json()["defaultId"] == shared["id"]

    alice.api.put(f"contacts/view/{shared['id']}", {"name": "Everybody", "shared": False})
    assert reader.api.get("contacts/view").json()["defaultId"] is None


def test_a_name_is_once_among_ones_own(alice: Person, bob: Person) -> None:
    save(alice, "Jakarta")
    save(bob, "Jakarta")
    other = save(alice, "Bogor")

    again = alice.api.post("contacts/view", {"name": "JAKARTA"})
    renamed = alice.api.put(f"contacts/view/{other['id']}", {"name": "jakarta"})

    assert [(answer.status_code, answer.json()["code"]) for answer in (again, renamed)] == [
        (409, "contactViewExists")
    ] * 2
    assert names(alice) == ["Bogor", "Jakarta"]


@pytest.mark.parametrize(
    ("body", "field"),
    [({"name": "  "}, "name"), ({"name": "A", "sort": "phone"}, "sort"), ({"name": "A" * 61}, "name")],
)
def test_what_is_no_view_is_refused(alice: Person, body: dict[str, Any], field: str) -> None:
    refused = alice.api.post("contacts/view", body)

    assert (refused.status_code, refused.json()["payload"]["field"]) == (400, field)
    assert not ContactView.objects.exists()


def test_there_is_an_end_to_them(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MAX_OWN_VIEWS", 1)
    save(alice, "Jakarta")

    assert alice.api.post("contacts/view", {"name": "Bogor"}).status_code == 400
    assert names(alice) == ["Jakarta"]


def test_those_who_see_a_view_hear_of_it(alice: Person) -> None:
    own = save(alice, "Mine")
    alice.api.put(f"contacts/view/{own['id']}", {"name": "Mine", "shared": True})
    alice.api.delete(f"contacts/view/{own['id']}")

    told = OutboxEvent.objects.filter(name="contacts.view.changed").order_by("pk")
    mine, team = [f"user:{alice.user.pk}"], [f"team:{alice.team.pk}"]
    assert [(event.payload["action"], event.rooms) for event in told] == [
        ("created", mine),
        ("updated", team),
        ("deleted", team),
    ]


def test_a_team_that_goes_takes_its_views(alice: Person) -> None:
    save(alice, "Mine")
    alice.api.put("contacts/view/default", {"viewId": ContactView.objects.get().pk})

    Team.objects.filter(pk=alice.team.pk).delete()

    assert (ContactView.objects.count(), DefaultContactView.objects.count()) == (0, 0)


def test_the_columns_of_ones_list_are_kept_for_oneself(alice: Person, reader: Person) -> None:
    assert alice.api.get("contacts/view").json()["columns"] is None

    answer = alice.api.put("contacts/view/columns", {"columns": ["email", "custom:3", "email"]})

    assert answer.status_code == 204
    assert alice.api.get("contacts/view").json()["columns"] == ["email", "custom:3"]
    assert reader.api.get("contacts/view").json()["columns"] is None
    alice.api.put("contacts/view/columns", {"columns": []})
    assert alice.api.get("contacts/view").json()["columns"] == []
    told = OutboxEvent.objects.filter(name="contacts.view.changed").order_by("pk")
    assert [row.rooms for row in told] == [[f"user:{alice.user.pk}"]] * 2
