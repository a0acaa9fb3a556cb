"""Actions apply to the contacts that rules selected at the time of the request."""

from typing import Any
from uuid import UUID, uuid4

import polars as pl
import pytest

from server.contacts import rule_selection
from server.contacts.models import BulkAction, Contact, ContactExport, SelectionPart
from server.contacts.services import bulk, contacts, export_runs, selections
from server.contacts.services.export_downloads import FILES
from server.core import jobs
from server.core.models import Job, JobState
from server.plans import quota
from server.plans.features import CONTACT
from server.teams.models import Team
from tests.cast import Person
from tests.server.contacts.factories import make_contact, make_label

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("uploads")]

FROM_SOLO = {
    "rules": {"kind": "group", "rules": [{"kind": "field", "field": "city", "operator": "is", "value": "Solo"}]}
}


@pytest.fixture(autouse=True)
def two_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets batches of two and parts of three, so that five contacts are several of both."""
    for module in (bulk, export_runs):
        monkeypatch.setattr(module, "BATCH_SIZE", 2)
    monkeypatch.setattr(selections, "PART_SIZE", 3)


def people(team: Team, count: int, city: str) -> list[Contact]:
    return [make_contact(team, f"{city.lower()}{number}@example.com", city=city) for number in range(count)]


def no_rules_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> pl.Series:
        raise AssertionError("asked again")

    monkeypatch.setattr(rule_selection, "select_ids", refuse)


def work(name: str) -> None:
    claim = jobs.claim(Job.objects.get(name=name, state=JobState.WAITING).pk)
    assert claim is not None
    jobs.HANDLERS[name](claim=claim, **claim.arguments)


def list_selected_ids(team_id: UUID, selection_id: UUID, most: int) -> list[int]:
    found: list[int] = []
    while part := selections.list_ids_after(
        team_id=team_id, selection_id=selection_id, key=found[-1] if found else 0, limit=most
    ).to_list():
        found += part
    return found


@pytest.mark.parametrize("keys", [[], [1], [5, 6, 7], [1, 2, 3, 4, 70_000, 2**40, 2**40 + 1, 2**62], [7, 8, 9, 2**33]])
@pytest.mark.parametrize("most", [1, 2, 3, 4, 100])
def test_keys_are_kept_as_they_are(keys: list[int], most: int) -> None:
    team_id, selection_id, other = uuid4(), uuid4(), uuid4()
    for each in (selection_id, other):
        selections.store_selection(team_id=team_id, selection_id=each, keys=pl.Series(keys, dtype=pl.Int64))

    assert list_selected_ids(team_id, selection_id, most) == keys
    assert selections.count_selected(team_id=team_id, selection_id=selection_id) == len(keys)
    assert list_selected_ids(uuid4(), selection_id, most) == []

    selections.delete_selection(team_id=team_id, selection_id=selection_id)
    assert (list_selected_ids(team_id, selection_id, most), list_selected_ids(team_id, other, most)) == ([], keys)


def test_an_act_means_whom_the_rules_chose_when_it_was_decided(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    new = make_label(alice.team, "New")
    chosen, others = people(alice.team, 5, "Solo"), people(alice.team, 2, "Medan")

    answer = alice.api.post("contacts/find/apply-label", {"filter": FROM_SOLO, "add": [new.pk]})
    assert answer.json() == {"count": 5, "queued": True}
    assert SelectionPart.objects.for_team(alice.team).count() == 2
    Contact.objects.filter(pk=chosen[4].pk).update(city="Medan")
    Contact.objects.filter(pk=others[0].pk).update(city="Solo")
    make_contact(alice.team, "late@example.com", city="Solo")
    Contact.objects.filter(pk=chosen[0].pk).delete()
    no_rules_again(monkeypatch)
    work(bulk.RUN_JOB)

    labelled = Contact.objects.for_team(alice.team).filter(label_ids__contains=[new.pk]).order_by("pk")
    assert list(labelled.values_list("pk", flat=True)) == [contact.pk for contact in chosen[1:]]
    row = BulkAction.objects.get()
    assert (row.state, row.total, row.done, row.changed, row.name) == ("DONE", 5, 5, 4, chosen[1].email)
    assert not SelectionPart.objects.exists()


def test_after_a_crash_an_act_still_means_them(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    people(alice.team, 5, "Solo")
    stays = people(alice.team, 1, "Medan")[0]
    alice.api.post("contacts/delete", {"filter": FROM_SOLO})
    claim = jobs.claim(Job.objects.get(name=bulk.RUN_JOB).pk)
    assert claim is not None
    removed, calls = contacts.remove, list[int]()

    def dies(*, team_id: Any, ids: Any) -> list[Contact]:
        calls.append(len(ids))
        gone = removed(team_id=team_id, ids=ids)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return gone

    monkeypatch.setattr(contacts, "remove", dies)
    no_rules_again(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        bulk.run_action(team_id=alice.team.pk, bulk_id=BulkAction.objects.get().pk, claim=claim)
    Contact.objects.filter(pk=stays.pk).update(city="Solo")

    bulk.run_action(team_id=alice.team.pk, bulk_id=BulkAction.objects.get().pk, claim=claim)

    assert list(Contact.objects.for_team(alice.team)) == [stays]
    assert quota.get_state(team_id=alice.team.pk, limit=CONTACT).used == 1
    assert (BulkAction.objects.get().state, BulkAction.objects.get().changed, calls) == ("DONE", 5, [2, 2, 2, 1])


def test_a_stopped_act_lets_go_of_them(alice: Person) -> None:
    people(alice.team, 5, "Solo")
    alice.api.post("contacts/delete", {"filter": FROM_SOLO})
    assert SelectionPart.objects.exists()

    assert alice.api.post(f"contacts/bulk/{BulkAction.objects.get().pk}/stop").status_code == 200

    assert not SelectionPart.objects.exists()
    assert Contact.objects.for_team(alice.team).count() == 5


def test_few_are_changed_at_once_and_nothing_is_kept(alice: Person) -> None:
    people(alice.team, 2, "Solo")
    people(alice.team, 2, "Medan")

    answer = alice.api.post("contacts/delete", {"filter": FROM_SOLO})

    assert (answer.json()["count"], answer.json()["queued"]) == (2, False)
    assert Contact.objects.for_team(alice.team).count() == 2
    assert not SelectionPart.objects.exists()


def test_an_export_holds_whom_the_rules_chose_when_it_was_asked_for(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen, others = people(alice.team, 5, "Solo"), people(alice.team, 2, "Medan")
    asked = alice.api.post("contacts/find/export", {"columns": ["email"], "filter": FROM_SOLO})
    assert asked.status_code == 202
    Contact.objects.filter(pk=chosen[3].pk).update(city="Medan")
    Contact.objects.filter(pk=others[1].pk).update(city="Solo")
    Contact.objects.filter(pk=chosen[1].pk).delete()
    no_rules_again(monkeypatch)

    work(ContactExport.job)

    row = ContactExport.objects.get()
    emails = FILES.path_of(row).read_text("utf-8-sig").split()[1:]
    assert emails == [chosen[number].email for number in (0, 2, 3, 4)]
    assert (row.state, row.rows) == ("DONE", 4)
    assert not SelectionPart.objects.exists()


def test_a_refused_export_keeps_nothing(alice: Person) -> None:
    people(alice.team, 3, "Solo")
    first = alice.api.post("contacts/find/export", {"columns": ["email"], "filter": {}})
    assert first.status_code == 202

    again = alice.api.post("contacts/find/export", {"columns": ["email"], "filter": FROM_SOLO})

    assert (again.status_code, again.json()["code"]) == (409, "waitDownloadReport")
    assert not SelectionPart.objects.exists()
