"""Bulk actions on all contacts that match a filter: batches, crashes and limits."""

from collections.abc import Sequence
from threading import Thread
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction

from server.activity.models import Activity
from server.contacts import permissions
from server.contacts.filters import ContactFilter
from server.contacts.models import BulkAction, Contact, ContactLabel
from server.contacts.services import bulk, contacts
from server.core import clock, in_use, jobs, outbox, unfinished
from server.core.models import Job, JobState, OutboxEvent
from server.plans import quota
from server.plans.features import CONTACT
from server.teams.models import Member, Role, Team
from tests.cast import Person
from tests.locks import is_lock_awaited
from tests.plugs import copy
from tests.server.contacts.factories import make_contact, make_label

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def two_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets the batch size to two, so that five contacts are several batches."""
    monkeypatch.setattr(bulk, "BATCH_SIZE", 2)


def people(team: Team, count: int, **fields: Any) -> list[Contact]:
    return [make_contact(team, f"c{number}@example.com", **fields) for number in range(count)]


def emails(team: Team) -> list[str]:
    return list(Contact.objects.for_team(team).order_by("pk").values_list("email", flat=True))


def claimed() -> jobs.Claim:
    claim = jobs.claim(Job.objects.get(name=bulk.RUN_JOB, state=JobState.WAITING).pk)
    assert claim is not None
    return claim


def work() -> None:
    """Runs the waiting action."""
    jobs.run(claimed())


def list_payloads(name: str) -> list[dict[str, Any]]:
    return [row.payload for row in OutboxEvent.objects.filter(name=name).order_by("pk")]


def used(team: Team) -> int:
    return quota.get_state(team_id=team.pk, limit=CONTACT).used


def test_many_are_deleted_in_the_background(alice: Person, mallory: Person) -> None:
    news = make_label(alice.team, "News")
    people(alice.team, 5, label_ids=[news.pk], firstname="Ayu")
    keeps = make_contact(alice.team, "keeps@example.com", state="bounced")
    make_contact(mallory.team, "c0@example.com", firstname="Ayu")

    body = {"filter": {"states": ["subscribed"]}}
    answer = alice.api.post("contacts/delete", body, **{"X-Request-ID": "tab00001-7"})

    assert answer.json() == {"count": 5, "queued": True, "undoId": None}
    assert len(emails(alice.team)) == 6
    running = alice.api.get("contacts/bulk").json()["items"]
    assert [(row["kind"], row["state"], row["total"], row["fullname"]) for row in running] == [
        ("delete", "RUNNING", None, "Alice")
    ]
    work()

    assert emails(alice.team) == [keeps.email]
    assert emails(mallory.team) == ["c0@example.com"]
    assert (used(alice.team), used(mallory.team)) == (1, 1)
    assert ContactLabel.objects.get(pk=news.pk).contact_count == 0
    row = BulkAction.objects.get()
    assert (row.state, row.total, row.done, row.changed) == ("DONE", 5, 5, 5)
    assert alice.api.get("contacts/bulk").json() == {"items": []}
    assert list_payloads("contacts.contact.changed") == [
        {"action": "deleted", "count": 5, "ids": [], "requestId": "tab00001-7"}
    ]
    assert [each["state"] for each in list_payloads("contacts.bulk.changed")] == ["RUNNING", "DONE"]
    entry = Activity.objects.for_team(alice.team).get()
    assert (entry.action, entry.name, entry.fullname) == ("DELETED", "Ayu +4", "Alice")


def test_few_are_deleted_at_once(alice: Person) -> None:
    people(alice.team, 2)
    make_contact(alice.team, "keeps@example.com", state="bounced")

    answer = alice.api.post("contacts/delete", {"filter": {"states": ["subscribed"]}})

    assert (answer.json()["count"], answer.json()["queued"]) == (2, False)
    assert emails(alice.team) == ["keeps@example.com"]
    assert not BulkAction.objects.exists()
    assert not Job.objects.filter(name=bulk.RUN_JOB).exists()


def test_labels_change_on_many(alice: Person) -> None:
    old, new = make_label(alice.team, "Old"), make_label(alice.team, "New")
    people(alice.team, 5, label_ids=[old.pk])

    answer = alice.api.post("contacts/find/apply-label", {"filter": {}, "add": [new.pk], "remove": [old.pk]})

    assert answer.json() == {"count": 5, "queued": True}
    work()
    assert set(map(tuple, Contact.objects.for_team(alice.team).values_list("label_ids", flat=True))) == {(new.pk,)}
    counts = dict(ContactLabel.objects.for_team(alice.team).values_list("name", "contact_count"))
    assert counts == {"Old": 0, "New": 5}
    assert [(each["action"], each["count"]) for each in list_payloads("contacts.contact.changed")] == [("updated", 5)]


def test_another_app_can_add_an_operation(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    copy(monkeypatch, bulk.OPERATIONS)

    def rename(team_id: UUID, ids: Sequence[int], options: bulk.BulkOptions) -> int:
        return Contact.objects.for_team(team_id).filter(pk__in=ids).update(firstname=options["name"])

    bulk.OPERATIONS.add("rename", bulk.BulkOperation(permissions.EDIT, rename, "updated"))
    people(alice.team, 5)

    bulk.start(
        team_id=alice.team.pk,
        kind="rename",
        wanted=ContactFilter(search=None),
        options={"name": "Ayu"},
        by=alice.caller,
    )
    work()

    assert set(Contact.objects.for_team(alice.team).values_list("firstname", flat=True)) == {"Ayu"}
    assert [(each["action"], each["count"]) for each in list_payloads("contacts.contact.changed")] == [("updated", 5)]


def test_the_column_has_room_for_every_kind() -> None:
    assert max(map(len, bulk.OPERATIONS)) <= (BulkAction._meta.get_field("kind").max_length or 0)


def test_a_filter_on_the_label_that_goes_meets_everybody_once(alice: Person) -> None:
    old = make_label(alice.team, "Old")
    people(alice.team, 5, label_ids=[old.pk])

    alice.api.post("contacts/find/apply-label", {"filter": {"labelIds": [old.pk]}, "remove": [old.pk]})
    work()

    assert not Contact.objects.for_team(alice.team).filter(label_ids__contains=[old.pk]).exists()
    assert BulkAction.objects.get().changed == 5


def test_a_label_that_was_deleted_meanwhile_is_left_out(alice: Person) -> None:
    gone, stays = make_label(alice.team, "Gone"), make_label(alice.team, "Stays")
    people(alice.team, 5)
    alice.api.post("contacts/find/apply-label", {"filter": {}, "add": [gone.pk, stays.pk]})
    alice.api.call("DELETE", f"contacts/label/{gone.pk}")

    work()

    assert set(map(tuple, Contact.objects.for_team(alice.team).values_list("label_ids", flat=True))) == {(stays.pk,)}


def test_who_comes_after_the_decision_is_not_meant(alice: Person) -> None:
    people(alice.team, 5)
    alice.api.post("contacts/delete", {"filter": {}})
    make_contact(alice.team, "late@example.com")

    work()

    assert emails(alice.team) == ["late@example.com"]
    assert BulkAction.objects.get().total == 5


def test_after_a_crash_it_goes_on_where_it_was(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    people(alice.team, 5)
    alice.api.post("contacts/delete", {"filter": {}})
    claim = claimed()
    removed = contacts.remove
    calls: list[int] = []

    def dies(*, team_id: Any, ids: Any) -> list[Contact]:
        calls.append(len(ids))
        gone = removed(team_id=team_id, ids=ids)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return gone

    monkeypatch.setattr(contacts, "remove", dies)
    with pytest.raises(KeyboardInterrupt):
        bulk.run_action(team_id=alice.team.pk, bulk_id=BulkAction.objects.get().pk, claim=claim)
    assert (len(emails(alice.team)), used(alice.team), BulkAction.objects.get().done) == (3, 3, 2)

    bulk.run_action(team_id=alice.team.pk, bulk_id=BulkAction.objects.get().pk, claim=claim)

    row = BulkAction.objects.get()
    assert (emails(alice.team), used(alice.team)) == ([], 0)
    assert (row.state, row.total, row.done, row.changed) == ("DONE", 5, 5, 5)
    assert calls == [2, 2, 2, 1]
    assert [each["count"] for each in list_payloads("contacts.contact.changed")] == [5]


def test_who_watches_is_told_how_far_it_is(
    alice: Person, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    passed: list[outbox.EphemeralEvent] = []
    monkeypatch.setattr(outbox, "send_ephemeral", passed.append)
    monkeypatch.setattr(bulk, "PROGRESS_SECONDS", 0)
    people(alice.team, 5)
    alice.api.post("contacts/find/apply-label", {"filter": {}, "add": [make_label(alice.team, "New").pk]})
    passed.clear()

    with django_capture_on_commit_callbacks(execute=True):
        work()

    steps = [event for event in passed if event.name == "contacts.bulk.progressed"]
    assert [(step.payload["done"], step.payload["total"], step.payload["revision"]) for step in steps] == [
        (2, 5, 2),
        (4, 5, 3),
        (5, 5, 4),
    ]
    assert steps[0].rooms == (f"bulk:{BulkAction.objects.get().pk}",)


def test_who_has_lost_the_lease_changes_nothing(alice: Person) -> None:
    people(alice.team, 5)
    alice.api.post("contacts/delete", {"filter": {}})
    claim = claimed()
    Job.objects.filter(pk=claim.job_id).update(attempts=2)

    with pytest.raises(jobs.LeaseLost):
        bulk.run_action(team_id=alice.team.pk, bulk_id=BulkAction.objects.get().pk, claim=claim)

    assert len(emails(alice.team)) == 5


def test_it_stops_where_it_is(alice: Person) -> None:
    people(alice.team, 5)
    alice.api.post("contacts/delete", {"filter": {}})
    path = f"contacts/bulk/{BulkAction.objects.get().pk}/stop"
    bulk._process_batch(BulkAction.objects.get())

    first, again = alice.api.post(path), alice.api.post(path)
    work()

    assert (first.json()["state"], first.json()["changed"]) == ("STOPPED", 2)
    assert again.json() == first.json()
    assert len(emails(alice.team)) == 3
    assert [each["state"] for each in list_payloads("contacts.bulk.changed")] == ["RUNNING", "STOPPED"]
    assert [each["count"] for each in list_payloads("contacts.contact.changed")] == [2]


def test_only_who_may_do_it_may_stop_it(alice: Person, bob: Person, mallory: Person) -> None:
    role = Role.objects.create(team=alice.team, name="Looks", permissions=["contact.view", "contact.edit"])
    Member.objects.filter(user=bob.user).update(role="custom", custom_role=role)
    people(alice.team, 5)
    alice.api.post("contacts/delete", {"filter": {}})
    path = f"contacts/bulk/{BulkAction.objects.get().pk}/stop"

    refused, foreign = bob.api.post(path), mallory.api.post(path)

    assert (refused.status_code, refused.json()["code"]) == (403, "notAuthorized")
    assert (foreign.status_code, foreign.json()["code"]) == (404, "noEntity")
    assert BulkAction.objects.get().state == "RUNNING"


def test_so_many_of_a_team_wait_and_one_more_is_refused(
    alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MAX_UNFINISHED", 2)
    first_contact = people(alice.team, 5)[0]
    people(mallory.team, 5)
    news = make_label(alice.team, "News")
    by_filter: dict[str, Any] = {"filter": {}}
    label = {"add": [news.pk], "remove": []}
    for _ in range(2):
        assert alice.api.post("contacts/find/apply-label", by_filter | label).status_code == 200
    before = OutboxEvent.objects.count()

    refused = alice.api.post("contacts/delete", by_filter)

    assert (refused.status_code, refused.json()["code"]) == (409, "tooManyUnfinished")
    assert refused.json()["payload"] == {"most": 2}
    assert list(BulkAction.objects.for_team(alice.team).values_list("kind", flat=True)) == ["label", "label"]
    assert Job.objects.filter(name=bulk.RUN_JOB).count() == 2
    assert OutboxEvent.objects.count() == before
    # Small actions do not count, other teams have their own limit, and a stopped action frees its slot.
    assert alice.api.post("contacts/find/apply-label", {"ids": [first_contact.pk]} | label).status_code == 200
    assert mallory.api.post("contacts/delete", by_filter).json()["queued"] is True
    first = BulkAction.objects.for_team(alice.team).order_by("pk")[0]
    assert alice.api.post(f"contacts/bulk/{first.pk}/stop").status_code == 200
    assert alice.api.post("contacts/delete", by_filter).json()["queued"] is True


@pytest.mark.django_db(transaction=True)
def test_two_that_start_in_one_moment_do_not_both_take_the_last_place(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MAX_UNFINISHED", 1)
    people(alice.team, 5)
    statuses: list[int] = []

    def start() -> None:
        statuses.append(alice.api.post("contacts/delete", {"filter": {}}).status_code)
        connection.close()

    with transaction.atomic():
        # The first one is not committed when the second one arrives.
        start_first = alice.api.post("contacts/delete", {"filter": {}})
        second = Thread(target=start)
        second.start()
        while second.is_alive() and not is_lock_awaited():
            second.join(0.01)
    second.join(10)

    assert (start_first.status_code, statuses) == (200, [409])
    assert BulkAction.objects.count() == 1


def test_contacts_in_use_end_it_with_the_reason(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = people(alice.team, 5)
    guarded = str(rows[3].pk)
    monkeypatch.setitem(
        in_use.GUARDS.entries,
        contacts.NOUN,
        (in_use.Guard("campaign", lambda team_id, ids: ["June"] if guarded in ids else []),),
    )
    alice.api.post("contacts/delete", {"filter": {}})

    work()

    row = BulkAction.objects.get()
    assert (row.state, row.reason, row.changed) == ("FAILED", "inUse", 2)
    assert len(emails(alice.team)) == 3
    assert Job.objects.get(name=bulk.RUN_JOB).state == JobState.DONE


def test_after_the_last_try_it_has_failed(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    people(alice.team, 5)
    alice.api.post("contacts/delete", {"filter": {}})

    def breaks(**_: Any) -> list[Contact]:
        raise ZeroDivisionError

    monkeypatch.setattr(contacts, "remove", breaks)
    claim = claimed()
    with pytest.raises(ZeroDivisionError):
        jobs.run(claim)
    assert BulkAction.objects.get().state == "RUNNING"

    Job.objects.filter(pk=claim.job_id).update(attempts=jobs.MAX_ATTEMPTS - 1, due_at=clock.now())
    last = claimed()
    with pytest.raises(ZeroDivisionError):
        jobs.run(last)

    assert (BulkAction.objects.get().state, BulkAction.objects.get().reason) == ("FAILED", "ZeroDivisionError")
    assert len(emails(alice.team)) == 5


@pytest.mark.parametrize("number", [1, 5])
def test_entries_of_deleted_contacts_lead_nowhere(alice: Person, number: int) -> None:
    for each in range(number):
        assert alice.api.post("contacts", {"email": f"c{each}@example.com"}).status_code == 200

    answer = alice.api.post("contacts/delete", {"filter": {}})
    if answer.json()["queued"]:
        work()

    links = Activity.objects.for_team(alice.team).order_by("pk").values_list("action", "link")
    assert list(links) == [("CREATED", "")] * number + [("DELETED", "")]
