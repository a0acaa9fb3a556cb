"""The file of the rows that an import has set aside, ready to be mended and imported again."""

import math
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from django.conf import settings

from server.contacts import failed_rows, import_files, workbook
from server.contacts.errors import ImportSizeInvalid
from server.contacts.failed_rows import Task
from server.contacts.models import ImportJob
from server.contacts.reading_slots import reading_slot
from server.core import disk_space
from server.core.errors import NotFound

SECONDS = 120
# CPU of the process that writes the file: for any file, and for each MB of rows, never more than SECONDS. A workbook of
# two-letter cells takes 2.3 s a MB.
CPU_SECONDS: Final = 5.0
CPU_SECONDS_PER_MB: Final = 8.0
# Of the file, and of the XML in it before it is packed: as much as all files of a team may occupy.
MAX_OUTPUT_BYTES: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class FailedFile:
    """Where the file is, and what it is called by whoever gets it."""

    path: Path
    name: str


def failed_file(job: ImportJob, *, language: str) -> FailedFile:
    """The file, in the form in which the imported one came and with reasons in the language; made when it is first
    asked for. Raises NotFound where no row was set aside, or the rows are forgotten, StorageFull, ImportBusy, and
    ImportSizeInvalid where a limit ends the process that makes it."""
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
        with reading_slot(job.team_id):
            # A request that has waited finds the file that the one before it has made.
            if not made.exists():
                disk_space.check_files()
                _make(job, source, made, language)
                for older in folder.glob(f"failed-{language}-*{ending}"):
                    if older != made:
                        older.unlink(missing_ok=True)
    return FailedFile(made, f"{job.file[: -len(job.form)]}-failed{ending}")


def _make(job: ImportJob, source: Path, made: Path, language: str) -> None:
    # A process that a limit ends leaves its files.
    with TemporaryDirectory(dir=made.parent) as folder:
        target = Path(folder) / made.name
        task = Task(
            source=str(source),
            length=job.error_bytes,
            target=str(target),
            form=job.form,
            delimiter=job.delimiter,
            encoding=job.encoding,
            header=job.header,
            language=language,
        )
        cpu_seconds = math.ceil(min(SECONDS, CPU_SECONDS + CPU_SECONDS_PER_MB * job.error_bytes / (1 << 20)))
        limits = [str(import_files.PARSER_MEMORY_BYTES), str(cpu_seconds), str(MAX_OUTPUT_BYTES)]
        _run([sys.executable, "-m", failed_rows.__name__, *limits], task)
        # Two web processes that make the same file at the same time: the later one replaces it.
        target.rename(made)


def _run(command: Sequence[str], task: Task) -> None:
    try:
        with import_files.parser_slot():
            subprocess.run(  # noqa: S603 -- our own program
                command, check=True, cwd=settings.ROOT, input=task.dump().encode(), timeout=SECONDS, capture_output=True
            )
    except subprocess.TimeoutExpired as error:
        raise ImportSizeInvalid from error
    except subprocess.CalledProcessError as error:
        if error.returncode == workbook.TOO_LARGE:
            raise ImportSizeInvalid(payload={"limitBytes": MAX_OUTPUT_BYTES}) from error
        if error.returncode < 0:  # ended by a signal: the limit of CPU
            raise ImportSizeInvalid from error
        raise
