"""The funnel: stages of contacts, recorded stage changes for every write path, and the report."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.contacts.models import BulkAction, Contact, StageChange, StageName
from server.contacts.services import bulk
from server.core import jobs
from server.core.models import Job, JobState, OutboxEvent
from server.teams.models import Member, Role, Team
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.contacts.importing import errors, imported

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
STAGES = ["awareness", "interest", "decision", "action", "loyalty"]


def report(person: Person, days: int = 30) -> dict[str, dict[str, Any]]:
    answer = person.api.get(f"journeys/funnel?days={days}")
    assert answer.status_code == 200, answer.json()
    return {stage["stage"]: stage for stage in answer.json()["stages"]}


def moves(contact: Contact) -> list[tuple[str, str]]:
    rows = StageChange.objects.for_team(contact.team_id).filter(contact_id=contact.pk).order_by("id")
    return list(rows.values_list("before", "after"))


def walk(person: Person, contact: Contact, stage: str) -> None:
    answer = person.api.put(f"contacts/{contact.pk}", {"funnel": stage})
    assert answer.status_code == 200, answer.json()


def list_changes() -> list[dict[str, Any]]:
    return [row.payload for row in OutboxEvent.objects.filter(name="contacts.contact.changed").order_by("pk")]


def test_a_stage_is_one_of_five(alice: Person) -> None:
    made = alice.api.post("contacts", {"email": "ayu@example.com", "funnel": "interest"})
    refused = alice.api.put(f"contacts/{made.json()['contactId']}", {"funnel": "lead"})

    assert made.json()["funnel"] == "interest"
    assert (refused.status_code, refused.json()["code"]) == (400, "invalidData")
    assert Contact.objects.get().funnel == "interest"


def test_the_timeline_tells_from_where_to_where_and_by_whom(alice: Person) -> None:
    contact = Contact.objects.get(
        pk=alice.api.post("contacts", {"email": "ayu@example.com", "funnel": "interest"}).json()["contactId"]
    )
    alice.api.put(f"contacts/{contact.pk}", {"funnel": "decision", "city": "Bogor"})
    alice.api.put(f"contacts/{contact.pk}", {"funnel": ""})

    items = alice.api.get(f"contacts/{contact.pk}/timeline?kinds=moved&kinds=changed").json()["items"]

    assert [(item["kind"], item["stage"], item["fullname"]) for item in items if item["kind"] == "moved"] == [
        ("moved", {"before": "decision", "after": None}, "Alice"),
        ("moved", {"before": "interest", "after": "decision"}, "Alice"),
        ("moved", {"before": None, "after": "interest"}, "Alice"),
    ]
    assert [[change["field"] for change in item["changes"]] for item in items if item["kind"] == "changed"] == [
        ["city"]
    ]


def test_an_import_moves_by_the_names_in_both_languages_and_the_team_s_own(alice: Person, uploads: object) -> None:
    known = make_contact(alice.team, "known@example.com", funnel="awareness")
    alice.api.put("journeys/funnel/stages", {"stage": "action", "name": "Sudah Beli"})

    done = imported(
        alice,
        "Email,Funnel\nknown@example.com,Minat\na@example.com,LOYALTY\nb@example.com,sudah beli\n"
        "c@example.com,\nd@example.com,lead\n",
    )

    assert dict(Contact.objects.values_list("email", "funnel")) == {
        "known@example.com": "interest",
        "a@example.com": "loyalty",
        "b@example.com": "action",
        "c@example.com": "",
    }
    assert (done["added"], done["updated"], done["failed"]) == (3, 1, 1)
    assert "Funnel: unknown funnel stage" in errors(alice, done)
    assert moves(known) == [("", "awareness"), ("awareness", "interest")]
    assert moves(Contact.objects.get(email="b@example.com")) == [("", "action")]
    assert moves(Contact.objects.get(email="c@example.com")) == []


def test_chosen_contacts_are_moved_and_those_there_already_are_not(alice: Person, mallory: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com", funnel="interest")
    budi = make_contact(alice.team, "budi@example.com", funnel="decision")
    theirs = make_contact(mallory.team, "theirs@example.com", funnel="interest")

    answer = alice.api.post("contacts/find/move-stage", {"ids": [ayu.pk, budi.pk, theirs.pk], "stage": "decision"})

    assert answer.json() == {"count": 1, "queued": False}
    assert moves(ayu) == [("", "interest"), ("interest", "decision")]
    assert moves(budi) == [("", "decision")]
    assert moves(theirs) == [("", "interest")]
    assert [(event["action"], event["ids"]) for event in list_changes()] == [("updated", [ayu.pk])]
    ayu.refresh_from_db()
    assert (ayu.funnel, ayu.revision) == ("decision", 2)


def test_many_are_moved_in_the_background_in_the_name_of_who_asked(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "BATCH_SIZE", 2)
    people = [make_contact(alice.team, f"c{number}@example.com", funnel="interest") for number in range(5)]
    stays = make_contact(alice.team, "stays@example.com")

    answer = alice.api.post("contacts/find/move-stage", {"filter": {"stages": ["interest"]}, "stage": "decision"})
    claim = jobs.claim(Job.objects.get(name=bulk.RUN_JOB, state=JobState.WAITING).pk)
    assert claim is not None
    bulk.run_action(team_id=alice.team.pk, bulk_id=BulkAction.objects.get().pk, claim=claim)

    assert answer.json() == {"count": 5, "queued": True}
    assert {moves(contact)[-1] for contact in people} == {("interest", "decision")}
    assert set(StageChange.objects.filter(after="decision").values_list("fullname", flat=True)) == {"Alice"}
    assert moves(stays) == []
    row = BulkAction.objects.get()
    assert (row.state, row.done, row.changed) == ("DONE", 5, 5)


def test_who_may_only_look_moves_nobody(alice: Person, bob: Person) -> None:
    role = Role.objects.create(team=alice.team, name="Looks", permissions=["contact.view"])
    Member.objects.filter(user=bob.user).update(role="custom", custom_role=role)
    contact = make_contact(alice.team, "ayu@example.com", funnel="interest")

    answer = bob.api.post("contacts/find/move-stage", {"ids": [contact.pk], "stage": "action"})

    assert answer.status_code == 403
    assert moves(contact) == [("", "interest")]


def test_the_list_is_narrowed_to_stages_and_to_none(alice: Person) -> None:
    for number, stage in enumerate(["interest", "interest", "loyalty", ""]):
        make_contact(alice.team, f"c{number}@example.com", funnel=stage)

    def find_emails(query: str) -> list[str]:
        return sorted(row["email"] for row in alice.api.get(f"contacts?{query}").json()["items"])

    assert find_emails("stages=interest") == ["c0@example.com", "c1@example.com"]
    assert find_emails("stages=none&stages=loyalty") == ["c2@example.com", "c3@example.com"]
    count = alice.api.post("contacts/find/count-only", {"stages": ["interest"], "search": "c1"}).json()
    assert count == {"count": 1, "exact": True}
    assert alice.api.get("contacts?stages=lead").status_code == 400


def test_a_segment_asks_for_stages(alice: Person) -> None:
    for number, stage in enumerate(["interest", "decision", "", "interest"]):
        make_contact(alice.team, f"c{number}@example.com", funnel=stage)

    def size(operator: str, value: Any) -> int:
        rule = {"kind": "field", "field": "funnel", "operator": operator, "value": value}
        answer = alice.api.post("contacts/segment/size", {"rules": {"kind": "group", "rules": [rule]}})
        assert answer.status_code == 200, answer.json()
        found: int = answer.json()["count"]
        return found

    assert size("isAnyOf", ["interest", "decision"]) == 3
    assert size("isNoneOf", ["interest"]) == 2
    assert size("isEmpty", None) == 1


def test_the_report_counts_moves_stays_and_conversions(alice: Person, mallory: Person) -> None:
    with time_machine.travel(NOW - timedelta(days=20), tick=False) as clock:
        ayu, budi, citra, _ = (
            make_contact(alice.team, f"{name}@example.com", funnel="awareness")
            for name in ("ayu", "budi", "citra", "dewi")
        )
        make_contact(alice.team, "nowhere@example.com")
        make_contact(mallory.team, "theirs@example.com", funnel="awareness")
        clock.shift(timedelta(hours=10))
        walk(alice, ayu, "interest")
        clock.shift(timedelta(hours=20))
        walk(alice, budi, "interest")
        walk(alice, ayu, "decision")
        clock.shift(timedelta(hours=10))
        walk(alice, ayu, "interest")
        walk(alice, citra, "")

    with time_machine.travel(NOW, tick=False):
        stages = report(alice)
        recent = report(alice, days=7)

    assert list(stages) == STAGES
    assert stages["awareness"] == {
        "stage": "awareness",
        "name": None,
        "count": 1,
        "came": 4,
        "movedOn": 2,
        "movedBack": 0,
        "left": 1,
        # From 10, 30 and 40 hours.
        "medianSeconds": 30 * 3600,
        "entered": 4,
        "converted": 2,
    }
    interest = stages["interest"]
    assert (interest["count"], interest["came"], interest["entered"]) == (2, 3, 2)
    assert (interest["movedOn"], interest["medianSeconds"], interest["converted"]) == (1, 20 * 3600, 1)
    decision = stages["decision"]
    assert (decision["count"], decision["movedBack"], decision["medianSeconds"]) == (0, 1, 10 * 3600)
    assert (decision["entered"], decision["converted"]) == (1, 0)
    assert {name: stage["count"] for name, stage in recent.items()} == {
        "awareness": 1,
        "interest": 2,
        "decision": 0,
        "action": 0,
        "loyalty": 0,
    }
    assert {(stage["came"], stage["movedOn"], stage["entered"]) for stage in recent.values()} == {(0, 0, 0)}


def test_the_period_begins_with_a_day_of_the_team(alice: Person) -> None:
    Team.objects.filter(pk=alice.team.pk).update(timezone="(GMT+07:00) Asia/Jakarta")
    midnight = datetime(2026, 3, 10, 17, 0, tzinfo=UTC)  # 11 March in Jakarta
    for number, moment in enumerate([midnight - timedelta(microseconds=1), midnight]):
        with time_machine.travel(moment, tick=False):
            make_contact(alice.team, f"c{number}@example.com", funnel="action")

    with time_machine.travel(midnight + timedelta(hours=2), tick=False):
        answer = alice.api.get("journeys/funnel?days=1").json()

    assert answer["since"] == "2026-03-10T17:00:00Z"
    assert [stage["came"] for stage in answer["stages"]] == [0, 0, 0, 1, 0]
    assert answer["contacts"] == 2


def test_the_report_asks_no_more_for_more_contacts(alice: Person) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            report(alice)
        return len(asked)

    report(alice)
    few = queries()
    for number in range(20):
        make_contact(alice.team, f"c{number}@example.com", funnel=STAGES[number % 5])

    assert queries() == few


def test_a_stage_is_renamed_and_called_by_its_usual_name_again(alice: Person, mallory: Person) -> None:
    renamed = alice.api.put("journeys/funnel/stages", {"stage": "action", "name": " Sudah  beli "})

    assert renamed.json() == {"stage": "action", "name": "Sudah  beli"}
    assert report(alice)["action"]["name"] == "Sudah  beli"
    assert report(mallory)["action"]["name"] is None
    events = OutboxEvent.objects.filter(name="contacts.stage.renamed")
    assert [event.payload for event in events] == [{"stage": "action", "called": "Sudah  beli"}]

    alice.api.put("journeys/funnel/stages", {"stage": "action", "name": ""})

    assert [row["name"] for row in alice.api.get("journeys/funnel/stages").json()] == [None] * 5
    assert not StageName.objects.exists()


def test_two_stages_never_have_one_name(alice: Person) -> None:
    alice.api.put("journeys/funnel/stages", {"stage": "action", "name": "Beli"})

    refused = alice.api.put("journeys/funnel/stages", {"stage": "loyalty", "name": "BELI"})
    usual = alice.api.put("journeys/funnel/stages", {"stage": "loyalty", "name": "Interest"})
    unknown = alice.api.put("journeys/funnel/stages", {"stage": "lead", "name": "Lead"})

    assert (refused.status_code, refused.json()["payload"]["field"]) == (400, "name")
    assert (usual.status_code, usual.json()["payload"]["field"]) == (400, "name")
    assert unknown.status_code == 400
    assert list(StageName.objects.values_list("stage", "name")) == [("action", "Beli")]
    assert OutboxEvent.objects.filter(name="contacts.stage.renamed").count() == 1


def test_who_is_deleted_or_merged_away_leaves_no_moves(alice: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com", funnel="interest")
    budi = make_contact(alice.team, "budi@example.com", funnel="decision")
    gone = make_contact(alice.team, "gone@example.com", funnel="action")

    alice.api.post("contacts/delete", {"ids": [gone.pk]})
    alice.api.post(f"contacts/{ayu.pk}/merge", {"otherId": budi.pk, "take": ["funnel"]})

    assert moves(gone) == []
    assert moves(budi) == []
    assert moves(ayu) == [("", "interest"), ("interest", "decision")]
