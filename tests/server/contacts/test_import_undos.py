"""Undoing an import within a day: unchanged imported data is removed, everything else remains."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from server.activity.models import Activity
from server.campaigns.models import Campaign
from server.campaigns.states import CampaignStatus
from server.contacts.importing import record_reader
from server.contacts.models import Contact, ContactLabel, ImportImage, ImportJob, ImportUndo
from server.contacts.services import preferences
from server.contacts.services.importing import imports, undos
from server.contacts.sql import imports as imports_sql
from server.core import clock, jobs
from server.core.models import Job, JobState, OutboxEvent
from server.delivery.models import Mailing, Recipient, SendLog, Suppression
from server.delivery.origins import TEST
from server.delivery.states import SuppressionReason
from server.notifications.models import Notification
from server.plans import quota
from server.plans.features import CONTACT
from tests.cast import Person
from tests.server.contacts.factories import make_contact, make_label
from tests.server.contacts.importing import claimed_undo, imported, prepare, read_retained_report, start, undo, work

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("uploads")]

# Contact columns except those that every write changes.
STATE = ("email", "firstname", "lastname", "city", "birthday", "state", "custom_field", "label_ids", "created_at")


@pytest.fixture(autouse=True)
def small_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undos, "BATCH_SIZE", 2)


def book(person: Person) -> list[tuple[Any, ...]]:
    return list(Contact.objects.for_team(person.team).order_by("pk").values_list("pk", *STATE))


def counts(person: Person) -> dict[str, int]:
    known = ContactLabel.objects.for_team(person.team).filter(deleted_at__isnull=True)
    return dict(known.values_list("name", "contact_count"))


def used(person: Person) -> int:
    return quota.get_state(team_id=person.team.pk, limit=CONTACT).used


def summarize_undo(done: dict[str, Any]) -> tuple[Any, ...]:
    return done["state"], *(done["undo"][name] for name in ("total", "done", "removed", "restored", "kept"))


def forecast(person: Person, done: dict[str, Any]) -> tuple[int, ...]:
    """Sums all parts of the forecast: removed, restored, kept, checked and total."""
    path, place, sums = f"contacts/import/{done['importId']}/undo", "", Counter[str]()
    while True:
        answer = person.api.get(path + place).json()
        for name in ("removed", "restored", "kept", "done"):
            sums[name] += answer[name]
        if answer["nextId"] is None:
            return (*(sums[name] for name in ("removed", "restored", "kept", "done")), answer["total"])
        place = f"?afterId={answer['nextId']}&afterBlock={answer['nextBlock']}"


def change(person: Person, email: str, **fields: Any) -> None:
    key = Contact.objects.for_team(person.team).get(email=email).pk
    answer = person.api.put(f"contacts/{key}", fields)
    assert answer.status_code == 200, answer.json()


@pytest.mark.parametrize("chunk_bytes", [1 << 20, 16])
def test_what_nobody_has_touched_is_as_if_there_had_been_no_import(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch, chunk_bytes: int
) -> None:
    monkeypatch.setattr(record_reader, "CHUNK_BYTES", chunk_bytes)
    score, tea = (
        alice.api.post("contacts/field", {"name": name, "type": kind}).json()["id"]
        for name, kind in (("Score", "number"), ("Likes tea", "checkbox"))
    )
    old, all_ = make_label(alice.team, "Old"), make_label(alice.team, "All")
    make_contact(alice.team, "half@x.com", firstname="Ayu", custom_field={str(score): 7}, label_ids=[old.pk])
    make_contact(alice.team, "same@x.com", firstname="Sri", label_ids=[all_.pk])
    make_contact(alice.team, "away@x.com")
    before = book(alice)
    content = (
        "Email,Name,City,Birthday,Score,Likes tea,Tags\nhalf@x.com,Dewi,Depok,1990-12-31,8.5,yes,VIP\n"
        "same@x.com,Sri,,,,,\nnew1@x.com,A,,,,,VIP\nnew2@x.com,B,,,,,\nnew3@x.com,C,,,,,\n"
        "new1@x.com,AA,,,,,\nhalf@x.com,Dewi Lestari,,,9,,\nbad,,,,,,\n"
    )
    done = imported(alice, content, labelIds=[all_.pk])
    assert used(alice) == 6
    assert str(tea) in Contact.objects.for_team(alice.team).get(email="half@x.com").custom_field

    assert (looked := forecast(bob, done))[:3] == (3, 1, 0)
    assert looked[3] == looked[4]
    last = undo(bob, done)

    assert book(alice) == before
    assert summarize_undo(last)[0] == "UNDONE"
    assert summarize_undo(last)[3:] == (3, 1, 0)
    assert last["undo"]["done"] == last["undo"]["total"]
    assert last["undo"]["fullname"] == "Bob"
    assert last["undoUntil"] is None
    assert used(alice) == 3
    assert counts(alice) == {"Old": 1, "All": 1}
    assert not ImportImage.objects.for_team(alice.team).exists()
    assert alice.api.get(f"contacts/import/{done['importId']}/kept").status_code == 404
    assert [row.name for row in OutboxEvent.objects.filter(name__startswith="contacts.undo").order_by("pk")] == [
        "contacts.undo.started",
        "contacts.undo.finished",
    ]
    finished = OutboxEvent.objects.get(name="contacts.undo.finished").payload
    assert {key: finished[key] for key in ("state", "revision", "added")} == {
        key: last[key] for key in ("state", "revision", "added")
    }
    assert Notification.objects.for_team(alice.team).filter(kind="import.undone").exists()


def _edited(person: Person) -> None:
    change(person, "new@x.com", city="Medan")


def _labelled(person: Person) -> None:
    label = make_label(person.team, "Hand")
    key = Contact.objects.for_team(person.team).get(email="new@x.com").pk
    person.api.post("contacts/find/apply-label", {"ids": [key], "add": [label.pk]})


def _noted(person: Person) -> None:
    key = Contact.objects.for_team(person.team).get(email="new@x.com").pk
    person.api.post(f"contacts/{key}/notes", {"text": "Called"})


def _paused(person: Person) -> None:
    key = Contact.objects.for_team(person.team).get(email="new@x.com").pk
    preferences.pause(team_id=person.team.pk, contact_id=key, days=30)


def _mailed(person: Person) -> None:
    contact = Contact.objects.for_team(person.team).get(email="new@x.com")
    now = clock.now()
    mailing = Mailing.objects.create(team=person.team, origin=TEST, compiled={}, created_at=now, started_at=now)
    Recipient.objects.create(mailing=mailing, position=0, contact_id=contact.pk, email=contact.email)
    SendLog.objects.create(mailing_id=mailing.pk, position=0, mailed_at=now, at=now, state="sent")


def _named_again(person: Person) -> None:
    imported(person, "Email,Name\nnew@x.com,Wati\n")


@pytest.mark.parametrize(
    ("touch", "why"),
    [
        (_edited, "Changed after the import"),
        (_labelled, "Changed after the import"),
        (_noted, "Has a note"),
        (_paused, "Has set email preferences"),
        (_mailed, "Has received an email since the import"),
        (_named_again, "Also in a later import"),
    ],
)
def test_a_contact_that_was_touched_since_stays(alice: Person, touch: Callable[[Person], None], why: str) -> None:
    all_ = make_label(alice.team, "All")
    done = imported(alice, "Email,Name\nnew@x.com,Wati\nother@x.com,Sri\n", labelIds=[all_.pk])
    touch(alice)

    assert forecast(alice, done)[:3] == (1, 0, 1)
    last = undo(alice, done)

    contact = Contact.objects.for_team(alice.team).get()
    assert (contact.email, contact.firstname) == ("new@x.com", "Wati")
    assert all_.pk not in contact.label_ids
    assert summarize_undo(last) == ("UNDONE", 2, 2, 1, 0, 1)
    assert counts(alice)["All"] == 0
    assert read_retained_report(alice, done) == f"Email,Reason,Values not restored\nnew@x.com,{why},\n"
    assert used(alice) == 1


def test_a_value_that_was_changed_since_stays_and_the_others_go_back(alice: Person) -> None:
    score = alice.api.post("contacts/field", {"name": "Score", "type": "number"}).json()["id"]
    known = make_contact(alice.team, "known@x.com", firstname="Ayu", city="Depok", custom_field={str(score): 7})
    done = imported(alice, "Email,Name,City,Score\nknown@x.com,Dewi,Bogor,8\n")
    change(alice, "known@x.com", city="Medan", customField={str(score): 9})

    assert forecast(alice, done)[:3] == (0, 0, 1)
    last = undo(alice, done)

    known.refresh_from_db()
    assert (known.firstname, known.city, known.custom_field) == ("Ayu", "Medan", {str(score): 9})
    assert summarize_undo(last) == ("UNDONE", 1, 1, 0, 0, 1)
    assert (
        read_retained_report(alice, done).splitlines()[1]
        == 'known@x.com,Some values were changed after the import,"City, Score"'
    )


def test_the_report_is_in_the_readers_language_and_runs_nowhere(alice: Person) -> None:
    make_contact(alice.team, "=cmd@x.com", firstname="Ayu")
    done = imported(alice, "Email,Name\n=cmd@x.com,Dewi\n")
    change(alice, "=cmd@x.com", firstname="Sri")
    undo(alice, done)
    alice.user.language = "id"
    alice.user.save()

    assert read_retained_report(alice, done) == (
        "Email,Alasan,Nilai yang tidak dikembalikan\n'=cmd@x.com,Beberapa nilai sudah diubah setelah impor,Nama depan\n"
    )


def test_a_field_that_takes_the_former_value_no_more_is_left_as_it_is(alice: Person) -> None:
    size = alice.api.post("contacts/field", {"name": "Size", "type": "dropdown", "values": ["S", "M"]}).json()["id"]
    gone = alice.api.post("contacts/field", {"name": "Gone", "type": "text"}).json()["id"]
    known = make_contact(alice.team, "known@x.com", custom_field={str(size): "S", str(gone): "was"})
    done = imported(alice, "Email,Size,Gone\nknown@x.com,M,is\n")
    alice.api.put(f"contacts/field/{size}", {"name": "Size", "values": ["M"]})
    alice.api.delete(f"contacts/field/{gone}")
    for job in Job.objects.filter(state=JobState.WAITING):
        claim = jobs.claim(job.pk)
        assert claim is not None
        jobs.run(claim)

    undo(alice, done)

    known.refresh_from_db()
    assert known.custom_field == {str(size): "M"}
    assert read_retained_report(alice, done).splitlines()[1:] == [
        "known@x.com,Some values were changed after the import,Size"
    ]


def test_the_timeline_says_that_the_import_was_undone(alice: Person) -> None:
    known = make_contact(alice.team, "known@x.com", firstname="Ayu")
    done = imported(alice, "Email,Name\nknown@x.com,Dewi\n", name="guests.csv")

    before = alice.api.get(f"contacts/{known.pk}/timeline").json()["items"][0]["imported"]
    undo(alice, done)

    after = alice.api.get(f"contacts/{known.pk}/timeline").json()["items"][0]["imported"]
    assert (before["file"], before["undone"], after["undone"]) == ("guests.csv", False, True)


def test_of_an_erased_person_nothing_is_kept_to_bring_back(alice: Person) -> None:
    gone = make_contact(alice.team, "gone@x.com", firstname="Ayu")
    stays = make_contact(alice.team, "stays@x.com", firstname="Sri")
    done = imported(alice, "Email,Name\ngone@x.com,Dewi\nstays@x.com,Wati\n")

    erased = alice.api.post(f"contacts/{gone.pk}/erase", {"email": "gone@x.com"})

    assert erased.status_code in {200, 204}
    image = ImportImage.objects.for_team(alice.team).get()
    assert dict(zip(image.contact_ids, image.changes, strict=True)) == {
        gone.pk: {},
        stays.pk: {"firstname": ["Sri", "Wati"]},
    }
    assert summarize_undo(undo(alice, done))[3:] == (0, 1, 0)


def test_suppressions_stay(alice: Person) -> None:
    done = imported(alice, "Email\nnew@x.com\n")
    Suppression.objects.create(
        team=alice.team, email="new@x.com", reason=SuppressionReason.HARD_BOUNCE, created_at=clock.now()
    )

    undo(alice, done)

    assert not Contact.objects.for_team(alice.team).exists()
    assert Suppression.objects.for_team(alice.team).get().email == "new@x.com"


def test_an_import_that_stopped_halfway_can_be_undone(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_reader, "CHUNK_BYTES", 16)
    write, chunks = imports_sql.copy_contacts, list[int]()

    def copy(team_id: Any, rows: Any) -> None:
        chunks.append(rows.height)
        if len(chunks) == 2:
            raise OSError("the disk is gone")
        write(team_id, rows)

    monkeypatch.setattr(imports_sql, "copy_contacts", copy)
    begun = start(alice, prepare(alice, "Email\naaaaaa@x.com\nbbbbbb@x.com\n")).json()
    with pytest.raises(OSError, match="disk"):
        work()
    Job.objects.filter(name=imports.RUN_JOB).update(state=JobState.FAILED)
    imports.fail_running(team_id=alice.team.pk, import_id=begun["importId"], reason="OSError")
    assert Contact.objects.for_team(alice.team).count() == 1

    last = undo(alice, begun)

    assert summarize_undo(last) == ("UNDONE", 1, 1, 1, 0, 0)
    assert not Contact.objects.for_team(alice.team).exists()


def test_the_work_goes_on_where_a_killed_worker_left_it(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    make_contact(alice.team, "known@x.com", firstname="Ayu")
    before = book(alice)
    done = imported(alice, "Email,Name\nknown@x.com,Dewi\n" + "".join(f"new{n}@x.com,N\n" for n in range(5)))
    change(alice, "new0@x.com", city="Medan")
    alice.api.post(f"contacts/import/{done['importId']}/undo")
    step, steps = undos._undo_batch, list[int]()

    def killed(job: ImportJob) -> bool:
        steps.append(1)
        went = step(job)
        if len(steps) in {2, 4}:
            raise KeyboardInterrupt
        return went

    monkeypatch.setattr(undos, "_undo_batch", killed)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            undos.run_undo(team_id=alice.team.pk, import_id=done["importId"], claim=_claim_expired())
    undos.run_undo(team_id=alice.team.pk, import_id=done["importId"], claim=_claim_expired())

    last = alice.api.get("contacts/import/status").json()["item"]
    assert summarize_undo(last) == ("UNDONE", 6, 6, 4, 1, 1)
    stays = Contact.objects.for_team(alice.team).get(email="new0@x.com")
    assert [row for row in book(alice) if row[0] != stays.pk] == before
    assert read_retained_report(alice, done).splitlines()[1:] == ["new0@x.com,Changed after the import,"]
    assert used(alice) == 2


def _claim_expired() -> jobs.Claim:
    """Claims the undo's job after the previous lease has expired, or after the pause that follows an error."""
    before = clock.now() - timedelta(seconds=1)
    Job.objects.filter(name=undos.UNDO_JOB).update(due_at=before, lease_until=before)
    claim = jobs.claim(Job.objects.get(name=undos.UNDO_JOB).pk)
    assert claim is not None
    return claim


def test_no_undo_while_another_import_runs_and_no_import_while_one_is_undone(alice: Person, bob: Person) -> None:
    done = imported(alice, "Email\na@x.com\n")
    second, third = prepare(bob, "Email\nb@x.com\n"), prepare(bob, "Email\nc@x.com\n")
    start(bob, second)

    refused = alice.api.post(f"contacts/import/{done['importId']}/undo")
    assert (refused.status_code, refused.json()["code"]) == (409, "lastImportNotFinished")
    assert not ImportUndo.objects.exists()
    work()

    assert alice.api.post(f"contacts/import/{done['importId']}/undo").status_code == 200
    other = start(bob, third)
    assert (other.status_code, other.json()["code"]) == (409, "lastImportNotFinished")
    again = alice.api.post(f"contacts/import/{done['importId']}/undo")
    assert (again.status_code, again.json()["code"]) == (409, "actionNotAllowed")
    jobs.run(claimed_undo())
    assert alice.api.post(f"contacts/import/{done['importId']}/undo").json()["code"] == "actionNotAllowed"
    assert start(bob, third).status_code == 200


def test_after_a_day_it_is_too_late_and_nothing_is_kept(alice: Person) -> None:
    make_contact(alice.team, "known@x.com", firstname="Ayu")
    with time_machine.travel("2026-03-01T09:00:00Z", tick=False) as traveller:
        done = imported(alice, "Email,Name\nknown@x.com,Dewi\n")
        assert done["undoUntil"] == "2026-03-02T09:00:00Z"
        traveller.move_to("2026-03-02T08:59:59Z")
        imports.purge_files()
        assert ImportImage.objects.for_team(alice.team).count() == 1
        assert forecast(alice, done) == (0, 1, 0, 1, 1)

        traveller.move_to("2026-03-02T09:00:00Z")
        late = alice.api.post(f"contacts/import/{done['importId']}/undo")
        imports.purge_files()

    assert (late.status_code, late.json()["code"]) == (409, "importUndoLate")
    assert not ImportImage.objects.for_team(alice.team).exists()
    assert ImportJob.objects.for_team(alice.team).get().undo_until is None
    assert Contact.objects.for_team(alice.team).get().firstname == "Dewi"


def test_what_is_being_undone_is_not_swept_away(alice: Person) -> None:
    make_contact(alice.team, "known@x.com", firstname="Ayu")
    done = imported(alice, "Email,Name\nknown@x.com,Dewi\n")
    alice.api.post(f"contacts/import/{done['importId']}/undo")
    ImportJob.objects.for_team(alice.team).update(undo_until=clock.now())

    imports.purge_files()
    jobs.run(claimed_undo())

    assert Contact.objects.for_team(alice.team).get().firstname == "Ayu"


def test_an_undo_that_fails_for_good_can_be_begun_again(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    done = imported(alice, "Email\na@x.com\nb@x.com\nc@x.com\n")
    alice.api.post(f"contacts/import/{done['importId']}/undo")
    step, steps = undos._undo_batch, list[int]()

    def broken(job: ImportJob) -> bool:
        steps.append(1)
        if len(steps) > 1:
            raise OSError("the disk is gone")
        return step(job)

    with monkeypatch.context() as patched:
        patched.setattr(undos, "_undo_batch", broken)
        # The first one makes progress.
        for _ in range(6):
            claim = _claim_expired()
            with pytest.raises(OSError, match="disk"):
                jobs.run(claim)
    stopped = alice.api.get("contacts/import/status").json()["item"]
    assert (stopped["state"], stopped["undo"]["reason"], stopped["undo"]["removed"]) == ("DONE", "OSError", 2)
    assert Job.objects.get(name=undos.UNDO_JOB).state == JobState.FAILED

    last = undo(alice, done)

    assert summarize_undo(last) == ("UNDONE", 3, 3, 3, 0, 0)
    assert last["undo"]["reason"] == ""


def _campaign_to(person: Person, label_id: int) -> None:
    body = {"name": "Promo", "subject": "Promo", "content": {"body": "Hi"}, "recipients": {"labelIds": [label_id]}}
    answer = person.api.post("email-marketing", body)
    assert answer.status_code == 200, answer.json()
    Campaign.objects.for_team(person.team).update(status=CampaignStatus.SCHEDULED)


def test_labels_that_came_with_an_import_go_with_it_but_for_those_in_use(alice: Person, bob: Person) -> None:
    make_contact(alice.team, "old@x.com")
    make_label(alice.team, "There before")
    tags = "Gone; There before; Campaign; Renamed; Carried"
    done = imported(alice, f"Email,Tags\nnew1@x.com,{tags}\nnew2@x.com,\n")
    ids = {label.name: label.pk for label in ContactLabel.objects.for_team(alice.team)}
    _campaign_to(alice, ids["Campaign"])
    alice.api.put(f"contacts/label/{ids['Renamed']}", {"name": "Given a new name"})
    key = Contact.objects.for_team(alice.team).get(email="old@x.com").pk
    alice.api.post("contacts/find/apply-label", {"ids": [key], "add": [ids["Carried"]]})

    undo(bob, done)

    standing = ContactLabel.objects.for_team(alice.team).filter(deleted_at__isnull=True)
    assert dict(standing.values_list("name", "contact_count")) == {
        "There before": 0,
        "Campaign": 0,
        "Given a new name": 0,
        "Carried": 1,
    }
    acts = Activity.objects.for_team(alice.team).filter(fullname="Bob").order_by("pk")
    assert list(acts.values_list("reference", "action", "name")) == [
        ("contact", "UNDO", "people.csv"),
        ("contact-label", "DELETED", "Gone"),
    ]


def test_a_long_look_is_told_in_parts(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undos, "MAX_PREVIEW_SECONDS", -1.0)
    monkeypatch.setattr(undos, "PREVIEW_BATCH_SIZE", 2)
    make_contact(alice.team, "known@x.com", firstname="Ayu")
    done = imported(alice, "Email,Name\na@x.com,\nb@x.com,\nc@x.com,\nknown@x.com,Dewi\n")

    first = alice.api.get(f"contacts/import/{done['importId']}/undo").json()

    assert {name: first[name] for name in ("removed", "restored", "kept", "done", "total")} == {
        "removed": 2,
        "restored": 0,
        "kept": 0,
        "done": 2,
        "total": 4,
    }
    assert forecast(alice, done) == (3, 1, 0, 4, 4)


def test_another_teams_import_is_not_undone(alice: Person, mallory: Person) -> None:
    done = imported(alice, "Email\na@x.com\n")

    answers = [
        mallory.api.post(f"contacts/import/{done['importId']}/undo"),
        mallory.api.get(f"contacts/import/{done['importId']}/undo"),
        mallory.api.get(f"contacts/import/{done['importId']}/kept"),
    ]

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert Contact.objects.for_team(alice.team).count() == 1


def test_an_import_that_is_not_at_its_end_is_not_undone(alice: Person) -> None:
    prepared = prepare(alice, "Email\na@x.com\n").json()

    answer = alice.api.post(f"contacts/import/{prepared['importId']}/undo")

    assert (answer.status_code, answer.json()["code"]) == (409, "actionNotAllowed")
    assert ImportJob.objects.for_team(alice.team).get().state == "PREPARED"
