from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import pytest
import time_machine
from django.db import connection

from server.contacts import timeline
from server.contacts.filters import ContactFilter
from server.contacts.models import BulkAction, ContactConsent, ContactEntry, ContactNote
from server.contacts.schemas.timeline import EntryOut, NoteEntryOut
from server.contacts.services import bulk
from server.contacts.timeline import TimelineEntry, TimelineRequest, TimelineSource
from server.core import clock, jobs, outbox, rooms
from server.core.models import Job
from tests.cast import Person, make_person
from tests.plugs import ASKED
from tests.server.contacts.factories import make_contact, make_label
from tests.server.contacts.importing import prepare, start, work

pytestmark = pytest.mark.django_db


def items(person: Person, contact_id: int, **query: Any) -> list[dict[str, Any]]:
    answer = person.api.get(f"contacts/{contact_id}/timeline?{urlencode(query, doseq=True)}")
    assert answer.status_code == 200, answer.json()
    found: list[dict[str, Any]] = answer.json()["items"]
    return found


def kinds(person: Person, contact_id: int, **query: Any) -> list[str]:
    return [item["kind"] for item in items(person, contact_id, **query)]


def test_a_change_says_what_from_to_and_by_whom(alice: Person) -> None:
    field = alice.api.post("contacts/field", {"name": "Score", "type": "number"}).json()["id"]
    contact = make_contact(alice.team, "ayu@example.com", firstname="Ayu", city="Bogor", custom_field={str(field): 3})

    alice.api.put(
        f"contacts/{contact.pk}",
        {"firstname": "Ayu", "city": "Jakarta", "birthday": "1990-02-28", "customField": {str(field): 4}},
    )

    [change, added] = items(alice, contact.pk)
    assert added["kind"] == "added"
    assert (change["kind"], change["fullname"]) == ("changed", alice.user.fullname)
    assert change["changes"] == [
        {"field": "birthday", "name": "birthday", "before": None, "after": "1990-02-28"},
        {"field": "city", "name": "city", "before": "Bogor", "after": "Jakarta"},
        {"field": f"customField.{field}", "name": "Score", "before": 3, "after": 4},
    ]


def test_a_change_that_changes_nothing_leaves_no_entry(alice: Person) -> None:
    contact = make_contact(alice.team, "ayu@example.com", firstname="Ayu")

    alice.api.put(f"contacts/{contact.pk}", {"firstname": "Ayu"})

    assert kinds(alice, contact.pk) == ["added"]


def test_labels_are_told_on_and_off_at_one_contact_and_at_many(alice: Person) -> None:
    vip, news = make_label(alice.team, "VIP"), make_label(alice.team, "News")
    ayu = make_contact(alice.team, "ayu@example.com", label_ids=[news.pk])
    budi = make_contact(alice.team, "budi@example.com", label_ids=[vip.pk])

    alice.api.post("contacts/find/apply-label", {"ids": [ayu.pk, budi.pk], "add": [vip.pk], "remove": [news.pk]})
    alice.api.put(f"contacts/{ayu.pk}", {"labelIds": [news.pk]})

    told = [
        (item["labelsOn"], item["labelsOff"], item["fullname"]) for item in items(alice, ayu.pk, kinds=["labelled"])
    ]
    assert told == [(["News"], ["VIP"], alice.user.fullname), (["VIP"], ["News"], alice.user.fullname)]
    assert kinds(alice, budi.pk, kinds=["labelled"]) == []


def test_a_bulk_label_in_the_background_names_who_asked_for_it(alice: Person, uploads: object) -> None:
    label = make_label(alice.team, "VIP")
    ayu = make_contact(alice.team, "ayu@example.com")
    everybody = ContactFilter.model_validate({})
    options = {"add": [label.pk], "remove": []}
    bulk.start(team_id=alice.team.pk, kind="label", wanted=everybody, options=options, by=alice.caller)
    claimed = jobs.claim(Job.objects.get().pk)
    assert claimed is not None

    bulk.run_action(team_id=alice.team.pk, bulk_id=BulkAction.objects.get().pk, claim=claimed)

    [entry] = items(alice, ayu.pk, kinds=["labelled"])
    assert (entry["labelsOn"], entry["fullname"]) == (["VIP"], alice.user.fullname)


def test_an_import_is_told_as_the_making_and_as_a_change(alice: Person, uploads: object) -> None:
    known = make_contact(alice.team, "ayu@example.com")
    other = make_contact(alice.team, "other@example.com")
    start(alice, prepare(alice, "Email,City\nayu@example.com,Bogor\nbudi@example.com,Solo\n", name="guests.csv"))
    work()

    assert kinds(alice, known.pk) == ["imported", "added"]
    assert items(alice, known.pk)[0]["imported"]["file"] == "guests.csv"
    assert kinds(alice, other.pk) == ["added"]
    assert items(alice, other.pk)[0]["imported"] is None
    made = alice.api.get("contacts?search=budi").json()["items"][0]["contactId"]
    [added] = items(alice, made)
    assert (added["kind"], added["imported"]["file"], added["fullname"]) == ("added", "guests.csv", alice.user.fullname)
    [consent] = alice.api.get(f"contacts/{made}/consents").json()["items"]
    assert (consent["given"], consent["way"], consent["file"]) == (True, "import", "guests.csv")
    assert alice.api.get(f"contacts/{known.pk}/consents").json()["items"] == []


def test_pages_join_without_a_gap_or_a_repetition_also_within_one_moment(alice: Person) -> None:
    with time_machine.travel("2026-05-01T10:00:00Z", tick=False) as clock_at:
        contact = make_contact(alice.team, "ayu@example.com")
        for number in range(4):
            alice.api.post(f"contacts/{contact.pk}/notes", {"text": f"note {number}"})
            alice.api.put(f"contacts/{contact.pk}", {"city": f"City {number}"})
            if number == 1:
                clock_at.shift(timedelta(minutes=1))
        whole = alice.api.get(f"contacts/{contact.pk}/timeline?size=100").json()

        pages, after = [], None
        for _ in range(20):
            query = f"size=2&after={after}" if after else "size=2"
            page = alice.api.get(f"contacts/{contact.pk}/timeline?{query}").json()
            pages += page["items"]
            after = page["next"]
            if after is None:
                break

    assert len(whole["items"]) == 9
    assert whole["next"] is None
    assert [row["key"] for row in pages] == [row["key"] for row in whole["items"]]
    assert pages == whole["items"]
    assert [item["note"]["text"] for item in pages if item["kind"] == "noted"] == [
        "note 3",
        "note 2",
        "note 1",
        "note 0",
    ]


def test_a_page_costs_as_many_queries_however_long_the_past(alice: Person, django_assert_num_queries: Any) -> None:
    contact = make_contact(alice.team, "ayu@example.com")

    def page() -> list[tuple[str, TimelineEntry]]:
        found = timeline.list_page(team_id=alice.team.pk, contact_id=contact.pk, wanted=[], after=None, size=50)
        return list(found.items)

    with django_assert_num_queries(11):
        assert len(page()) == 1
    now = clock.now()
    ContactNote.objects.bulk_create(
        ContactNote(
            team_id=alice.team.pk, contact_id=contact.pk, at=now, user_id=alice.user.pk, fullname="A", text=str(n)
        )
        for n in range(60)
    )
    with django_assert_num_queries(11):
        assert len(page()) == 50


def test_an_after_of_nothing_is_refused(alice: Person) -> None:
    contact = make_contact(alice.team, "ayu@example.com")

    answer = alice.api.get(f"contacts/{contact.pk}/timeline?after=nonsense")

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "after")


def nothing(_asked: TimelineRequest) -> list[TimelineEntry]:
    return []


class PetEntryOut(EntryOut):
    note: str = ""


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (TimelineSource("note", ("x",), NoteEntryOut, nothing), "Two entries for the timeline source note"),
        (TimelineSource("pet", ("x",), PetEntryOut, nothing), r"pet and note both have \['note'\]"),
    ],
)
def test_a_name_and_a_field_are_of_one_source(source: TimelineSource, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        timeline.register_source(source)

    assert "x" not in timeline.list_kinds()


def test_kinds_are_in_the_order_of_their_areas() -> None:
    assert timeline.list_kinds() == [
        *("added", "imported", "changed", "labelled", "merged", "preferred", "moved", "entered", "left"),
        *("noted", "agreed", "withdrew", "sent", "failed", "bounced", "suppressed", "skipped", "inDoubt"),
        *("opened", "clicked", "unsubscribed", "complained"),
    ]


def test_a_note_is_its_writers_alone(alice: Person) -> None:
    bob = make_person("Budi", alice.team, role="admin")
    contact = make_contact(alice.team, "ayu@example.com")
    note = alice.api.post(f"contacts/{contact.pk}/notes", {"text": " Prefers mornings\n"}).json()

    assert note["text"] == "Prefers mornings"
    path = f"contacts/{contact.pk}/notes/{note['noteId']}"
    assert bob.api.put(path, {"text": "mine"}).status_code == 403
    assert bob.api.delete(path).status_code == 403
    assert ContactNote.objects.get().text == "Prefers mornings"

    assert alice.api.put(path, {"text": "Prefers evenings"}).json()["editedAt"] is not None
    assert [row["text"] for row in bob.api.get(f"contacts/{contact.pk}/notes").json()["items"]] == ["Prefers evenings"]
    assert alice.api.delete(path).status_code == 204
    assert not ContactNote.objects.exists()


def test_an_empty_note_is_refused(alice: Person) -> None:
    contact = make_contact(alice.team, "ayu@example.com")

    assert alice.api.post(f"contacts/{contact.pk}/notes", {"text": " \n "}).status_code == 400
    assert not ContactNote.objects.exists()


def test_a_note_of_another_contact_is_not_found(alice: Person) -> None:
    one, other = make_contact(alice.team, "a@example.com"), make_contact(alice.team, "b@example.com")
    note = alice.api.post(f"contacts/{one.pk}/notes", {"text": "x"}).json()["noteId"]

    assert alice.api.put(f"contacts/{other.pk}/notes/{note}", {"text": "y"}).status_code == 404
    assert ContactNote.objects.get().text == "x"


def test_who_writes_a_contact_down_stands_for_its_consent(alice: Person) -> None:
    made = alice.api.post("contacts", {"email": "ayu@example.com"}).json()["contactId"]

    [consent] = alice.api.get(f"contacts/{made}/consents").json()["items"]
    assert (consent["given"], consent["way"], consent["fullname"]) == (True, "person", alice.user.fullname)
    assert kinds(alice, made) == ["agreed", "added"]


def test_subscribing_again_needs_a_word_on_how_it_was_agreed(alice: Person) -> None:
    contact = make_contact(alice.team, "ayu@example.com", state="unsubscribed")
    path = f"contacts/{contact.pk}/subscription"

    assert alice.api.put(path, {"state": "subscribed", "words": "  "}).json()["payload"]["field"] == "words"
    contact.refresh_from_db()
    assert (contact.state, ContactConsent.objects.count()) == ("unsubscribed", 0)

    answer = alice.api.put(path, {"state": "subscribed", "words": "Signed at the fair"})
    assert answer.json()["state"] == "subscribed"
    [consent] = alice.api.get(f"contacts/{contact.pk}/consents").json()["items"]
    assert (consent["given"], consent["way"], consent["words"]) == (True, "person", "Signed at the fair")


@pytest.mark.parametrize("state", ["bounced", "complained"])
def test_a_bounce_and_a_complaint_are_not_for_the_team_to_undo(alice: Person, state: str) -> None:
    contact = make_contact(alice.team, "ayu@example.com", state=state)

    answer = alice.api.put(f"contacts/{contact.pk}/subscription", {"state": "subscribed", "words": "they said so"})

    contact.refresh_from_db()
    assert (answer.json()["code"], contact.state) == ("actionNotAllowed", state)
    assert not ContactConsent.objects.exists()


def test_what_is_kept_of_a_contact_goes_with_it(alice: Person) -> None:
    contact = make_contact(alice.team, "ayu@example.com")
    alice.api.post(f"contacts/{contact.pk}/notes", {"text": "x"})
    alice.api.put(f"contacts/{contact.pk}", {"city": "Bogor"})
    alice.api.put(f"contacts/{contact.pk}/subscription", {"state": "unsubscribed"})

    alice.api.post("contacts/delete", {"ids": [contact.pk]})

    assert [model.objects.count() for model in (ContactNote, ContactEntry, ContactConsent)] == [0, 0, 0]


def test_the_room_of_a_contact_is_for_its_team_alone(alice: Person, mallory: Person) -> None:
    contact = make_contact(alice.team, "ayu@example.com")
    kind = rooms.find_kind("contact")
    assert kind is not None
    room_id = timeline.get_room(contact.pk).removeprefix("contact:")

    def find_ids(person: Person) -> list[str]:
        with connection.cursor() as cursor:
            ids = [room_id, str(UUID(int=contact.pk + 1))]
            cursor.execute(f"{ASKED} {kind.query}", [[person.team.pk] * 2, ids])
            return [row[1] for row in cursor.fetchall()]

    assert room_id == f"00000000-0000-0000-0000-{contact.pk:012x}"
    assert find_ids(alice) == [room_id]
    assert find_ids(mallory) == []


def test_who_looks_is_told_in_as_few_events_as_rooms_allow(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(outbox, "send_ephemeral", lambda passing: told.append((passing.name, len(passing.rooms))))

    with django_capture_on_commit_callbacks(execute=True):
        timeline.publish_growth(range(1, 502))

    assert told == [("contacts.timeline.grown", 500), ("contacts.timeline.grown", 1)]
