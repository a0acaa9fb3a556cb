"""Exports: content, chosen columns, formula escaping and recovery after crashes."""

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import openpyxl
import polars as pl
import pytest
import time_machine
from django.db import transaction

from server.contacts.export_columns import ExportFormatting
from server.contacts.models import Contact, ContactExport, CustomField, StageName
from server.contacts.services import export_runs, exports
from server.contacts.sql import exports as exports_sql
from server.core import clock, formulas, jobs
from server.core.exports import files
from server.core.exports.lifecycle import RETENTION
from server.core.models import Job, JobState, OutboxEvent
from server.notifications.models import Notification
from server.teams.models import Team
from tests.cast import Person
from tests.conftest import ApiClient
from tests.server.contacts.factories import make_contact, make_label
from tests.server.contacts.importing import imported

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("uploads")]


@pytest.fixture(autouse=True)
def two_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets the batch size to two, so that five contacts are several batches."""
    monkeypatch.setattr(export_runs, "BATCH_SIZE", 2)


def ask(person: Person, **body: Any) -> Any:
    return person.api.post("contacts/find/export", {"columns": ["email"], "filter": {}, **body})


def claimed() -> jobs.Claim:
    claim = jobs.claim(Job.objects.get(name=ContactExport.job, state=JobState.WAITING).pk)
    assert claim is not None
    return claim


def work() -> None:
    """Runs the waiting export."""
    jobs.run(claimed())


def listed(person: Person) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = person.api.get("contacts/export").json()["items"]
    return items


def got(address: str) -> Any:
    """Requests a URL without signing in."""
    return ApiClient().get(address.removeprefix("/api/"))


def fetch(person: Person) -> bytes:
    """Downloads the newest file by its URL only."""
    answer = got(listed(person)[0]["downloadUrl"])
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)


def rows_of(data: bytes) -> list[list[str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


def exported(person: Person, **body: Any) -> list[list[str]]:
    assert ask(person, **body).status_code == 202
    work()
    return rows_of(fetch(person))


def people(team: Team, count: int) -> list[Contact]:
    return [make_contact(team, f"c{number}@example.com") for number in range(count)]


def test_an_export_is_made_in_the_background_and_told_of(alice: Person, mallory: Person) -> None:
    people(alice.team, 5)
    people(mallory.team, 1)

    answer = ask(alice)

    export = ContactExport.objects.get()
    assert (answer.status_code, answer.json()) == (
        202,
        {
            "code": "accepted",
            "message": "Your request is processed and will deliver via notification",
            "payload": {"exportId": str(export.pk)},
        },
    )
    running = alice.api.get("contacts/bulk").json()["items"]
    assert [(row["bulkId"], row["kind"], row["state"], row["total"]) for row in running] == [
        (str(export.pk), "export", "RUNNING", None)
    ]
    assert (listed(alice)[0]["downloadUrl"], Notification.objects.count()) == (None, 0)

    work()

    assert rows_of(fetch(alice)) == [["Email"], *[[f"c{number}@example.com"] for number in range(5)]]
    export.refresh_from_db()
    assert (export.state, export.total, export.rows) == ("DONE", 5, 5)
    assert alice.api.get("contacts/bulk").json() == {"items": []}
    told = OutboxEvent.objects.filter(name="contacts.bulk.changed").order_by("pk")
    assert [(row.payload["kind"], row.payload["state"], row.payload["done"]) for row in told] == [
        ("export", "RUNNING", 0),
        ("export", "DONE", 5),
    ]
    [notice] = Notification.objects.all()
    assert (notice.kind, notice.params, notice.link) == ("export.finished", {"rows": 5}, "/contacts/exports")
    assert mallory.api.get("contacts/export").json()["items"] == []


def test_a_cell_says_what_the_contact_says(alice: Person) -> None:
    news, big = make_label(alice.team, "News"), make_label(alice.team, "big")
    size = CustomField.objects.create(
        team=alice.team, name="Shoe size", tag="size", type="number", created_at=clock.now()
    )
    with time_machine.travel("2026-03-01T17:30:00Z", tick=False):
        make_contact(
            alice.team,
            "ayu@example.com",
            firstname="Ayu",
            lastname="Lestari",
            phone="0812 3456-789",
            label_ids=[news.pk, big.pk],
            custom_field={str(size.pk): 41.5},
            note='said "hi",\nthen left',
            created_at=clock.now(),
        )
    columns = ["email", "fullname", "phone", "label", "state", f"custom:{size.pk}", "createdAt", "note", "city"]

    assert exported(alice, columns=columns) == [
        ["Email", "Full name", "Phone", "Label", "Status", "Shoe size", "Created date", "Note", "City"],
        [
            "ayu@example.com",
            "Ayu Lestari",
            "0812 3456-789",
            "big; News",
            "subscribed",
            "41.5",
            "2026-03-02 00:30:00",  # Jakarta
            'said "hi",\nthen left',
            "",
        ],
    ]


@pytest.mark.django_db(transaction=True)
def test_what_a_team_knows_beside_the_record_comes_in_and_goes_out_under_the_same_headings(alice: Person) -> None:
    """CONT-20, CONT-26, CONT-27, CONT-28: a description goes to its own field, not to the note."""
    kinds = {"Role": "text", "Amount": "number", "Description": "longText", "Package": "text"}
    fields = [alice.api.post("contacts/field", {"name": name, "type": kind}).json() for name, kind in kinds.items()]
    rows = [
        ["Email", *kinds],
        ["ayu@example.com", "Buyer", "1250000", 'Asks for "bills",\nin two lines', "Gold"],
        ["bagas@example.com", "", "12.5", "", "Silver"],
    ]
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)

    done = imported(alice, text.getvalue())

    assert (done["state"], done["added"], done["failed"]) == ("DONE", 2, 0)
    assert set(Contact.objects.for_team(alice.team).values_list("note", flat=True)) == {""}
    assert exported(alice, columns=["email", *(f"custom:{field['id']}" for field in fields)]) == rows


@pytest.mark.parametrize(("language", "usual"), [("en", "Loyalty"), ("id", "Loyalitas")])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_stage_bears_the_teams_name(alice: Person, kind: str, language: str, usual: str) -> None:
    Team.objects.filter(pk=alice.team.pk).update(language=language)
    StageName.objects.create(team=alice.team, stage="interest", name="=Warm")
    for number, stage in enumerate(["interest", "loyalty", ""]):
        make_contact(alice.team, f"c{number}@example.com", funnel=stage)

    ask(alice, columns=["funnel"], format=kind)
    work()

    if kind == "csv":
        assert rows_of(fetch(alice)) == [["Funnel"], ["'=Warm"], [usual], []]
    else:
        sheet = openpyxl.load_workbook(io.BytesIO(fetch(alice))).active
        assert [row[0].value for row in sheet.iter_rows()] == ["Funnel", "=Warm", usual]


CELLS = [
    "=1+1",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\tx",
    "+628123456789",
    "-12,5",
    "+7",
    "007",
    "plain",
    "a=b",
    "+62 812",
    "-",
]


def test_no_cell_runs_as_a_formula(alice: Person) -> None:
    for number, cell in enumerate(CELLS):
        make_contact(alice.team, f"c{number}@example.com", company=cell)
    make_contact(alice.team, "=cmd@example.com", phone="+62 812 3456")

    rows = exported(alice, columns=["company", "email", "phone"])

    safe = [formulas.escape_formula(cell) for cell in CELLS]
    assert [row[0] for row in rows[1:-1]] == safe
    assert safe[:3] == ["'=1+1", "'+1+1", "'-2+3"]
    assert rows[-1] == ["", "'=cmd@example.com", "+62 812 3456"]


def test_a_workbook_holds_texts_as_texts(alice: Person, uploads: Path) -> None:
    size = CustomField.objects.create(team=alice.team, name="Size", tag="size", type="number", created_at=clock.now())
    make_contact(alice.team, "a@example.com", company="=1+1", phone="0812345678", custom_field={str(size.pk): 7})
    make_contact(alice.team, "b@example.com", city="Bandung")
    assert (
        ask(alice, columns=["email", "company", "phone", f"custom:{size.pk}", "city"], format="xlsx").status_code == 202
    )

    work()

    data = fetch(alice)
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    assert sheet is not None
    assert list(sheet.values) == [
        ("Email", "Company", "Phone", "Size", "City"),
        ("a@example.com", "=1+1", "0812345678", 7, None),
        ("b@example.com", None, None, None, "Bandung"),
    ]
    assert b"<f>" not in ZipFile(io.BytesIO(data)).read("xl/worksheets/sheet1.xml")
    assert [path.name for path in (uploads / "exports").rglob("*.*")] == ["contacts.xlsx"]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"states": ["bounced"]}, ["c1@example.com"]),
        ({"search": "c2"}, ["c2@example.com"]),
        ({"states": ["subscribed"]}, ["c0@example.com", "c2@example.com", "c3@example.com", "c4@example.com"]),
        (
            {
                "rules": {
                    "kind": "group",
                    "rules": [{"kind": "field", "field": "city", "operator": "is", "value": "Solo"}],
                }
            },
            ["c3@example.com"],
        ),
    ],
)
def test_a_filter_says_which(alice: Person, wanted: dict[str, Any], found: list[str]) -> None:
    _, bounced, _, from_solo, _ = people(alice.team, 5)
    Contact.objects.filter(pk=bounced.pk).update(state="bounced")
    Contact.objects.filter(pk=from_solo.pk).update(city="Solo")

    assert [row[0] for row in exported(alice, filter=wanted)[1:]] == found


@pytest.mark.parametrize("places", [[0, 1, 2, 4, 5], [0, 5], [3], [0, 1, 2, 3, 4, 5]])
@pytest.mark.parametrize("are_most", [True, False])
def test_keys_find_their_contacts_of_the_team_however_they_are_looked_for(
    alice: Person, mallory: Person, places: list[int], are_most: bool
) -> None:
    """Covers three query plans: by missing ids, by wanted ids, and one by one."""
    own = [make_contact(alice.team, f"c{number}@example.com").pk for number in range(3)]
    foreign = make_contact(mallory.team, "c@example.com").pk
    own += [make_contact(alice.team, f"c{number}@example.com").pk for number in range(3, 6)]
    chosen = [own[place] for place in places]
    keys = pl.Series(chosen if are_most else sorted([*chosen, foreign]), dtype=pl.Int64)
    written: list[bytes] = []

    with transaction.atomic():
        count = exports_sql.copy_selected(
            alice.team.pk,
            keys=keys,
            are_most=are_most,
            form=ExportFormatting(["contactId"], "UTC", {}),
            write=lambda lines: written.extend(map(bytes, lines)),
        )

    assert (count, [int(line) for line in written]) == (len(chosen), chosen)


def test_ids_say_which_and_others_ids_say_nothing(alice: Person, mallory: Person) -> None:
    first, _, third = people(alice.team, 3)
    [foreign] = people(mallory.team, 1)

    rows = exported(alice, filter=None, ids=[third.pk, first.pk, foreign.pk])

    assert rows[1:] == [["c0@example.com"], ["c2@example.com"]]


def test_one_export_of_a_person_at_a_time(alice: Person, bob: Person) -> None:
    people(alice.team, 1)
    assert ask(alice).status_code == 202

    again = ask(alice)

    assert (again.status_code, again.json()["code"]) == (409, "waitDownloadReport")
    assert ContactExport.objects.count() == Job.objects.filter(name=ContactExport.job).count() == 1
    work()
    assert ask(alice).status_code == 202


@pytest.mark.parametrize(
    "body",
    [
        {"columns": []},
        {"columns": ["email", "password"]},
        {"filter": None},
        {"format": "pdf"},
        {"columns": ["custom:x'"]},
        {"filter": {"rules": {"kind": "moon"}}},
    ],
)
def test_what_there_is_not_is_refused(alice: Person, body: dict[str, Any]) -> None:
    answer = ask(alice, **body)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")
    assert not Job.objects.filter(name=ContactExport.job).exists()
    assert not ContactExport.objects.exists()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("dies_in", [1, 2, 3])
def test_an_export_goes_on_after_a_crash(
    alice: Person, monkeypatch: pytest.MonkeyPatch, uploads: Path, kind: str, dies_in: int
) -> None:
    people(alice.team, 5)
    ask(alice, format=kind)
    fsync = files.sync
    calls: list[int] = []

    def dying(file: Any) -> int:
        length = fsync(file)
        calls.append(length)
        if len(calls) == dies_in:
            raise MemoryError  # after the bytes are written, before the commit
        return length

    monkeypatch.setattr(files, "sync", dying)
    with pytest.raises(MemoryError):
        work()
    assert ContactExport.objects.get().gathered == 2 * (dies_in - 1)
    Job.objects.update(due_at=clock.now())

    # Excludes contacts created since, and ignores deleted ones.
    make_contact(alice.team, "late@example.com")
    work()

    data = fetch(alice)
    if kind == "csv":
        found = [row[0] for row in rows_of(data)]
    else:
        sheet = openpyxl.load_workbook(io.BytesIO(data)).active
        assert sheet is not None
        found = [str(row[0]) for row in sheet.values]
    assert found == ["Email", *[f"c{number}@example.com" for number in range(5)]]


def test_a_worker_that_lost_its_lease_writes_nothing(alice: Person, uploads: Path) -> None:
    people(alice.team, 3)
    ask(alice)
    slow = claimed()
    Job.objects.update(lease_until=clock.now() - RETENTION)
    quick = jobs.claim(slow.job_id)
    assert quick is not None

    with pytest.raises(jobs.LeaseLost):
        export_runs.run_export(team_id=alice.team.pk, export_id=ContactExport.objects.get().pk, claim=slow)

    assert ContactExport.objects.get().rows_bytes == 0
    assert not (uploads / "exports").exists()


def stopped_by(person: Person) -> Any:
    return person.api.post(f"contacts/bulk/{ContactExport.objects.get().pk}/stop")


def test_a_stopped_export_leaves_no_file(
    alice: Person, uploads: Path, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    people(alice.team, 3)
    ask(alice)

    with django_capture_on_commit_callbacks(execute=True):
        answer = stopped_by(alice)
    work()

    assert (answer.json()["state"], listed(alice)[0]["state"]) == ("STOPPED", "STOPPED")
    assert (listed(alice)[0]["downloadUrl"], Notification.objects.count()) == (None, 0)
    assert list((uploads).rglob("*.csv")) == []


def test_a_workbook_is_stopped_while_it_is_made(alice: Person, uploads: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    people(alice.team, 5)
    ask(alice, format="xlsx")
    monkeypatch.setattr(files, "PROGRESS_ROWS", 1)
    monkeypatch.setattr(export_runs, "PROGRESS_SECONDS", 0.0)
    write = files.write_workbook

    def stopped_first(*args: Any) -> None:
        stopped_by(alice)
        write(*args)

    monkeypatch.setattr(files, "write_workbook", stopped_first)
    work()

    assert ContactExport.objects.get().state == "STOPPED"
    assert list((uploads / "exports").iterdir()) == []


def test_the_address_is_good_for_a_day(alice: Person, uploads: Path) -> None:
    people(alice.team, 1)
    exported(alice)
    address = listed(alice)[0]["downloadUrl"]
    head, _, sign = address.rpartition(":")

    assert got(f"{head}:{sign[::-1]}").status_code == 404
    with time_machine.travel(clock.now() + RETENTION):
        assert got(address).status_code == 404
        exports.EXPORTS.purge_expired()

    assert list((uploads / "exports").iterdir()) == []


def test_files_of_exports_that_are_good_are_kept(alice: Person, uploads: Path) -> None:
    people(alice.team, 1)
    exported(alice)

    exports.EXPORTS.purge_expired()

    assert got(listed(alice)[0]["downloadUrl"]).status_code == 200


def test_an_export_that_failed_is_told_of(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    people(alice.team, 1)
    ask(alice)
    monkeypatch.setattr(files, "sync", lambda file: 1 / 0)
    Job.objects.update(attempts=jobs.MAX_ATTEMPTS - 1)

    with pytest.raises(ZeroDivisionError):
        work()

    assert (listed(alice)[0]["state"], listed(alice)[0]["reason"]) == ("FAILED", "ZeroDivisionError")
    assert [notice.kind for notice in Notification.objects.all()] == ["export.failed"]
