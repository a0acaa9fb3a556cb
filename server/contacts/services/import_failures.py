"""The file of the rows that an import has set aside, ready to be mended and imported again."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from server.contacts import failed_rows, import_files
from server.contacts.failed_rows import Task
from server.contacts.models import ImportJob
from server.core import disk_space
from server.core.errors import NotFound
from server.core.ids import uuid7

SECONDS = 120


@dataclass(frozen=True, slots=True)
class FailedFile:
    """Where the file is, and what it is called by whoever gets it."""

    path: Path
    name: str


def failed_file(job: ImportJob, *, language: str) -> FailedFile:
    """The file, in the form in which the imported one came and with reasons in the language; made when it is first
    asked for. Raises NotFound where no row was set aside, or the rows are forgotten, and StorageFull."""
    folder = import_files.folder_of(job.pk)
    source = folder / import_files.ERRORS
    if not job.error_bytes or not source.exists():
        raise NotFound
    if not job.form:
        return FailedFile(source, source.name)  # of an import of before: already in words
    ending = failed_rows.ending_of(job.form)
    # An import that still runs adds rows; what it has committed is a file of its own, and replaces the one before.
    made = folder / f"failed-{language}-{job.error_bytes}{ending}"
    if not made.exists():
        disk_space.check_files()
        _make(job, source, made, language)
        for older in folder.glob(f"failed-{language}-*{ending}"):
            if older != made:
                older.unlink(missing_ok=True)
    return FailedFile(made, f"{job.file[: -len(job.form)]}-failed{ending}")


def _make(job: ImportJob, source: Path, made: Path, language: str) -> None:
    begun = made.with_name(f"{uuid7()}{made.suffix}")
    task = Task(
        source=str(source),
        length=job.error_bytes,
        target=str(begun),
        form=job.form,
        delimiter=job.delimiter,
        encoding=job.encoding,
        header=job.header,
        language=language,
    )
    command = [sys.executable, "-m", failed_rows.__name__]
    subprocess.run(  # noqa: S603 -- our own program
        command, check=True, cwd=settings.ROOT, input=task.dump().encode(), timeout=SECONDS, capture_output=True
    )
    # Two that ask at once make the same file; the later one takes its place.
    begun.rename(made)
