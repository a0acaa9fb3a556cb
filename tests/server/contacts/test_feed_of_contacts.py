"""Feed entries of contact changes, for every write path."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection

from server.contacts import feed, feed_kinds
from server.contacts.models import Contact, FeedEntry
from server.contacts.services import deletions
from server.contacts.states import ContactState
from server.core import clock
from tests.cast import Person, make_team
from tests.server.contacts.factories import make_contact, make_label
from tests.server.contacts.importing import imported, undo

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)

Recorded = tuple[str, list[int], list[int], dict[str, Any] | None]


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)


def recorded(person: Person, *, after: int = 0) -> list[Recorded]:
    """Returns kind, contacts, subjects and details of a team's entries in order."""
    rows = FeedEntry.objects.for_team(person.team).filter(pk__gt=after).order_by("pk")
    for row in rows:
        schema = feed.KINDS[row.kind].details
        assert (schema is None) == (row.details is None), row.kind
        if schema is not None:
            schema.model_validate(row.details)
    return [(row.kind, sorted(row.contact_ids), row.subjects, row.details) for row in rows]


def last(person: Person) -> int:
    """Returns the id of the newest entry."""
    return max(FeedEntry.objects.for_team(person.team).values_list("pk", flat=True), default=0)


def test_creation_change_and_deletion(alice: Person) -> None:
    made = alice.api.post("contacts", {"email": "ayu@example.com", "funnel": "interest"}).json()["contactId"]
    alice.api.put(f"contacts/{made}", {"city": "Bogor", "phone": "+628123456789", "funnel": "decision"})
    alice.api.put(f"contacts/{made}", {"city": "Bogor"})  # no change
    deletions.delete(team_id=alice.team.pk, ids=[made], by=alice.caller)

    assert recorded(alice) == [
        ("contact.created", [made], [0], {"state": "subscribed"}),
        ("contact.changed", [made], [0], {"fields": ["phone", "city"]}),
        ("contact.stage_changed", [made], [0], {"before": "interest", "after": "decision"}),
        ("contact.deleted", [made], [0], None),
    ]
    created = FeedEntry.objects.for_team(alice.team).get(kind="contact.created")
    assert created.moments == [int(NOW.timestamp()) * 1_000_000]


def test_what_is_the_same_of_many_is_one_entry(alice: Person) -> None:
    old, new = make_label(alice.team, "Old"), make_label(alice.team, "New")
    people = [
        make_contact(alice.team, f"p{number}@example.com", label_ids=[old.pk], city=city)
        for number, city in enumerate(("Bogor", "Bogor", "Solo"))
    ]
    ids = [contact.pk for contact in people]
    start = last(alice)

    Contact.objects.filter(pk__in=ids).update(label_ids=[new.pk], city="Solo", state="unsubscribed")

    assert sorted(recorded(alice, after=start), key=str) == sorted(
        [
            ("contact.changed", ids[:2], [0], {"fields": ["city"]}),
            ("contact.unsubscribed", ids, [0], {"before": "subscribed"}),
            ("contact.label_removed", ids, [old.pk], None),
            ("contact.label_added", ids, [new.pk], None),
        ],
        key=str,
    )


@pytest.mark.parametrize("state", ["unsubscribed", "bounced", "complained", "waiting"])
def test_states(alice: Person, state: str) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")
    start = last(alice)

    Contact.objects.filter(pk=ayu.pk).update(state=state)
    Contact.objects.filter(pk=ayu.pk).update(state="subscribed")

    assert recorded(alice, after=start) == [
        (f"contact.{state}", [ayu.pk], [0], {"before": "subscribed"}),
        ("contact.subscribed", [ayu.pk], [0], {"before": state}),
    ]


def test_every_field_is_named(alice: Person) -> None:
    values = {
        "email": "x@example.com",
        "firstname": "A",
        "lastname": "B",
        "phone": "1",
        "birthday": "2000-01-01",
        "gender": "female",
        "city": "C",
        "country": "D",
        "timezone": "Asia/Jakarta",
        "company": "E",
        "note": "F",
        "custom_field": {"1": "G"},
    }
    ayu = make_contact(alice.team, "ayu@example.com")
    start = last(alice)

    for name, value in values.items():
        Contact.objects.filter(pk=ayu.pk).update(**{name: value})
    Contact.objects.filter(pk=ayu.pk).update(revision=7, updated_at=NOW)

    assert recorded(alice, after=start) == [("contact.changed", [ayu.pk], [0], {"fields": [name]}) for name in values]


def test_an_import_and_its_undo(alice: Person) -> None:
    known = make_contact(alice.team, "ayu@example.com", city="Solo")
    start = last(alice)

    content = "Email,City\nayu@example.com,Bogor\nbudi@example.com,Solo\ncitra@example.com,Solo\n"
    done = imported(alice, content, existing="overwrite")
    new = sorted(Contact.objects.for_team(alice.team).exclude(pk=known.pk).values_list("pk", flat=True))
    assert sorted(recorded(alice, after=start)) == [
        ("contact.changed", [known.pk], [0], {"fields": ["city"]}),
        ("contact.created", new, [0], {"state": "subscribed"}),
    ]

    start = last(alice)
    undo(alice, done)
    assert sorted(recorded(alice, after=start)) == [
        ("contact.changed", [known.pk], [0], {"fields": ["city"]}),
        ("contact.deleted", new, [0], None),
    ]


def test_a_deletion_that_is_undone(alice: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")
    start = last(alice)
    deletion_id = deletions.delete(team_id=alice.team.pk, ids=[ayu.pk], by=alice.caller).deletion_id
    assert deletion_id is not None
    deletions.undo_deletion(team_id=alice.team.pk, deletion_id=deletion_id, by=alice.caller)

    assert recorded(alice, after=start) == [
        ("contact.deleted", [ayu.pk], [0], None),
        ("contact.created", [ayu.pk], [0], {"state": "subscribed"}),
    ]


def test_a_merge_names_both(alice: Person) -> None:
    kept, gone = (make_contact(alice.team, f"{name}@example.com") for name in ("kept", "gone"))
    start = last(alice)

    assert alice.api.post(f"contacts/{kept.pk}/merge", {"otherId": gone.pk}).status_code == 200

    assert recorded(alice, after=start) == [
        ("contact.merged", [kept.pk], [gone.pk], None),
        ("contact.deleted", [gone.pk], [0], None),
    ]


def test_each_team_has_entries_of_its_own(alice: Person, mallory: Person) -> None:
    teams = [make_team("Teh"), alice.team]
    Contact.objects.bulk_create(
        Contact(team=team, email=f"{number}@example.com", created_at=NOW, updated_at=NOW)
        for number, team in enumerate(teams)
    )

    assert [len(ids) for _, ids, _, _ in recorded(alice)] == [1]
    assert recorded(mallory) == []


def test_the_plan_for_one_contact_holds_no_loop_over_all_pairs_of_rows() -> None:
    """The plan is cached per session. With such a loop, a later update of ten thousand contacts would take minutes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT proconfig FROM pg_proc WHERE proname = 'contacts_record_changed'")
        assert cursor.fetchall() == [(["enable_nestloop=off"],)]


def test_all_kinds_of_the_triggers_are_registered() -> None:
    assert {kind.name for kind in feed_kinds.KINDS} <= set(feed.KINDS)
    assert {f"contact.{state}" for state in ContactState.values} <= set(feed.KINDS)
