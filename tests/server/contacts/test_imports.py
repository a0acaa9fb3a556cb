from datetime import date
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction

from server.activity.models import Activity
from server.contacts.importing import record_reader
from server.contacts.models import Contact, ContactLabel, ImportConsent, ImportJob
from server.contacts.services.importing import imports, runs
from server.contacts.sql import imports as imports_sql
from server.contacts.states import ContactState
from server.core import clock, jobs, outbox
from server.core.models import Job, JobState, OutboxEvent
from server.plans import quota
from server.plans.features import CONTACT
from server.plans.models import Plan
from server.plans.services.offered_plans import build_feature_groups
from tests.cast import Person
from tests.locks import is_row_awaited
from tests.server.contacts.factories import make_contact, make_label
from tests.server.contacts.importing import errors, imported, prepare, start, work

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("uploads")]

FIGURES = ("state", "total", "done", "added", "updated", "failed")


def figures(done: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(done[name] for name in FIGURES)


def limit_contacts(person: Person, limit: int) -> None:
    plan: Plan = person.team.subscription.plan
    plan.features = build_feature_groups()
    for group in plan.features:
        for sub in group["subFeatures"]:
            if sub["name"] == "contact":
                sub["limit"] = limit
    plan.save()


def test_the_way_of_an_import(alice: Person, bob: Person) -> None:
    prepared = prepare(alice, "Email;Nama;Kota;Whatever\nAYU@x.com;Ayu;Depok;1\nbad;Bagas;;2\nayu@x.com;;Bogor;3\n")

    assert prepared.status_code == 200
    told = prepared.json()
    assert (told["state"], told["total"], told["delimiter"], told["encoding"]) == ("PREPARED", 3, ";", "utf-8")
    assert [(column["heading"], column["target"]) for column in told["columns"]] == [
        ("Email", "email"),
        ("Nama", "firstname"),
        ("Kota", "city"),
        ("Whatever", None),
    ]
    assert told["columns"][1]["cells"] == ["Ayu", "Bagas", ""]
    assert told["forecast"] == {
        "new": 1,
        "existing": 0,
        "duplicates": 1,
        "bad": 1,
        "emptied": 0,
        "emptiedNew": 0,
        "rows": 3,
        "exact": True,
    }
    assert told["consentNeeded"] is True
    assert alice.api.get("contacts/import/status").json() == {"item": None}

    assert start(alice, prepared, consent=False).json()["code"] == "importConsentMissing"
    started = start(alice, prepared)
    assert (started.status_code, started.json()["state"]) == (200, "RUNNING")
    assert OutboxEvent.objects.filter(name="contacts.import.started").count() == 1
    work()

    done = bob.api.get("contacts/import/status", **{"X-Requested-With": "interval"}).json()["item"]
    assert figures(done) == ("DONE", 3, 3, 1, 1, 1)
    contact = Contact.objects.for_team(alice.team).get()
    assert (contact.email, contact.firstname, contact.city) == ("ayu@x.com", "Ayu", "Bogor")
    assert quota.get_state(team_id=alice.team.pk, limit=CONTACT).used == 1
    assert quota.get_state(team_id=alice.team.pk, limit=CONTACT).reserved == 0
    assert errors(alice, done) == (
        "Email;Nama;Kota;Whatever;Reason;Row\r\nbad;Bagas;;2;Email: not an email address;3\r\n"
    )
    assert Activity.objects.for_team(alice.team).get(action="IMPORT").name == "people.csv"
    finished = OutboxEvent.objects.get(name="contacts.import.finished").payload
    times = ("createdAt", "startedAt", "finishedAt")
    assert {key: finished[key] for key in done if key not in times} == {
        key: done[key] for key in done if key not in times
    }
    assert [finished[key][:23] for key in times] == [done[key][:23] for key in times]
    assert bob.api.get("contacts/import/history").json()["items"] == [done]


def test_every_column_of_a_contact_can_be_imported(alice: Person) -> None:
    score, size, joined, tea = (
        alice.api.post("contacts/field", body).json()["id"]
        for body in (
            {"name": "Score", "type": "number"},
            {"name": "Size", "type": "dropdown", "values": ["S", "M"]},
            {"name": "Joined", "type": "date"},
            {"name": "Likes tea", "type": "checkbox"},
        )
    )
    content = (
        "Email,First name,Last name,HP,Tanggal lahir,Jenis kelamin,Kota,Negara,Perusahaan,Catatan,Tahap,Score,Size,"
        "Joined,Likes tea\n"
        'ayu@x.com,Ayu,Lestari,+62 812-3456,31/12/1990,P,Depok,Indonesia,"Kopi ""S""",note,Minat,"12,5",M,2024-02-29,'
        "ya\n"
    )

    done = imported(alice, content)

    assert figures(done) == ("DONE", 1, 1, 1, 0, 0)
    contact = Contact.objects.for_team(alice.team).get()
    assert (contact.firstname, contact.lastname, contact.phone) == ("Ayu", "Lestari", "+62 812-3456")
    assert (contact.birthday, contact.gender, contact.city) == (date(1990, 12, 31), "female", "Depok")
    assert (contact.country, contact.company, contact.note, contact.funnel) == (
        "Indonesia",
        'Kopi "S"',
        "note",
        "interest",
    )
    assert contact.custom_field == {str(score): 12.5, str(size): "M", str(joined): "2024-02-29", str(tea): True}
    assert (contact.state, contact.revision) == (ContactState.SUBSCRIBED, 1)


@pytest.mark.parametrize(
    ("heading", "cell", "reason"),
    [
        ("Phone", "12", "Phone: not a phone number"),
        ("Nomor HP", "call me", "Nomor HP: not a phone number"),
        ("Birthday", "31/02/1990", "Birthday: not a date"),
        ("Birthday", "soon", "Birthday: not a date"),
        ("Gender", "maybe", "Gender: unknown value"),
        ("City", "x" * 101, "City: longer than 100 characters"),
        ("Label", "VIP;!!!", "Label: invalid label name"),
        ("Score", "many", "Score: not a number"),
        ("Size", "XL", "Size: not one of the choices"),
        ("Likes tea", "perhaps", "Likes tea: not yes or no"),
    ],
)
def test_a_row_that_does_not_fit_is_set_aside_with_its_reason(
    alice: Person, heading: str, cell: str, reason: str
) -> None:
    alice.api.post("contacts/field", {"name": "Score", "type": "number"})
    alice.api.post("contacts/field", {"name": "Size", "type": "dropdown", "values": ["S"]})
    alice.api.post("contacts/field", {"name": "Likes tea", "type": "checkbox"})

    done = imported(alice, f"Email,{heading}\nbad@x.com,{cell}\ngood@x.com,\n")

    assert figures(done) == ("DONE", 2, 2, 1, 0, 1)
    assert errors(alice, done).splitlines()[1] == f"bad@x.com,{cell},{reason},2"
    assert Contact.objects.for_team(alice.team).get().email == "good@x.com"
    assert ContactLabel.objects.for_team(alice.team).count() == 0


def test_a_row_with_more_cells_than_the_header_is_set_aside(alice: Person) -> None:
    done = imported(alice, "Email,Name\na@x.com,A,extra\nb@x.com,B,\nc@x.com\n")

    assert figures(done) == ("DONE", 3, 3, 2, 0, 1)
    assert errors(alice, done).splitlines()[1] == "a@x.com,A,More cells than header columns,2"


def test_an_empty_cell_leaves_what_is_stored(alice: Person) -> None:
    score = alice.api.post("contacts/field", {"name": "Score", "type": "number"}).json()["id"]
    town = alice.api.post("contacts/field", {"name": "Town", "type": "text"}).json()["id"]
    old = make_label(alice.team, "Old")
    custom = {str(score): 7, str(town): "Depok"}
    body = {"email": "a@x.com", "firstname": "Ayu", "city": "Bogor", "labelIds": [old.pk], "customField": custom}
    alice.api.post("contacts", body)

    done = imported(alice, "Email,Name,City,Score,Town\nA@x.com,,Medan,8,\n")

    assert figures(done) == ("DONE", 1, 1, 0, 1, 0)
    contact = Contact.objects.for_team(alice.team).get()
    assert (contact.firstname, contact.city, contact.revision) == ("Ayu", "Medan", 2)
    assert contact.custom_field == {str(score): 8, str(town): "Depok"}
    assert contact.label_ids == [old.pk]


def test_importing_the_same_again_changes_nothing(alice: Person) -> None:
    content = "Email,Name,Birthday\na@x.com,Ayu,1990-01-01\n"
    imported(alice, content)
    before = Contact.objects.for_team(alice.team).values().get()

    done = imported(alice, content)

    assert figures(done) == ("DONE", 1, 1, 0, 1, 0)
    assert Contact.objects.for_team(alice.team).values().get() == before


def test_who_unsubscribed_stays_so(alice: Person) -> None:
    make_contact(alice.team, "a@x.com", state=ContactState.UNSUBSCRIBED)

    imported(alice, "Email,Name\na@x.com,Ayu\n")

    contact = Contact.objects.for_team(alice.team).get()
    assert (contact.firstname, contact.state) == ("Ayu", ContactState.UNSUBSCRIBED)


@pytest.mark.parametrize("chunk_bytes", [1 << 20, 16])
def test_rows_count_in_their_order_wherever_chunks_are_cut(
    alice: Person, monkeypatch: pytest.MonkeyPatch, chunk_bytes: int
) -> None:
    monkeypatch.setattr(record_reader, "CHUNK_BYTES", chunk_bytes)
    content = "Email,Name,City\na@x.com,One,\nb@x.com,B,\nA@X.com,Two,Depok\na@x.com,,Bogor\nbad,,\n"

    done = imported(alice, content)

    assert figures(done) == ("DONE", 5, 5, 2, 2, 1)
    rows = Contact.objects.for_team(alice.team).order_by("email").values_list("email", "firstname", "city")
    assert list(rows) == [("a@x.com", "Two", "Bogor"), ("b@x.com", "B", "")]
    assert errors(alice, done).splitlines()[1:] == ["bad,,,Email: not an email address,6"]


def test_labels_of_the_import_and_of_each_row_are_attached_and_counted(alice: Person) -> None:
    vip, all_ = make_label(alice.team, "VIP"), make_label(alice.team, "All")
    make_contact(alice.team, "known@x.com", label_ids=[vip.pk])

    done = imported(
        alice,
        "Email,Tags\nknown@x.com,vip\na@x.com,Vip; New one\na@x.com,new ONE|Other\nb@x.com,\n",
        labelIds=[all_.pk],
    )

    assert figures(done) == ("DONE", 4, 4, 2, 2, 0)
    counts = {label.name: label.contact_count for label in ContactLabel.objects.for_team(alice.team)}
    assert {name.lower(): count for name, count in counts.items()} == {"vip": 2, "all": 3, "new one": 1, "other": 1}
    names = {label.pk: label.name.lower() for label in ContactLabel.objects.for_team(alice.team)}
    carried = {
        contact.email: {names[label] for label in contact.label_ids} for contact in Contact.objects.for_team(alice.team)
    }
    assert carried == {
        "known@x.com": {"vip", "all"},
        "a@x.com": {"vip", "all", "new one", "other"},
        "b@x.com": {"all"},
    }


def test_a_label_that_is_made_at_the_same_time_is_used(alice: Person) -> None:
    start(alice, prepare(alice, "Email,Labels\na@x.com,vip\n"))

    def run() -> None:
        work()
        connection.close()

    with transaction.atomic():
        made = make_label(alice.team, "VIP")  # not committed when the import looks for it
        worker = Thread(target=run)
        worker.start()
        while worker.is_alive() and not is_row_awaited():
            worker.join(0.01)
    worker.join(10)

    done = alice.api.get("contacts/import/status").json()["item"]
    assert figures(done) == ("DONE", 1, 1, 1, 0, 0)
    [label] = ContactLabel.objects.for_team(alice.team)
    assert (label.pk, label.name, label.contact_count) == (made.pk, "VIP", 1)
    assert ImportJob.objects.get().made_label_ids == []


def test_months_come_first_where_the_file_says_so(alice: Person) -> None:
    content = "Email,Birthday\na@x.com,3/4/1990\nb@x.com,3/31/1990\n"

    prepared = prepare(alice, content)
    imported(alice, content)

    assert prepared.json()["dateOrder"] == "mdy"
    born = Contact.objects.for_team(alice.team).order_by("email").values_list("birthday", flat=True)
    assert list(born) == [date(1990, 3, 4), date(1990, 3, 31)]


def test_a_date_outside_of_the_calendar_is_refused_in_a_file_as_in_a_form(alice: Person) -> None:
    """Polars supports years that Python and PostgreSQL lack, and an offset can exceed year 9999."""
    day, seen = (
        alice.api.post("contacts/field", {"name": name, "type": kind}).json()["id"]
        for name, kind in (("Day", "date"), ("Seen", "dateTime"))
    )
    rows = [
        ("birthday", None, "1900-01-01", "2199-12-31", ["0000-01-31", "1899-12-31", "2200-01-01"]),
        (f"custom:{day}", day, "0001-01-01", "9999-12-31", ["0000-12-31"]),
        (
            f"custom:{seen}",
            seen,
            "0001-01-01 00:00 Z",
            "9999-12-31 23:59 Z",
            ["9999-12-31 23:59 -14:00", "0001-01-01 00:00 +14:00", "0000-12-31 10:00"],
        ),
    ]
    for number, (target, field, first, last, wrong) in enumerate(rows):
        dates = [first, last, *wrong]
        content = "Email,When\n" + "".join(f"a{number}{row}@x.com,{each}\n" for row, each in enumerate(dates))

        done = imported(alice, content, mapping=["email", target])
        refused = [
            alice.api.post("contacts", {"email": "form@x.com", **given}).json()["code"]
            for given in (
                {"birthday": each} if field is None else {"customField": {str(field): each}} for each in wrong
            )
        ]

        assert figures(done) == ("DONE", len(dates), len(dates), 2, 0, len(wrong)), target
        assert refused == ["invalidData"] * len(wrong)
    assert Contact.objects.for_team(alice.team).count() == 6
    assert alice.api.get("contacts").json()["total"] == 6


def test_the_column_of_addresses_is_found_without_its_name(alice: Person) -> None:
    prepared = prepare(alice, "Who,Reach\nAyu,a@x.com\nBagas,b@x.com\n").json()

    assert [column["target"] for column in prepared["columns"]] == [None, "email"]
    assert prepared["forecast"]["new"] == 2


def test_another_mapping_than_the_suggested_is_followed(alice: Person) -> None:
    prepared = prepare(alice, "Email,Nama\na@x.com,Lestari\n")

    start(alice, prepared, mapping=["email", "lastname"])
    work()

    contact = Contact.objects.for_team(alice.team).get()
    assert (contact.firstname, contact.lastname) == ("", "Lestari")


@pytest.mark.parametrize(
    ("mapping", "code"),
    [
        ([None, "firstname"], "emailFieldNotFound"),
        (["email", "email"], "importMappingError"),
        (["email", "password"], "importMappingError"),
        (["email", "custom:1"], "importMappingError"),
        (["email"], "importMappingError"),
    ],
)
def test_a_mapping_that_does_not_fit_is_refused(alice: Person, mapping: list[str | None], code: str) -> None:
    prepared = prepare(alice, "Email,Nama\na@x.com,Ayu\n")

    answer = start(alice, prepared, mapping=mapping)

    assert answer.json()["code"] == code
    assert ImportJob.objects.for_team(alice.team).get().state == "PREPARED"
    assert not ImportConsent.objects.exists()
    assert not Job.objects.filter(name=imports.RUN_JOB).exists()


def test_the_consent_is_asked_for_once(alice: Person, bob: Person) -> None:
    assert bob.api.get("contacts/import/setting").json()["consentNeeded"] is True
    imported(alice, "Email\na@x.com\n")

    prepared = prepare(bob, "Email\nb@x.com\n")

    assert prepared.json()["consentNeeded"] is False
    assert start(bob, prepared, consent=False).status_code == 200


def test_no_import_starts_while_another_runs(alice: Person, bob: Person, mallory: Person) -> None:
    first, second, other = (prepare(person, "Email\na@x.com\n") for person in (alice, bob, mallory))
    start(alice, first)

    refused = start(bob, second)
    again = start(alice, first)

    assert (refused.status_code, refused.json()["code"]) == (409, "lastImportNotFinished")
    assert (again.status_code, again.json()["code"]) == (409, "actionNotAllowed")
    assert start(mallory, other).status_code == 200
    work()
    assert start(bob, second).status_code == 200


def test_an_import_whose_job_was_given_up_does_not_hold_the_next_one_back(alice: Person) -> None:
    stuck, following = prepare(alice, "Email\na@x.com\n"), prepare(alice, "Email\nb@x.com\n")
    start(alice, stuck)
    Job.objects.filter(name=imports.RUN_JOB).update(state=JobState.FAILED)

    answer = start(alice, following)

    assert answer.status_code == 200
    assert ImportJob.objects.for_team(alice.team).get(pk=stuck.json()["importId"]).state == "FAILED"
    assert quota.get_state(team_id=alice.team.pk, limit=CONTACT).reserved == 1


def test_an_import_that_fails_for_good_says_so_and_gives_back(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    start(alice, prepare(alice, "Email\na@x.com\n"))

    def broken(**kwargs: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(runs, "run_import", broken)
    for _ in range(5):
        Job.objects.filter(name=imports.RUN_JOB).update(due_at=clock.now(), state=JobState.WAITING)
        claim = jobs.claim(Job.objects.get(name=imports.RUN_JOB).pk)
        assert claim is not None
        assert ImportJob.objects.for_team(alice.team).get().state == "RUNNING"
        with pytest.raises(OSError, match="disk"):
            jobs.run(claim)

    job = ImportJob.objects.for_team(alice.team).get()
    assert (job.state, job.reason) == ("FAILED", "OSError")
    assert quota.get_state(team_id=alice.team.pk, limit=CONTACT).reserved == 0
    assert OutboxEvent.objects.filter(name="contacts.import.finished").count() == 1


def test_more_rows_than_the_plan_has_contacts_are_refused(alice: Person) -> None:
    limit_contacts(alice, 2)

    answer = prepare(alice, "Email\na@x.com\nb@x.com\nc@x.com\n")

    assert (answer.status_code, answer.json()["code"]) == (422, "importRowCountError")
    assert answer.json()["payload"] == {"rows": 3, "limit": 2}


def test_an_import_that_would_pass_the_quota_is_refused(alice: Person) -> None:
    limit_contacts(alice, 3)
    for name in ("a", "b"):
        make_contact(alice.team, f"{name}@x.com")
    too_many = prepare(alice, "Email\nc@x.com\nd@x.com\n")
    fits = prepare(alice, "Email\na@x.com\nb@x.com\nc@x.com\n")

    refused = start(alice, too_many)

    assert (refused.status_code, refused.json()["code"]) == (403, "contactLimitExceeded")
    assert quota.get_state(team_id=alice.team.pk, limit=CONTACT).reserved == 0
    assert start(alice, fits).status_code == 200
    assert quota.get_state(team_id=alice.team.pk, limit=CONTACT).left == 0
    work()
    standing = quota.get_state(team_id=alice.team.pk, limit=CONTACT)
    assert (standing.used, standing.reserved) == (3, 0)


def test_rows_without_room_are_set_aside(alice: Person) -> None:
    limit_contacts(alice, 3)
    for name in ("a", "b", "c"):
        make_contact(alice.team, f"{name}@x.com")
    prepared = prepare(alice, "Email\na@x.com\nb@x.com\nd@x.com\n")
    Contact.objects.for_team(alice.team).filter(email="c@x.com").delete()
    quota.return_units(team_id=alice.team.pk, limit=CONTACT)
    start(alice, prepared)
    Contact.objects.for_team(alice.team).filter(email="b@x.com").delete()  # its quota unit is used elsewhere

    work()

    done = alice.api.get("contacts/import/status").json()["item"]
    assert figures(done) == ("DONE", 3, 3, 1, 1, 1)
    assert errors(alice, done).splitlines()[1] == "d@x.com,Your plan’s contact limit has been reached,4"
    standing = quota.get_state(team_id=alice.team.pk, limit=CONTACT)
    assert (standing.used, standing.reserved) == (3, 0)


def test_a_chunk_that_meets_a_contact_made_in_between_is_done_again(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(alice, prepare(alice, "Email,Name\na@x.com,Ayu\nbad,\n"))
    look, looked = imports_sql.lock_existing, list[int]()

    def find_then_insert(team_id: Any, emails: Any) -> Any:
        found = look(team_id, emails)
        if not looked:
            looked.append(1)
            # As if another connection committed between the lookup and COPY.
            make_contact(alice.team, "a@x.com", city="Depok")
        return found

    monkeypatch.setattr(imports_sql, "lock_existing", find_then_insert)

    work()

    done = alice.api.get("contacts/import/status").json()["item"]
    assert looked == [1]
    assert done["state"] == "DONE"
    assert Contact.objects.for_team(alice.team).count() == 1
    assert len(errors(alice, done).splitlines()) == 2


def test_progress_is_whole_states_at_most_three_a_second(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_reader, "CHUNK_BYTES", 64)
    told: list[outbox.EphemeralEvent] = []
    monkeypatch.setattr(outbox, "send_ephemeral", told.append)

    done = imported(alice, "Email\n" + "".join(f"person{n}@x.com\n" for n in range(100)))

    progress = [event for event in told if event.name == "contacts.import.progressed"]
    seconds = 3
    assert 1 <= len(progress) <= 3 * seconds + 1
    assert progress[0].rooms == (f"import:{done['importId']}",)
    assert progress[0].payload.keys() == done.keys()
    revisions = [event.payload["revision"] for event in progress]
    assert revisions == sorted(set(revisions))
    assert done["revision"] > revisions[-1]
    assert len({event.key for event in progress}) == 1


def test_another_teams_import_is_not_found(alice: Person, mallory: Person) -> None:
    prepared = prepare(alice, "Email\na@x.com\n")
    import_id = prepared.json()["importId"]

    answers = [
        start(mallory, prepared),
        mallory.api.get(f"contacts/import/{import_id}"),
        mallory.api.get(f"contacts/import/{import_id}/errors"),
        mallory.api.get(f"contacts/import/status?importId={import_id}"),
    ]

    assert [answer.status_code for answer in answers] == [404] * 4
    assert ImportJob.objects.for_team(alice.team).get().state == "PREPARED"


def test_the_sample_imports_as_it_is(alice: Person) -> None:
    alice.api.post("contacts/field", {"name": "Score", "type": "number"})

    sample = alice.api.get("contacts/import/sample")
    done = imported(alice, sample.content)

    assert figures(done) == ("DONE", 1, 1, 1, 0, 0)
    assert all(column["target"] for column in prepare(alice, sample.content).json()["columns"])


def test_old_files_are_forgotten(alice: Person, uploads: Any) -> None:
    prepared = prepare(alice, "Email\na@x.com\n")
    kept = imported(alice, "Email\nb@x.com\nbad\n")
    ImportJob.objects.for_team(alice.team).filter(pk=prepared.json()["importId"]).update(
        created_at=clock.now() - imports.PREPARED_RETENTION
    )
    ImportJob.objects.for_team(alice.team).filter(pk=kept["importId"]).update(
        finished_at=clock.now() - imports.ERROR_FILE_RETENTION
    )

    imports.purge_files()

    assert [path for path in uploads.rglob("*") if path.is_file()] == []
    assert alice.api.get(f"contacts/import/{kept['importId']}/errors").status_code == 404
    assert [row["importId"] for row in alice.api.get("contacts/import/history").json()["items"]] == [kept["importId"]]


def test_the_limits_are_told_and_an_import_goes_from_prepared_over_running_to_done(alice: Person) -> None:
    told = alice.api.get("contacts/import/setting").json()

    prepared = prepare(alice, "Email\na@x.com\nbad\n")
    running = start(alice, prepared)
    work()
    done = alice.api.get("contacts/import/status").json()["item"]

    assert told["mostBytes"] == 20_971_520
    assert {".csv", ".tsv", ".csv.gz", ".xls", ".xlsx"} <= set(told["extensions"])
    assert told["delimiters"] == [",", ";", "\t", "|"]
    assert told["encodings"] == ["UTF-8", "UTF-16", "Windows-1252"]
    assert told["pollSeconds"] == 3
    assert [answer.json()["state"] for answer in (prepared, running)] == ["PREPARED", "RUNNING"]
    assert (done["state"], done["failed"]) == ("DONE", 1)


def test_a_domain_beyond_ascii_is_one_contact_by_form_import_search_and_erasure(alice: Person) -> None:
    made = alice.api.post("contacts", {"email": "Ani@Café.example"}).json()
    assert made["email"] == "ani@xn--caf-dma.example"

    rows = "ani@café.example,Ani\nbudi@straße.example,Budi\ncitra@café..example,Citra\n"
    done = imported(alice, f"email,firstname\n{rows}")

    assert figures(done) == ("DONE", 3, 3, 1, 1, 1)
    stored = Contact.objects.for_team(alice.team).order_by("email").values_list("email", "firstname")
    assert list(stored) == [("ani@xn--caf-dma.example", "Ani"), ("budi@xn--strae-oqa.example", "Budi")]
    assert alice.api.get("contacts?search=ani@caf%C3%A9.example").json()["total"] == 1
    erased = alice.api.post(f"contacts/{made['contactId']}/erase", {"email": "ani@CAFÉ.example"})
    assert erased.status_code == 204


def test_few_domains_beyond_ascii_are_converted_in_one_chunk(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.contacts.importing.target_columns.MAX_NON_ASCII_DOMAINS", 1)

    done = imported(alice, "email\nani@café.example\nbudi@café.example\ncitra@straße.example\ndian@kopi.example\n")

    assert figures(done) == ("DONE", 4, 4, 3, 0, 1)
