"""Disk quotas of uploads and exports, which stop before messages do."""

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.uploadedfile import TemporaryUploadedFile

from server.contacts import uploads
from server.contacts.importing import source_files
from server.contacts.models import ContactExport, ImportJob
from server.contacts.services.export_downloads import FILES
from server.contacts.services.importing import imports
from server.contacts.states import ImportState
from server.core import clock, disk_space, jobs
from server.core.errors import StorageFull
from server.core.exports import downloads
from server.core.models import Job
from server.transactional.intake import free_space
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.contacts.importing import imported, prepare, start, work

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("uploads")]


def folders(root: Path) -> set[str]:
    return {folder.name for folder in (root / "imports").iterdir()}


def with_free_bytes(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    monkeypatch.setattr(disk_space, "get_free_bytes", lambda: free)
    monkeypatch.setattr(free_space, "get_free_bytes", lambda: free)


def test_the_oldest_prepared_imports_make_way_for_newer_ones(
    alice: Person, mallory: Person, uploads: Path, time_machine: Any
) -> None:
    now = clock.now()
    other = prepare(mallory, "Email\nx@x.com\n").json()["importId"]
    ids = []
    for number in range(5):
        time_machine.move_to(now + timedelta(minutes=number), tick=False)
        ids.append(prepare(alice, f"Email\na{number}@x.com\n").json()["importId"])

    kept = {str(key) for key in ImportJob.objects.for_team(alice.team).values_list("pk", flat=True)}

    assert kept == set(ids[-imports.MAX_PREPARED :])
    assert folders(uploads) == {*kept, other}
    gone = alice.api.post("contacts/import/start", {"importId": ids[0], "consent": True})
    assert (gone.status_code, gone.json()["code"]) == (404, "noEntity")


def test_an_import_at_work_is_not_among_the_prepared_ones_that_make_way(
    alice: Person, uploads: Path, time_machine: Any
) -> None:
    now = clock.now()
    time_machine.move_to(now, tick=False)
    running = start(alice, prepare(alice, "Email\na@x.com\n")).json()["importId"]
    for number in range(1, 5):
        time_machine.move_to(now + timedelta(minutes=number), tick=False)
        prepare(alice, f"Email\na{number}@x.com\n")

    work()

    assert ImportJob.objects.for_team(alice.team).get(pk=running).state == ImportState.DONE
    assert ImportJob.objects.for_team(alice.team).filter(state=ImportState.PREPARED).count() == imports.MAX_PREPARED


def test_the_oldest_error_files_of_a_team_make_way_for_newer_uploads(
    alice: Person, mallory: Person, uploads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = imported(mallory, "Email\nbad\n")
    first, second = imported(alice, "Email\nbad\n"), imported(alice, "Email\nbad\n")
    upload = "Email\nc@x.com\n"
    both = source_files.measure_size_bytes(second["importId"]) + len(upload)
    monkeypatch.setattr(imports, "MAX_TEAM_FILES_BYTES", both)

    third = prepare(alice, upload).json()["importId"]

    assert folders(uploads) == {second["importId"], third, other["importId"]}
    assert alice.api.get(f"contacts/import/{first['importId']}/errors").status_code == 404
    assert alice.api.get(f"contacts/import/{second['importId']}/errors").status_code == 200
    assert ImportJob.objects.get(pk=first["importId"]).error_bytes == 0


def test_a_failed_import_leaves_no_upload(alice: Person, uploads: Path) -> None:
    running = start(alice, prepare(alice, "Email\na@x.com\n")).json()["importId"]

    imports.fail_running(team_id=alice.team.pk, import_id=running, reason="x")

    assert [path for path in uploads.rglob("*") if path.is_file()] == []


def test_uploads_and_exports_stop_before_messages(
    alice: Person, uploads: Path, monkeypatch: Any, settings: Any
) -> None:
    settings.MIN_FREE_BYTES, settings.MIN_FREE_FILES_BYTES = 500, 2_000
    make_contact(alice.team, "ayu@x.com")
    with_free_bytes(monkeypatch, 1_999)

    answers = [
        prepare(alice, "Email\na@x.com\n"),
        alice.api.post("contacts/find/export", {"columns": ["email"], "filter": {}}),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(503, "storageFull")] * 2
    assert [answer.headers["Retry-After"] for answer in answers] == ["60"] * 2
    assert not free_space.is_short()
    assert (ImportJob.objects.count(), ContactExport.objects.count(), Job.objects.count()) == (0, 0, 0)
    assert list(uploads.rglob("*")) == []
    with_free_bytes(monkeypatch, 2_000)
    assert prepare(alice, "Email\na@x.com\n").status_code == 200


def test_nothing_is_read_of_an_upload_when_the_disk_is_low(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.MIN_FREE_FILES_BYTES = 1
    with_free_bytes(monkeypatch, 0)
    request: Any = SimpleNamespace(headers={}, FILES={"file": TemporaryUploadedFile("a.csv", "text/csv", 1, None)})

    with pytest.raises(StorageFull):
        uploads.receive_upload(request, 10)

    assert not hasattr(request, "upload_handlers")


def test_unpacking_stops_when_the_disk_gets_low(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> None:
    settings.MIN_FREE_FILES_BYTES = 1
    free = iter([1, 1, 0])
    monkeypatch.setattr(disk_space, "get_free_bytes", lambda: next(free))
    upload, target = tmp_path / "a.csv", tmp_path / "plain"
    upload.write_bytes((b"a" * 1023 + b"\n") * 4096)

    with pytest.raises(StorageFull):
        source_files.convert_upload(upload=upload, name="a.csv", to=target)

    assert target.stat().st_size <= 2 * source_files.BLOCK_BYTES


def test_the_oldest_exports_of_a_team_expire_beyond_what_its_files_may_occupy(
    alice: Person, mallory: Person, uploads: Path, monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    now = clock.now()
    make_contact(alice.team, "ayu@x.com")
    make_contact(mallory.team, "bima@x.com")
    made: list[ContactExport] = []
    for number, person in enumerate([mallory, alice, alice, alice]):
        time_machine.move_to(now + timedelta(minutes=number), tick=False)
        person.api.post("contacts/find/export", {"columns": ["email"], "filter": {}})
        if number == 3:
            monkeypatch.setattr(downloads, "MAX_TEAM_FILES_BYTES", made[-1].size_bytes * 2)
        claim = jobs.claim(Job.objects.filter(name=ContactExport.job).latest("created_at").pk)
        assert claim is not None
        jobs.run(claim)
        made.append(ContactExport.objects.for_team(person.team).latest("created_at"))

    there = [FILES.is_available(ContactExport.objects.get(pk=row.pk)) for row in made]

    assert there == [True, False, True, True]
    assert {folder.name for folder in (uploads / "exports").iterdir()} == {
        str(row.pk) for row, available in zip(made, there, strict=True) if available
    }
