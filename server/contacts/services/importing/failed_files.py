"""The file of rejected import rows, which users can correct and import again."""

import math
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from django.conf import settings

from server.contacts import failed_rows, workbook
from server.contacts.errors import ImportSizeInvalid
from server.contacts.failed_rows import FailedRowsTask
from server.contacts.importing import source_files
from server.contacts.models import ImportJob
from server.contacts.reading_slots import acquire_reading_slot
from server.core import disk_space
from server.core.errors import NotFound

MAX_WRITER_SECONDS = 120
# CPU limit of the process: a base plus an amount per MB of rows, never above MAX_WRITER_SECONDS. A workbook of
# two-letter cells takes 2.3 s per MB.
BASE_CPU_SECONDS: Final = 5.0
CPU_SECONDS_PER_MB: Final = 8.0
# Limit of the file and of its uncompressed XML, equal to the file quota of a team.
MAX_OUTPUT_BYTES: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class FailedFile:
    """A file and its download name."""

    path: Path
    name: str


def get_failed_file(job: ImportJob, *, language: str) -> FailedFile:
    """Returns the file in the format of the upload, with reasons in `language`. The first request creates it.

    Raises NotFound if no row was rejected or the rows have expired, StorageFull, ImportBusy, and ImportSizeInvalid if a
    resource limit ends the writer.
    """
    folder = source_files.get_folder(job.pk)
    source = folder / source_files.ERRORS
    if not job.error_bytes or not source.exists():
        raise NotFound
    if not job.form:
        return FailedFile(source, source.name)  # written before formats were stored, with the reasons as text
    ending = failed_rows.get_output_extension(job.form)
    # A running import still adds rows. Each committed length has its own file, which replaces the previous one.
    made = folder / f"failed-{language}-{job.error_bytes}{ending}"
    if not made.exists():
        with acquire_reading_slot(job.team_id):
            # A request that waited finds the file of the request before it.
            if not made.exists():
                disk_space.check_files()
                _write_file(job, source, made, language)
                for older in folder.glob(f"failed-{language}-*{ending}"):
                    if older != made:
                        older.unlink(missing_ok=True)
    return FailedFile(made, f"{job.file[: -len(job.form)]}-failed{ending}")


def _write_file(job: ImportJob, source: Path, made: Path, language: str) -> None:
    # A killed process leaves its temporary files.
    with TemporaryDirectory(dir=made.parent) as folder:
        target = Path(folder) / made.name
        task = FailedRowsTask(
            source=str(source),
            length=job.error_bytes,
            target=str(target),
            form=job.form,
            delimiter=job.delimiter,
            encoding=job.encoding,
            header=job.header,
            language=language,
        )
        cpu_seconds = math.ceil(
            min(MAX_WRITER_SECONDS, BASE_CPU_SECONDS + CPU_SECONDS_PER_MB * job.error_bytes / (1 << 20))
        )
        limits = [str(source_files.PARSER_MEMORY_BYTES), str(cpu_seconds), str(MAX_OUTPUT_BYTES)]
        _run_writer([sys.executable, "-m", failed_rows.__name__, *limits], task)
        # If two web processes create the same file, the later one wins.
        target.rename(made)


def _run_writer(command: Sequence[str], task: FailedRowsTask) -> None:
    try:
        with source_files.acquire_parser_slot():
            subprocess.run(  # noqa: S603 -- our own program
                command,
                check=True,
                cwd=settings.ROOT,
                input=task.dump().encode(),
                timeout=MAX_WRITER_SECONDS,
                capture_output=True,
            )
    except subprocess.TimeoutExpired as error:
        raise ImportSizeInvalid from error
    except subprocess.CalledProcessError as error:
        if error.returncode == workbook.TOO_LARGE:
            raise ImportSizeInvalid(payload={"limitBytes": MAX_OUTPUT_BYTES}) from error
        if error.returncode < 0:  # killed by a signal: the CPU limit
            raise ImportSizeInvalid from error
        raise
