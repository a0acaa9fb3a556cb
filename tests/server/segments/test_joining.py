"""Adding contacts to a segment manually, through a label that its rules accept."""

from typing import Any

import pytest

from server.contacts.models import BulkAction, Contact, ContactLabel
from server.contacts.services import bulk
from server.core import jobs
from server.core.models import Job, JobState
from server.segments.models import Segment
from server.teams.models import Member, Role
from tests.cast import Person
from tests.server.contacts.factories import make_contact, make_label

pytestmark = pytest.mark.django_db

IN_JAKARTA = {"kind": "field", "field": "city", "operator": "is", "value": "Jakarta"}


def segment(person: Person, *rules: dict[str, Any], **group: Any) -> int:
    body = {"name": "VIP & friends", "rules": {"kind": "group", "rules": list(rules), **group}}
    made: int = person.api.post("contacts/segment", body).json()["id"]
    return made


def members(person: Person, segment_id: int) -> list[str]:
    items = person.api.post("contacts/find", {"segmentId": segment_id, "sort": "email"}).json()["items"]
    return [contact["email"] for contact in items]


def add(person: Person, segment_id: int, **body: Any) -> Any:
    return person.api.post(f"contacts/segment/{segment_id}/add", body)


def test_who_is_added_is_in_beside_who_fits(alice: Person) -> None:
    make_contact(alice.team, "ani@example.com", city="Jakarta")
    budi = make_contact(alice.team, "budi@example.com")
    citra = make_contact(alice.team, "citra@example.com")
    one = segment(alice, IN_JAKARTA)

    answer = add(alice, one, ids=[budi.pk]).json()

    label = ContactLabel.objects.get()
    assert answer == {"count": 1, "queued": False, "labelId": label.pk}
    assert (label.name, label.contact_count) == ("VIP friends", 1)
    assert members(alice, one) == ["ani@example.com", "budi@example.com"]
    assert add(alice, one, ids=[budi.pk, citra.pk]).json()["count"] == 1
    assert ContactLabel.objects.count() == 1
    assert members(alice, one) == ["ani@example.com", "budi@example.com", "citra@example.com"]
    rules = alice.api.get(f"contacts/segment/{one}").json()["rules"]
    assert (rules["match"], [rule["kind"] for rule in rules["rules"]]) == ("any", ["group", "label"])


def test_a_segment_of_a_label_is_joined_by_that_label(alice: Person) -> None:
    vip = make_label(alice.team, "VIP")
    budi = make_contact(alice.team, "budi@example.com")
    one = segment(alice, {"kind": "label", "operator": "hasAny", "labelIds": [vip.pk]})
    before = Segment.objects.values("rules", "revision").get()

    assert add(alice, one, ids=[budi.pk]).json() == {"count": 1, "queued": False, "labelId": vip.pk}

    assert members(alice, one) == ["budi@example.com"]
    assert Segment.objects.values("rules", "revision").get() == before


@pytest.mark.parametrize("group", [{"match": "all"}, {"match": "any", "negated": True}])
def test_a_label_among_other_conditions_is_no_way_in(alice: Person, group: dict[str, Any]) -> None:
    vip = make_label(alice.team, "VIP friends")
    budi = make_contact(alice.team, "budi@example.com", city="Jakarta")
    one = segment(alice, {"kind": "label", "operator": "hasAny", "labelIds": [vip.pk]}, IN_JAKARTA, **group)
    assert members(alice, one) == []

    added = add(alice, one, ids=[budi.pk]).json()

    assert ContactLabel.objects.get(pk=added["labelId"]).name == "VIP friends 2"
    assert members(alice, one) == ["budi@example.com"]
    assert ContactLabel.objects.get(pk=vip.pk).contact_count == 0


def test_all_that_a_filter_finds_are_added_in_the_background(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "BATCH_SIZE", 2)
    for number in range(5):
        make_contact(alice.team, f"c{number}@example.com", city="Bogor")
    one = segment(alice, IN_JAKARTA)

    answer = add(alice, one, filter={"search": "c"}).json()

    assert (answer["count"], answer["queued"]) == (5, True)
    claim = jobs.claim(Job.objects.get(name=bulk.RUN_JOB, state=JobState.WAITING).pk)
    assert claim is not None
    jobs.run(claim)
    assert BulkAction.objects.get().changed == 5
    assert len(members(alice, one)) == 5


def test_who_may_not_change_contacts_adds_nobody(alice: Person, bob: Person, mallory: Person) -> None:
    budi = make_contact(alice.team, "budi@example.com")
    one = segment(alice, IN_JAKARTA)
    role = Role.objects.create(team=alice.team, name="Segments", permissions=["contact.view", "contact.segment"])
    Member.objects.for_team(alice.team).filter(user=bob.user).update(role="custom", custom_role=role)

    assert add(bob, one, ids=[budi.pk]).status_code == 403
    assert add(mallory, one, ids=[budi.pk]).status_code == 404

    assert not ContactLabel.objects.exists()
    assert Contact.objects.get(pk=budi.pk).label_ids == []
    assert Segment.objects.get().revision == 1
