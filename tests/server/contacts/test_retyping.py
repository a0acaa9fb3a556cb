"""Conversion of a custom field to another type: forecast and execution."""

from typing import Any

import pytest

from server.contacts import jobs as contact_jobs
from server.contacts.models import BulkAction, Contact, CustomField, ImportJob
from server.contacts.services import bulk
from server.contacts.states import BulkState
from server.core import jobs
from server.core.models import Job, JobState, OutboxEvent
from server.segments.columns import building
from tests.cast import Person
from tests.server.contacts import calls
from tests.server.contacts.factories import make_contact

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def two_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "BATCH_SIZE", 2)


def make_field(person: Person, kind: str, values: list[str] | None = None) -> int:
    answer = person.api.post("contacts/field", {"name": "Size", "type": kind, "values": values or []})
    assert answer.status_code == 200, answer.json()
    return int(answer.json()["id"])


def hold(person: Person, field_id: int, *values: Any) -> None:
    for number, value in enumerate(values):
        custom = {} if value is None else {str(field_id): value}
        make_contact(person.team, f"c{number}@example.com", custom_field=custom)


def list_custom_values(person: Person) -> list[Any]:
    """Returns the only custom value of each contact, or None."""
    stored = Contact.objects.for_team(person.team).order_by("pk").values_list("custom_field", flat=True)
    return [next(iter(custom.values()), None) for custom in stored]


def waiting() -> Job:
    return Job.objects.get(name=bulk.RUN_JOB, state=JobState.WAITING)


def work() -> None:
    claim = jobs.claim(waiting().pk)
    assert claim is not None
    jobs.run(claim)


def update_field(person: Person, field_id: int, **change: Any) -> Any:
    return person.api.put(f"contacts/field/{field_id}", {"name": "Size"} | change)


def test_a_check_says_in_numbers_what_would_be_kept_converted_and_lost_and_changes_nothing(alice: Person) -> None:
    field_id = make_field(alice, "text")
    hold(alice, field_id, "12", "12", "3,5", "many", None)

    answer = alice.api.post(f"contacts/field/{field_id}/check", {"type": "number"})

    assert answer.json() == {
        "holding": 4,
        "kept": 2,
        "converted": 1,
        "lost": 1,
        "exact": True,
        "convertedExamples": [{"before": "3,5", "after": 3.5}],
        "lostExamples": [{"before": "many", "after": None}],
        "uses": [],
    }
    assert list_custom_values(alice) == ["12", "12", "3,5", "many", None]
    assert CustomField.objects.get(pk=field_id).type == "text"


@pytest.mark.parametrize(
    ("old", "new", "values", "before", "after", "fate"),
    [
        ("text", "longText", [], "Depok", "Depok", "kept"),
        ("longText", "text", [], "Jalan Melati\nDepok", "Jalan Melati Depok", "converted"),
        ("number", "text", [], 12.5, "12.5", "kept"),
        ("number", "checkbox", [], 1, True, "converted"),
        ("number", "checkbox", [], 7, None, "lost"),
        ("checkbox", "text", [], True, "true", "kept"),
        ("checkbox", "number", [], True, None, "lost"),
        ("date", "dateTime", [], "2026-03-01", "2026-02-28T17:00:00Z", "converted"),
        ("dateTime", "date", [], "2026-02-28T17:00:00Z", "2026-03-01", "converted"),
        ("dateTime", "text", [], "2026-02-28T17:00:00Z", "2026-03-01 00:00", "converted"),
        ("text", "dateTime", [], "2026-03-01 00:00", "2026-02-28T17:00:00Z", "converted"),
        ("text", "dropdown", ["Small", "Large"], "small", "Small", "converted"),
        ("text", "dropdown", ["Small", "Large"], "medium", None, "lost"),
        ("dropdown", "multiChoice", ["Small", "Large"], "Large", ["Large"], "kept"),
        ("text", "multiChoice", ["Small", "Large"], "large; medium|Small", ["Small", "Large"], "converted"),
        ("multiChoice", "text", [], ["Small", "Large"], "Small; Large", "kept"),
        ("multiChoice", "dropdown", ["Small", "Large"], ["Small", "Large"], None, "lost"),
        ("multiChoice", "dropdown", ["Small", "Large"], ["Small"], "Small", "kept"),
        ("multiChoice", "multiChoice", ["Large"], ["Small", "Large"], ["Large"], "converted"),
        ("dropdown", "dropdown", ["Large"], "Small", None, "lost"),
        ("text", "url", [], "kopi.example/menu", "https://kopi.example/menu", "converted"),
        ("text", "url", [], "3.14", None, "lost"),
        ("text", "email", [], "Ani@Kopi.Example", "ani@kopi.example", "converted"),
        ("text", "phone", [], "0812 345 678", "0812 345 678", "kept"),
        ("text", "phone", [], "soon", None, "lost"),
    ],
)
def test_each_value_becomes_what_the_new_type_makes_of_it(
    alice: Person, old: str, new: str, values: list[str], before: Any, after: Any, fate: str
) -> None:
    alice.team.timezone = "(GMT+07:00) Asia/Jakarta"
    alice.team.save()
    field_id = make_field(alice, old, ["Small", "Large"])
    hold(alice, field_id, before)
    check = alice.api.post(f"contacts/field/{field_id}/check", {"type": new, "values": values}).json()

    update_field(alice, field_id, type=new, values=values)
    if (old, before) != (new, after):
        work()

    assert list_custom_values(alice) == [after]
    assert {name: check[name] for name in ("kept", "converted", "lost")} == {
        "kept": 0,
        "converted": 0,
        "lost": 0,
    } | {fate: 1}
    field = CustomField.objects.get(pk=field_id)
    assert (field.type, field.values) == (new, values)


def test_the_change_is_a_bulk_action_with_progress_and_everybody_hears_of_it(alice: Person) -> None:
    field_id = make_field(alice, "text")
    hold(alice, field_id, "1", "x", None, "3")
    revisions = list(Contact.objects.order_by("pk").values_list("revision", flat=True))
    OutboxEvent.objects.all().delete()

    answer = update_field(alice, field_id, type="number")

    assert (answer.json()["type"], answer.json()["becoming"]) == ("text", "number")
    [running] = alice.api.get("contacts/bulk").json()["items"]
    assert (running["kind"], running["state"], running["total"]) == ("retype", "RUNNING", None)
    work()
    row = BulkAction.objects.get()
    assert (row.state, row.total, row.done, row.changed) == (BulkState.DONE, 3, 3, 3)
    assert list_custom_values(alice) == [1, None, None, 3]
    assert alice.api.get("contacts/field").json()[0] | {"createdAt": ""} == {
        "id": field_id,
        "name": "Size",
        "tag": "size",
        "type": "number",
        "values": [],
        "category": "CONTACT",
        "becoming": None,
        "createdAt": "",
    }
    names = list(OutboxEvent.objects.order_by("pk").values_list("name", flat=True))
    assert names.count("contacts.field.changed") == 2
    assert names.count("contacts.bulk.changed") == 2
    assert names.count("contacts.contact.changed") == 1
    after = list(Contact.objects.order_by("pk").values_list("revision", flat=True))
    assert [new - old for old, new in zip(revisions, after, strict=True)] == [1, 1, 0, 1]


def test_killed_between_ranges_it_goes_on_and_ends_as_an_undisturbed_one(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    field_id = make_field(alice, "number")
    hold(alice, field_id, 1, 2, 3, 4, 5)
    update_field(alice, field_id, type="text")
    row = BulkAction.objects.get()
    step, steps = bulk._process_batch, [0]

    def dies(running: BulkAction) -> bool:
        steps[0] += 1
        if steps[0] == 2:
            raise RuntimeError("killed")
        return step(running)

    monkeypatch.setattr(bulk, "_process_batch", dies)
    claim = jobs.claim(waiting().pk)
    assert claim is not None
    with pytest.raises(RuntimeError):
        contact_jobs.run_bulk(team_id=str(alice.team.pk), bulk_id=str(row.pk), claim=claim)
    assert list_custom_values(alice) == ["1", "2", 3, 4, 5]
    # New values have the new type already.
    third = Contact.objects.order_by("pk")[2]
    answer = alice.api.put(f"contacts/{third.pk}", {"customField": {str(field_id): "three"}})
    assert answer.status_code == 200, answer.json()

    contact_jobs.run_bulk(team_id=str(alice.team.pk), bulk_id=str(row.pk), claim=claim)

    row.refresh_from_db()
    assert (row.state, row.total, row.done) == (BulkState.DONE, 5, 5)
    assert list_custom_values(alice) == ["1", "2", "three", "4", "5"]


def test_segments_count_by_the_type_of_the_moment_at_every_stage(alice: Person) -> None:
    field_id = make_field(alice, "text")
    hold(alice, field_id, "1", "20", "x", None)
    building.refresh_team(alice.team.pk)

    def count(operator: str, value: Any) -> int:
        rule = {"kind": "field", "field": f"custom:{field_id}", "operator": operator, "value": value}
        answer = alice.api.post("contacts/segment/size", {"rules": {"kind": "group", "rules": [rule]}})
        assert answer.status_code == 200, answer.json()
        return int(answer.json()["count"])

    assert count("isNotEmpty", None) == 3
    update_field(alice, field_id, type="number")
    assert count("is", "20") == 1  # not started
    work()
    assert (count("greaterThan", 5), count("isEmpty", None)) == (1, 2)
    building.refresh_team(alice.team.pk)
    assert (count("greaterThan", 5), count("isEmpty", None)) == (1, 2)
    update_field(alice, field_id, type="phone")
    work()
    assert count("isEmpty", None) == 4


def test_a_type_that_a_segment_can_not_ask_for_is_refused_and_the_check_names_the_segment(alice: Person) -> None:
    field_id = make_field(alice, "text")
    hold(alice, field_id, "1")
    rule = {"kind": "field", "field": f"custom:{field_id}", "operator": "startsWith", "value": "1"}
    alice.api.post("contacts/segment", {"name": "Ones", "rules": {"kind": "group", "rules": [rule]}})

    check = alice.api.post(f"contacts/field/{field_id}/check", {"type": "number"}).json()
    answer = update_field(alice, field_id, type="number")

    assert check["uses"] == [{"kind": "segment", "name": "Ones"}]
    assert (answer.status_code, answer.json()["code"]) == (409, "inUse")
    assert answer.json()["payload"] == {"uses": [{"kind": "segment", "name": "Ones"}]}
    assert CustomField.objects.get(pk=field_id).type == "text"
    assert not BulkAction.objects.exists()
    # A type that supports the same comparison is allowed.
    assert update_field(alice, field_id, type="url").status_code == 200


def test_while_it_runs_it_is_neither_changed_again_nor_stopped_but_may_be_renamed(alice: Person) -> None:
    field_id = make_field(alice, "text")
    hold(alice, field_id, "1", "2", "3")
    update_field(alice, field_id, type="number")
    row = BulkAction.objects.get()

    again = update_field(alice, field_id, type="date")
    stopped = alice.api.post(f"contacts/bulk/{row.pk}/stop", {})
    renamed = alice.api.put(f"contacts/field/{field_id}", {"name": "Shoe size"})

    assert [answer.json()["code"] for answer in (again, stopped)] == ["customFieldBusy"] * 2
    assert renamed.json()["name"] == "Shoe size"
    work()
    field = CustomField.objects.get(pk=field_id)
    assert (field.name, field.type, list_custom_values(alice)) == ("Shoe size", "number", [1, 2, 3])


def test_a_running_import_is_waited_for(alice: Person) -> None:
    field_id = make_field(alice, "text")
    hold(alice, field_id, "1")
    ImportJob.objects.filter(pk=calls.import_id(alice.team)).update(state="RUNNING")

    answer = update_field(alice, field_id, type="number")

    assert answer.json()["code"] == "lastImportNotFinished"
    assert not BulkAction.objects.exists()
    # An import that starts between the request and the first step ends the conversion without changes.
    ImportJob.objects.update(state="DONE")
    update_field(alice, field_id, type="number")
    ImportJob.objects.update(state="RUNNING")
    work()
    row = BulkAction.objects.get()
    assert (row.state, row.reason) == (BulkState.FAILED, "lastImportNotFinished")
    assert (list_custom_values(alice), CustomField.objects.get(pk=field_id).type) == (["1"], "text")


def test_new_choices_come_at_once_and_a_deleted_field_is_left_alone(alice: Person) -> None:
    field_id = make_field(alice, "dropdown", ["S"])
    hold(alice, field_id, "S")

    assert update_field(alice, field_id, values=["S", "L"]).json()["values"] == ["S", "L"]
    assert not BulkAction.objects.exists()
    update_field(alice, field_id, type="text")
    alice.api.delete(f"contacts/field/{field_id}")
    work()

    assert BulkAction.objects.get().state == BulkState.DONE
    assert list_custom_values(alice) == ["S"]  # removed by the deletion job


def test_another_teams_field_is_not_checked(alice: Person, mallory: Person) -> None:
    field_id = make_field(alice, "text")

    assert mallory.api.post(f"contacts/field/{field_id}/check", {"type": "number"}).status_code == 404
    assert update_field(mallory, field_id, type="number").status_code == 404
    assert CustomField.objects.get(pk=field_id).type == "text"
