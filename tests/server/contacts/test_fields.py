import pytest

from server.contacts.models import Contact, CustomField
from server.contacts.services import fields
from server.plans import quota
from server.plans.features import CUSTOM_FIELD
from tests.cast import Person

pytestmark = pytest.mark.django_db


def used(person: Person) -> int:
    return quota.get_state(team_id=person.team.pk, limit=CUSTOM_FIELD).used


def test_create_gives_a_tag(alice: Person) -> None:
    bodies = [
        {"name": "Loyalty score", "type": "number"},
        {"name": "T-shirt", "type": "dropdown", "values": ["S", "M", "S", ""]},
        {"name": "Joined", "type": "date"},
        {"name": "Likes tea", "type": "checkbox"},
    ]

    answers = [alice.api.post("contacts/field", body) for body in bodies]

    assert [answer.status_code for answer in answers] == [200] * 4
    rows = alice.api.get("contacts/field").json()
    assert [(row["name"], row["tag"], row["type"], row["values"], row["category"]) for row in rows] == [
        ("Loyalty score", "loyalty_score", "number", [], "CONTACT"),
        ("T-shirt", "t_shirt", "dropdown", ["S", "M"], "CONTACT"),
        ("Joined", "joined", "date", [], "CONTACT"),
        ("Likes tea", "likes_tea", "checkbox", [], "CONTACT"),
    ]


def test_who_changes_a_field_is_recorded(alice: Person) -> None:
    field_id = alice.api.post("contacts/field", {"name": "Size", "type": "text"}).json()["id"]
    alice.api.put(f"contacts/field/{field_id}", {"name": "Shirt size"})
    alice.api.delete(f"contacts/field/{field_id}")

    entries = alice.api.get("activity?reference=contact-field").json()["items"]

    assert [(entry["fullname"], entry["action"], entry["name"]) for entry in entries] == [
        ("Alice", "DELETED", "Shirt size"),
        ("Alice", "UPDATED", "Shirt size"),
        ("Alice", "CREATED", "Size"),
    ]


def test_the_plan_bounds_how_many(alice: Person) -> None:
    for number in range(4):
        alice.api.post("contacts/field", {"name": f"Field {number}", "type": "text"})

    fifth = alice.api.post("contacts/field", {"name": "Fifth", "type": "text"})

    assert fifth.json()["code"] == "quotaLimitExceeded"
    assert fifth.json()["payload"] == {
        "feature": "contactManagement",
        "subfeature": "customField",
        "limit": 4,
        "left": 0,
    }
    assert CustomField.objects.for_team(alice.team).count() == 4


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "Size", "type": "dropdown"}, "invalidData"),
        ({"name": "Size", "type": "dropdown", "values": ["", " "]}, "invalidData"),
        ({"name": "2nd size", "type": "text"}, "invalidTag"),
        ({"name": "!!", "type": "text"}, "invalidTag"),
        ({"name": "Size", "type": "colour"}, "invalidData"),
        ({"name": "", "type": "text"}, "invalidData"),
        ({"type": "text"}, "requiredFieldsNotSet"),
    ],
)
def test_create_refuses_what_does_not_fit(alice: Person, body: dict[str, object], code: str) -> None:
    answer = alice.api.post("contacts/field", body)

    assert answer.json()["code"] == code
    assert used(alice) == 0


def test_a_name_is_once_in_a_team(alice: Person) -> None:
    alice.api.post("contacts/field", {"name": "Score", "type": "number"})

    again = alice.api.post("contacts/field", {"name": "score", "type": "text"})

    assert (again.status_code, again.json()["code"]) == (409, "customFieldExists")
    assert used(alice) == 1


def test_update_keeps_type_and_tag(alice: Person) -> None:
    field = alice.api.post("contacts/field", {"name": "Size", "type": "dropdown", "values": ["S"]}).json()

    changed = alice.api.put(f"contacts/field/{field['id']}", {"name": "Shirt size", "values": ["S", "L"]}).json()

    assert (changed["name"], changed["tag"], changed["type"], changed["values"]) == (
        "Shirt size",
        "size",
        "dropdown",
        ["S", "L"],
    )


def test_delete_gives_back_and_a_job_clears_the_values(alice: Person) -> None:
    score = alice.api.post("contacts/field", {"name": "Score", "type": "number"}).json()["id"]
    town = alice.api.post("contacts/field", {"name": "Town", "type": "text"}).json()["id"]
    custom = {str(score): 7, str(town): "Depok"}
    contact = alice.api.post("contacts", {"email": "a@example.com", "customField": custom}).json()["contactId"]

    answer = alice.api.delete(f"contacts/field/{score}")
    fields.clear_values(team_id=alice.team.pk, field_id=score)

    assert answer.status_code == 204
    assert Contact.objects.for_team(alice.team).get(pk=contact).custom_field == {str(town): "Depok"}
    assert not CustomField.objects.filter(pk=score).exists()
    assert used(alice) == 1


def test_another_teams_field_is_not_found(alice: Person, mallory: Person) -> None:
    field = alice.api.post("contacts/field", {"name": "Score", "type": "number"}).json()["id"]

    assert mallory.api.put(f"contacts/field/{field}", {"name": "Mine"}).status_code == 404
    assert mallory.api.delete(f"contacts/field/{field}").status_code == 404
    assert CustomField.objects.for_team(alice.team).get().name == "Score"
