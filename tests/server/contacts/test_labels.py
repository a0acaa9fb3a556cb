import pytest

from server.contacts.models import Contact, ContactLabel
from server.contacts.services import labels
from server.core import in_use
from server.core.models import Job, OutboxEvent
from tests.cast import Person
from tests.server.contacts.factories import make_contact, make_label

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("given", "kept"),
    [("VIP", "VIP"), ("  Cafe   owner! ", "Cafe owner"), ("a_b/c-d", "abc-d"), ("Kopi & Teh", "Kopi Teh")],
)
def test_a_label_keeps_letters_digits_space_and_hyphen(alice: Person, given: str, kept: str) -> None:
    answer = alice.api.post("contacts/label", {"name": given})

    assert answer.status_code == 200
    assert answer.json()["name"] == kept
    assert answer.json()["count"] == 0
    assert 0 <= answer.json()["color"] <= 7
    told = list(OutboxEvent.objects.order_by("name").values_list("name", flat=True))
    assert told == ["activity.entry.recorded", "contacts.label.changed"]


@pytest.mark.parametrize("name", ["!!!", "  ", "€"])
def test_a_label_of_nothing_is_refused(alice: Person, name: str) -> None:
    answer = alice.api.post("contacts/label", {"name": name})

    assert (answer.status_code, answer.json()["code"]) == (422, "labelEmpty")
    assert ContactLabel.objects.for_team(alice.team).count() == 0


def test_a_name_is_once_in_a_team_in_whatever_case(alice: Person, mallory: Person) -> None:
    make_label(alice.team, "VIP")
    other = make_label(alice.team, "Other")

    created = alice.api.post("contacts/label", {"name": "vip"})
    renamed = alice.api.put(f"contacts/label/{other.pk}", {"name": "vIP"})
    elsewhere = mallory.api.post("contacts/label", {"name": "VIP"})

    assert (created.status_code, created.json()["number"]) == (409, 127)
    assert renamed.json()["code"] == "contactTagUsed"
    assert elsewhere.status_code == 200


def test_the_list_is_by_name_with_counts(alice: Person) -> None:
    vip, _ = make_label(alice.team, "VIP"), make_label(alice.team, "cafe")
    make_contact(alice.team, "a@example.com", label_ids=[vip.pk])

    rows = alice.api.get("contacts/label").json()

    assert [(row["name"], row["count"]) for row in rows] == [("cafe", 0), ("VIP", 1)]


def test_rename_keeps_the_count(alice: Person) -> None:
    label = make_label(alice.team, "VIP")
    make_contact(alice.team, "a@example.com", label_ids=[label.pk])

    answer = alice.api.put(f"contacts/label/{label.pk}", {"name": "Very important"})

    assert (answer.json()["name"], answer.json()["count"]) == ("Very important", 1)


def test_delete_hides_at_once_and_a_job_takes_it_off(alice: Person) -> None:
    label, other = make_label(alice.team, "VIP"), make_label(alice.team, "Other")
    contact = make_contact(alice.team, "a@example.com", label_ids=[label.pk, other.pk])

    answer = alice.api.delete(f"contacts/label/{label.pk}")
    shown = alice.api.get(f"contacts/{contact.pk}").json()["labels"]
    job = Job.objects.get()
    labels.purge_deleted(team_id=alice.team.pk, label_id=label.pk)

    assert answer.status_code == 204
    assert [row["name"] for row in shown] == ["Other"]
    assert (job.name, job.arguments) == (
        "contacts.remove_deleted_label",
        {"team_id": str(alice.team.pk), "label_id": label.pk},
    )
    assert Contact.objects.for_team(alice.team).get().label_ids == [other.pk]
    assert list(ContactLabel.objects.for_team(alice.team)) == [other]
    assert alice.api.post("contacts/label", {"name": "VIP"}).status_code == 200


def test_a_label_in_use_stays(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    label = make_label(alice.team, "VIP")
    monkeypatch.setitem(in_use.GUARDS.entries, labels.NOUN, (in_use.Guard("campaign", lambda team_id, ids: [ids[0]]),))

    answer = alice.api.delete(f"contacts/label/{label.pk}")

    assert (answer.status_code, answer.json()["payload"]) == (
        409,
        {"uses": [{"kind": "campaign", "name": str(label.pk)}]},
    )
    assert ContactLabel.objects.for_team(alice.team).get().deleted_at is None


def test_another_teams_label_is_not_found(alice: Person, mallory: Person) -> None:
    label = make_label(alice.team, "VIP")

    assert mallory.api.put(f"contacts/label/{label.pk}", {"name": "Mine"}).status_code == 404
    assert mallory.api.delete(f"contacts/label/{label.pk}").status_code == 404
    assert mallory.api.post("contacts/find/apply-label", {"ids": [1], "add": [label.pk]}).json()["code"] == (
        "invalidData"
    )
    label.refresh_from_db()
    assert (label.name, label.deleted_at) == ("VIP", None)


def test_a_change_of_labels_is_in_the_activity_once(alice: Person) -> None:
    label = make_label(alice.team, "VIP")
    contact = make_contact(alice.team, "ayu@example.com", firstname="Ayu")
    body = {"ids": [contact.pk], "add": [label.pk], "remove": []}

    assert [alice.api.post("contacts/find/apply-label", body).json()["count"] for _ in range(2)] == [1, 0]

    [entry] = alice.api.get("activity?reference=contact").json()["items"]
    assert (entry["action"], entry["name"], entry["link"]) == ("UPDATED", "Ayu", f"/contacts/{contact.pk}")
