"""Malicious files: each gets its own error quickly, with little memory, and leaves nothing behind."""

import resource
import time
from pathlib import Path

import pytest

from server.contacts.importing import source_files
from server.contacts.models import ImportJob
from server.contacts.services.importing import imports
from server.core.errors import ApiError
from tests.cast import Person
from tests.server.contacts import hostile
from tests.server.contacts.importing import prepare

pytestmark = pytest.mark.django_db

SECONDS = 5
# Memory limits: the parser process, and the growth of our own process.
PARSER_KB, OURS_KB = source_files.PARSER_MEMORY_BYTES >> 10, 64 << 10
NUMBERS = {
    "invalidExcelFile": (128, 422),
    "importFormatError": (503, 422),
    "importSizeError": (501, 413),
    "importEncodingError": (503, 422),
    "importEmpty": (129, 422),
    "importHeaderError": (501, 422),
    "importNoHeader": (502, 422),
    "importDataError": (503, 422),
    "importDelimiterError": (501, 422),
    "emailFieldNotFound": (50, 422),
}
# One small file per error code, for checking the API response.
TOLD = [
    *("macros", "no ending", "a NUL", "nothing", "1,000 columns", "no heading", "a quote that never ends"),
    *("another delimiter", "no address", "a cell at the far end"),
]


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_there_are_60_kinds_and_more_and_each_code_among_them() -> None:
    assert len(hostile.REFUSED) >= 100
    assert {kind.code for kind in hostile.REFUSED.values()} == set(NUMBERS)


@pytest.mark.parametrize("title", hostile.REFUSED)
def test_a_hostile_file_is_refused_and_leaves_nothing(
    alice: Person, uploads: Path, tmp_path_factory: pytest.TempPathFactory, title: str
) -> None:
    kind = hostile.REFUSED[title]
    upload = tmp_path_factory.mktemp("hostile") / f"upload{Path(kind.name).suffix}"
    upload.write_bytes(kind.make())
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, _seconds()
    # A child process starts with the size of the process that it is forked from.
    parser_kb = max(PARSER_KB, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss + 1, before + 1)

    with pytest.raises(ApiError) as refused:
        imports.prepare(team_id=alice.team.pk, upload=upload, name=kind.name, by=alice.caller)

    assert refused.value.code == kind.code
    assert _seconds() - begun < SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < OURS_KB
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < parser_kb
    assert ImportJob.objects.for_team(alice.team).count() == 0
    assert files_in(uploads) == []


@pytest.mark.parametrize("title", TOLD)
def test_a_hostile_file_is_answered_by_its_entry(alice: Person, uploads: Path, title: str) -> None:
    kind = hostile.REFUSED[title]

    answer = prepare(alice, kind.make(), kind.name)

    body = answer.json()
    assert (body["code"], body["number"], answer.status_code) == (kind.code, *NUMBERS[kind.code])


def test_a_file_of_a_gigabyte_is_refused_before_it_is_read(alice: Person, uploads: Path, tmp_path: Path) -> None:
    sparse = tmp_path / "sparse.csv"
    with sparse.open("wb") as file:
        file.truncate(1 << 30)

    with pytest.raises(ApiError) as refused:
        imports.prepare(team_id=alice.team.pk, upload=sparse, name=sparse.name, by=alice.caller)

    assert refused.value.code == "importSizeError"
    assert files_in(uploads) == [sparse]


def _seconds() -> float:
    """CPU seconds of this process and its children, which exclude waiting on a busy machine."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
