"""How many uploads are read at once, and the response to the others."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from server.contacts import import_files, reading_slots
from server.contacts.errors import ImportBusy, ImportEmpty
from server.contacts.models import ImportJob
from server.contacts.reading_slots import reading_slot
from server.contacts.services import imports
from tests.cast import Person
from tests.server.contacts.importing import prepare
from tests.server.contacts.test_import_files import workbook

TEAM, OTHER, THIRD = uuid4(), uuid4(), uuid4()


def refused(team_id: UUID) -> dict[str, Any] | None:
    with pytest.raises(ImportBusy) as caught, reading_slot(team_id):
        pass
    return caught.value.payload


def in_threads(*work: Callable[[], None]) -> list[threading.Thread]:
    threads = [threading.Thread(target=each) for each in work]
    for thread in threads:
        thread.start()
    return threads


def test_a_team_reads_one_file_at_a_time_and_one_more_waits() -> None:
    order: list[str] = []
    read = threading.Event()

    def next_one() -> None:
        with reading_slot(TEAM):
            order.append("next")

    with reading_slot(TEAM):
        threads = in_threads(next_one)
        while reading_slots._requests[TEAM] < 2:
            read.wait(0.01)

        assert refused(TEAM) == {"retryAfterSeconds": 10}
        with reading_slot(OTHER):
            order.append("other team")
        order.append("first")
    threads[0].join(10)

    assert order == ["other team", "first", "next"]
    assert (reading_slots._requests, reading_slots._reading) == ({}, set())


def test_the_one_that_waits_is_told_when_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_slots, "MAX_WAIT_SECONDS", 0.01)

    with reading_slot(TEAM):
        assert refused(TEAM) == {"retryAfterSeconds": 10}
        assert reading_slots._requests == {TEAM: 1}

    assert reading_slots._requests == {}


def test_all_teams_together_leave_half_of_the_threads(settings: Any) -> None:
    settings.WEB_THREADS = 4

    with reading_slot(TEAM), reading_slot(OTHER):
        assert refused(THIRD) == {"retryAfterSeconds": 10}

    with reading_slot(THIRD):
        assert reading_slots._requests == {THIRD: 1}


def test_a_workbook_whose_turn_does_not_come_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_files, "MAX_WAIT_SECONDS", 0.01)
    upload, target = tmp_path / "a.xlsx", tmp_path / "plain"
    upload.write_bytes(workbook(["Email"], ["a@x.com"]))

    for _ in range(import_files.PARSERS):
        import_files._parsers.acquire()
    try:
        with pytest.raises(ImportBusy):
            import_files.make_plain(upload=upload, name="a.xlsx", to=target)
    finally:
        import_files._parsers.release(import_files.PARSERS)

    assert not target.exists()
    assert import_files.make_plain(upload=upload, name="a.xlsx", to=target).sheets == ("Sheet",)


@pytest.mark.django_db
@pytest.mark.usefixtures("uploads")
def test_an_upload_beyond_that_is_refused_with_when_to_try_again(alice: Person, settings: Any) -> None:
    settings.WEB_THREADS = 2

    with reading_slot(OTHER):
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
        imports._looked_over(alice.team.pk, book, name="a.xlsx", to=tmp_path / "plain", encoding=None)
    monkeypatch.undo()

    plain, _ = imports._looked_over(alice.team.pk, book, name="a.xlsx", to=tmp_path / "plain", encoding=None)
    assert plain.sheet == 1
