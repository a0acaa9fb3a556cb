"""Concurrent upload reads, and the response when the limit is reached."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from server.contacts import reading_slots
from server.contacts.errors import ImportBusy, ImportEmpty
from server.contacts.importing import source_files
from server.contacts.models import ImportJob
from server.contacts.reading_slots import acquire_reading_slot
from server.contacts.services.importing import failed_files, imports, previews
from server.contacts.services.importing.previews import PreviewOptions
from server.delivery.models import Suppression
from server.delivery.services import suppressions
from server.delivery.states import SuppressionReason
from tests.cast import Person
from tests.server.contacts.importing import imported, prepare
from tests.server.contacts.test_import_files import files_in, workbook

TEAM, OTHER, THIRD = uuid4(), uuid4(), uuid4()


def refused(team_id: UUID) -> dict[str, Any] | None:
    with pytest.raises(ImportBusy) as caught, acquire_reading_slot(team_id):
        pass
    return caught.value.payload


def in_threads(*work: Callable[[], None]) -> list[threading.Thread]:
    threads = [threading.Thread(target=each) for each in work]
    for thread in threads:
        thread.start()
    return threads


@contextmanager
def no_parser_free() -> Iterator[None]:
    for _ in range(source_files.MAX_PARSERS):
        source_files._parsers.acquire()
    try:
        yield
    finally:
        source_files._parsers.release(source_files.MAX_PARSERS)


def prepare_preview(person: Person, folder: Path) -> Callable[[], object]:
    import_id = UUID(prepare(person, "Email\na@x.com\n").json()["importId"])
    return lambda: previews.preview_mapping(
        team_id=person.team.pk, import_id=import_id, wanted=PreviewOptions(["email"]), language="en"
    )


def prepare_verdict(person: Person, folder: Path) -> Callable[[], object]:
    import_id = UUID(prepare(person, "Email,Other\na@x.com,b@x.com\n").json()["importId"])
    return lambda: previews.assess_list(team_id=person.team.pk, import_id=import_id, column=1)


def prepare_error_file(person: Person, folder: Path) -> Callable[[], object]:
    job = ImportJob.objects.get(pk=imported(person, "Email\nbad\n")["importId"])
    return lambda: failed_files.get_failed_file(job, language="en")


def prepare_suppressions(person: Person, folder: Path) -> Callable[[], object]:
    upload = folder / f"{person.team.pk}.csv"
    upload.write_text("a@x.com\n")
    return lambda: suppressions.add_file(
        team_id=person.team.pk,
        upload=upload,
        name=upload.name,
        reason=SuppressionReason.MANUAL,
        marketing_only=False,
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("prepared", [prepare_preview, prepare_verdict, prepare_error_file, prepare_suppressions])
def test_every_reader_of_files_waits_for_its_own_team_only(
    alice: Person,
    mallory: Person,
    uploads: Path,
    monkeypatch: pytest.MonkeyPatch,
    prepared: Callable[[Person, Path], Callable[[], object]],
) -> None:
    own, other = prepared(alice, uploads), prepared(mallory, uploads)
    monkeypatch.setattr(reading_slots, "MAX_WAIT_SECONDS", 0.01)
    before = files_in(uploads)

    with acquire_reading_slot(alice.team.pk):
        with pytest.raises(ImportBusy) as caught:
            own()
        assert caught.value.payload == {"retryAfterSeconds": 10}
        assert files_in(uploads) == before
        assert not Suppression.objects.for_team(alice.team).exists()
        other()

    own()
    assert (reading_slots._request_counts, reading_slots._reading_team_ids) == ({}, set())


@pytest.mark.django_db(transaction=True)
def test_an_error_file_waits_for_a_parser_but_one_that_exists_does_not(
    alice: Person, uploads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = prepare_error_file(alice, uploads)
    monkeypatch.setattr(source_files, "MAX_WAIT_SECONDS", 0.01)
    before = files_in(uploads)

    with no_parser_free(), pytest.raises(ImportBusy):
        make()
    assert files_in(uploads) == before
    first = make()

    with no_parser_free(), acquire_reading_slot(alice.team.pk):
        assert make() == first


def test_a_team_reads_one_file_at_a_time_and_one_more_waits() -> None:
    order: list[str] = []
    read = threading.Event()

    def next_one() -> None:
        with acquire_reading_slot(TEAM):
            order.append("next")

    with acquire_reading_slot(TEAM):
        threads = in_threads(next_one)
        while reading_slots._request_counts[TEAM] < 2:
            read.wait(0.01)

        assert refused(TEAM) == {"retryAfterSeconds": 10}
        with acquire_reading_slot(OTHER):
            order.append("other team")
        order.append("first")
    threads[0].join(10)

    assert order == ["other team", "first", "next"]
    assert (reading_slots._request_counts, reading_slots._reading_team_ids) == ({}, set())


def test_the_one_that_waits_is_told_when_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_slots, "MAX_WAIT_SECONDS", 0.01)

    with acquire_reading_slot(TEAM):
        assert refused(TEAM) == {"retryAfterSeconds": 10}
        assert reading_slots._request_counts == {TEAM: 1}

    assert reading_slots._request_counts == {}


def test_all_teams_together_leave_half_of_the_threads(settings: Any) -> None:
    settings.WEB_THREADS = 4

    with acquire_reading_slot(TEAM), acquire_reading_slot(OTHER):
        assert refused(THIRD) == {"retryAfterSeconds": 10}

    with acquire_reading_slot(THIRD):
        assert reading_slots._request_counts == {THIRD: 1}


def test_a_workbook_whose_turn_does_not_come_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_files, "MAX_WAIT_SECONDS", 0.01)
    upload, target = tmp_path / "a.xlsx", tmp_path / "plain"
    upload.write_bytes(workbook(["Email"], ["a@x.com"]))

    with no_parser_free(), pytest.raises(ImportBusy):
        source_files.convert_upload(upload=upload, name="a.xlsx", to=target)

    assert not target.exists()
    assert source_files.convert_upload(upload=upload, name="a.xlsx", to=target).sheets == ("Sheet",)


@pytest.mark.django_db
@pytest.mark.usefixtures("uploads")
def test_an_upload_beyond_that_is_refused_with_when_to_try_again(alice: Person, settings: Any) -> None:
    settings.WEB_THREADS = 2

    with acquire_reading_slot(OTHER):
        answer = prepare(alice, "Email\na@x.com\n")

    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (429, "importBusy", "10")
    assert not ImportJob.objects.exists()
    assert prepare(alice, "Email\na@x.com\n").status_code == 200


@pytest.mark.django_db
def test_a_slow_workbook_is_not_read_sheet_after_sheet(
    alice: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "a.xlsx"
    book.write_bytes(workbook(["Email"], others={"Second": [["Email"], ["a@x.com"]]}))
    monkeypatch.setattr(imports, "MAX_SHEETS_SECONDS", -1.0)

    with pytest.raises(ImportEmpty):
        imports._convert_and_analyze(alice.team.pk, book, name="a.xlsx", to=tmp_path / "plain", encoding=None)
    monkeypatch.undo()

    plain, _ = imports._convert_and_analyze(alice.team.pk, book, name="a.xlsx", to=tmp_path / "plain", encoding=None)
    assert plain.sheet == 1
