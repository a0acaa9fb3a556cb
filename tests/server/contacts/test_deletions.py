"""Undoing a deletion of contacts: restored rows, exceptions and the time limit."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
import time_machine

from server.activity.models import Activity
from server.contacts.models import (
    Contact,
    ContactConsent,
    ContactDeletion,
    ContactEntry,
    ContactLabel,
    ContactNote,
    DeletedRecord,
    StageChange,
)
from server.contacts.services import deletions, labels
from server.core import clock
from server.core.ids import uuid7
from server.plans import quota
from server.plans.features import CONTACT
from tests.cast import Person
from tests.server.contacts.factories import make_contact, make_label

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("uploads")]


def used(person: Person) -> int:
    return quota.get_state(team_id=person.team.pk, limit=CONTACT).used


def delete(person: Person, *ids: int) -> str:
    """Deletes contacts and returns the id for undoing it."""
    answer = person.api.post("contacts/delete", {"ids": list(ids)})
    assert answer.status_code == 200, answer.json()
    undo_id: str = answer.json()["undoId"]
    return undo_id


def undo(person: Person, undo_id: str) -> Any:
    return person.api.post(f"contacts/delete/{undo_id}/undo")


def rows_of(contact_id: int) -> dict[str, list[Any]]:
    """Returns all stored rows of a contact."""
    return {
        "contact": list(Contact.objects.filter(pk=contact_id).values()),
        "entries": list(ContactEntry.objects.filter(contact_id=contact_id).order_by("pk").values()),
        "notes": list(ContactNote.objects.filter(contact_id=contact_id).order_by("pk").values()),
        "consents": list(ContactConsent.objects.filter(contact_id=contact_id).order_by("pk").values()),
        "moves": list(StageChange.objects.filter(contact_id=contact_id).order_by("pk").values()),
    }


def test_an_undo_brings_contacts_back_as_they_were(alice: Person) -> None:
    label = make_label(alice.team, "VIP")
    score = alice.api.post("contacts/field", {"name": "Score", "type": "number"}).json()["id"]
    body = {
        "email": "ayu@example.com",
        "firstname": "Ayu",
        "birthday": "1990-02-28",
        "funnel": "interest",
        "labelIds": [label.pk],
        "customField": {str(score): 7.5},
    }
    ayu = alice.api.post("contacts", body).json()["contactId"]
    alice.api.put(f"contacts/{ayu}", {"city": "Bogor", "funnel": "action"})
    alice.api.post(f"contacts/{ayu}/notes", {"text": "Prefers mornings"})
    budi = make_contact(alice.team, "budi@example.com").pk
    before = {key: rows_of(key) for key in (ayu, budi)}
    assert [len(rows) for rows in before[ayu].values()] == [1, 1, 1, 1, 2]

    undo_id = delete(alice, ayu, budi)
    assert (Contact.objects.for_team(alice.team).count(), used(alice)) == (0, 0)
    answer = undo(alice, undo_id)

    assert (answer.status_code, answer.json()) == (200, {"count": 2, "skipped": 0})
    assert {key: rows_of(key) for key in (ayu, budi)} == before
    assert used(alice) == 2
    assert ContactLabel.objects.get(pk=label.pk).contact_count == 1
    assert not DeletedRecord.objects.exists()
    newest = Activity.objects.for_team(alice.team).order_by("-pk")[0]
    assert (newest.action, newest.name, newest.fullname) == ("RESTORED", "Ayu +1", "Alice")
    assert undo(alice, undo_id).json()["code"] == "noEntity"


def test_an_address_that_was_added_again_stays_the_new_one(alice: Person) -> None:
    ayu, budi = (make_contact(alice.team, f"{name}@example.com", firstname=name) for name in ("ayu", "budi"))
    alice.api.post(f"contacts/{ayu.pk}/notes", {"text": "Old"})
    undo_id = delete(alice, ayu.pk, budi.pk)
    new = alice.api.post("contacts", {"email": "ayu@example.com", "firstname": "New"}).json()["contactId"]

    answer = undo(alice, undo_id)

    assert answer.json() == {"count": 1, "skipped": 1}
    found = Contact.objects.for_team(alice.team).order_by("pk").values_list("pk", "firstname")
    assert list(found) == [(budi.pk, "budi"), (new, "New")]
    assert not ContactNote.objects.filter(contact_id=ayu.pk).exists()
    assert used(alice) == 2


def test_labels_and_fields_that_are_no_more_stay_away(alice: Person) -> None:
    gone, going, stays = (make_label(alice.team, name) for name in ("Gone", "Going", "Stays"))
    text, number = (
        alice.api.post("contacts/field", {"name": name, "type": "text"}).json()["id"] for name in ("Size", "Score")
    )
    ids = [gone.pk, going.pk, stays.pk]
    values = {str(text): "M", str(number): "many"}
    ayu = make_contact(alice.team, "ayu@example.com", label_ids=ids, custom_field=values)
    undo_id = delete(alice, ayu.pk)
    for label in (gone, going):
        alice.api.call("DELETE", f"contacts/label/{label.pk}")
    labels.purge_deleted(team_id=alice.team.pk, label_id=gone.pk)
    alice.api.call("DELETE", f"contacts/field/{text}")

    assert undo(alice, undo_id).json()["count"] == 1

    ayu.refresh_from_db()
    assert (ayu.label_ids, ayu.custom_field) == ([stays.pk], {str(number): "many"})
    assert dict(ContactLabel.objects.values_list("name", "contact_count")) == {"Going": 0, "Stays": 1}


def test_it_is_refused_where_the_plan_has_no_room_any_more(alice: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")
    undo_id = delete(alice, ayu.pk)
    left = quota.get_state(team_id=alice.team.pk, limit=CONTACT).left
    quota.use(team_id=alice.team.pk, limit=CONTACT, amount=left)

    answer = undo(alice, undo_id)

    assert (answer.status_code, answer.json()["code"]) == (403, "contactLimitExceeded")
    assert not Contact.objects.for_team(alice.team).exists()
    assert ContactDeletion.objects.filter(pk=undo_id).exists()


def test_after_ten_minutes_it_is_too_late_and_nothing_is_kept(alice: Person) -> None:
    now = clock.now()
    with time_machine.travel(now, tick=False) as traveller:
        undo_id = delete(alice, make_contact(alice.team, "ayu@example.com").pk)
        traveller.shift(deletions.UNDO_PERIOD - timedelta(seconds=1))
        deletions.purge_expired()
        assert DeletedRecord.objects.exists()
        traveller.shift(timedelta(seconds=1))

        late = undo(alice, undo_id)
        deletions.purge_expired()
        assert not DeletedRecord.objects.exists()
        assert undo(alice, undo_id).json()["code"] == "deletionUndoLate"
        traveller.shift(timedelta(days=1))
        deletions.purge_expired()

    assert (late.status_code, late.json()["code"]) == (409, "deletionUndoLate")
    assert not Contact.objects.for_team(alice.team).exists()
    assert not ContactDeletion.objects.exists()


def test_whoever_asked_to_be_forgotten_does_not_come_back(alice: Person) -> None:
    ayu, budi = make_contact(alice.team, "ayu@example.com"), make_contact(alice.team, "budi@example.com")
    undo_id = delete(alice, ayu.pk, budi.pk)
    again = make_contact(alice.team, "ayu@example.com")
    erased = alice.api.post(f"contacts/{again.pk}/erase", {"email": "ayu@example.com"})
    assert erased.status_code == 204

    assert undo(alice, undo_id).json() == {"count": 1, "skipped": 0}

    assert list(Contact.objects.for_team(alice.team).values_list("email", flat=True)) == ["budi@example.com"]


def test_erasing_a_contact_can_not_be_undone(alice: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")

    assert alice.api.post(f"contacts/{ayu.pk}/erase", {"email": "ayu@example.com"}).status_code == 204

    assert not DeletedRecord.objects.exists()


def test_a_deletion_is_its_teams(alice: Person, mallory: Person) -> None:
    undo_id = delete(alice, make_contact(alice.team, "ayu@example.com").pk)

    assert undo(mallory, undo_id).json()["code"] == "noEntity"
    assert undo(mallory, str(uuid7())).json()["code"] == "noEntity"
    assert not Contact.objects.exists()
    assert undo(alice, undo_id).json()["count"] == 1


def test_of_many_deletions_the_newest_can_be_undone(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletions, "MAX_UNDOABLE_DELETIONS", 2)
    first, second, third = (delete(alice, make_contact(alice.team, f"c{n}@example.com").pk) for n in range(3))

    assert set(DeletedRecord.objects.values_list("deletion_id", flat=True)) == {UUID(second), UUID(third)}
    assert undo(alice, first).json()["code"] == "deletionUndoLate"
    assert undo(alice, second).json()["count"] == 1
