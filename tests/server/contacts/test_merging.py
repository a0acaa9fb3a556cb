from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.contacts.models import Contact, ContactLabel, ContactNote, PendingContact
from server.plans import quota
from server.plans.features import CONTACT
from tests.cast import Person
from tests.server.contacts.factories import make_contact, make_label

pytestmark = pytest.mark.django_db


def used(person: Person) -> int:
    return quota.get_state(team_id=person.team.pk, limit=CONTACT).used


def test_two_become_one_with_the_chosen_values_and_the_labels_of_both(alice: Person) -> None:
    field = alice.api.post("contacts/field", {"name": "Score", "type": "number"}).json()["id"]
    vip, news, wholesale = (make_label(alice.team, name) for name in ("VIP", "News", "Wholesale"))
    ayu = make_contact(alice.team, "ayu@example.com", firstname="Ayu", city="Bogor", label_ids=[vip.pk, news.pk])
    other = make_contact(alice.team, "a.lestari@example.com", lastname="Lestari", city="Solo", label_ids=[news.pk])
    alice.api.put(f"contacts/{other.pk}", {"customField": {str(field): 7}, "labelIds": [news.pk, wholesale.pk]})
    alice.api.post(f"contacts/{other.pk}/notes", {"text": "Met at the fair"})

    answer = alice.api.post(
        f"contacts/{ayu.pk}/merge", {"otherId": other.pk, "take": ["lastname", f"customField.{field}"]}
    )

    got = answer.json()
    assert (got["email"], got["fullname"], got["city"]) == ("ayu@example.com", "Ayu Lestari", "Bogor")
    assert got["customField"] == {str(field): 7}
    assert [label["name"] for label in got["labels"]] == ["VIP", "News", "Wholesale"]
    assert list(Contact.objects.for_team(alice.team).values_list("pk", flat=True)) == [ayu.pk]
    assert used(alice) == 1
    counts = dict(ContactLabel.objects.for_team(alice.team).values_list("name", "contact_count"))
    assert counts == {"VIP": 1, "News": 1, "Wholesale": 1}
    told = alice.api.get(f"contacts/{ayu.pk}/timeline").json()["items"]
    assert [item["kind"] for item in told][:3] == ["merged", "labelled", "changed"]
    assert told[0]["merged"] == "Lestari <a.lestari@example.com>"
    assert ContactNote.objects.for_team(alice.team).get().contact_id == ayu.pk


def test_the_state_comes_with_the_address(alice: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")
    other = make_contact(alice.team, "a.lestari@example.com", state="unsubscribed")

    got = alice.api.post(f"contacts/{ayu.pk}/merge", {"otherId": other.pk, "take": ["email"]}).json()

    assert (got["email"], got["state"]) == ("a.lestari@example.com", "unsubscribed")


def test_the_state_stays_with_the_address_that_stays(alice: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com", state="unsubscribed")
    other = make_contact(alice.team, "a.lestari@example.com")

    got = alice.api.post(f"contacts/{ayu.pk}/merge", {"otherId": other.pk}).json()

    assert (got["email"], got["state"]) == ("ayu@example.com", "unsubscribed")


def test_an_unconfirmed_one_counts_once_it_is_merged_with_the_labels_locked_before_the_counter(alice: Person) -> None:
    vip, news = make_label(alice.team, "VIP"), make_label(alice.team, "News")
    kept = make_contact(alice.team, "ayu@example.com", label_ids=[vip.pk])
    quota.return_units(team_id=alice.team.pk, limit=CONTACT)
    PendingContact.objects.create(
        team_id=alice.team.pk, contact_id=kept.pk, confirm_by=datetime(2199, 1, 1, tzinfo=UTC)
    )
    other = make_contact(alice.team, "other@example.com", label_ids=[news.pk])

    with CaptureQueriesContext(connection) as queries:
        answer = alice.api.post(f"contacts/{kept.pk}/merge", {"otherId": other.pk, "take": []})

    assert answer.status_code == 200
    assert (used(alice), PendingContact.objects.count()) == (1, 0)
    writes = [
        name
        for query in queries
        for name in ("contacts_contactlabel", "plans_quotausage")
        if query["sql"].lstrip().startswith("UPDATE") and name in query["sql"].partition("SET")[0]
    ]
    # The label of the other contact, its unit, the same label for this contact, and its unit.
    assert writes == ["contacts_contactlabel", "plans_quotausage", "contacts_contactlabel", "plans_quotausage"]


def test_itself_a_stranger_and_an_unknown_field_are_refused(alice: Person, mallory: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com", firstname="Ayu")
    other = make_contact(alice.team, "b@example.com")
    foreign = make_contact(mallory.team, "c@example.com")

    assert alice.api.post(f"contacts/{ayu.pk}/merge", {"otherId": ayu.pk}).json()["payload"]["field"] == "otherId"
    assert alice.api.post(f"contacts/{ayu.pk}/merge", {"otherId": foreign.pk}).status_code == 404
    refused = alice.api.post(f"contacts/{ayu.pk}/merge", {"otherId": other.pk, "take": ["team_id"]})
    assert refused.json()["payload"]["field"] == "take"

    assert Contact.objects.count() == 3
    assert used(alice) == 2
